import { useText } from '#app/current/locale.ts';
import type { TextKey } from '#app/current/locale.ts';

import type { RecordName } from '../level.ts';
import { Face, NamedPlayerLink } from '../named-player-link.tsx';
import { StatMark } from '../stat-mark.tsx';
import type { HeldRecord, LevelSheet, OwnRank } from './level-sheet.ts';

export const BOARDS = {
  HighScore: { name: 'arcade.record.highScore', mark: 'crown', empty: 'arcade.record.noHighScore' },
  FastestTime: { name: 'arcade.record.fastestTime', mark: 'shoe', empty: 'arcade.record.noFastestTime' },
} as const satisfies Record<RecordName, { name: TextKey; mark: 'crown' | 'shoe'; empty: TextKey }>;

export function Podiums({ records, ownRanks }: Pick<LevelSheet, 'records' | 'ownRanks'>) {
  const { text } = useText();
  return (
    <section aria-labelledby="records" className="space-y-5">
      <h2 id="records" className="squiggle text-3xl">
        {text('arcade.record.heading')}
      </h2>
      <div className="grid gap-6 md:grid-cols-2">
        {(['HighScore', 'FastestTime'] as const).map((name) => (
          <Podium key={name} name={name} records={records[name]} own={ownRanks[name]} />
        ))}
      </div>
    </section>
  );
}

interface PodiumProps {
  name: RecordName;
  records: readonly HeldRecord[];
  own: OwnRank | undefined;
}

function Podium({ name, records, own }: PodiumProps) {
  const { text, formatNumber, formatDate } = useText();
  const board = BOARDS[name];
  const formatRecord = useRecordValue(name);
  return (
    <div className="block-card flex flex-col gap-5 p-5 pb-0 sm:p-6 sm:pb-0">
      <h3 className="flex items-center gap-3 text-2xl">
        <StatMark name={board.mark} />
        <span>{text(board.name)}</span>
      </h3>
      {own && (
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-bold">
          <span className="label">
            {own.isBeyond
              ? text('arcade.record.ownBeyond', { rank: own.rank - 1 })
              : text('arcade.record.ownRank', { rank: formatNumber(own.rank) })}
          </span>
          <span>{formatRecord(own.value)}</span>
        </p>
      )}
      {records.length === 0 ? (
        <p className="pb-6">{text(board.empty)}</p>
      ) : (
        <ol className="podium mt-auto">
          {records.slice(0, 3).map(({ holder, value, createdAt }, at) => (
            <li key={holder.userId}>
              <Face avatarId={holder.avatarId} size={at === 0 ? 72 : 56} />
              <NameOfHolder holder={holder} />
              <span className="text-sm font-bold">{formatRecord(value)}</span>
              <span className="text-xs text-muted">
                {formatDate(createdAt, { dateStyle: 'medium', timeZone: 'UTC' })}
              </span>
              <span className="podium-step">
                <span aria-hidden="true">{at + 1}</span>
              </span>
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}

/** Points as they are, seconds to hundredths. */
export function useRecordValue(name: RecordName): (value: number) => string {
  const { text, formatNumber } = useText();
  if (name === 'HighScore') return (value) => formatNumber(value);
  const twoDigits = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
  return (value) => text('arcade.record.seconds', { seconds: formatNumber(value, twoDigits) });
}

function NameOfHolder({ holder }: { holder: HeldRecord['holder'] }) {
  return (
    <span className="max-w-full text-sm [&_img]:hidden">
      <NamedPlayerLink player={holder} />
    </span>
  );
}
