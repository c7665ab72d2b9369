import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { RefObject } from 'react';

import { Button } from '#lib/ui/button.tsx';
import { Notice } from '#lib/ui/notice.tsx';

import { useText } from '../locale.ts';
import { findRevision, forgetDrafts, keepDraft, readDraft, restoreFields } from './form-drafts.ts';
import type { Draft } from './form-drafts.ts';
import type { FormState } from './form-state.ts';
import type { PageForm } from './use-form.ts';

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
  const [found, setFound] = useState<{ draft: Draft; isShown: boolean; before: FormState | undefined }>();
  const { putBack, giveRevisionBack } = useRevision();
  const answer = form.state?.intent === intent ? form.state : undefined;
  useKeptDraft(root, { name, intent }, (element) => {
    const draft = readDraft(name);
    if (draft !== undefined && putBack(element, draft)) setFound({ draft, isShown: true, before: answer });
  });
  const takeAnswer = useEffectEvent(({ done }: FormState) => {
    const element = root.current?.closest('form');
    giveRevisionBack(element);
    if (!SENT.delete(name) || !done) return;
    forgetDrafts([name]);
    if (isEmptied) element?.reset();
  });
  useEffect(() => {
    if (answer !== undefined) takeAnswer(answer);
  }, [answer]);
  // Once the form is answered, nothing in it is from before.
  const shown = found?.before === answer ? found : undefined;
  const show = (isShown: boolean) => {
    const element = root.current?.closest('form');
    if (!element || shown === undefined) return;
    if (!isShown) element.reset();
    if (isShown) putBack(element, shown.draft);
    else giveRevisionBack(element);
    keepDraft(name, element);
    setFound({ ...shown, isShown });
  };
  return (
    <div ref={root} hidden={shown === undefined}>
      {shown && <DraftNotice isShown={shown.isShown} show={show} />}
    </div>
  );
}

/** By the name of a draft: the path of the page from which it was sent, until the answer. */
const SENT = new Map<string, string>();

function useKeptDraft(
  root: RefObject<HTMLElement | null>,
  { name, intent }: Pick<FormDraftProps, 'name' | 'intent'>,
  fill: (element: HTMLFormElement) => void,
): void {
  const begin = useEffectEvent(fill);
  useEffect(() => {
    const element = root.current?.closest('form');
    if (!element) return undefined;
    begin(element);
    const keep = () => keepDraft(name, element);
    const send = ({ submitter }: SubmitEvent) => {
      if (new FormData(element, submitter).get('intent') === intent) SENT.set(name, window.location.pathname);
    };
    element.addEventListener('input', keep);
    element.addEventListener('submit', send);
    return () => {
      element.removeEventListener('input', keep);
      element.removeEventListener('submit', send);
      // The answer has led elsewhere; to the sign-in it leads who was refused.
      const { pathname } = window.location;
      const from = SENT.get(name) ?? pathname;
      if (from !== pathname && !pathname.endsWith('/login')) forgetDrafts([name]);
      if (from !== pathname) SENT.delete(name);
    };
  }, [root, name, intent]);
}

/** The state that a draft began with is in the form as long as what it hides is. */
function useRevision() {
  const lent = useRef<{ readonly draft: string; readonly page: string }>(undefined);
  return {
    /** @returns whether something that is saved is hidden by it */
    putBack: (element: HTMLFormElement, { values, rev }: Draft): boolean => {
      const isHiding = restoreFields(element, values);
      const field = findRevision(element);
      if (!isHiding || field === undefined || rev === undefined) return isHiding;
      lent.current = { draft: rev, page: field.value };
      field.value = rev;
      return true;
    },
    giveRevisionBack: (element: HTMLFormElement | null | undefined): void => {
      const field = element && findRevision(element);
      if (field && field.value === lent.current?.draft) field.value = lent.current.page;
      lent.current = undefined;
    },
  };
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
