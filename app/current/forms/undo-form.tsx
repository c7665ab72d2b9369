import { ActionForm, Submit } from './action-form.tsx';
import type { PageForm } from './use-form.ts';

interface UndoFormProps {
  /** The forms of which the last may be taken back. */
  form: PageForm;
  /** What the button says. */
  label: string;
  /** The key of its button. */
  letter: string;
}

/**
 * Takes back what one of the forms has just done, where that can be taken back. It stands apart from the notice, so that
 * the first page does not bring it.
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
