import { useText } from '#app/current/locale.ts';
import type { TextKey } from '#app/current/locale.ts';
import { Details } from '#lib/ui/details.tsx';
import { Table } from '#lib/ui/table.tsx';

import { StatMark } from '../stat-mark.tsx';
import type { StatMarkName } from '../stat-mark.tsx';
import { TREND_FIGURES } from './trend.ts';
import type { TrendFigure, TrendWeek } from './trend.ts';

const FIGURES = {
  plays: { name: 'arcade.stat.plays', mark: 'play' },
  likes: { name: 'arcade.trend.likes', mark: 'heart' },
  favorites: { name: 'arcade.trend.favorites', mark: 'star' },
  subscribers: { name: 'arcade.stat.followers', mark: 'people' },
  tips: { name: 'arcade.stat.tips', mark: 'coin' },
} as const satisfies Record<TrendFigure, { name: TextKey; mark: StatMarkName }>;

/** Half a year, week by week: drawn for the eye, and as a table for whoever wants the numbers. */
export function Trends({ weeks }: { weeks: readonly TrendWeek[] }) {
  const { text, formatNumber, formatDate } = useText();
  const figures = TREND_FIGURES.filter((figure) => weeks.some((week) => week[figure] !== 0));
  if (figures.length === 0) return null;
  const formatDay = (day: string) => formatDate(day, { dateStyle: 'medium', timeZone: 'UTC' });
  const columns = [
    { id: 'week', header: text('arcade.trend.week'), cell: ({ from }: TrendWeek) => formatDay(from) },
    ...figures.map((figure) => ({
      id: figure,
      header: text(FIGURES[figure].name),
      isNumber: true,
      cell: (week: TrendWeek) => formatNumber(week[figure]),
    })),
  ];
  return (
    <section aria-labelledby="trends" className="space-y-6">
      <h2 id="trends" className="squiggle text-3xl">
        {text('arcade.trend.heading')}
      </h2>
      <ul className="grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
        {figures.map((figure) => (
          <li key={figure} className="block-card space-y-3 p-5 sm:[&:first-child:nth-last-child(5)]:col-span-2">
            <p className="flex items-center justify-between gap-3 font-bold">
              <span className="flex items-center gap-2">
                <StatMark name={FIGURES[figure].mark} />
                <span>{text(FIGURES[figure].name)}</span>
              </span>
              <span>
                {formatNumber(
                  weeks.reduce((sum, week) => sum + week[figure], 0),
                  { signDisplay: 'exceptZero' },
                )}
              </span>
            </p>
            <Bars values={weeks.map((week) => week[figure])} />
          </li>
        ))}
      </ul>
      <Details summary={text('arcade.trend.table')}>
        <Table
          caption={text('arcade.trend.heading')}
          columns={columns}
          rows={weeks.toReversed()}
          toKey={({ from }) => from}
        />
      </Details>
    </section>
  );
}

function Bars({ values }: { values: readonly number[] }) {
  const most = Math.max(1, ...values);
  const bars = values.map((value, at) => {
    const height = value <= 0 ? 0.15 : Math.max(0.4, (value / most) * 10);
    return `M${at + 0.12} 10v${-height}h.76V10z`;
  });
  return (
    <svg aria-hidden="true" viewBox={`0 0 ${values.length} 10`} preserveAspectRatio="none" className="trend-bars">
      <path d={bars.join('')} />
    </svg>
  );
}
