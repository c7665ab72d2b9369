import { useText } from '#app/current/locale.ts';

import { GRADUATION_APPROVAL, GRADUATION_BUCKS, GRADUATION_PLAYERS } from '../rules/tower.ts';
import type { LevelSheet } from './level-sheet.ts';

/** What a level of the Marketing Department has of what it needs for the Tower. */
export function Graduation({ stats }: Pick<LevelSheet, 'stats'>) {
  const { text, formatNumber } = useText();
  const { ExposureBucks = 0, Players = 0, Likes = 0, Favorites = 0 } = stats;
  const fans = Likes + Favorites;
  const steps = [
    ['arcade.graduation.players', Players, GRADUATION_PLAYERS],
    ['arcade.graduation.bucks', ExposureBucks, GRADUATION_BUCKS],
    ['arcade.graduation.fans', fans, Math.max(1, Math.ceil(Players * GRADUATION_APPROVAL))],
  ] as const;
  return (
    <section aria-labelledby="graduation" className="space-y-5">
      <h2 id="graduation" className="squiggle text-3xl">
        {text('arcade.graduation.heading')}
      </h2>
      <ul className="block-card grid gap-x-8 gap-y-5 p-6 md:grid-cols-3">
        {steps.map(([key, has, wants]) => (
          <li key={key}>
            <label className="block space-y-2 font-bold">
              {text(key, { has: formatNumber(Math.round(has)), wants: formatNumber(wants) })}
              <progress value={Math.min(has, wants)} max={wants} className="block w-full" />
            </label>
          </li>
        ))}
      </ul>
    </section>
  );
}
