import { createContext, use, useEffect, useEffectEvent, useId, useRef } from 'react';
import type { MouseEvent, Ref, SubmitEvent } from 'react';
import { useLocation } from 'react-router';
import type { FetcherFormProps } from 'react-router';

import { Button } from '#lib/ui/button.tsx';
import type { ButtonProps } from '#lib/ui/button.tsx';

import { FORM_KEY, FormKeyContext, isAbout } from './form-state.ts';
import type { FieldValues, FormUndo } from './form-state.ts';
import { notePress } from './repeated-press.ts';
import type { PageForm } from './use-form.ts';

interface ActionFormProps extends FetcherFormProps {
  form: PageForm;
  /** Hidden fields: the intent, unless each button has one, and what the form is about. */
  fields?: FieldValues;
  ref?: Ref<HTMLFormElement>;
}

/** Works without scripts; with them it is sent once, however often it is pressed. */
export function ActionForm({ form, fields = NONE, onSubmit, children, ...rest }: ActionFormProps) {
  const made = useId();
  const id = rest.id ?? made;
  const key = useRef<HTMLInputElement>(null);
  const visit = useLocation().key;
  // Browsers keep what the server has written.
  const own = import.meta.env.SSR ? { defaultValue: use(FormKeyContext), autoComplete: 'off' } : undefined;
  const { Form, data, formData } = form.fetcher;
  const isBusy = formData !== undefined && isAbout(fields, (name) => formData.get(name));
  const send = (event: SubmitEvent<HTMLFormElement>) => {
    onSubmit?.(event);
    if (event.defaultPrevented) return;
    if (isBusy) event.preventDefault();
    else {
      if (key.current) key.current.value ||= crypto.getRandomValues(new Uint32Array(4)).join('-');
      form.begin(id);
    }
  };
  // An answer or another page ends the key; an answer that is lost, or a press before the scripts run, leaves it.
  const end = useEffectEvent((_answer: unknown, _visit: string) => {
    if (key.current) key.current.value = '';
  });
  useEffect(() => () => end(data, visit), [data, visit]);
  return (
    <Form method="post" action={form.action} {...rest} id={id} onSubmit={send}>
      <input type="hidden" name={FORM_KEY} ref={key} suppressHydrationWarning {...own} />
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Busy value={isBusy}>{children}</Busy>
    </Form>
  );
}

const NONE: FieldValues = {};

export function Submit(button: Omit<ButtonProps, 'type' | 'busy'>) {
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    notePress(event);
    button.onClick?.(event);
  };
  return <Button {...button} onClick={press} type="submit" busy={use(Busy)} />;
}

const Busy = createContext(false);

/** Undoes what one of the forms has just done, where that is possible. */
export function UndoForm({ form, label, letter, before }: UndoFormProps) {
  const undo = form.state === undefined ? before : form.state.done ? form.state.undo : undefined;
  if (undo === undefined) return null;
  return (
    <ActionForm form={form} fields={undo.fields}>
      <Submit name="intent" value={undo.intent} aria-keyshortcuts={letter}>
        <span>{label}</span>
        {letter !== undefined && <kbd aria-hidden="true">{letter}</kbd>}
      </Submit>
    </ActionForm>
  );
}

interface UndoFormProps {
  form: PageForm;
  label: string;
  /** Of what was done before, which has led to this page. */
  before?: FormUndo | undefined;
  letter?: string;
}
