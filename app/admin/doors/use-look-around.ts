import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation } from 'react-router';

import { CallError } from '#lib/calls/browser/call-error.ts';
import { useCallClient } from '#lib/calls/browser/use-call-client.ts';

import { lookAround } from '../calls.ts';
import type { WaitingCount } from '../calls.ts';

export interface Surroundings {
  readonly waiting: readonly WaitingCount[];
  /** Of the page that was asked about, in 30 days. */
  readonly views: number | null;
  readonly page: string;
  readonly places: readonly { readonly to: string; readonly name: string; readonly about: string }[];
  readonly pendingAliases: number;
  readonly isProved: boolean;
}

/** Milliseconds between two looks at least, however fast somebody goes from page to page. */
const PAUSE = 3000;

/** After each page, never before it. What was known stays where it cannot be asked. @param page path of what is looked at */
export function useLookAround(page: string): { readonly around: Surroundings | undefined; readonly look: () => void } {
  const { ask } = useCallClient();
  const [around, setAround] = useState<Surroundings>();
  const nextAt = useRef(0);
  const look = async (signal?: AbortSignal) => {
    nextAt.current = performance.now() + PAUSE;
    try {
      const { data } = await ask(lookAround, { query: { page }, ...(signal !== undefined && { signal }) });
      if (signal?.aborted !== true) setAround({ ...(data as Omit<Surroundings, 'page'>), page });
    } catch (error) {
      if (signal?.aborted !== true && !(error instanceof CallError)) throw error;
    }
  };
  const lookSoon = useEffectEvent((_key: string, signal: AbortSignal) =>
    setTimeout(() => void look(signal), Math.max(0, nextAt.current - performance.now())),
  );
  const lookAgain = useEffectEvent((signal: AbortSignal) => {
    if (document.visibilityState === 'visible') void look(signal);
  });
  const { key } = useLocation();
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    const timer = lookSoon(key, signal);
    document.addEventListener('visibilitychange', () => lookAgain(signal), { signal });
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  }, [key]);
  return { around, look: () => void look() };
}
