import { ActionForm, Submit } from '#app/current/forms/action-form.tsx';
import { fieldFor } from '#app/current/forms/form-state.ts';
import type { PageForm } from '#app/current/forms/use-form.ts';
import { useText } from '#app/current/locale.ts';
import { Panel } from '#app/current/page/record.tsx';
import { LocalTime } from '#lib/locale/time.tsx';
import { Field, SelectField } from '#lib/ui/field.tsx';
import { Table } from '#lib/ui/table.tsx';

import { PersonLink } from '../../person-link.tsx';
import type { NamedPerson } from '../../person-link.tsx';

interface StatsPanelProps {
  readonly form: PageForm;
  readonly stats: readonly ShownStat[];
  readonly records: readonly ShownRecord[];
  /** Of names without a rule of their own. */
  readonly mayWriteOthers: boolean;
}

interface ShownStat {
  readonly name: string;
  readonly value: number | undefined;
  /** Among the items of the crate, from 1; undefined where the crate ranks none. */
  readonly rank: number | undefined;
  readonly mayWrite: boolean;
}

interface ShownRecord {
  readonly name: string;
  readonly rank: number;
  readonly person: NamedPerson;
  readonly value: number;
  readonly createdAt: string;
}

export function StatsPanel({ form, stats, records, mayWriteOthers }: StatsPanelProps) {
  const { text, formatNumber } = useText();
  const mayWrite = mayWriteOthers || stats.some((one) => one.mayWrite);
  const rankText = (rank: number | undefined) =>
    rank === undefined ? '' : text('admin.item.rank', { rank, isMany: rank > MAX_RANK ? 'yes' : 'no' });
  return (
    <Panel title={text('admin.item.view.stats')} aside={text('admin.item.statsAside')}>
      {mayWrite ? <StatForm form={form} names={stats.map(({ name }) => name)} /> : <p>{text('admin.item.mayNot')}</p>}
      <Table
        caption={text('admin.item.stats')}
        rows={stats}
        toKey={({ name }) => name}
        empty={text('admin.item.noStats')}
        columns={[
          { id: 'name', header: text('admin.item.stat'), cell: ({ name }) => <span lang="zxx">{name}</span> },
          {
            id: 'value',
            header: text('admin.item.value'),
            isNumber: true,
            cell: ({ value }) => (value === undefined ? '–' : formatNumber(value)),
          },
          { id: 'rank', header: text('admin.item.place'), cell: ({ rank }) => rankText(rank) },
        ]}
      />
      <Table
        caption={text('admin.item.records')}
        rows={records}
        toKey={({ name, person }) => `${name} ${person.userId}`}
        empty={text('admin.item.noRecords')}
        columns={[
          { id: 'name', header: text('admin.item.record'), cell: ({ name }) => <span lang="zxx">{name}</span> },
          { id: 'rank', header: text('admin.item.place'), cell: ({ rank }) => rankText(rank) },
          { id: 'who', header: text('admin.item.holder'), cell: ({ person }) => <PersonLink person={person} /> },
          {
            id: 'value',
            header: text('admin.item.value'),
            isNumber: true,
            cell: ({ value }) => formatNumber(value, { maximumFractionDigits: 10 }),
          },
          { id: 'at', header: text('admin.item.since'), cell: ({ createdAt }) => <LocalTime at={createdAt} /> },
        ]}
      />
    </Panel>
  );
}

/** The storage counts no further. */
const MAX_RANK = 1000;

function StatForm({ form, names }: { form: PageForm; names: readonly string[] }) {
  const { text } = useText();
  const refusal = form.findRefusal({ intent: 'item.stats' });
  const field = (name: string) => fieldFor(refusal, name);
  const others = Object.entries(refusal?.problem.fields ?? {}).filter(
    ([name]) => !['name', 'how', 'value'].includes(name),
  );
  const error = others.map(([, words]) => words).join(' ');
  return (
    <ActionForm form={form} fields={{ intent: 'item.stats' }} className="flex flex-wrap items-start gap-3">
      <Field
        label={text('admin.item.stat')}
        {...field('name')}
        list="stat-names"
        required
        maxLength={64}
        autoComplete="off"
        spellCheck={false}
        className="min-w-0 grow basis-40"
      />
      <datalist id="stat-names">
        {names.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </datalist>
      <SelectField label={text('admin.item.how')} {...field('how')} defaultValue={refusal?.values['how'] ?? 'add'}>
        <option value="add">{text('admin.item.add')}</option>
        <option value="set">{text('admin.item.set')}</option>
        <option value="record">{text('admin.item.submitRecord')}</option>
      </SelectField>
      <Field
        label={text('admin.item.value')}
        {...field('value')}
        error={field('value').error ?? (error === '' ? undefined : error)}
        type="number"
        step="any"
        required
        className="min-w-0 basis-32"
      />
      <Submit className="sm:mt-8">{text('admin.item.write')}</Submit>
    </ActionForm>
  );
}
