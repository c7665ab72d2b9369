import { useEffect, useEffectEvent, useId, useState } from 'react';
import { useFetcher } from 'react-router';

import { isAbout } from './form-state.ts';
import type { FieldValues, FormRefusal, FormState } from './form-state.ts';

/** Forms of a page that tell in one place what has become of the last of them. */
export interface PageForm {
  readonly fetcher: ReturnType<typeof useFetcher<FormState>>;
  /** Where the forms are sent to; undefined for the page itself. */
  readonly action: string | undefined;
  /** What has become of the last one. It stays until there is news of the next. */
  readonly state: FormState | undefined;
  /** One of them is under way. */
  readonly isBusy: boolean;
  /** Why a form was refused that has these fields. */
  readonly refusalOf: (fields: FieldValues) => FormRefusal | undefined;
  /** A form is sent. @param id of its element */
  readonly begin: (id: string) => void;
  readonly noticeId: string;
}

interface UseFormOptions {
  /** How the intents of these forms begin. */
  readonly of?: string;
  /** Of the page, with the place on it that a browser without scripts comes back to. */
  readonly action?: string;
  /** What takes the keyboard instead of the notice: an id, or what finds it. */
  readonly place?: string | (() => HTMLElement | undefined);
}

/**
 * Forms that are sent without leaving the page where scripts run, and as ever where none do.
 * @param answered what the server has answered to a form that was sent without scripts
 */
export function useForm(answered: FormState | undefined, options: UseFormOptions = {}): PageForm {
  const { of = '', action, place } = options;
  const fetcher = useFetcher<FormState>();
  const [sent, setSent] = useState<{ id: string; before: FormState | undefined }>();
  const noticeId = useId();
  const isBusy = fetcher.state !== 'idle';
  const first = answered?.intent.startsWith(of) ? answered : undefined;
  // The fetcher keeps what it was told before a redirect, of which nothing was told.
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

/**
 * Where the keyboard is after a form was answered: in the first field that is wrong. When what had it is gone, it is in
 * the place that was named for that, else at the notice.
 */
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
