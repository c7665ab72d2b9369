import { useEffect, useEffectEvent, useRef } from 'react';

import type { PageForm } from './use-form.ts';

/**
 * Sends a form of checkboxes and radio buttons as they are pressed, and once more after the answer if more was pressed meanwhile.
 * @param saved what the server has, by which the fields are written: what is chosen elsewhere shows here too
 * @param prepare before it is sent, such as to leave out what has not changed
 * @returns props of the form
 */
export function useAutosave({ isBusy }: PageForm, saved: unknown, prepare?: (form: HTMLFormElement) => void) {
  const ref = useRef<HTMLFormElement>(null);
  const isSent = useRef(false);
  const isWaiting = useRef(false);
  const send = (form: HTMLFormElement) => {
    isWaiting.current = false;
    if (!isChanged(form)) return;
    isSent.current = true;
    prepare?.(form);
    form.requestSubmit();
  };
  const catchUp = useEffectEvent((saved: unknown) => {
    isSent.current = false;
    if (ref.current === null || saved === undefined) return;
    if (isWaiting.current) send(ref.current);
    else ref.current.reset();
  });
  // What was pressed before the scripts ran is no answer behind.
  useEffect(() => void (isWaiting.current = ref.current !== null && isChanged(ref.current)), []);
  useEffect(() => {
    if (!isBusy) catchUp(saved);
  }, [isBusy, saved]);
  const onChange = () => {
    isWaiting.current = true;
    if (ref.current !== null && !isBusy && !isSent.current) send(ref.current);
  };
  return { ref, onChange };
}

/** Whether something is chosen otherwise than it was written. */
export function isChanged(element: Element): boolean {
  const inputs = [...element.querySelectorAll<HTMLInputElement>('input[type=checkbox], input[type=radio]')];
  return inputs.some(({ checked, defaultChecked }) => checked !== defaultChecked);
}
