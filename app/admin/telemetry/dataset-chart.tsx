import { Form } from 'react-router';

import { useText } from '#app/current/locale.ts';
import { useSitePath } from '#app/current/page/site-link.tsx';
import { CHART_DAYS } from '#app/telemetry/datasets/dataset.ts';
import type { ChartDays, Dataset, FieldChart, FieldSums } from '#app/telemetry/datasets/dataset.ts';
import { BarChart } from '#lib/ui/bar-chart.tsx';
import { Button } from '#lib/ui/button.tsx';
import { SelectField } from '#lib/ui/field.tsx';
import { Table } from '#lib/ui/table.tsx';

interface DatasetChartProps {
  readonly dataset: Dataset;
  readonly shown: { readonly days: ChartDays; readonly field: string | undefined; readonly tag: string | undefined };
  readonly chart: FieldChart;
  /** When the page was made, in milliseconds since 1970. */
  readonly now: number;
}

const DAY_MS = 86_400_000;

/** Rows by day, or the sum of a number, and both by the values of a tag, each with its table. */
export function DatasetChart({ dataset, shown, chart, now }: DatasetChartProps) {
  const { text, formatDate, formatNumber } = useText();
  const format = (day: string) => formatDate(day, { dateStyle: 'medium', timeZone: 'UTC' });
  const byDay = new Map(chart.days.map((one) => [one.day, one]));
  const valueOf = (one: FieldSums | undefined) => (shown.field === undefined ? one?.count : one?.sum) ?? 0;
  const bars = Array.from({ length: shown.days }, (_, at) => {
    const day = new Date(now - (shown.days - 1 - at) * DAY_MS).toISOString().slice(0, 10);
    const value = Math.max(0, valueOf(byDay.get(day)));
    return { key: day, value, title: `${format(day)}: ${formatNumber(value)}` };
  });
  return (
    <div className="space-y-4">
      <ChartForm dataset={dataset} shown={shown} />
      <BarChart
        className="h-32"
        bars={bars}
        label={text('admin.datasets.chartAbout', {
          days: shown.days,
          what: shown.field ?? text('admin.datasets.rows'),
          most: Math.max(0, ...bars.map(({ value }) => value)),
        })}
      />
      <SumsTable
        caption={text('admin.datasets.byDay')}
        first={text('admin.datasets.day')}
        rows={chart.days.toReversed().map((one) => Object.assign({ name: format(one.day) }, one))}
        hasValues={shown.field !== undefined}
      />
      {shown.tag !== undefined && (
        <SumsTable
          caption={text('admin.datasets.byTag', { tag: shown.tag })}
          first={shown.tag}
          rows={chart.tags.map((one) => Object.assign({ name: one.value === '' ? '–' : one.value }, one))}
          hasValues={shown.field !== undefined}
        />
      )}
    </div>
  );
}

function ChartForm({ dataset: { datasetId, fields }, shown }: Pick<DatasetChartProps, 'dataset' | 'shown'>) {
  const { text } = useText();
  const action = useSitePath(`/admin/telemetry/datasets/${datasetId}`);
  const namesOf = (kind: string) => fields.filter((field) => field.kind === kind).map(({ name }) => name);
  return (
    <Form method="get" action={action} className="flex flex-wrap items-end gap-4">
      <SelectField label={text('admin.datasets.field')} name="field" defaultValue={shown.field ?? ''}>
        <option value="">{text('admin.datasets.rows')}</option>
        {namesOf('number').map((name) => (
          <option key={name}>{name}</option>
        ))}
      </SelectField>
      <SelectField label={text('admin.datasets.tag')} name="tag" defaultValue={shown.tag ?? ''}>
        <option value="">{text('admin.datasets.noTag')}</option>
        {namesOf('tag').map((name) => (
          <option key={name}>{name}</option>
        ))}
      </SelectField>
      <SelectField label={text('admin.datasets.days')} name="days" defaultValue={String(shown.days)}>
        {CHART_DAYS.map((days) => (
          <option key={days} value={days}>
            {text('admin.datasets.lastDays', { days })}
          </option>
        ))}
      </SelectField>
      <Button type="submit">{text('admin.datasets.show')}</Button>
    </Form>
  );
}

interface SumsTableProps {
  readonly caption: string;
  /** The header of the first column. */
  readonly first: string;
  readonly rows: readonly (FieldSums & { readonly name: string })[];
  readonly hasValues: boolean;
}

type SumsRow = SumsTableProps['rows'][number];

function SumsTable({ caption, first, rows, hasValues }: SumsTableProps) {
  const { text, formatNumber } = useText();
  const number = (id: 'sum' | 'p50' | 'p95', header: string) => ({
    id,
    header,
    cell: (row: SumsRow) => (row[id] === null ? '–' : formatNumber(row[id])),
    isNumber: true,
  });
  const values = [
    number('sum', text('admin.datasets.sum')),
    number('p50', text('admin.datasets.p50')),
    number('p95', text('admin.datasets.p95')),
  ];
  return (
    <Table
      caption={caption}
      rows={rows}
      toKey={({ name }) => name}
      empty={text('admin.datasets.noRows')}
      columns={[
        { id: 'name', header: first, cell: ({ name }) => <span lang="zxx">{name}</span> },
        { id: 'count', header: text('admin.datasets.count'), cell: ({ count }) => formatNumber(count), isNumber: true },
        ...(hasValues ? values : []),
      ]}
    />
  );
}
