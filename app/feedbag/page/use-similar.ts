import { useEffect, useEffectEvent, useState } from 'react';

import { CallError } from '#lib/calls/browser/call-error.ts';
import { useCallClient } from '#lib/calls/browser/use-call-client.ts';

import { findSimilarEntries } from '../calls.ts';
import type { SimilarEntry } from '../calls.ts';

/** Milliseconds without a key, and letters from which on it is worth asking. */
const [PAUSE, LEAST] = [250, 4];

export function useSimilar(projectId: string, title: string): readonly SimilarEntry[] {
  const { ask } = useCallClient();
  const [entries, setEntries] = useState<readonly SimilarEntry[]>([]);
  const find = useEffectEvent(async (text: string, signal: AbortSignal) => {
    if (text.length < LEAST) return setEntries([]);
    try {
      const { data } = await ask(findSimilarEntries, { params: { projectId }, query: { text }, signal });
      if (!signal.aborted) setEntries(data as readonly SimilarEntry[]);
    } catch (error) {
      if (!signal.aborted && !(error instanceof CallError)) throw error;
    }
  });
  useEffect(() => {
    const leaving = new AbortController();
    const timer = setTimeout(() => void find(title.trim(), leaving.signal), PAUSE);
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  }, [title]);
  return entries;
}
