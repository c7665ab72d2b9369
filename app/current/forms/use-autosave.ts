import { useEffect, useEffectEvent, useRef } from 'react';

import type { PageForm } from './use-form.ts';

/**
 * Sends a form as something in it is pressed, and once more after the answer if more was pressed meanwhile.
 * @param saved what the server has, by which the fields are written: what is pressed elsewhere shows here too
 * @returns props of the form
 */
export function useAutosave({ isBusy }: PageForm, saved: unknown) {
  const ref = useRef<HTMLFormElement>(null);
  const shown = useRef(saved);
  const isSent = useRef(false);
  const isWaiting = useRef(false);
  const send = () => {
    isSent.current = true;
    isWaiting.current = false;
    ref.current?.requestSubmit();
  };
  const catchUp = useEffectEvent((saved: unknown) => {
    isSent.current = false;
    if (isWaiting.current) send();
    else if (shown.current !== saved) ref.current?.reset();
    shown.current = saved;
  });
  useEffect(() => {
    if (!isBusy) catchUp(saved);
  }, [isBusy, saved]);
  const onChange = () => {
    isWaiting.current = true;
    if (!isBusy && !isSent.current) send();
  };
  return { ref, onChange };
}
