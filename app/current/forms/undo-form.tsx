import { ActionForm, Submit } from './action-form.tsx';
import type { PageForm } from './use-form.ts';

interface UndoFormProps {
  form: PageForm;
  label: string;
  letter: string;
}

/**
 * Undoes what one of the forms has just done, where that is possible. It stands apart from the notice, so that the first
 * page does not load it.
 */
export function UndoForm({ form, label, letter }: UndoFormProps) {
  const undo = form.state?.done ? form.state.undo : undefined;
  if (undo === undefined) return null;
  return (
    <ActionForm form={form} fields={undo.fields}>
      <Submit name="intent" value={undo.intent} aria-keyshortcuts={letter}>
        {label}
        <kbd aria-hidden="true">{letter}</kbd>
      </Submit>
    </ActionForm>
  );
}
