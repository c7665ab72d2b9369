import type { ReactNode } from 'react';

import { ActionForm, Submit } from '#app/current/forms/action-form.tsx';
import type { FormRefusal } from '#app/current/forms/form-state.ts';
import type { PageForm } from '#app/current/forms/use-form.ts';
import { useText } from '#app/current/locale.ts';
import type { Policy } from '#app/storage/crates/policy.ts';

export interface PolicyFormProps {
  policy: Policy;
  state: string;
  form: PageForm;
}

interface PartFormProps {
  part: string;
  state: string;
  form: PageForm;
  /** Gets what was refused of this part, and the field as it was typed, else as it is. */
  children: (field: PartField) => ReactNode;
}

interface PartField {
  readonly refusal: FormRefusal | undefined;
  readonly input: (
    name: string,
    value: string | number | undefined,
  ) => { name: string; error: string | undefined; defaultValue: string };
}

/** Saves a part of a crate; the rest stays as it was in `state`. What was refused goes on from the state that it began with. */
export function PartForm({ part, state, form, children }: PartFormProps) {
  const { text } = useText();
  const refused = form.findRefusal({ intent: 'crates.save', part });
  const typed = refused?.values;
  const input: PartField['input'] = (name, value) => ({
    name,
    error: refused?.problem.fields?.[name],
    defaultValue: typed?.[name] ?? String(value ?? ''),
  });
  return (
    <ActionForm
      key={state}
      form={form}
      fields={{ intent: 'crates.save', part, etag: typed?.['etag'] ?? state }}
      className="space-y-3"
    >
      {children({ refusal: refused, input })}
      <Submit>{text('admin.crate.save')}</Submit>
    </ActionForm>
  );
}
