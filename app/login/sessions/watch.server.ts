import type { Current } from '#app/current/current.server.ts';
import { encodeEvent, liveStream } from '#app/current/live-streams.server.ts';
import { requireUser } from '#app/current/permission.ts';
import type { AutoResetEvent } from '#lib/auto-reset-event.ts';

import { sessionCookieName } from '../cookies.server.ts';
import { tooManyStreams } from '../problems.ts';

/** Milliseconds between two comments that keep the connection open. */
const HEARTBEAT_MS = 15_000;
/** Until the browser has to reconnect, so that streams spread over processes. */
const LIFETIME_MS = 600_000;
const RETRY_MS = 5000;

/** Server-sent events, of which `ended` is the last. @throws Problem 401; the returned function 503 beyond the limit */
export function watchSession(current: Current): () => Promise<ReadableStream<Uint8Array>> {
  requireUser(current);
  const { pubSub, sessions, actor, browser, config } = current;
  const token = browser.cookies[sessionCookieName(config)] ?? '';
  const topics = [sessions.toTopic(token), `account:${actor.userId}`];
  return liveStream(current, {
    tooMany: tooManyStreams,
    lifetime: LIFETIME_MS,
    follow: (ring) => {
      const unfollow = topics.map((topic) => pubSub.subscribe(topic, ring));
      return () => unfollow.forEach((stop) => stop());
    },
    write: (bell, isOver) => watch(current, bell, isOver),
  });
}

async function* watch(current: Current, bell: AutoResetEvent, isOver: () => boolean): AsyncGenerator<Uint8Array, void> {
  yield encodeEvent({ retry: RETRY_MS });
  while (!isOver()) {
    if (!(await current.isStillSignedIn())) {
      yield encodeEvent({ event: 'ended', data: '' });
      return;
    }
    await bell.wait(HEARTBEAT_MS);
    yield encodeEvent({ comment: 'still here' });
  }
}
