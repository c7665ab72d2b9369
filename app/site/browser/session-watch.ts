import { useEffect, useEffectEvent } from 'react';

import { addressWithParameters } from './api-client.ts';

/** Its call would bring the library of its schema into every page. */
const EVENTS_PATH = '/api/auth/sessions/@this/events';
/** The tab that holds it listens for all. */
const LOCK = 'session-watch';
/** Until the stream is asked for again when it was refused. */
const RETRY_MS = 20_000;

/**
 * Notices within seconds that a session has ended elsewhere: one tab of this browser listens to the server, and the
 * others see what that one does to the stored user. Where the page is not secure nobody listens: locks are missing.
 * @param loginId of the session; undefined for a visitor
 * @param check finds out what is so, and lets the page follow
 */
export function useSessionWatch(loginId: string | undefined, check: () => Promise<void>): void {
  const look = useEffectEvent(check);
  useEffect(() => {
    if (loginId === undefined || !('locks' in navigator)) return undefined;
    const left = new AbortController();
    void listenAlone(left.signal, () => look());
    return () => left.abort();
  }, [loginId]);
}

async function listenAlone(left: AbortSignal, check: () => Promise<void>): Promise<void> {
  try {
    await navigator.locks.request(LOCK, { signal: left }, () => listen(left, check));
  } catch (error) {
    // Whoever leaves while another tab listens stops waiting.
    if (!left.aborted) throw error;
  }
}

async function listen(left: AbortSignal, check: () => Promise<void>): Promise<void> {
  while (!left.aborted) {
    await streamEnd(left);
    if (!left.aborted) await check();
    if (!left.aborted) await pause(left);
  }
}

/** Waits until the server says that the session has ended, or does not let the browser listen; a lost line comes back. */
function streamEnd(left: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const events = new EventSource(addressWithParameters(EVENTS_PATH));
    const end = () => {
      events.close();
      resolve();
    };
    events.addEventListener('ended', end);
    events.addEventListener('error', () => events.readyState === EventSource.CLOSED && end());
    left.addEventListener('abort', end, { once: true });
  });
}

function pause(left: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, RETRY_MS);
    const stop = () => {
      clearTimeout(timer);
      resolve();
    };
    left.addEventListener('abort', stop, { once: true });
  });
}
