import { parseJson } from '#lib/parse-json.ts';

import { browserStorage } from '../browser/browser-storage.ts';

/** Days after which what somebody typed here is forgotten. */
const KEPT_DAYS = 7;

export interface Draft {
  readonly values: Readonly<Record<string, string>>;
  /** Of the state that it began with. */
  readonly rev: string | undefined;
}

/** @param rev of the state that it began with */
export function keepDraft(name: string, form: HTMLFormElement, rev: string | undefined): void {
  const values = Object.fromEntries(listFields(form).map((field) => [field.name, field.value]));
  try {
    browserStorage.setItem(name, JSON.stringify({ at: Date.now(), values, rev }));
  } catch (error) {
    // The storage is full.
    if (!(error instanceof DOMException)) throw error;
  }
}

export function readDraft(name: string): Draft | undefined {
  const stored = Object(parseJson(browserStorage.getItem(name) ?? '')) as Partial<Draft> & { at?: number };
  const { values, rev, at = 0 } = stored;
  return values !== undefined && Date.now() - at < KEPT_DAYS * 86_400_000 ? { values, rev } : undefined;
}

/** @param names of drafts in the browser’s storage */
export function forgetDrafts(names: readonly string[]): void {
  for (const name of names) browserStorage.removeItem(name);
}

/** Those that nobody has touched since, also when it is done twice, as React does in development. @returns whether something that is saved is hidden by it */
export function restoreFields(form: HTMLFormElement, values: Draft['values']): boolean {
  let isHiding = false;
  for (const field of listFields(form)) {
    const typed = values[field.name];
    const saved = initialValue(field);
    const isTouched = field.value !== saved && field.value !== typed;
    if (typed === undefined || isTouched || typed === saved) continue;
    field.value = typed;
    isHiding ||= !(field instanceof HTMLSelectElement) && saved !== '';
  }
  return isHiding;
}

/** @param name of the hidden field */
export function readRevision(form: HTMLFormElement, name: string): string | undefined {
  const field = form.elements.namedItem(name);
  return field instanceof HTMLInputElement && field.type === 'hidden' ? field.value : undefined;
}

type TypedField = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const TYPED = new Set(['text', 'email', 'url', 'search', 'tel', 'number', 'date', 'time', 'datetime-local']);

function listFields(form: HTMLFormElement): TypedField[] {
  return Array.from(form.elements).filter((field): field is TypedField => {
    if (field instanceof HTMLTextAreaElement || field instanceof HTMLSelectElement) return field.name !== '';
    return field instanceof HTMLInputElement && TYPED.has(field.type) && field.tabIndex !== -1 && field.name !== '';
  });
}

function initialValue(field: TypedField): string {
  if (!(field instanceof HTMLSelectElement)) return field.defaultValue;
  const options = [...field.options];
  return (options.find((option) => option.defaultSelected) ?? options[0])?.value ?? '';
}
