import { useEffect, useEffectEvent } from 'react';

import { addressWithParameters } from './api-client.ts';

/** Importing its call would load the schema library on every page. */
const EVENTS_PATH = '/api/auth/sessions/@this/events';
/** The tab that holds it listens for all tabs. */
const LOCK = 'session-watch';
const RETRY_MS = 20_000;

/** One tab listens, others see the stored user change; without locks none does. @param loginId of a user */
export function useSessionWatch(loginId: string | undefined, check: () => Promise<void>): void {
  const look = useEffectEvent(check);
  useEffect(() => {
    if (loginId === undefined || !('locks' in navigator)) return undefined;
    const unmounted = new AbortController();
    void watchUnderLock(unmounted.signal, () => look());
    return () => unmounted.abort();
  }, [loginId]);
}

export async function watchUnderLock(signal: AbortSignal, check: () => Promise<void>): Promise<void> {
  try {
    await navigator.locks.request(LOCK, { signal }, () => listen(signal, check));
  } catch (error) {
    // The component was unmounted while another tab held the lock.
    if (!signal.aborted) throw error;
  }
}

async function listen(signal: AbortSignal, check: () => Promise<void>): Promise<void> {
  while (!signal.aborted) {
    await streamEnd(signal);
    if (!signal.aborted) await check();
    if (!signal.aborted) await pause(signal);
  }
}

/** Restores a lost connection. */
function streamEnd(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const events = new EventSource(addressWithParameters(EVENTS_PATH));
    const end = () => {
      events.close();
      resolve();
    };
    events.addEventListener('ended', end);
    events.addEventListener('error', () => events.readyState === EventSource.CLOSED && end());
    signal.addEventListener('abort', end, { once: true });
  });
}

function pause(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, RETRY_MS);
    const stop = () => {
      clearTimeout(timer);
      resolve();
    };
    signal.addEventListener('abort', stop, { once: true });
  });
}
