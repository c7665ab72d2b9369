import type { Current } from '#app/current/current.server.ts';
import { liveStream, writeValue } from '#app/current/live-streams.server.ts';
import { requireUser } from '#app/current/permission.ts';

import { countWithNext } from '../counts.server.ts';
import type { EventCatalog } from '../event-kind.server.ts';
import { followReader } from '../live.server.ts';
import { tooManyStreams } from '../problems.ts';

/** Milliseconds. */
const BEAT = 20_000;
const LIFETIME = 600_000;

/** Each event is the count, first as it is now, then whenever it has changed. @throws Problem 401; the returned function 503 */
export function openCount(current: Current, catalog: EventCatalog): () => Promise<ReadableStream<Uint8Array>> {
  const userId = requireUser(current);
  const find = async () => {
    const { nextAt, ...value } = await countWithNext(current, catalog);
    return { value, nextAt };
  };
  return liveStream(current, {
    tooMany: tooManyStreams,
    lifetime: LIFETIME,
    follow: (ring) => followReader(current, userId, ring),
    write: (bell, isOver) => writeValue(current, { beat: BEAT, find }, bell, isOver),
  });
}
