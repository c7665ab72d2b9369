import { Form } from 'react-router';

import { useText } from '#app/current/locale.ts';
import type { TextKey } from '#app/current/locale.ts';
import { useSitePath } from '#app/current/page/site-link.tsx';
import { CHART_SPANS, isByMonth, stepsOf } from '#app/telemetry/datasets/dataset.ts';
import type { ChartSpan, Dataset, FieldChart, FieldSums } from '#app/telemetry/datasets/dataset.ts';
import { BarChart } from '#lib/ui/bar-chart.tsx';
import { Button } from '#lib/ui/button.tsx';
import { SelectField } from '#lib/ui/field.tsx';
import { Table } from '#lib/ui/table.tsx';

interface DatasetChartProps {
  readonly dataset: Dataset;
  readonly shown: { readonly span: ChartSpan; readonly field: string | undefined; readonly tag: string | undefined };
  readonly chart: FieldChart;
  /** When the page was made, in milliseconds since 1970. */
  readonly now: number;
}

/** Rows by day or month, or the sum of a number, and both by the values of a tag, each with its table. */
export function DatasetChart({ dataset, shown, chart, now }: DatasetChartProps) {
  const { text, formatDate } = useText();
  const toBar = useBar(shown.field);
  const isOfMonths = isByMonth(shown.span);
  const format = (step: string) =>
    formatDate(step, { ...(isOfMonths ? MONTH : { dateStyle: 'medium' as const }), timeZone: 'UTC' });
  const known = new Map(chart.steps.map((one) => [one.step, one]));
  const bars = stepsOf(shown.span, now).map((step) => toBar(step, format(step), known.get(step)));
  return (
    <div className="space-y-4">
      <ChartForm dataset={dataset} shown={shown} />
      <BarChart
        className="h-32"
        bars={bars}
        label={text(isOfMonths ? 'admin.datasets.chartMonths' : 'admin.datasets.chartAbout', {
          days: bars.length,
          what: shown.field ?? text('admin.datasets.rows'),
          most: Math.max(0, ...bars.map(({ value }) => value)),
        })}
      />
      <SumsTable
        caption={text(isOfMonths ? 'admin.datasets.byMonth' : 'admin.datasets.byDay')}
        first={text(isOfMonths ? 'admin.datasets.month' : 'admin.datasets.day')}
        rows={chart.steps.toReversed().map((one) => Object.assign({ key: one.step, name: format(one.step) }, one))}
        hasValues={shown.field !== undefined}
        hasPercentiles={!isOfMonths}
      />
      {shown.tag !== undefined && <ValuesChart tag={shown.tag} field={shown.field} values={chart.values} />}
    </div>
  );
}

type ValuesChartProps = Pick<FieldChart, 'values'> & { readonly tag: string; readonly field: string | undefined };

function ValuesChart({ tag, field, values }: ValuesChartProps) {
  const { text } = useText();
  const toBar = useBar(field);
  const rows = values.map((one) =>
    one.value === null
      ? Object.assign({ key: 'all others', name: text('admin.datasets.others') }, one)
      : Object.assign({ key: `value ${one.value}`, name: one.value || '–' }, one),
  );
  const what = field ?? text('admin.datasets.rows');
  return (
    <>
      <BarChart
        className="h-24"
        bars={rows.map((one) => toBar(one.key, one.name, one))}
        label={text('admin.datasets.chartValues', { what, tag, values: rows.length })}
      />
      <SumsTable
        caption={text('admin.datasets.byTag', { tag })}
        first={tag}
        rows={rows}
        hasValues={field !== undefined}
        hasPercentiles={false}
      />
    </>
  );
}

/** As high as the sum of the number, or how many rows there are. */
function useBar(field: string | undefined) {
  const { formatNumber } = useText();
  return (key: string, name: string, sums: FieldSums | undefined) => {
    const value = Math.max(0, (field === undefined ? sums?.count : sums?.sum) ?? 0);
    return { key, value, title: `${name}: ${formatNumber(value)}` };
  };
}

const MONTH = { month: 'long', year: 'numeric' } as const;

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
      <SelectField label={text('admin.datasets.days')} name="days" defaultValue={String(shown.span)}>
        {CHART_SPANS.map((span) => (
          <option key={span} value={span}>
            {isByMonth(span)
              ? text('admin.datasets.lastMonths', { months: stepsOf(span, 0).length })
              : text('admin.datasets.lastDays', { days: span })}
          </option>
        ))}
      </SelectField>
      <Button type="submit">{text('admin.datasets.show')}</Button>
    </Form>
  );
}

interface SumsRow extends FieldSums {
  readonly key: string;
  readonly name: string;
  readonly middle?: number | null;
  readonly p95?: number | null;
}

interface SumsTableProps {
  readonly caption: string;
  /** The header of the first column. */
  readonly first: string;
  readonly rows: readonly SumsRow[];
  readonly hasValues: boolean;
  readonly hasPercentiles: boolean;
}

function SumsTable({ caption, first, rows, hasValues, hasPercentiles }: SumsTableProps) {
  const { text, formatNumber } = useText();
  const column = (id: string, header: TextKey, read: (row: SumsRow) => number | null | undefined) => ({
    id,
    header: text(header),
    cell: (row: SumsRow) => {
      const value = read(row);
      return value === null || value === undefined ? '–' : formatNumber(value);
    },
    isNumber: true,
  });
  const values = [
    column('sum', 'admin.datasets.sum', ({ sum }) => sum),
    column('mean', 'admin.datasets.mean', ({ sum, count }) => sum && sum / count),
    column('least', 'admin.datasets.least', ({ least }) => least),
    column('most', 'admin.datasets.greatest', ({ most }) => most),
  ];
  const percentiles = [
    column('middle', 'admin.datasets.p50', ({ middle }) => middle),
    column('p95', 'admin.datasets.p95', ({ p95 }) => p95),
  ];
  return (
    <Table
      caption={caption}
      rows={rows}
      toKey={({ key }) => key}
      empty={text('admin.datasets.noRows')}
      columns={[
        { id: 'name', header: first, cell: ({ name }) => <span lang="zxx">{name}</span> },
        column('count', 'admin.datasets.count', ({ count }) => count),
        ...(hasValues ? values : []),
        ...(hasValues && hasPercentiles ? percentiles : []),
      ]}
    />
  );
}
