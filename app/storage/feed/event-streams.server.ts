import { performance } from 'node:perf_hooks';

import type { Current } from '#app/current/current.server.ts';
import { liveStream } from '#app/current/live-streams.server.ts';
import type { AutoResetEvent } from '#lib/auto-reset-event.ts';

import { findChanges } from './changes.server.ts';
import { openingEvents, heartbeat, readPageBatched, encodePage } from './events.server.ts';
import type { EncodedPage } from './events.server.ts';
import { feedFor } from './feed.server.ts';
import type { Feed } from './feed.server.ts';
import { followCrate } from './notify.server.ts';
import { tooManyStreams } from './problems.ts';

/** Milliseconds. */
export interface StreamTiming {
  /** Between two heartbeats, which also check the sign-in again and read the feed. */
  heartbeat: number;
  /** Until the client has to reconnect, so that streams spread over processes. */
  lifetime: number;
  /** Before a change that is not final yet is read again; the first doubles up to the longest. */
  pauses: readonly [first: number, longest: number];
}

const STREAM_TIMING: StreamTiming = { heartbeat: 15_000, lifetime: 600_000, pauses: [20, 1000] };
/** Changes of one chunk; the next is read when the client has taken the last. */
const PAGE = 32;

/** @throws Problem as `findChanges`; the returned stream throws 503 where too many follow */
export async function openStream(
  current: Current,
  feed: Feed,
  since: string | undefined,
  timing = STREAM_TIMING,
): Promise<() => Promise<ReadableStream<Uint8Array>>> {
  const first = await findChanges(current, feed, since, PAGE);
  return liveStream(current, {
    tooMany: tooManyStreams,
    lifetime: timing.lifetime,
    follow: (ring) => {
      const unfollow = followCrate(current, feed.crate.crateId, ring);
      // Changes between the first page and now have not rung the bell.
      ring();
      return unfollow;
    },
    write: (bell, isOver) => follow({ current, feed, timing, bell, isOver }, encodePage(current, feed, first)),
  });
}

interface FollowOptions {
  current: Current;
  feed: Feed;
  timing: StreamTiming;
  bell: AutoResetEvent;
  isOver: () => boolean;
}

async function* follow(
  { current, feed, timing, bell, isOver }: FollowOptions,
  first: EncodedPage,
): AsyncGenerator<Uint8Array, void> {
  const [shortest, longest] = timing.pauses;
  let pause = shortest;
  let beat = performance.now() + timing.heartbeat;
  yield openingEvents(current, feed, first);
  for (let page = first; !isOver(); page = await readPageBatched(current, feed, page.position, PAGE)) {
    if (page.bytes.length > 0) yield page.bytes;
    const untilBeat = beat - performance.now();
    if (!page.hasMore) await bell.wait(page.isPending ? Math.min(pause, untilBeat) : untilBeat);
    pause = page.isPending ? Math.min(2 * pause, longest) : shortest;
    if (isOver()) return;
    if (performance.now() >= beat) {
      if (!(await current.isStillSignedIn())) return;
      yield heartbeat(current, feed, page);
      beat = performance.now() + timing.heartbeat;
    }
    if ((await feedFor(current, feed.crate.crateId)).scope !== feed.scope) return;
  }
}
