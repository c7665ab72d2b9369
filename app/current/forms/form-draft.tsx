import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';

import { Button } from '#lib/ui/button.tsx';
import { Notice } from '#lib/ui/notice.tsx';

import { useText } from '../locale.ts';
import { forgetDrafts, keepDraft, readDraft, readRevision, restoreFields } from './form-drafts.ts';
import type { Draft } from './form-drafts.ts';
import type { FormState } from './form-state.ts';
import type { PageForm } from './use-form.ts';

interface FormDraftProps {
  /** In the browser’s storage. */
  readonly name: string;
  readonly form: PageForm;
  /** Which sends it. */
  readonly intent: string;
  /** Which part of the thing it sends, where several forms have the intent. */
  readonly part?: string;
  /** The hidden field with the state that it changes. */
  readonly revision?: string;
  /** It is empty again once it is sent. */
  readonly isEmptied?: boolean;
}

/**
 * Keeps in this browser what is typed into the form around it, until it is sent, and puts it back into fields that nobody has touched. Where
 * these hold something that is saved it says so, and gives that back. The hidden revision goes back with it, so that what others have saved
 * meanwhile is not overwritten.
 */
export function FormDraft({ name, form, intent, part, revision = 'rev', isEmptied = false }: FormDraftProps) {
  const root = useRef<HTMLDivElement>(null);
  const [found, setFound] = useState<{ draft: Draft; isShown: boolean; before: FormState | undefined }>();
  /** Of the state that a draft began with, as long as what it hides is in the fields. */
  const lent = useRef<string>(undefined);
  const answer = isAnswer(form.state, intent, part) ? form.state : undefined;
  const putBack = (element: HTMLFormElement, { values, rev }: Draft): boolean => {
    const isHiding = restoreFields(element, values);
    lent.current = isHiding ? rev : undefined;
    return isHiding;
  };
  useKeptDraft(root, { name, intent, revision, lent }, (element) => {
    const draft = readDraft(name);
    if (draft !== undefined && putBack(element, draft)) setFound({ draft, isShown: true, before: answer });
  });
  const taken = useRef<FormState>(undefined);
  const takeAnswer = useEffectEvent((answer: FormState) => {
    // While the next one is sent, the form has it again.
    if (answer === taken.current) return;
    taken.current = answer;
    lent.current = undefined;
    if (!SENT.delete(name) || !answer.done) return;
    forgetDrafts([name]);
    if (isEmptied) root.current?.closest('form')?.reset();
  });
  useEffect(() => {
    if (answer !== undefined) takeAnswer(answer);
  }, [answer]);
  // Once the form is answered, nothing in it is from before.
  const shown = found?.before === answer ? found : undefined;
  const show = (isShown: boolean) => {
    const element = root.current?.closest('form');
    if (!element || shown === undefined) return;
    lent.current = undefined;
    if (isShown) putBack(element, shown.draft);
    else element.reset();
    keepDraft(name, element, lent.current ?? readRevision(element, revision));
    setFound({ ...shown, isShown });
  };
  return (
    <div ref={root} hidden={shown === undefined}>
      {shown && <DraftNotice isShown={shown.isShown} show={show} />}
    </div>
  );
}

function isAnswer(state: FormState | undefined, intent: string, part: string | undefined): boolean {
  if (state?.intent !== intent) return false;
  return part === undefined || state.done || state.values['part'] === part;
}

/** For another form that sends what was typed here, such as that of a merge: once its answer has led elsewhere, the draft is forgotten. */
export function noteSent(name: string): void {
  SENT.set(name, readPlace());
}

/** By the name of a draft: where the browser was when it was sent, until the answer. */
const SENT = new Map<string, string>();

/** Of a step in the history, which is another one after each redirect, also to the same address. */
function readPlace(): string {
  return String(Object(window.history.state).key);
}

interface KeptDraftOptions extends Pick<FormDraftProps, 'name' | 'intent'> {
  readonly revision: string;
  readonly lent: RefObject<string | undefined>;
}

function useKeptDraft(
  root: RefObject<HTMLElement | null>,
  { name, intent, revision, lent }: KeptDraftOptions,
  fill: (element: HTMLFormElement) => void,
): void {
  const begin = useEffectEvent(fill);
  useLayoutEffect(() => {
    const element = root.current?.closest('form');
    if (!element) return undefined;
    begin(element);
    const keep = () => {
      keepDraft(name, element, lent.current ?? readRevision(element, revision));
      SENT.delete(name);
    };
    const send = ({ submitter }: SubmitEvent) => {
      if (new FormData(element, submitter).get('intent') === intent) noteSent(name);
    };
    const lend = ({ formData }: FormDataEvent) => {
      if (lent.current !== undefined) formData.set(revision, lent.current);
    };
    element.addEventListener('input', keep);
    element.addEventListener('submit', send);
    element.addEventListener('formdata', lend);
    return () => {
      element.removeEventListener('input', keep);
      element.removeEventListener('submit', send);
      element.removeEventListener('formdata', lend);
      const place = readPlace();
      if ((SENT.get(name) ?? place) === place) return;
      // The answer has led elsewhere; to the sign-in it leads who was refused.
      SENT.delete(name);
      if (!window.location.pathname.endsWith('/login')) forgetDrafts([name]);
    };
  }, [root, name, intent, revision, lent]);
}

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
