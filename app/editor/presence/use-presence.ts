import { useEffect, useEffectEvent, useState } from 'react';

import { CallError } from '#lib/calls/browser/call-error.ts';
import { useCallClient } from '#lib/calls/browser/use-call-client.ts';
import { readEvents } from '#lib/http/event-stream.ts';

import { joinDocument } from '../calls.ts';
import type { ItemKey } from '../schedule.ts';
import type { PresentPerson } from './presence.ts';

/** Milliseconds until the page comes again after an end, and for which a tab in the background stays. */
const AGAIN_MS = 4000;
const HIDDEN_MS = 60_000;

/** Those who have the document open, among them whoever sees this. @param initial as they were when the page was made */
export function usePresence({ crateId, itemId }: ItemKey, initial: readonly PresentPerson[]) {
  const { askStream } = useCallClient();
  const [people, setPeople] = useState(initial);
  const follow = useEffectEvent(async (params: ItemKey, signal: AbortSignal) => {
    const { data } = await askStream(joinDocument, { params: { ...params }, signal });
    if (data !== null) await readEvents(data, (text) => setPeople(JSON.parse(text) as PresentPerson[]));
  });
  useEffect(() => stayWhileVisible((signal) => follow({ crateId, itemId }, signal)), [crateId, itemId]);
  return people;
}

/** A tab that nobody looks at leaves: connections are few. @param follow reads a stream to its end @returns leaves */
export function stayWhileVisible(follow: (signal: AbortSignal) => Promise<void>): () => void {
  let visit: AbortController | undefined;
  let leaving: ReturnType<typeof setTimeout> | undefined;
  const leave = () => {
    visit?.abort();
    visit = undefined;
  };
  const look = () => {
    clearTimeout(leaving);
    if (document.visibilityState === 'hidden') leaving = setTimeout(leave, HIDDEN_MS);
    else if (visit === undefined) {
      visit = new AbortController();
      void stay(follow, visit.signal);
    }
  };
  look();
  document.addEventListener('visibilitychange', look);
  return () => {
    clearTimeout(leaving);
    document.removeEventListener('visibilitychange', look);
    leave();
  };
}

/** Comes again until the signal says otherwise, or the server that the document is no longer there for them. */
async function stay(follow: (signal: AbortSignal) => Promise<void>, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      await follow(signal);
    } catch (error) {
      if (signal.aborted) return;
      const isRefused = error instanceof CallError && error.status >= 400 && error.status < 429;
      if (isRefused) return;
      if (!(error instanceof CallError || error instanceof TypeError)) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
  }
}
