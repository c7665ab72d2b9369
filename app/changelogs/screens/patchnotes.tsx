import { answerForm, formHeaders } from '#app/current/forms/answer-form.server.ts';
import type { CacheHandle } from '#app/current/page/handle.ts';
import { withCurrent } from '#app/current/page/loaders.server.ts';
import { followIntents } from '#app/following/follow-forms.server.ts';
import { getGame } from '#app/games/games.server.ts';
import { eventCatalogContext } from '#app/notifications/event-kind.server.ts';
import { createIsland } from '#lib/ui/island.tsx';

import { CHANGELOG_CACHE_TOPICS } from '../cache-topics.ts';
import { ChangelogBody } from '../changelog-body.tsx';
import { loadChangelog } from '../changelog-screen.server.ts';
import type { Route } from './+types/patchnotes';

export const loader = withCurrent(async (current, { params, url, context }: Route.LoaderArgs) => {
  const { slug } = getGame(current.actor, params.game);
  return loadChangelog(current, context.get(eventCatalogContext).subjects, slug, url);
});

export const action = withCurrent(async (current, { request, context }: Route.ActionArgs) =>
  answerForm(current, await request.formData(), followIntents(context.get(eventCatalogContext).subjects)),
);

export const headers = formHeaders;

export const handle: CacheHandle = { cacheTopics: CHANGELOG_CACHE_TOPICS };

const PatchNotesHeader = createIsland(async () => (await import('../patch-notes-header.tsx')).PatchNotesHeader);

export default function PatchNotesScreen({
  loaderData: { heading, description, game, page, changelogs, editorPath, follow },
  actionData,
}: Route.ComponentProps) {
  return (
    <ChangelogBody page={page} changelogs={changelogs} editorPath={editorPath} follow={follow} answered={actionData}>
      {game && <PatchNotesHeader game={game} heading={heading} description={description} />}
    </ChangelogBody>
  );
}
