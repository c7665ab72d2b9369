import { CallError } from '#lib/calls/browser/call-error.ts';
import type { CallClient } from '#lib/calls/call-client.ts';
import { readEvents } from '#lib/http/event-stream.ts';

import { countNotifications } from '../calls.ts';
import type { NotificationCount } from '../notification.ts';

/** Milliseconds until the page comes again after an end. */
const AGAIN_MS = 3000;
const NAME = 'notifications';

/** Shows the count until the signal, whether this tab follows it or another one does. */
export function shareCount(
  userId: string,
  askStream: CallClient['askStream'],
  show: (count: NotificationCount) => void,
  signal: AbortSignal,
): void {
  if (signal.aborted) return;
  const name = `${NAME} ${userId}`;
  const channel = new BroadcastChannel(name);
  signal.addEventListener('abort', () => channel.close());
  const post = channel.postMessage.bind(channel);
  let last: NotificationCount | undefined;
  // A tab that has just been opened asks, and whoever follows answers.
  channel.addEventListener('message', ({ data }: MessageEvent<NotificationCount | null>) => {
    if (data !== null) show(data);
    else if (last !== undefined) post(last);
  });
  post(null);
  const take = (count: NotificationCount) => {
    if (signal.aborted) return;
    last = count;
    show(count);
    post(count);
  };
  const follow = async () => {
    const { data } = await askStream(countNotifications, { signal });
    if (data !== null) await readEvents(data, (text) => take(JSON.parse(text) as NotificationCount));
  };
  const stay = () => comeAgain(follow, signal);
  const { locks } = navigator as { locks?: LockManager };
  const staying = locks === undefined ? stay() : locks.request(name, { signal }, stay);
  staying.catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
}

/** Until the signal says otherwise, or the server that there is nobody signed in. */
async function comeAgain(follow: () => Promise<void>, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      await follow();
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof CallError && error.status >= 400 && error.status < 429) return;
      if (!(error instanceof CallError || error instanceof TypeError)) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
  }
}
