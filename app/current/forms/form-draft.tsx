import { useEffect, useEffectEvent, useRef, useState } from 'react';

import { parseJson } from '#lib/parse-json.ts';
import { Button } from '#lib/ui/button.tsx';
import { Notice } from '#lib/ui/notice.tsx';

import { browserStorage } from '../browser/browser-storage.ts';
import { useText } from '../locale.ts';
import type { FormState } from './form-state.ts';
import type { PageForm } from './use-form.ts';

/** Days after which what somebody typed here is forgotten. */
const KEPT_DAYS = 7;

interface FormDraftProps {
  /** In the browser’s storage. */
  readonly name: string;
  readonly form: PageForm;
  /** Which sends it. */
  readonly intent: string;
  /** It is empty again once it is sent. */
  readonly isEmptied?: boolean;
}

/**
 * Keeps in this browser what is typed into the form around it, until it is sent, and puts it back into fields that nobody has touched. Where
 * these hold something that is saved it says so, and gives that back. A hidden `rev` goes back with it, so that what others have saved
 * meanwhile is not overwritten.
 */
export function FormDraft({ name, form, intent, isEmptied = false }: FormDraftProps) {
  const root = useRef<HTMLDivElement>(null);
  const [found, setFound] = useState<FoundDraft>();
  const sentFrom = useRef<string>(undefined);
  const pageRev = useRef<string>(undefined);
  const putBack = (element: HTMLFormElement, draft: Draft) => {
    const isHiding = restore(element, draft.values);
    const rev = findRevision(element);
    if (!isHiding || rev === undefined || draft.rev === undefined) return isHiding;
    pageRev.current = rev.value;
    rev.value = draft.rev;
    return true;
  };
  const giveRevisionBack = (element: HTMLFormElement | null | undefined) => {
    const rev = element && findRevision(element);
    if (rev && rev.value === found?.draft.rev) rev.value = pageRev.current ?? rev.value;
  };
  const fill = useEffectEvent((element: HTMLFormElement) => {
    const draft = readDraft(name);
    if (draft !== undefined && putBack(element, draft)) setFound({ draft, isShown: true });
  });
  useEffect(() => {
    const element = root.current?.closest('form');
    if (!element) return undefined;
    fill(element);
    const keep = () => keepDraft(name, element);
    const send = ({ submitter }: SubmitEvent) => {
      if (new FormData(element, submitter).get('intent') === intent) sentFrom.current = window.location.pathname;
    };
    element.addEventListener('input', keep);
    element.addEventListener('submit', send);
    return () => {
      element.removeEventListener('input', keep);
      element.removeEventListener('submit', send);
      // It was sent and has led elsewhere; to the sign-in it leads without being taken.
      const { pathname } = window.location;
      const hasLed = sentFrom.current !== undefined && sentFrom.current !== pathname && !/\/login$/.test(pathname);
      if (hasLed) browserStorage.removeItem(name);
    };
  }, [name, intent]);
  const takeAnswer = useEffectEvent((answer: FormState) => {
    if (TAKEN.has(answer)) return;
    TAKEN.add(answer);
    sentFrom.current = undefined;
    const element = root.current?.closest('form');
    giveRevisionBack(element);
    setFound(undefined);
    if (!answer.done) return;
    browserStorage.removeItem(name);
    if (isEmptied) element?.reset();
  });
  const { state } = form;
  useEffect(() => {
    if (state?.intent === intent) takeAnswer(state);
  }, [state, intent]);
  const show = (isShown: boolean) => {
    const element = root.current?.closest('form');
    if (!element || found === undefined) return;
    if (isShown) putBack(element, found.draft);
    else {
      element.reset();
      giveRevisionBack(element);
    }
    keepDraft(name, element);
    setFound({ ...found, isShown });
  };
  return (
    <div ref={root} hidden={found === undefined}>
      {found && <DraftNotice isShown={found.isShown} show={show} />}
    </div>
  );
}

interface FoundDraft {
  readonly draft: Draft;
  readonly isShown: boolean;
}

/** The same answer stays while forms come and go. */
const TAKEN = new WeakSet<FormState>();

function DraftNotice({ isShown, show }: { isShown: boolean; show: (isShown: boolean) => void }) {
  const { text } = useText();
  return (
    <Notice live>
      <p>{text(isShown ? 'editor.own.taken' : 'editor.done.discarded')}</p>
      <Button className="mt-3" kind="quiet" onClick={() => show(!isShown)}>
        {text(isShown ? 'editor.own.discard' : 'editor.own.undo')}
      </Button>
    </Notice>
  );
}

/** @param names as of `FormDraft` */
export function forgetDrafts(names: readonly string[]): void {
  for (const name of names) browserStorage.removeItem(name);
}

interface Draft {
  readonly values: Readonly<Record<string, string>>;
  /** Of the state that it began with. */
  readonly rev: string | undefined;
}

type TypedField = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const TYPED = new Set(['text', 'email', 'url', 'search', 'tel', 'number', 'date', 'time', 'datetime-local']);

function listFields(form: HTMLFormElement): TypedField[] {
  return Array.from(form.elements).filter((field): field is TypedField => {
    if (field instanceof HTMLTextAreaElement || field instanceof HTMLSelectElement) return field.name !== '';
    return field instanceof HTMLInputElement && TYPED.has(field.type) && field.tabIndex !== -1 && field.name !== '';
  });
}

function keepDraft(name: string, form: HTMLFormElement): void {
  const values = Object.fromEntries(listFields(form).map((field) => [field.name, field.value]));
  try {
    browserStorage.setItem(name, JSON.stringify({ at: Date.now(), values, rev: findRevision(form)?.value }));
  } catch (error) {
    // The storage is full.
    if (!(error instanceof DOMException)) throw error;
  }
}

function readDraft(name: string): Draft | undefined {
  const stored = Object(parseJson(browserStorage.getItem(name) ?? '')) as Partial<Draft> & { at?: number };
  const isKept = stored.values !== undefined && Date.now() - (stored.at ?? 0) < KEPT_DAYS * 86_400_000;
  return isKept ? { values: stored.values, rev: stored.rev } : undefined;
}

/** @returns whether something that is saved is hidden by it */
function restore(form: HTMLFormElement, values: Draft['values']): boolean {
  let isHiding = false;
  for (const field of listFields(form)) {
    const typed = values[field.name];
    const saved = initialValue(field);
    if (typed === undefined || field.value !== saved || typed === saved) continue;
    field.value = typed;
    isHiding ||= !(field instanceof HTMLSelectElement) && saved !== '';
  }
  return isHiding;
}

function findRevision(form: HTMLFormElement): HTMLInputElement | undefined {
  const field = form.elements.namedItem('rev');
  return field instanceof HTMLInputElement && field.type === 'hidden' ? field : undefined;
}

function initialValue(field: TypedField): string {
  if (!(field instanceof HTMLSelectElement)) return field.defaultValue;
  const options = [...field.options];
  return (options.find((option) => option.defaultSelected) ?? options[0])?.value ?? '';
}
