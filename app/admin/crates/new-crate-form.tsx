import { ActionForm, Submit } from '#app/current/forms/action-form.tsx';
import { fieldFor } from '#app/current/forms/form-state.ts';
import type { PageForm } from '#app/current/forms/use-form.ts';
import { useText } from '#app/current/locale.ts';
import { Details } from '#lib/ui/details.tsx';
import { Field, SelectField } from '#lib/ui/field.tsx';

import { STARTS } from './start-policies.ts';

export function NewCrateForm({ form, isOpen }: { form: PageForm; isOpen: boolean }) {
  const { text } = useText();
  const refusal = form.findRefusal({ intent: 'crates.create' });
  return (
    <Details id="new-crate" summary={text('admin.crates.new')} open={isOpen || refusal !== undefined}>
      <ActionForm form={form} fields={{ intent: 'crates.create' }} className="space-y-3">
        <p className="max-w-prose">{text('admin.crates.whatIsOne')}</p>
        <div className="grid items-start gap-3 sm:grid-cols-3">
          <Field
            {...fieldFor(refusal, 'crateId')}
            label={text('admin.crates.newId')}
            hint={text('admin.crates.newIdHint')}
            required
            maxLength={64}
            pattern="[a-z0-9][a-z0-9\-]*"
            autoCapitalize="off"
            autoComplete="off"
            spellCheck={false}
          />
          <Field
            {...fieldFor(refusal, 'name')}
            label={text('admin.crates.newName')}
            hint={text('admin.crates.newNameHint')}
            maxLength={128}
            autoComplete="off"
          />
          <SelectField
            name="start"
            label={text('admin.crates.start')}
            hint={text('admin.crates.startHint')}
            defaultValue={refusal?.values['start'] ?? 'closed'}
          >
            {STARTS.map((start) => (
              <option key={start} value={start}>
                {text(START_NAMES[start])}
              </option>
            ))}
          </SelectField>
        </div>
        <Submit>{text('admin.crates.create')}</Submit>
      </ActionForm>
    </Details>
  );
}

const START_NAMES = {
  closed: 'admin.crates.startClosed',
  shown: 'admin.crates.startShown',
  players: 'admin.crates.startPlayers',
} as const;
