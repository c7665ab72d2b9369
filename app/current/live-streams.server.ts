import { AutoResetEvent } from '#lib/auto-reset-event.ts';
import { databaseProblem } from '#lib/database/failures.server.ts';
import { eventText, createByteStream } from '#lib/http/event-stream.ts';
import { callerKey, networkKey } from '#lib/limits/caller-key.ts';
import { Problem } from '#lib/problem.ts';
import type { ProblemKind } from '#lib/problem.ts';

import type { Current } from './current.server.ts';

interface LiveStream {
  /** The refusal when too many are open: a 503. */
  readonly tooMany: ProblemKind;
  /** Milliseconds until whoever reads it has to come again, so that streams spread over processes. */
  readonly lifetime: number;
  /** Rings at each change of what is told. @returns what ends it */
  follow(ring: () => void): () => void;
  /** The bell rings at the end too. */
  write(bell: AutoResetEvent, isOver: () => boolean): AsyncGenerator<Uint8Array, void>;
  /** Once nobody reads it any more. */
  end?(): Promise<void>;
}

/** @returns opens it, or throws a Problem 503 beyond the limit */
export function liveStream(current: Current, stream: LiveStream): () => Promise<ReadableStream<Uint8Array>> {
  return async () => {
    const leave = reserveStream(current, stream.tooMany);
    return createByteStream((left) => {
      // If the browser leaves before the first read, the generator never runs its `finally`.
      left.addEventListener('abort', leave);
      return run(current, stream, left, leave);
    });
  };
}

async function* run(
  current: Current,
  stream: LiveStream,
  left: AbortSignal,
  leave: () => void,
): AsyncGenerator<Uint8Array, void> {
  const bell = new AutoResetEvent();
  const ring = () => bell.ring();
  const signals = [left, current.closing];
  const unfollow = stream.follow(ring);
  for (const signal of signals) signal.addEventListener('abort', ring);
  const end = performance.now() + stream.lifetime;
  try {
    yield* stream.write(bell, () => signals.some(({ aborted }) => aborted) || performance.now() > end);
  } catch (error) {
    // The status is sent: the browser learns what is refused by now when it comes again.
    if (!(error instanceof Problem || databaseProblem(error))) current.log.warn({ err: error }, 'a live stream broke');
  } finally {
    unfollow();
    for (const signal of signals) signal.removeEventListener('abort', ring);
    leave();
    await stream.end?.();
  }
}

interface LiveValue {
  /** Milliseconds between two looks, for a message that was lost and a sign-in that has ended. */
  readonly beat: number;
  /** Whether who reads it may be another by now, so that it looks at once. */
  isDoubtful?(): boolean;
  find(): Promise<{ readonly value: object; readonly nextAt?: Date | undefined }>;
  /** At each beat. @throws Problem when it is over */
  keep?(): Promise<void>;
}

/** Each event is the value as JSON, first as it is now, then whenever it has changed. */
export async function* writeValue(
  current: Current,
  live: LiveValue,
  bell: AutoResetEvent,
  isOver: () => boolean,
): AsyncGenerator<Uint8Array, void> {
  const { beat } = live;
  let next = performance.now() + beat;
  let sent = '';
  while (!isOver()) {
    const { value, nextAt } = await live.find();
    const json = JSON.stringify(value);
    yield encodeEvent(json === sent ? { comment: 'the same' } : { data: json });
    sent = json;
    const untilNext = nextAt === undefined ? beat : nextAt.getTime() - current.now().getTime() + 1;
    await bell.wait(Math.max(0, Math.min(next - performance.now(), untilNext)));
    if (isOver() || (performance.now() < next && live.isDoubtful?.() !== true)) continue;
    next = performance.now() + beat;
    if (!(await current.isStillSignedIn())) return;
    await live.keep?.();
  }
}

export function encodeEvent(event: Parameters<typeof eventText>[0]): Uint8Array {
  return new TextEncoder().encode(eventText(event));
}

/** Open streams of a process. */
const MAX_STREAMS = 1000;
/** So that visitors cannot lock out users. */
const MAX_OF_VISITORS = 500;
const MAX_PER_USER = 20;
/** A school with its users and visitors; of these alone fewer, because they need only the changes of a crate. */
const MAX_PER_ADDRESS = 200;
const MAX_OF_VISITORS_PER_ADDRESS = 20;
/** Whoever has one address of a network may have them all: the /24 of IPv4, the /48 of IPv6. */
const MAX_OF_VISITORS_PER_NETWORK = 100;
const RETRY_SECONDS = 10;

/** By what they count for. Each site counts its own. */
const createOpenStreams = () => new Map<string, number>();

/** @returns ends the count */
function reserveStream(current: Current, tooMany: ProblemKind): () => void {
  const open = current.db.processState.get(createOpenStreams);
  const bounds = listBounds(current);
  if (bounds.some(([key, most]) => (open.get(key) ?? 0) >= most)) {
    throw new Problem(tooMany, { headers: { 'retry-after': String(RETRY_SECONDS) } });
  }
  for (const [key] of bounds) open.set(key, (open.get(key) ?? 0) + 1);
  return once(() => {
    for (const [key] of bounds) {
      const left = (open.get(key) ?? 0) - 1;
      if (left > 0) open.set(key, left);
      else open.delete(key);
    }
  });
}

function listBounds({ actor, address = '' }: Current): [key: string, most: number][] {
  const own = callerKey(address);
  const all: [string, number][] = [
    ['all', MAX_STREAMS],
    [`at ${own}`, MAX_PER_ADDRESS],
  ];
  if (actor.userId !== undefined) return [...all, [`user ${actor.userId}`, MAX_PER_USER]];
  if (actor.app !== undefined) return all;
  return [
    ...all,
    ['visitors', MAX_OF_VISITORS],
    [`visitors at ${own}`, MAX_OF_VISITORS_PER_ADDRESS],
    [`visitors of ${networkKey(address)}`, MAX_OF_VISITORS_PER_NETWORK],
  ];
}

function once(work: () => void): () => void {
  let isDone = false;
  return () => {
    if (!isDone) work();
    isDone = true;
  };
}
