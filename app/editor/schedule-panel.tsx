import { Submit } from '#app/current/forms/action-form.tsx';
import type { FormRefusal } from '#app/current/forms/form-state.ts';
import { useText } from '#app/current/locale.ts';
import { LocalTime, useTimeZone } from '#lib/locale/time.tsx';
import { Field, SelectField } from '#lib/ui/field.tsx';
import { Mark } from '#lib/ui/mark.tsx';

import { isScheduledAction } from './schedule.ts';
import type { Schedule, ScheduledAction } from './schedule.ts';

interface SchedulePanelProps {
  schedules: readonly Schedule[];
  actions: readonly ScheduledAction[];
  refusal: FormRefusal | undefined;
  zones: readonly string[];
}

/** A part of the form of a document: whatever is planned is saved with it. */
export function SchedulePanel({ schedules, actions, refusal, zones }: SchedulePanelProps) {
  const { text } = useText();
  return (
    <fieldset className="block-card min-w-0 space-y-4 p-5">
      <legend className="sr-only">{text('editor.schedule.title')}</legend>
      <p aria-hidden="true" className="text-xl font-extrabold">
        {text('editor.schedule.title')}
      </p>
      {schedules.length > 0 && (
        <ul className="space-y-3">
          {schedules.map((schedule) => (
            <Plan key={schedule.action} schedule={schedule} />
          ))}
        </ul>
      )}
      <TimeFields refusal={refusal} zones={zones} />
      <div className="flex flex-wrap gap-3">
        {actions.map((action) => (
          <Submit key={action} name="intent" value={`editor.plan.${action}`}>
            {text(action === 'publish' ? 'editor.schedule.publish' : 'editor.schedule.unpublish')}
          </Submit>
        ))}
      </div>
    </fieldset>
  );
}

export function TimeFields({ refusal, zones }: Pick<SchedulePanelProps, 'refusal' | 'zones'>) {
  const { text } = useText();
  const zone = useTimeZone();
  const { fields } = refusal?.problem ?? {};
  const typed = refusal?.values ?? {};
  return (
    <div className="grid items-start gap-5 sm:grid-cols-2 lg:grid-cols-3">
      <Field
        type="datetime-local"
        name="local"
        label={text('editor.schedule.time')}
        error={fields?.['local']}
        defaultValue={typed['local']}
      />
      <Field
        key={zone}
        name="zone"
        label={text('editor.schedule.zone')}
        hint={text('editor.schedule.zoneHint')}
        error={fields?.['zone']}
        defaultValue={typed['zone'] ?? zone}
        list="zones"
        autoComplete="off"
        spellCheck={false}
      />
      <datalist id="zones">
        {zones.map((one) => (
          <option key={one} value={one}>
            {one}
          </option>
        ))}
      </datalist>
      {fields?.['turn'] !== undefined && (
        <SelectField
          name="turn"
          label={text('editor.schedule.turn')}
          error={fields['turn']}
          defaultValue={typed['turn']}
        >
          <option value="">{text('editor.schedule.noTurn')}</option>
          <option value="first">{text('editor.schedule.first')}</option>
          <option value="second">{text('editor.schedule.second')}</option>
        </SelectField>
      )}
    </div>
  );
}

function Plan({ schedule: { action, at, zone, failure } }: { schedule: Schedule }) {
  const { text, richText, formatDate } = useText();
  if (!isScheduledAction(action)) return null;
  const there = formatDate(at, { dateStyle: 'medium', timeStyle: 'short', timeZone: zone });
  const values = { there, zone: zone.replaceAll('_', ' '), here: <LocalTime at={at} /> };
  return (
    <li className="space-y-2 rounded-xl border-2 border-hairline p-3">
      <p>{richText(action === 'publish' ? 'editor.schedule.comesOut' : 'editor.schedule.isHidden', values)}</p>
      {failure !== null && (
        <p className="field-error">
          <Mark name="warning" />
          <span>{text('editor.schedule.failed', { code: failure })}</span>
        </p>
      )}
      <Submit kind="quiet" name="intent" value={`editor.unplan.${action}`}>
        {text(action === 'publish' ? 'editor.schedule.cancelPublish' : 'editor.schedule.cancelUnpublish')}
      </Submit>
    </li>
  );
}
