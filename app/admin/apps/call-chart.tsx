import type { CallSpan, CallSums, CallsOfSpan } from '#app/apps/app.ts';
import { useText } from '#app/current/locale.ts';
import { LinkTabs } from '#app/current/page/link-tabs.tsx';
import { useTimeZone } from '#lib/locale/time.tsx';
import { BarChart } from '#lib/ui/bar-chart.tsx';
import { Details } from '#lib/ui/details.tsx';
import { Table } from '#lib/ui/table.tsx';

interface CallChartProps {
  readonly calls: readonly CallsOfSpan[];
  readonly span: CallSpan;
  readonly path: string;
}

/** The calls of one key over time, its errors and its refusals by limits, with the table behind them. */
export function CallChart({ calls, span, path }: CallChartProps) {
  const { text, formatDate, formatNumber } = useText();
  const timeZone = useTimeZone();
  const formatSpan = (at: string) =>
    span === 'day'
      ? formatDate(at, { dateStyle: 'short', timeStyle: 'short', timeZone })
      : formatDate(at, { dateStyle: 'medium', timeZone: 'UTC' });
  const sum = (kind: CallKind) => calls.reduce((all, one) => all + one[kind], 0);
  return (
    <div className="space-y-4">
      <LinkTabs
        label={text('admin.apps.spans')}
        tabs={[
          { to: path, title: text('admin.apps.spanDay'), isCurrent: span === 'day' },
          { to: `${path}?span=month`, title: text('admin.apps.spanMonth'), isCurrent: span === 'month' },
        ]}
      />
      <div className="grid gap-4 sm:grid-cols-3">
        {KINDS.map((kind) => (
          <figure key={kind} className="space-y-1">
            <figcaption className="flex justify-between gap-2 text-sm font-bold">
              <span>{text(KIND_NAMES[kind])}</span>
              <span>{formatNumber(sum(kind))}</span>
            </figcaption>
            <BarChart
              className="h-20"
              label={text('admin.apps.chart', {
                kind: text(KIND_NAMES[kind]),
                sum: sum(kind),
                most: Math.max(0, ...calls.map((one) => one[kind])),
              })}
              bars={calls.map((one) => {
                return { key: one.at, value: one[kind], title: `${formatSpan(one.at)}: ${formatNumber(one[kind])}` };
              })}
            />
          </figure>
        ))}
      </div>
      <CallTable calls={calls} formatSpan={formatSpan} />
      <p className="text-sm text-muted">{text('admin.apps.counting')}</p>
    </div>
  );
}

interface CallTableProps {
  readonly calls: readonly CallsOfSpan[];
  readonly formatSpan: (at: string) => string;
}

function CallTable({ calls, formatSpan }: CallTableProps) {
  const { text, formatNumber } = useText();
  return (
    <Details summary={text('admin.apps.table')}>
      <Table
        caption={text('admin.apps.callsOverTime')}
        rows={calls.toReversed()}
        toKey={({ at }) => at}
        columns={[
          { id: 'at', header: text('admin.apps.when'), cell: ({ at }) => formatSpan(at) },
          ...KINDS.map((kind) => ({
            id: kind,
            header: text(KIND_NAMES[kind]),
            cell: (one: CallsOfSpan) => formatNumber(one[kind]),
            isNumber: true,
          })),
        ]}
      />
    </Details>
  );
}

type CallKind = keyof CallSums;
const KINDS: readonly CallKind[] = ['calls', 'errors', 'refusals'];
const KIND_NAMES = {
  calls: 'admin.apps.calls',
  errors: 'admin.apps.errors',
  refusals: 'admin.apps.refusals',
} as const;
