import type { Current } from '#app/current/current.server.ts';
import { findPicture } from '#app/media/making/pictures.server.ts';
import type { Reply } from '#lib/calls/answer.server.ts';
import { methodNotAllowed, notFound } from '#lib/calls/problems.ts';
import { Problem } from '#lib/problem.ts';

import { findShareCard } from '../cards/share-cards.server.ts';

/** The answer to an address under /media/, for everyone alike. @throws Problem */
export async function answerMedia(current: Current, request: Request, path: string, search: string): Promise<Reply> {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    throw new Problem(methodNotAllowed, { headers: { allow: 'GET, HEAD' } });
  }
  const reply =
    (await findPicture(current, request, path, search)) ?? (await findShareCard(current, request, path, search));
  if (reply === undefined) throw new Problem(notFound);
  return reply;
}
