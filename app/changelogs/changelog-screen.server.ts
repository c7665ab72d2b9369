import type { Current } from '#app/current/current.server.ts';
import { getText } from '#app/current/locale.ts';
import { titleOf } from '#app/current/page/title.ts';
import { shareCardUrl } from '#app/media/share-card.ts';

import { getChangelogPage } from './changelog-page.server.ts';
import { findChangelogs, getChangelog } from './changelogs.server.ts';

/** What the screens of changelogs show. @throws Problem 404 for an app that the actor may not see, 400 for its query */
export async function loadChangelog(current: Current, app: string, parameters: URLSearchParams) {
  const changelog = getChangelog(current, app);
  const page = await getChangelogPage(current, changelog, parameters);
  const text = await getText(current.locale);
  const { name, game, description = text('changelogs.game.intro') } = changelog;
  const heading =
    game === undefined ? text('changelog.page.title', { name }) : text('changelogs.game.title', { game: name });
  return {
    ...{ heading, description, game, page },
    changelogs: findChangelogs(current).map(({ app, name, path }) => ({ app, name, path })),
    head: {
      title: await titleOf(current.locale, heading),
      description: text('changelog.page.description', { name }),
      image: shareCardUrl('changelog', app, current.locale),
      // What a query shows is a part of the page without one.
      noindex: Object.values(page.query).some((value) => value !== undefined),
    },
  };
}
