import { useEffect } from 'react';

import { CallError } from '#lib/calls/browser/call-error.ts';

import { apiClient } from './api-client.ts';

/** Importing its call would load the schema library on every page. */
const VERSION_PATH = '/api/version';
const INTERVAL_MS = 60_000;

/** Requests the site's version when the tab becomes visible again, so that an old tab learns of a newer one. */
export function useVersionCheck(): void {
  useEffect(() => {
    const check = throttlePerMinute(() => void requestVersion(), Date.now);
    const onChange = () => document.visibilityState === 'visible' && check();
    document.addEventListener('visibilitychange', onChange);
    return () => document.removeEventListener('visibilitychange', onChange);
  }, []);
}

/** Limits `work` to once a minute, first a minute from now. @param now in milliseconds */
export function throttlePerMinute(work: () => void, now: () => number): () => void {
  let last = now();
  return () => {
    if (now() - last < INTERVAL_MS) return;
    last = now();
    work();
  };
}

/** The client reads the notices from the headers of the response. */
async function requestVersion(): Promise<void> {
  try {
    await apiClient.askUrl(VERSION_PATH);
  } catch (error) {
    // Without a network or after a refusal the next check tries again.
    if (!(error instanceof CallError)) throw error;
  }
}
