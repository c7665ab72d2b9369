import { Form } from 'react-router';

import { useText } from '#app/current/locale.ts';
import { Button } from '#lib/ui/button.tsx';
import { Field, SelectField } from '#lib/ui/field.tsx';

import { HiddenFields } from './filter-row.tsx';

interface StatFilterProps {
  readonly given: Readonly<Record<string, string>>;
  readonly stats: readonly string[];
}

/** Says in fields what `stat:plays>=100` says as it is typed: one more filter, or two. */
export function StatFilter({ given, stats }: StatFilterProps) {
  const { text } = useText();
  return (
    <Form key={given['stats']} method="get" className="flex flex-wrap items-end gap-3">
      <HiddenFields given={given} />
      <SelectField name="stat" label={text('admin.items.stat')} className="min-w-0">
        {stats.map((stat) => (
          <option key={stat}>{stat}</option>
        ))}
      </SelectField>
      {BOUNDS.map(([name, label]) => (
        <Field
          key={name}
          type="number"
          step="any"
          name={name}
          label={text(label)}
          autoComplete="off"
          className="min-w-0 basis-36"
        />
      ))}
      <Button type="submit" kind="loud">
        {text('admin.items.addFilter')}
      </Button>
    </Form>
  );
}

const BOUNDS = [
  ['atLeast', 'admin.items.atLeast'],
  ['atMost', 'admin.items.atMost'],
] as const;
