import { ActionForm, Submit } from '#app/current/forms/action-form.tsx';
import type { PageForm } from '#app/current/forms/use-form.ts';
import { useText } from '#app/current/locale.ts';
import type { TextKey } from '#app/current/locale.ts';
import { useTimeZone } from '#lib/locale/time.tsx';
import { Field, SelectField } from '#lib/ui/field.tsx';

import type { ReaderClock } from './alert-choice.ts';

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
const DAYS = [1, 2, 3, 4, 5, 6, 7] as const;
/** A Monday, from which the names of days are taken. */
const MONDAY = Date.UTC(2026, 0, 5);

export function ClockForm({ clock, form }: { clock: ReaderClock; form: PageForm }) {
  const { text, formatDate } = useText();
  const dayText = (day: number) =>
    formatDate(new Date(MONDAY + (day - 1) * 86_400_000), { weekday: 'long', timeZone: 'UTC' });
  return (
    <section aria-labelledby="clock" className="space-y-4">
      <h2 id="clock" className="text-2xl">
        {text('notify.alerts.clock')}
      </h2>
      <ActionForm form={form} fields={{ intent: 'alerts.clock' }} className="block-card grid gap-4 p-5 sm:grid-cols-2">
        <ZoneField clock={clock} form={form} />
        <HourField labelKey="notify.alerts.digestHour" name="digestHour" hour={clock.digestHour} />
        <SelectField label={text('notify.alerts.digestDay')} name="digestDay" defaultValue={clock.digestDay}>
          {DAYS.map((day) => (
            <option key={day} value={day}>
              {dayText(day)}
            </option>
          ))}
        </SelectField>
        <HourField labelKey="notify.alerts.quietFrom" name="quietFrom" hour={clock.quietFrom} mayBeNone />
        <HourField labelKey="notify.alerts.quietUntil" name="quietUntil" hour={clock.quietUntil} mayBeNone />
        <div>
          <Submit>{text('notify.alerts.save')}</Submit>
        </div>
      </ActionForm>
    </section>
  );
}

function ZoneField({ clock, form }: { clock: ReaderClock; form: PageForm }) {
  const { text } = useText();
  const zone = useTimeZone();
  const refusal = form.refusalOf({ intent: 'alerts.clock' });
  return (
    <Field
      key={clock.zone ?? zone}
      label={text('notify.alerts.zone')}
      hint={text('notify.alerts.zoneHint')}
      name="zone"
      defaultValue={refusal?.values['zone'] ?? clock.zone ?? zone}
      error={refusal?.problem.fields?.['zone']}
      className="sm:col-span-2"
    />
  );
}

interface HourFieldProps {
  labelKey: TextKey;
  name: string;
  hour: number | undefined;
  mayBeNone?: boolean;
}

function HourField({ labelKey, name, hour, mayBeNone = false }: HourFieldProps) {
  const { text, formatDate } = useText();
  const hourText = (hour: number) =>
    formatDate(new Date(MONDAY + hour * 3_600_000), { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' });
  return (
    <SelectField label={text(labelKey)} name={name} defaultValue={hour ?? ''}>
      {mayBeNone && <option value="">{text('notify.alerts.noQuiet')}</option>}
      {HOURS.map((one) => (
        <option key={one} value={one}>
          {hourText(one)}
        </option>
      ))}
    </SelectField>
  );
}
