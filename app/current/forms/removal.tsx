import type { MouseEvent, ReactNode } from 'react';

import { Details } from '#lib/ui/details.tsx';

import { ActionForm, Submit } from './action-form.tsx';
import type { FieldValues } from './form-state.ts';
import { isRepeatedPress } from './repeated-press.ts';
import type { PageForm } from './use-form.ts';

interface RemovalProps {
  form: PageForm;
  fields: FieldValues;
  label: string;
  /** The label with the name of what is removed, for screen readers. */
  spoken?: string;
  question: ReactNode;
  submit: string;
}

/** Asks before it removes, also without scripts. What an answer moves under the pointer is not pressed by accident. */
export function Removal({ form, fields, label, spoken = label, question, submit }: RemovalProps) {
  return (
    <Details
      open={form.findRefusal(fields) !== undefined}
      summary={<SpokenLabel shown={label} spoken={spoken} />}
      onClickCapture={ignoreRepeatedPress}
      className="removal"
    >
      <ActionForm form={form} fields={fields} className="space-y-4">
        <p className="wrap-anywhere">{question}</p>
        <Submit kind="danger">{submit}</Submit>
      </ActionForm>
    </Details>
  );
}

/** Of several equal labels, screen readers read each with its own name. */
export function SpokenLabel({ shown, spoken }: { shown: string; spoken: string }) {
  if (shown === spoken) return shown;
  return (
    <>
      <span aria-hidden="true">{shown}</span>
      <span className="sr-only">{spoken}</span>
    </>
  );
}

function ignoreRepeatedPress(event: MouseEvent): void {
  if (!isRepeatedPress(event)) return;
  event.preventDefault();
  event.stopPropagation();
}
