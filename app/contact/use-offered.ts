import { useEffect, useRef } from 'react';
import { useFetcher } from 'react-router';

import { useSitePath } from '#app/current/page/site-link.tsx';
import type { SupportAnswer } from '#app/support/answer.ts';

import type { TopicId } from './topic.ts';

/** Milliseconds without a key, and letters from which on it is worth asking. */
const [PAUSE, LEAST] = [400, 4];

interface OfferedData {
  readonly offered: readonly SupportAnswer[];
}

/** Answers to what somebody types; the page asks itself for them, with the title in its query. */
export function useOffered(topic: TopicId, first: readonly SupportAnswer[]) {
  const { load, data } = useFetcher<OfferedData>();
  const path = useSitePath(`/contact/topics/${topic}`);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const offerFor = (title: string) => {
    clearTimeout(timer.current);
    const asked = title.trim();
    if (asked.length < LEAST) return;
    timer.current = setTimeout(() => void load(`${path}?${new URLSearchParams({ title: asked })}`), PAUSE);
  };
  return { offered: data?.offered ?? first, offerFor };
}
