import { useEffect, useEffectEvent, useState } from 'react';

import { CallError } from '#lib/calls/browser/call-error.ts';
import { useCallClient } from '#lib/calls/browser/use-call-client.ts';
import { readEvents } from '#lib/http/event-stream.ts';

import { countNotifications } from '../calls.ts';
import type { NotificationCount } from '../notification.ts';

/** Milliseconds until the page comes again after an end. */
const AGAIN_MS = 3000;
const NAME = 'notifications';

/**
 * The count, the same in every tab: one of them follows it and tells the others, and another takes over when that is closed.
 * @param initial as it was when the page was made; undefined for a visitor
 */
export function useLiveCount(userId: string | undefined, initial: NotificationCount | undefined) {
  const { askStream } = useCallClient();
  const [live, setLive] = useState<{ userId: string; count: NotificationCount }>();
  const follow = useEffectEvent(async (take: (count: NotificationCount) => void, signal: AbortSignal) => {
    const { data } = await askStream(countNotifications, { signal });
    if (data !== null) await readEvents(data, (text) => take(JSON.parse(text) as NotificationCount));
  });
  useEffect(() => {
    if (userId === undefined) return undefined;
    return shareCount(userId, follow, (count) => setLive({ userId, count }));
  }, [userId]);
  return live !== undefined && live.userId === userId ? live.count : initial;
}

type Follow = (take: (count: NotificationCount) => void, signal: AbortSignal) => Promise<void>;

function shareCount(userId: string, follow: Follow, show: (count: NotificationCount) => void): () => void {
  const visit = new AbortController();
  const name = `${NAME} ${userId}`;
  const channel = new BroadcastChannel(name);
  const tell = channel.postMessage.bind(channel);
  let last: NotificationCount | undefined;
  // A tab that has just been opened asks, and whoever follows answers.
  channel.addEventListener('message', ({ data }: MessageEvent<NotificationCount | null>) => {
    if (data !== null) show(data);
    else if (last !== undefined) tell(last);
  });
  tell(null);
  const take = (count: NotificationCount) => {
    last = count;
    show(count);
    tell(count);
  };
  const stay = () => comeAgain((signal) => follow(take, signal), visit.signal);
  const { locks } = navigator as { locks?: LockManager };
  const staying = locks === undefined ? stay() : locks.request(name, { signal: visit.signal }, stay);
  staying.catch((error: unknown) => {
    if (!visit.signal.aborted) throw error;
  });
  return () => {
    visit.abort();
    channel.close();
  };
}

/** Until the signal says otherwise, or the server that there is nobody signed in. */
async function comeAgain(follow: (signal: AbortSignal) => Promise<void>, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      await follow(signal);
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof CallError && error.status >= 400 && error.status < 429) return;
      if (!(error instanceof CallError || error instanceof TypeError)) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
  }
}
