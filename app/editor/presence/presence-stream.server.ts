import type { Current } from '#app/current/current.server.ts';
import { requireRole, requireUser } from '#app/current/permission.ts';
import { reserveStream } from '#app/current/stream-limits.server.ts';
import { getItem } from '#app/storage/items.server.ts';
import { AutoResetEvent } from '#lib/auto-reset-event.ts';
import { databaseProblem, ignoreFailure } from '#lib/database/failures.server.ts';
import { eventText, streamOf } from '#lib/http/event-stream.ts';
import { Problem } from '#lib/problem.ts';
import { uuidv7 } from '#lib/uuid.server.ts';

import { tooManyStreams } from '../problems.ts';
import type { ItemPlace } from '../schedule.ts';
import { findPresentPeople, followPresence, forgetTab, noteTab, tellOfPresence } from './presence.server.ts';
import type { PresentTab } from './presence.server.ts';

/** Milliseconds. */
export interface PresenceTiming {
  /** Between two looks: whether the tab is there, whether its user may still see the item, and who has gone without a word. */
  readonly beat: number;
  /** Until the browser has to come again, so that streams spread over processes. */
  readonly lifetime: number;
}

const TIMING: PresenceTiming = { beat: 8000, lifetime: 600_000 };

/**
 * The actor is in the document as long as the stream is read; each event is everyone who is. Needs staff.
 * @throws Problem 401, 403, or 404 for an item that they may not see; the returned function 503 beyond the limit
 */
export async function openPresence(
  current: Current,
  place: ItemPlace,
  timing = TIMING,
): Promise<() => Promise<ReadableStream<Uint8Array>>> {
  requireRole(current, 'staff');
  const userId = requireUser(current);
  const { crateId, itemId } = await getItem(current, place.crateId, place.itemId);
  const tab = { crateId, itemId, userId, tabId: uuidv7(Date.now()) };
  return async () => {
    const leave = reserveStream(current, tooManyStreams);
    return streamOf((left) => {
      // If the browser leaves before the first read, the generator never runs its `finally`.
      left.addEventListener('abort', leave);
      return stay(current, tab, timing, left, leave);
    });
  };
}

async function* stay(
  current: Current,
  tab: PresentTab,
  timing: PresenceTiming,
  left: AbortSignal,
  leave: () => void,
): AsyncGenerator<Uint8Array, void> {
  const bell = new AutoResetEvent();
  const ring = () => bell.ring();
  const signals = [left, current.closing];
  const unfollow = followPresence(current, tab, ring);
  for (const signal of signals) signal.addEventListener('abort', ring);
  try {
    yield* report(current, tab, timing, bell, () => signals.some(({ aborted }) => aborted));
  } catch (error) {
    // The item is gone, or theirs no longer; the browser learns it when it comes again.
    if (!(error instanceof Problem || databaseProblem(error))) throw error;
  } finally {
    unfollow();
    for (const signal of signals) signal.removeEventListener('abort', ring);
    leave();
    await forgetTab(current, tab).catch(ignoreFailure);
  }
}

async function* report(
  current: Current,
  tab: PresentTab,
  { beat, lifetime }: PresenceTiming,
  bell: AutoResetEvent,
  isOver: () => boolean,
): AsyncGenerator<Uint8Array, void> {
  const end = performance.now() + lifetime;
  let next = performance.now() + beat;
  let told = '';
  await noteTab(current, tab);
  tellOfPresence(current, tab);
  while (!isOver() && performance.now() < end) {
    const people = JSON.stringify(await findPresentPeople(current, tab));
    yield encode(people === told ? eventText({ comment: 'still here' }) : eventText({ data: people }));
    told = people;
    await bell.wait(next - performance.now());
    if (isOver() || performance.now() < next) continue;
    next = performance.now() + beat;
    if (!(await current.isStillSignedIn())) return;
    await getItem(current, tab.crateId, tab.itemId);
    await noteTab(current, tab);
  }
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
