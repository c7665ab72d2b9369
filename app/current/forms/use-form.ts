import { useEffect, useEffectEvent, useId, useState } from 'react';
import { useFetcher } from 'react-router';

import type { SitePath } from '../page/site-link.tsx';
import { isAbout } from './form-state.ts';
import type { FieldValues, FormRefusal, FormState } from './form-state.ts';
import { noteAnswer } from './repeated-press.ts';

export interface PageForm {
  readonly fetcher: ReturnType<typeof useFetcher<FormState>>;
  readonly action: SitePath | undefined;
  readonly state: FormState | undefined;
  readonly isBusy: boolean;
  readonly findRefusal: (fields: FieldValues) => FormRefusal | undefined;
  readonly begin: (id: string) => void;
  readonly noticeId: string;
}

interface UseFormOptions {
  /** Prefix of the intents of these forms. */
  readonly of?: string;
  /** Without an anchor, which would keep the browser from giving the focus to what asks for it. */
  readonly action?: SitePath;
  /** What gets the focus instead of the notice when it is lost: an id, or a function that finds it. */
  readonly fallbackFocus?: string | (() => HTMLElement | undefined) | undefined;
}

/** Without scripts the browser sends the forms itself. @param answered the answer to such a form */
export function useForm(answered: FormState | undefined, options: UseFormOptions = {}): PageForm {
  const { of = '', action, fallbackFocus } = options;
  const fetcher = useFetcher<FormState>();
  const [sent, setSent] = useState<{ id: string; before: FormState | undefined }>();
  const noticeId = useId();
  const isBusy = fetcher.state !== 'idle';
  const first = answered?.intent.startsWith(of) ? answered : undefined;
  // After a redirect the fetcher still has the data from before, which answers another form.
  const isRedirected = sent !== undefined && !isBusy && fetcher.data === sent.before;
  const state = isRedirected ? undefined : (fetcher.data ?? first);
  useFocus(isBusy ? undefined : state, { formId: sent?.id, noticeId, fallbackFocus });
  const findRefusal = (fields: FieldValues) => {
    if (state === undefined || state.done) return undefined;
    const values: FieldValues = { ...state.values, intent: state.intent };
    return isAbout(fields, (name) => values[name]) ? state : undefined;
  };
  const begin = (id: string) => setSent({ id, before: fetcher.data });
  return { fetcher, action, state, isBusy, findRefusal, begin, noticeId };
}

interface FocusTargets {
  readonly formId: string | undefined;
  readonly noticeId: string;
  readonly fallbackFocus: UseFormOptions['fallbackFocus'];
}

/** The first invalid field, or what a success names as `next`. Without it `place`, if the focus is lost, or the notice. */
function useFocus(state: FormState | undefined, { formId, noticeId, fallbackFocus }: FocusTargets) {
  const move = useEffectEvent((state: FormState | undefined) => {
    if (state === undefined) return;
    noteAnswer();
    const form = find(formId) ?? document;
    const next = state.done ? find(state.next) : form.querySelector<HTMLElement>('[aria-invalid]');
    const isRefused = !state.done && fallbackFocus === undefined;
    if (next) moveFocus(next);
    else if (isRefused || document.activeElement === document.body) moveFocus(find(fallbackFocus) ?? find(noticeId));
  });
  useEffect(() => move(state), [state]);
}

/** Scrolls only when it is out of view. */
export function moveFocus(element: HTMLElement | null | undefined): void {
  element?.focus({ preventScroll: true });
  element?.scrollIntoView({ block: 'nearest' });
}

function find(target: UseFormOptions['fallbackFocus']): HTMLElement | null | undefined {
  return typeof target === 'string' ? document.getElementById(target) : target?.();
}
