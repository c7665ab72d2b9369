import type { Current } from '#app/current/current.server.ts';
import { maySeeDrawing } from '#app/games/games.server.ts';
import { findLevelheadArt } from '#app/levelhead/art/art.server.ts';
import { findPicture, snippetIn } from '#app/media/making/pictures.server.ts';
import { answerEpisodeFile, episodeFileAt } from '#app/podcast/files/file-response.server.ts';
import { findShareCard } from '#app/site/share-cards.server.ts';
import type { Reply } from '#lib/calls/answer.server.ts';
import { methodNotAllowed, notFound } from '#lib/calls/problems.ts';
import { Problem } from '#lib/problem.ts';

/** Pictures, and what lies below an episode of the podcast: without any screen, so it does not go through the router. */
export function isMediaPath(path: string): boolean {
  return path.startsWith('/media/') || episodeFileAt(path) !== undefined;
}

/** Whether it matters who asks: staff also hear what is not out. */
export function isForSome(path: string): boolean {
  return isRestrictedMedia(path) || episodeFileAt(path) !== undefined;
}

/** For a drawing of a game that only some may see, and the card of a draft. */
function isRestrictedMedia(path: string): boolean {
  if (path.startsWith('/media/cards/draft/')) return true;
  const name = snippetIn(path);
  return name !== undefined && !maySeeDrawing({ role: 'public' }, name);
}

/** @throws Problem 404 also for a drawing that the actor may not see */
export async function answerMedia(current: Current, request: Request, path: string, search: string): Promise<Reply> {
  const file = episodeFileAt(path);
  if (file !== undefined) return answerEpisodeFile(current, request, file);
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    throw new Problem(methodNotAllowed, { headers: { allow: 'GET, HEAD' } });
  }
  const maySee = (name: string) => maySeeDrawing(current.actor, name);
  const reply =
    (await findLevelheadArt(current, request, path, search)) ??
    (await findPicture(current, request, { path, search, maySee })) ??
    (await findShareCard(current, request, path, search));
  if (reply === undefined) throw new Problem(notFound);
  // No shared cache may store it, and a browser revalidates it each time.
  return isRestrictedMedia(path)
    ? { ...reply, headers: { ...reply.headers, 'cache-control': 'private, no-cache' } }
    : reply;
}
