import { useText } from '#app/current/locale.ts';
import { Details } from '#lib/ui/details.tsx';
import { Table } from '#lib/ui/table.tsx';

import type { RecordName } from '../level.ts';
import { NamedPlayerLink } from '../named-player-link.tsx';
import type { LevelSheet, RecordPeriod } from './level-sheet.ts';
import { BOARDS, useRecordValue } from './podiums.tsx';

interface RecordHistoryProps extends Pick<LevelSheet, 'history'> {
  now: string;
}

/** Who held the best score and time, and for how long; nothing for a record that nobody ever set. */
export function RecordHistory({ history, now }: RecordHistoryProps) {
  const { text } = useText();
  const names = (['HighScore', 'FastestTime'] as const).filter((name) => history[name].length > 0);
  if (names.length === 0) return null;
  return (
    <section aria-labelledby="reigns" className="space-y-5">
      <h2 id="reigns" className="squiggle text-3xl">
        {text('arcade.reign.heading')}
      </h2>
      <div className="grid items-start gap-6 md:grid-cols-2">
        {names.map((name) => (
          <RecordPeriods key={name} name={name} periods={history[name]} now={now} />
        ))}
      </div>
    </section>
  );
}

const DAY_MS = 86_400_000;

function RecordPeriods({ name, periods, now }: { name: RecordName; periods: readonly RecordPeriod[]; now: string }) {
  const { text, formatDate } = useText();
  const formatRecord = useRecordValue(name);
  const countDays = ({ from, until = now }: RecordPeriod) =>
    Math.max(0, Math.round((Date.parse(until) - Date.parse(from)) / DAY_MS));
  const formatDay = (at: string) => formatDate(at, { dateStyle: 'medium', timeZone: 'UTC' });
  const columns = [
    {
      id: 'holder',
      header: text('arcade.reign.holder'),
      cell: ({ holder }: RecordPeriod) => <NamedPlayerLink player={holder} />,
    },
    {
      id: 'value',
      header: text('arcade.reign.value'),
      cell: ({ value }: RecordPeriod) => formatRecord(value),
      isNumber: true,
    },
    { id: 'from', header: text('arcade.reign.from'), cell: ({ from }: RecordPeriod) => formatDay(from) },
    {
      id: 'days',
      header: text('arcade.reign.held'),
      cell: (period: RecordPeriod) =>
        text(period.until === undefined ? 'arcade.reign.still' : 'arcade.reign.days', { count: countDays(period) }),
    },
  ];
  return (
    <div className="block-card space-y-4 p-5 sm:p-6">
      <h3 className="text-xl">{text(BOARDS[name].name)}</h3>
      <Timeline periods={periods} now={now} />
      <p className="flex justify-between gap-4 text-sm text-muted">
        <span>{formatDay(periods[0]?.from ?? now)}</span>
        <span>{text('arcade.reign.today')}</span>
      </p>
      <Details summary={text('arcade.reign.table', { count: periods.length })}>
        <Table
          caption={text(BOARDS[name].name)}
          columns={columns}
          rows={periods.toReversed()}
          toKey={({ from, value }) => `${from} ${value}`}
        />
      </Details>
    </div>
  );
}

const COLOURS = ['#5b2bd0', '#ff5d62', '#ffb347', '#35c9a3', '#4aa8ff', '#ff8fc7'];

/** One block for each reign, as wide as it was long; somebody who comes back has their colour again. */
function Timeline({ periods, now }: { periods: readonly RecordPeriod[]; now: string }) {
  const start = Date.parse(periods[0]?.from ?? now);
  const span = Math.max(1, Date.parse(now) - start);
  const holders = [...new Set(periods.map(({ holder }) => holder.userId))];
  return (
    <svg aria-hidden="true" viewBox="0 0 100 12" preserveAspectRatio="none" className="reigns">
      {periods.map(({ holder, value, from, until = now }) => (
        <rect
          key={`${from} ${value}`}
          x={((Date.parse(from) - start) / span) * 100}
          y="1"
          width={Math.max(0.6, ((Date.parse(until) - Date.parse(from)) / span) * 100)}
          height="10"
          fill={COLOURS[holders.indexOf(holder.userId) % COLOURS.length]}
        />
      ))}
    </svg>
  );
}
