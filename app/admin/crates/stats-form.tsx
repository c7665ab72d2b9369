import { useText } from '#app/current/locale.ts';
import { Field, SelectField } from '#lib/ui/field.tsx';

import { PartForm } from './part-form.tsx';
import type { PolicyFormProps } from './part-form.tsx';
import { STAT_NUMBERS, statField, statRows } from './policy-controls.ts';

/** A row for each stat that has a rule, and one for another. */
export function StatsForm({ policy, state, form }: PolicyFormProps) {
  const { text } = useText();
  return (
    <PartForm part="stats" state={state} form={form}>
      {({ input }) => (
        <>
          <p className="text-sm text-muted">{text('admin.crate.statsHint')}</p>
          {statRows(policy).map(({ row, name, rule }, at) => {
            const type = input(statField(at, 'type'), rule.type);
            return (
              <fieldset key={row} className="space-y-1 border-t-2 border-hairline pt-1">
                <legend className="float-start w-full font-extrabold">
                  {name === '' ? text('admin.crate.statNew') : name}
                </legend>
                <input type="hidden" name={statField(at, 'row')} value={row} />
                <div className="grid items-start gap-3 sm:grid-cols-3">
                  <Field
                    {...input(statField(at, 'name'), name)}
                    label={text('admin.crate.statName')}
                    maxLength={64}
                    autoCapitalize="off"
                    autoComplete="off"
                    spellCheck={false}
                  />
                  <SelectField {...type} label={text('admin.crate.statType')}>
                    <option value="">{text('admin.crate.statAny')}</option>
                    <option value="integer">{text('admin.crate.statInteger')}</option>
                    {rule.type === 'number' && <option value="number">{text('admin.crate.statNumber')}</option>}
                  </SelectField>
                  {STAT_NUMBERS.map((field) => (
                    <Field
                      key={field}
                      {...input(statField(at, field), rule[field])}
                      label={text(STAT_NAMES[field])}
                      inputMode="decimal"
                      autoComplete="off"
                    />
                  ))}
                </div>
              </fieldset>
            );
          })}
        </>
      )}
    </PartForm>
  );
}

const STAT_NAMES = {
  min: 'admin.crate.statMin',
  max: 'admin.crate.statMax',
  maxChange: 'admin.crate.statStep',
  minInterval: 'admin.crate.statEvery',
} as const;
