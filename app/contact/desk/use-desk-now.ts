import { useEffect, useEffectEvent, useState } from 'react';
import type { RefObject } from 'react';

import { stayWhileVisible } from '#app/editor/presence/use-presence.ts';
import { useCallClient } from '#lib/calls/browser/use-call-client.ts';
import { readEvents } from '#lib/http/event-stream.ts';

import { joinSubmission } from '../calls.ts';
import type { DeskNow } from './desk.ts';

/** Who has a submission open, and how many messages it has. @param initial as they were when the page was made */
export function useDeskNow(subjectId: string, isWriting: boolean, initial: DeskNow): DeskNow {
  const { askStream } = useCallClient();
  const [now, setNow] = useState(initial);
  const follow = useEffectEvent(async (of: string, isBusy: boolean, signal: AbortSignal) => {
    const query = { isWriting: isBusy ? ('true' as const) : ('false' as const) };
    const { data } = await askStream(joinSubmission, { params: { subjectId: of }, query, signal });
    if (data !== null) await readEvents(data, (text) => setNow(JSON.parse(text) as DeskNow));
  });
  useEffect(() => stayWhileVisible((signal) => follow(subjectId, isWriting, signal)), [subjectId, isWriting]);
  return now;
}

export function useWriting(answer: RefObject<HTMLFormElement | null>, field: string): boolean {
  const [isWriting, setWriting] = useState(false);
  useEffect(() => {
    const form = answer.current;
    const look = () => {
      const typed = form?.elements.namedItem(field);
      setWriting(typed instanceof HTMLTextAreaElement && typed.value.trim() !== '');
    };
    const end = () => setWriting(false);
    form?.addEventListener('input', look);
    form?.addEventListener('reset', end);
    return () => {
      form?.removeEventListener('input', look);
      form?.removeEventListener('reset', end);
    };
  }, [answer, field]);
  return isWriting;
}
