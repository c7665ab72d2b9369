import { useText } from '#app/current/locale.ts';

import { StatMark } from '../stat-mark.tsx';
import { TROPHIES } from './player-sheet.ts';
import type { PlayerSheet } from './player-sheet.ts';

/** What is nothing yet stands there in outlines only. */
export function TrophyShelf({ stats }: Pick<PlayerSheet, 'stats'>) {
  const { text, formatNumber } = useText();
  return (
    <section aria-labelledby="trophies" className="space-y-5">
      <h2 id="trophies" className="squiggle text-3xl">
        {text('arcade.player.trophies')}
      </h2>
      <dl className="trophy-shelf">
        {TROPHIES.map(({ stat, mark, name }) => (
          <div key={stat}>
            <dt className="grid justify-items-center gap-1 text-sm font-bold">
              <StatMark name={mark} />
              <span>{text(name)}</span>
            </dt>
            <dd className="arcade-number text-2xl!">{formatNumber(Math.round(stats[stat] ?? 0))}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
