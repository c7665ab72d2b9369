import { useText } from '#app/current/locale.ts';
import { Panel } from '#app/current/page/record.tsx';
import type { VisitFigures, VisitsOfTime } from '#app/telemetry/visits/visits.ts';
import { BarChart } from '#lib/ui/bar-chart.tsx';
import { Details } from '#lib/ui/details.tsx';
import { Table } from '#lib/ui/table.tsx';

type VisitSeriesProps = Pick<VisitFigures, 'series' | 'unit'>;

/** Visits over time, those before as lines across the bars, and all figures in the table behind it. */
export function VisitChart({ series, unit }: VisitSeriesProps) {
  const { text, formatNumber } = useText();
  const formatTime = useTimeFormat(unit);
  const [first, last] = [series[0], series.at(-1)];
  const describe = ({ at, visits, before }: VisitsOfTime) => {
    const values = { time: formatTime(at), visits };
    return before === undefined
      ? text('admin.telemetry.bar', values)
      : text('admin.telemetry.barBefore', { ...values, before: before.visits });
  };
  return (
    <Panel title={text('admin.telemetry.overTime')} aside={series[0]?.before && text('admin.telemetry.lines')}>
      <BarChart
        className="h-28"
        label={text('admin.telemetry.chart', {
          most: formatNumber(Math.max(0, ...series.map(({ visits }) => visits))),
          count: series.length,
          unit,
        })}
        bars={series.map((one) => {
          return { key: one.at, value: one.visits, before: one.before?.visits, title: describe(one) };
        })}
      />
      <p className="flex justify-between gap-4 text-sm text-muted">
        <span>{first && formatTime(first.at)}</span>
        <span className="text-end">{last && formatTime(last.at)}</span>
      </p>
      <Details summary={text('admin.telemetry.table')}>
        <TimeTable series={series} unit={unit} />
      </Details>
    </Panel>
  );
}

function TimeTable({ series, unit }: VisitSeriesProps) {
  const { text, formatNumber } = useText();
  const formatTime = useTimeFormat(unit);
  const isHeld = series[0]?.before !== undefined;
  const columns = COLUMNS.filter(({ id }) => isHeld || id !== 'before').map(({ id, header, read }) => {
    return { id, header: text(header), cell: (one: VisitsOfTime) => formatNumber(read(one)), isNumber: true };
  });
  return (
    <Table
      caption={text('admin.telemetry.overTime')}
      rows={series.toReversed()}
      toKey={({ at }) => at}
      columns={[{ id: 'at', header: text('admin.telemetry.time'), cell: ({ at }) => formatTime(at) }, ...columns]}
    />
  );
}

const COLUMNS = [
  { id: 'visits', header: 'admin.telemetry.visits', read: ({ visits }: VisitsOfTime) => visits },
  { id: 'before', header: 'admin.telemetry.visitsBefore', read: ({ before }: VisitsOfTime) => before?.visits ?? 0 },
  { id: 'visitors', header: 'admin.telemetry.visitors', read: ({ visitors }: VisitsOfTime) => visitors },
  { id: 'views', header: 'admin.telemetry.views', read: ({ views }: VisitsOfTime) => views },
] as const;

const FORMATS = {
  hour: { hour: 'numeric', minute: '2-digit', timeZone: 'UTC', timeZoneName: 'short' },
  day: { dateStyle: 'medium', timeZone: 'UTC' },
  month: { year: 'numeric', month: 'long', timeZone: 'UTC' },
} as const satisfies Readonly<Record<VisitFigures['unit'], Intl.DateTimeFormatOptions>>;

function useTimeFormat(unit: VisitFigures['unit']): (at: string) => string {
  const { formatDate } = useText();
  return (at) => formatDate(at, FORMATS[unit]);
}
