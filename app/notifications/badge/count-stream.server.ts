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
  const mailbox = messageCount(() => catalog.countMessages(current));
  const find = async () => {
    const [{ nextAt, ...notifications }, messages] = await Promise.all([
      countWithNext(current, catalog),
      mailbox.find(),
    ]);
    return { value: { ...notifications, messages }, nextAt };
  };
  const keep = () => Promise.resolve(mailbox.forget());
  let isDoubtful = false;
  const wasDoubtful = () => {
    const was = isDoubtful;
    isDoubtful = false;
    return was;
  };
  return liveStream(current, {
    tooMany: tooManyStreams,
    lifetime: LIFETIME,
    follow: (ring) =>
      followReader(current, userId, {
        notifications: ring,
        mailbox: () => {
          mailbox.forget();
          ring();
        },
        account: () => {
          isDoubtful = true;
          ring();
        },
      }),
    write: (bell, isOver) => writeValue(current, { beat: BEAT, find, keep, isDoubtful: wasDoubtful }, bell, isOver),
  });
}

/** Counted anew only when it may have changed: notifications come far more often, to many at once. */
function messageCount(count: () => Promise<number>) {
  let changes = 0;
  let known: { readonly at: number; readonly size: number } | undefined;
  return {
    forget: () => void (changes += 1),
    find: async () => {
      const at = changes;
      if (known?.at !== at) known = { at, size: await count() };
      return known.size;
    },
  };
}
