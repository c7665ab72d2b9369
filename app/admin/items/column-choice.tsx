import { Form } from 'react-router';

import { useText } from '#app/current/locale.ts';
import { Button } from '#lib/ui/button.tsx';
import { CheckboxField, Field, SelectField } from '#lib/ui/field.tsx';

import { HiddenFields } from './filter-row.tsx';
import { COLUMN_IDS } from './item-columns.ts';
import { useColumnNames } from './item-list.tsx';

interface ColumnChoiceProps {
  readonly given: Readonly<Record<string, string>>;
  readonly columns: readonly string[];
  readonly isTrash: boolean;
  readonly stats: readonly string[];
  /** Of the maps on the page. */
  readonly keys: readonly string[];
  readonly sort: { readonly by: string; readonly ascending: boolean };
  readonly sortable: readonly string[];
}

const LIMITS = ['32', '64', '128'];

/** The title of a post. */
const EXAMPLE = 'map.title';

/** What the table shows, in which order and how much of it; a card has no headers to sort by. */
export function ColumnChoice({ columns, isTrash, stats, keys, ...order }: ColumnChoiceProps) {
  const { text } = useText();
  const nameColumn = useColumnNames();
  const fixed = COLUMN_IDS.filter((id) => isTrash || !id.startsWith('deleted'));
  const others = isTrash ? [] : stats.map((stat) => `stats.${stat}`);
  const offered = new Set([...columns, ...fixed, ...others, ...keys.map((key) => `map.${key}`)]);
  // It is always there, and stands first.
  offered.delete('name');
  return (
    <Form method="get" className="grid gap-4">
      <HiddenFields given={order.given} without={['columns', 'sort', 'limit']} />
      <input type="hidden" name="column" value="name" />
      <fieldset key={columns.join(',')} className="flex flex-wrap gap-x-5 gap-y-1">
        <legend className="sr-only">{text('admin.items.columns')}</legend>
        {[...offered].map((id) => (
          <CheckboxField
            key={id}
            name="column"
            value={id}
            label={nameColumn(id)}
            defaultChecked={columns.includes(id)}
          />
        ))}
      </fieldset>
      <div className="flex flex-wrap items-end gap-3">
        <Field
          name="column"
          label={text('admin.items.otherColumn')}
          placeholder={EXAMPLE}
          maxLength={70}
          autoCapitalize="off"
          spellCheck={false}
          className="min-w-0 basis-56"
        />
        {!isTrash && <SortChoice {...order} />}
        <LimitChoice given={order.given} />
        <Button type="submit" kind="loud">
          {text('admin.items.show')}
        </Button>
      </div>
    </Form>
  );
}

function SortChoice({ given, sort, sortable }: Pick<ColumnChoiceProps, 'given' | 'sort' | 'sortable'>) {
  const { text } = useText();
  const nameColumn = useColumnNames();
  const { sort: chosen = '' } = given;
  return (
    <SelectField name="sort" label={text('admin.items.sortBy')} defaultValue={chosen}>
      <option value="">{text('admin.items.sortNewest')}</option>
      {sortable.flatMap((id) =>
        [id, `-${id}`].map((value) => (
          <option key={value} value={value}>
            {text(value === id ? 'admin.items.sortDown' : 'admin.items.sortUp', { column: nameColumn(id) })}
          </option>
        )),
      )}
      {chosen !== '' && !sortable.includes(sort.by) && <option>{chosen}</option>}
    </SelectField>
  );
}

function LimitChoice({ given }: Pick<ColumnChoiceProps, 'given'>) {
  const { text } = useText();
  const { limit: chosen = '' } = given;
  const limits = LIMITS.includes(chosen) || chosen === '' ? LIMITS : [...LIMITS, chosen];
  return (
    <SelectField name="limit" label={text('admin.items.rows')} defaultValue={chosen}>
      <option value="">16</option>
      {limits.map((limit) => (
        <option key={limit}>{limit}</option>
      ))}
    </SelectField>
  );
}
