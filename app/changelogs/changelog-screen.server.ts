import type { Current } from '#app/current/current.server.ts';
import { getText, inLocale, localeFromPath } from '#app/current/locale.ts';
import { fullTitle } from '#app/current/page/head.ts';
import { isStaff } from '#app/current/role.ts';
import { offerFollow } from '#app/following/follows.server.ts';
import { shareCardUrl } from '#app/media/share-card.ts';
import { documentLinks } from '#lib/syndication/feed-format.ts';

import { getChangelogPage } from './changelog-page.server.ts';
import { findChangelogs, getChangelog, writeHeading } from './changelogs.server.ts';
import { CHANGELOG_SUBJECTS, subjectOfChangelog } from './event-kinds.server.ts';

/** What the screens of changelogs show. @throws Problem 404 for an app that the actor may not see, 400 for its query */
export async function loadChangelog(current: Current, app: string, { pathname, searchParams }: URL) {
  const changelog = getChangelog(current, app);
  const page = await getChangelogPage(current, changelog, searchParams);
  const text = await getText(current.locale);
  const { name, game, description = text('changelogs.game.intro') } = changelog;
  const heading = writeHeading(text, changelog);
  const path = inLocale({ locale: localeFromPath(pathname) }, changelog.path);
  return {
    heading,
    description,
    game,
    page,
    follow: await offerFollow(current, CHANGELOG_SUBJECTS, subjectOfChangelog(changelog, page.query.platform)),
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
