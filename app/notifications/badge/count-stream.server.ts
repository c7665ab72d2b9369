import type { Current } from '#app/current/current.server.ts';
import { requireUser } from '#app/current/permission.ts';
import { reserveStream } from '#app/current/stream-limits.server.ts';
import { AutoResetEvent } from '#lib/auto-reset-event.ts';
import { databaseProblem } from '#lib/database/failures.server.ts';
import { eventText, streamOf } from '#lib/http/event-stream.ts';
import { Problem } from '#lib/problem.ts';

import { countWithNext } from '../counts.server.ts';
import type { EventCatalog } from '../event-kind.server.ts';
import { followReader } from '../live.server.ts';
import { tooManyStreams } from '../problems.ts';

/** Milliseconds. */
export interface CountTiming {
  /** Between two looks, for a message that was lost and a sign-in that has ended. */
  readonly beat: number;
  /** Until the browser has to come again, so that streams spread over processes. */
  readonly lifetime: number;
}

const TIMING: CountTiming = { beat: 20_000, lifetime: 600_000 };

/** Each event is the count, first as it is now, then whenever it has changed. @throws Problem 401; the returned function 503 */
export function openCount(
  current: Current,
  catalog: EventCatalog,
  timing = TIMING,
): () => Promise<ReadableStream<Uint8Array>> {
  const userId = requireUser(current);
  return async () => {
    const leave = reserveStream(current, tooManyStreams);
    return streamOf((left) => {
      left.addEventListener('abort', leave);
      return follow(current, catalog, { userId, timing, left, leave });
    });
  };
}

interface CountVisit {
  readonly userId: string;
  readonly timing: CountTiming;
  readonly left: AbortSignal;
  readonly leave: () => void;
}

async function* follow(
  current: Current,
  catalog: EventCatalog,
  { userId, timing, left, leave }: CountVisit,
): AsyncGenerator<Uint8Array, void> {
  const bell = new AutoResetEvent();
  const ring = () => bell.ring();
  const signals = [left, current.closing];
  const unfollow = followReader(current, userId, ring);
  for (const signal of signals) signal.addEventListener('abort', ring);
  try {
    yield* report(current, catalog, timing, bell, () => signals.some(({ aborted }) => aborted));
  } catch (error) {
    if (!(error instanceof Problem || databaseProblem(error))) throw error;
  } finally {
    unfollow();
    for (const signal of signals) signal.removeEventListener('abort', ring);
    leave();
  }
}

async function* report(
  current: Current,
  catalog: EventCatalog,
  { beat, lifetime }: CountTiming,
  bell: AutoResetEvent,
  isOver: () => boolean,
): AsyncGenerator<Uint8Array, void> {
  const end = performance.now() + lifetime;
  let next = performance.now() + beat;
  let told = '';
  while (!isOver() && performance.now() < end) {
    const { unread, unseen, nextAt } = await countWithNext(current, catalog);
    const count = JSON.stringify({ unread, unseen });
    yield new TextEncoder().encode(count === told ? eventText({ comment: 'the same' }) : eventText({ data: count }));
    told = count;
    const untilSnooze = nextAt === undefined ? beat : nextAt.getTime() - current.now().getTime() + 1;
    await bell.wait(Math.max(0, Math.min(next - performance.now(), untilSnooze)));
    if (isOver() || performance.now() < next) continue;
    next = performance.now() + beat;
    if (!(await current.isStillSignedIn())) return;
  }
}
