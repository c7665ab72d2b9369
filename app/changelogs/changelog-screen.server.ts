import type { Current } from '#app/current/current.server.ts';
import { getText, inLocale, localeFromPath } from '#app/current/locale.ts';
import { fullTitle } from '#app/current/page/head.ts';
import { isStaff } from '#app/current/role.ts';
import { offerFollow } from '#app/following/follows.server.ts';
import { offerGameFollow } from '#app/following/game-follows.server.ts';
import type { SubjectKind } from '#app/following/subject-kind.server.ts';
import { shareCardUrl } from '#app/media/share-card.ts';
import { documentLinks } from '#lib/syndication/feed-format.ts';

import { getChangelogPage } from './changelog-page.server.ts';
import { findChangelogs, getChangelog, writeHeading } from './changelogs.server.ts';
import { subjectOfChangelog } from './event-kinds.server.ts';

/** What the screens of changelogs show. @param kinds of all nouns, whose subjects are parts of a game @throws Problem 404 for an app that the actor may not see, 400 for its query */
export async function loadChangelog(
  current: Current,
  kinds: readonly SubjectKind[],
  app: string,
  { pathname, searchParams }: URL,
) {
  const changelog = getChangelog(current, app);
  const page = await getChangelogPage(current, changelog, searchParams);
  const text = await getText(current.locale);
  const { name, game, description = text('changelogs.game.intro') } = changelog;
  const heading = writeHeading(text, changelog);
  const subject = subjectOfChangelog(changelog, page.query.platform);
  const path = inLocale({ locale: localeFromPath(pathname) }, changelog.path);
  return {
    heading,
    description,
    game,
    page,
    follow: game ? await offerGameFollow(current, kinds, game, subject) : await offerFollow(current, kinds, subject),
    // Pages are kept for visitors alone.
    editorPath: isStaff(current.actor.role) ? `/editor/releases/${app}` : undefined,
    changelogs: findChangelogs(current).map(({ app, name, path }) => ({ app, name, path })),
    head: {
      title: heading,
      links: documentLinks(current.config.publicUrl, path, fullTitle(text, heading)),
      description: text('changelog.page.description', { name }),
      image: shareCardUrl('changelog', app, current.locale),
      // What a query shows is a part of the page without one.
      noindex: Object.values(page.query).some((value) => value !== undefined),
    },
  };
}
