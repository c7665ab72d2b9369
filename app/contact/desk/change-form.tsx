import { ActionForm, Submit } from '#app/current/forms/action-form.tsx';
import type { PageForm } from '#app/current/forms/use-form.ts';
import { useText } from '#app/current/locale.ts';
import { Field, SelectField } from '#lib/ui/field.tsx';

interface ChangeFormProps {
  readonly form: PageForm;
  readonly field: string;
  readonly label: string;
  readonly chosen?: string;
  /** Without any it is typed. */
  readonly choices?: readonly { readonly value: string; readonly name: string }[];
}

export function ChangeForm({ form, field, label, chosen, choices }: ChangeFormProps) {
  const { text } = useText();
  const fields = { intent: 'contact.change', field };
  const error = form.findRefusal(fields)?.problem.text;
  return (
    <ActionForm form={form} fields={fields} className="flex flex-wrap items-end gap-3">
      {choices === undefined ? (
        <Field label={label} name="value" required maxLength={40} error={error} className="min-w-0 grow basis-32" />
      ) : (
        <SelectField
          key={chosen}
          label={label}
          name="value"
          defaultValue={chosen}
          error={error}
          className="min-w-0 grow basis-32"
        >
          {choices.map(({ value, name }) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </SelectField>
      )}
      <Submit>{text('contact.desk.set')}</Submit>
    </ActionForm>
  );
}
