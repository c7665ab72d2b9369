import type { Current } from '#app/current/current.server.ts';
import { liveStream, writeValue } from '#app/current/live-streams.server.ts';
import { requireRole, requireUser } from '#app/current/permission.ts';
import { getItem } from '#app/storage/items.server.ts';
import type { AutoResetEvent } from '#lib/auto-reset-event.ts';
import { ignoreFailure } from '#lib/database/failures.server.ts';
import { uuidv7 } from '#lib/uuid.server.ts';

import { tooManyStreams } from '../problems.ts';
import type { ItemKey } from '../schedule.ts';
import { findPresentPeople, followPresence, forgetTab, publishPresence, recordTab } from './presence.server.ts';
import type { PresentTab } from './presence.server.ts';
import type { PresentPerson } from './presence.ts';

/** Milliseconds between two looks: whether the tab is there, its user may still see the item, and who has gone without a word. */
const BEAT = 8000;
const LIFETIME = 600_000;

/**
 * The actor is in the document as long as the stream is read; each event is everyone who is. Needs staff.
 * @throws Problem 401, 403, or 404 for an item that they may not see; the returned function 503 beyond the limit
 */
export async function openPresence(
  current: Current,
  itemKey: ItemKey,
): Promise<() => Promise<ReadableStream<Uint8Array>>> {
  requireRole(current, 'staff');
  const userId = requireUser(current);
  const { crateId, itemId } = await getItem(current, itemKey.crateId, itemKey.itemId);
  return presenceStream(current, {
    crateId,
    itemId,
    userId,
    find: (value) => Promise.resolve({ value }),
    keep: () => getItem(current, crateId, itemId),
  });
}

interface PresenceRoom extends Pick<PresentTab, 'crateId' | 'itemId' | 'userId' | 'writingSince'> {
  /** What is told, of those who are there. */
  find(people: readonly PresentPerson[]): Promise<{ readonly value: object }>;
  /** At each beat. @throws Problem when its user may not be there any more */
  keep(): Promise<unknown>;
}

/** Whoever reads it is there. Permission is up to the caller. @returns opens it, or throws a Problem 503 beyond the limit */
export function presenceStream(current: Current, room: PresenceRoom): () => Promise<ReadableStream<Uint8Array>> {
  const { crateId, itemId, userId, writingSince } = room;
  const tab = { crateId, itemId, userId, writingSince, tabId: uuidv7(Date.now()) };
  return liveStream(current, {
    tooMany: tooManyStreams,
    lifetime: LIFETIME,
    follow: (ring) => followPresence(current, tab, ring),
    write: (bell, isOver) => stay(current, { tab, room }, bell, isOver),
    end: () => forgetTab(current, tab).catch(ignoreFailure),
  });
}

async function* stay(
  current: Current,
  { tab, room }: { readonly tab: PresentTab; readonly room: PresenceRoom },
  bell: AutoResetEvent,
  isOver: () => boolean,
): AsyncGenerator<Uint8Array, void> {
  await recordTab(current, tab);
  publishPresence(current, tab);
  const find = async () => room.find(await findPresentPeople(current, tab));
  const keep = async () => {
    await room.keep();
    await recordTab(current, tab);
  };
  yield* writeValue(current, { beat: BEAT, find, keep }, bell, isOver);
}
