import { ActionForm, Submit } from '#app/current/forms/action-form.tsx';
import type { FieldValues } from '#app/current/forms/form-state.ts';
import type { PageForm } from '#app/current/forms/use-form.ts';
import { useText } from '#app/current/locale.ts';
import { Details } from '#lib/ui/details.tsx';
import { CheckboxField, Field, SelectField } from '#lib/ui/field.tsx';

import { COLOUR_NAMES, STATUS_COLOURS } from '../entry.ts';
import type { EntryStatus } from '../entry.ts';

interface StatusFormsProps {
  readonly form: PageForm;
  /** The studio's own. */
  readonly statuses: readonly EntryStatus[];
}

export function StatusForms({ form, statuses }: StatusFormsProps) {
  const { text } = useText();
  return (
    <div className="space-y-3">
      {statuses.map((status) => (
        <Details
          key={status.statusId}
          open={form.findRefusal({ statusId: status.statusId }) !== undefined}
          summary={
            <span className="badge badge-plain status-badge" data-colour={status.colour}>
              {status.name}
            </span>
          }
        >
          <div className="space-y-4">
            <StatusForm form={form} intent="feedbag.changeStatus" status={status} />
            <ActionForm form={form} fields={{ intent: 'feedbag.deleteStatus', statusId: status.statusId }}>
              <Submit kind="danger">{text('feedbag.settings.deleteStatus')}</Submit>
            </ActionForm>
          </div>
        </Details>
      ))}
      <Details
        summary={text('feedbag.settings.newStatus')}
        open={form.findRefusal({ intent: 'feedbag.addStatus' }) !== undefined}
      >
        <StatusForm key={statuses.length} form={form} intent="feedbag.addStatus" status={undefined} />
      </Details>
    </div>
  );
}

interface StatusFieldsProps {
  readonly form: PageForm;
  readonly intent: string;
  readonly status: EntryStatus | undefined;
}

function StatusForm({ form, intent, status }: StatusFieldsProps) {
  const { text } = useText();
  const fields: FieldValues = status === undefined ? { intent } : { intent, statusId: status.statusId };
  const refusal = form.findRefusal(fields);
  const isChecked = (name: string, was: boolean) => (refusal === undefined ? was : refusal.values[name] !== undefined);
  return (
    <ActionForm form={form} fields={fields} className="space-y-4">
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Field
          name="name"
          label={text('feedbag.settings.statusName')}
          required
          maxLength={30}
          defaultValue={refusal?.values['name'] ?? status?.name ?? ''}
          error={refusal?.problem.fields?.['name']}
        />
        <SelectField
          name="colour"
          label={text('feedbag.settings.colour')}
          defaultValue={refusal?.values['colour'] ?? status?.colour ?? 'violet'}
          error={refusal?.problem.fields?.['colour']}
        >
          {STATUS_COLOURS.map((colour) => (
            <option key={colour} value={colour}>
              {text(COLOUR_NAMES[colour])}
            </option>
          ))}
        </SelectField>
      </div>
      <CheckboxField
        name="isOpen"
        label={text('feedbag.settings.isOpen')}
        defaultChecked={isChecked('isOpen', status?.isOpen ?? true)}
      />
      <CheckboxField
        name="isOnRoadmap"
        label={text('feedbag.settings.isOnRoadmap')}
        defaultChecked={isChecked('isOnRoadmap', status?.isOnRoadmap ?? true)}
      />
      <Submit>{text('feedbag.settings.save')}</Submit>
    </ActionForm>
  );
}
