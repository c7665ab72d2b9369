import { useEffect, useEffectEvent, useId, useState } from 'react';
import { useFetcher } from 'react-router';

import { isAbout } from './form-state.ts';
import type { FieldValues, FormRefusal, FormState } from './form-state.ts';

/** Forms of a page with one notice for the last of them. */
export interface PageForm {
  readonly fetcher: ReturnType<typeof useFetcher<FormState>>;
  readonly action: string | undefined;
  readonly state: FormState | undefined;
  readonly isBusy: boolean;
  readonly refusalOf: (fields: FieldValues) => FormRefusal | undefined;
  readonly begin: (id: string) => void;
  readonly noticeId: string;
}

interface UseFormOptions {
  /** Prefix of the intents of these forms. */
  readonly of?: string;
  /** With the anchor to which a browser without scripts returns. */
  readonly action?: string;
  /** What gets the focus instead of the notice: an id, or a function that finds it. */
  readonly place?: string | (() => HTMLElement | undefined);
}

/** Without scripts the browser sends the forms itself. @param answered the answer to such a form */
export function useForm(answered: FormState | undefined, options: UseFormOptions = {}): PageForm {
  const { of = '', action, place } = options;
  const fetcher = useFetcher<FormState>();
  const [sent, setSent] = useState<{ id: string; before: FormState | undefined }>();
  const noticeId = useId();
  const isBusy = fetcher.state !== 'idle';
  const first = answered?.intent.startsWith(of) ? answered : undefined;
  // After a redirect the fetcher still has the data from before, which answers another form.
  const isRedirected = sent !== undefined && !isBusy && fetcher.data === sent.before;
  const state = isRedirected ? undefined : (fetcher.data ?? first);
  useFocus(isBusy ? undefined : state, { formId: sent?.id, noticeId, place });
  const refusalOf = (fields: FieldValues) => {
    if (state === undefined || state.done) return undefined;
    const values: FieldValues = { ...state.values, intent: state.intent };
    return isAbout(fields, (name) => values[name]) ? state : undefined;
  };
  const begin = (id: string) => setSent({ id, before: fetcher.data });
  return { fetcher, action, state, isBusy, refusalOf, begin, noticeId };
}

interface Places {
  readonly formId: string | undefined;
  readonly noticeId: string;
  readonly place: UseFormOptions['place'];
}

/** The first invalid field; when the focused element is gone, `place`, else the notice. */
function useFocus(state: FormState | undefined, { formId, noticeId, place }: Places) {
  const move = useEffectEvent((state: FormState | undefined) => {
    if (state === undefined) return;
    const form = find(formId) ?? document;
    const wrong = state.done ? null : form.querySelector<HTMLElement>('[aria-invalid]');
    if (wrong !== null) wrong.focus();
    else if (document.activeElement === document.body) (find(place) ?? find(noticeId))?.focus();
  });
  useEffect(() => move(state), [state]);
}

function find(place: UseFormOptions['place']): HTMLElement | null | undefined {
  return typeof place === 'string' ? document.getElementById(place) : place?.();
}
