import { useText } from '#app/current/locale.ts';
import { BarChart } from '#lib/ui/bar-chart.tsx';

export interface PostReaders {
  readonly total: number;
  /** In the last 7 and 30 days. */
  readonly week: number;
  readonly month: number;
  /** Each of the last 30, the oldest first. */
  readonly days: readonly { readonly day: string; readonly views: number }[];
}

/** How often the post was read: sums, and the last days as a chart with a table behind it. */
export function ReaderCounts({ readers: { total, week, month, days } }: { readers: PostReaders }) {
  const { text, formatNumber } = useText();
  const sums = [
    [text('editor.readers.total'), total],
    [text('editor.readers.week'), week],
    [text('editor.readers.month'), month],
  ] as const;
  return (
    <div className="space-y-4">
      <dl className="flex flex-wrap gap-x-8 gap-y-3">
        {sums.map(([name, count]) => (
          <div key={name}>
            <dt className="text-sm text-muted">{name}</dt>
            <dd className="font-display text-2xl">{formatNumber(count)}</dd>
          </div>
        ))}
      </dl>
      {month > 0 && <DayChart days={days} />}
      <p className="text-sm text-muted">{text('editor.readers.about')}</p>
    </div>
  );
}

function DayChart({ days }: Pick<PostReaders, 'days'>) {
  const { text, formatDate, formatNumber } = useText();
  const most = Math.max(1, ...days.map(({ views }) => views));
  const formatDay = (day: string) => formatDate(day, { dateStyle: 'medium', timeZone: 'UTC' });
  return (
    <>
      <BarChart
        label={text('editor.readers.chart', { most: formatNumber(most) })}
        className="h-16"
        bars={days.map(({ day, views }) => {
          return { key: day, value: views, title: `${formatDay(day)}: ${formatNumber(views)}` };
        })}
      />
      <DayTable days={days} />
    </>
  );
}

function DayTable({ days }: Pick<PostReaders, 'days'>) {
  const { text, formatDate, formatNumber } = useText();
  const formatDay = (day: string) => formatDate(day, { dateStyle: 'medium', timeZone: 'UTC' });
  return (
    <details>
      <summary className="font-bold">{text('editor.readers.table')}</summary>
      <table className="mt-2 text-sm">
        <thead>
          <tr>
            <th scope="col" className="pe-8 text-start">
              {text('editor.readers.day')}
            </th>
            <th scope="col" className="text-end">
              {text('editor.readers.views')}
            </th>
          </tr>
        </thead>
        <tbody>
          {days.toReversed().map(({ day, views }) => (
            <tr key={day}>
              <th scope="row" className="pe-8 text-start font-normal">
                {formatDay(day)}
              </th>
              <td className="text-end">{formatNumber(views)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
