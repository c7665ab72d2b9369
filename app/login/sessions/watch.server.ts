import type { Current } from '#app/current/current.server.ts';
import { requireUser } from '#app/current/permission.ts';
import { reserveStream } from '#app/current/stream-limits.server.ts';
import { AutoResetEvent } from '#lib/auto-reset-event.ts';
import { eventText, streamOf } from '#lib/http/event-stream.ts';

import { sessionCookieName } from '../cookies.server.ts';
import { tooManyStreams } from '../problems.ts';

/** Milliseconds between two comments that keep the connection open. */
const HEARTBEAT_MS = 15_000;
/** Until the browser has to reconnect, so that streams spread over processes. */
const LIFETIME_MS = 600_000;
/** How long a browser waits until it reconnects. */
const RETRY_MS = 5000;

/** Server-sent events, of which `ended` is the last. @throws Problem 401; the returned function 503 beyond the limit */
export function watchSession(current: Current): () => Promise<ReadableStream<Uint8Array>> {
  requireUser(current);
  return async () => {
    const leave = reserveStream(current, tooManyStreams);
    return streamOf((left) => {
      // If the browser leaves before the first read, the generator never runs its `finally`.
      left.addEventListener('abort', leave);
      return watch(current, left, leave);
    });
  };
}

async function* watch(current: Current, left: AbortSignal, leave: () => void): AsyncGenerator<Uint8Array, void> {
  const { pubSub, sessions, closing, actor, browser, config } = current;
  const bell = new AutoResetEvent();
  const ring = () => bell.ring();
  const token = browser.cookies[sessionCookieName(config)] ?? '';
  const topics = [sessions.topicOf(token), `account:${actor.userId}`];
  const unfollow = topics.map((topic) => pubSub.subscribe(topic, ring));
  for (const signal of [left, closing]) signal.addEventListener('abort', ring);
  const end = Date.now() + LIFETIME_MS;
  try {
    yield encode(eventText({ retry: RETRY_MS }));
    while (!left.aborted && !closing.aborted && Date.now() < end) {
      if (!(await current.isStillSignedIn())) {
        yield encode(eventText({ event: 'ended', data: '' }));
        return;
      }
      await bell.wait(HEARTBEAT_MS);
      yield encode(eventText({ comment: 'still here' }));
    }
  } finally {
    leave();
    for (const stop of unfollow) stop();
    for (const signal of [left, closing]) signal.removeEventListener('abort', ring);
  }
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
