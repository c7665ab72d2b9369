import { useEffect, useRef } from 'react';
import type { RefObject } from 'react';

import { browserStorage } from '#app/current/browser/browser-storage.ts';
import type { PageForm } from '#app/current/forms/use-form.ts';
import { parseJson } from '#lib/parse-json.ts';

/** After which what somebody typed here is forgotten. */
const KEPT_DAYS = 7;

/**
 * Keeps what is typed into a form in this browser, until it is sent. It comes back into fields that the page left empty.
 * @param sent of a form that stays on its page: what names the last that was sent, after which the form is empty again
 */
export function useDraft(key: string, sent?: string): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const { current } = form;
    if (current === null) return undefined;
    restore(current, readDraft(key));
    const keep = () => browserStorage.setItem(key, JSON.stringify({ at: Date.now(), values: readValues(current) }));
    current.addEventListener('input', keep);
    return () => current.removeEventListener('input', keep);
  }, [key]);
  useEffect(() => {
    if (sent === undefined) return;
    form.current?.reset();
    browserStorage.removeItem(key);
  }, [key, sent]);
  return form;
}

export function sentBy({ state }: PageForm, intent: string): string | undefined {
  const isSent = state?.done === true && state.intent === intent;
  return isSent ? (state.result as { readonly sent: string }).sent : undefined;
}

export function forgetDrafts(keys: readonly string[]): void {
  for (const key of keys) browserStorage.removeItem(key);
}

type DraftValues = Readonly<Record<string, string>>;

function readValues(form: HTMLFormElement): DraftValues {
  return Object.fromEntries(listFields(form).map((field) => [field.name, field.value]));
}

type TypedField = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

function listFields(form: HTMLFormElement): TypedField[] {
  return Array.from(form.elements).filter((field): field is TypedField => {
    if (field instanceof HTMLTextAreaElement || field instanceof HTMLSelectElement) return true;
    const isTyped = field instanceof HTMLInputElement && (field.type === 'text' || field.type === 'email');
    return isTyped && field.tabIndex !== -1;
  });
}

function restore(form: HTMLFormElement, values: DraftValues): void {
  for (const field of listFields(form)) if (field.value === '') field.value = values[field.name] ?? '';
}

function readDraft(key: string): DraftValues {
  const stored = Object(parseJson(browserStorage.getItem(key) ?? '')) as { at?: number; values?: DraftValues };
  return stored.values !== undefined && Date.now() - (stored.at ?? 0) < KEPT_DAYS * 86_400_000 ? stored.values : {};
}
