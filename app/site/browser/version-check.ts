import { useEffect } from 'react';

import { AskError } from '#lib/calls/browser/ask-error.ts';

import { apiClient } from './api-client.ts';

/** Its call would bring the library of its schema into every page. */
const VERSION_PATH = '/api/version';
const QUIET_MS = 60_000;

/** Asks for the site's version when a tab is looked at again: whoever left it open for a day is told of a newer one. */
export function useVersionCheck(): void {
  useEffect(() => {
    const check = atMostOnceAMinute(() => void requestVersion(), Date.now);
    const onChange = () => document.visibilityState === 'visible' && check();
    document.addEventListener('visibilitychange', onChange);
    return () => document.removeEventListener('visibilitychange', onChange);
  }, []);
}

/** The work, not sooner than a minute from now, and then at most once a minute. @param now in milliseconds */
export function atMostOnceAMinute(work: () => void, now: () => number): () => void {
  let last = now();
  return () => {
    if (now() - last < QUIET_MS) return;
    last = now();
    work();
  };
}

/** The headers of the answer tell the notices. */
async function requestVersion(): Promise<void> {
  try {
    await apiClient.askUrl(VERSION_PATH);
  } catch (error) {
    // The network is away, or the server refuses: the next look asks again.
    if (!(error instanceof AskError)) throw error;
  }
}
