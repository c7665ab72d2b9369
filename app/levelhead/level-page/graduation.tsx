import { useText } from '#app/current/locale.ts';

import { GRADUATION_APPROVAL, GRADUATION_BUCKS, GRADUATION_CLEAR_RATE, GRADUATION_PLAYERS } from '../rules/tower.ts';
import type { LevelSheet } from './level-sheet.ts';

export function Graduation({ stats }: Pick<LevelSheet, 'stats'>) {
  const { text, formatNumber } = useText();
  const { ExposureBucks = 0, Players = 0, Likes = 0, Favorites = 0, Attempts = 0, Successes = 0 } = stats;
  const atLeast = (share: number) => Math.max(1, Math.ceil(share));
  const fans = Likes + Favorites;
  const steps = [
    ['arcade.graduation.players', Players, GRADUATION_PLAYERS],
    ['arcade.graduation.bucks', ExposureBucks, GRADUATION_BUCKS],
    ['arcade.graduation.fans', fans, atLeast(Players * GRADUATION_APPROVAL)],
    ['arcade.graduation.clears', Successes, atLeast(Attempts * GRADUATION_CLEAR_RATE)],
  ] as const;
  return (
    <section aria-labelledby="graduation" className="space-y-5">
      <h2 id="graduation" className="squiggle text-3xl">
        {text('arcade.graduation.heading')}
      </h2>
      <ul className="block-card grid gap-x-8 gap-y-5 p-6 sm:grid-cols-2 lg:grid-cols-4">
        {steps.map(([key, has, wants]) => (
          <li key={key}>
            <label className="block space-y-2 font-bold">
              <span>{text(key, { has: formatNumber(Math.round(has)), wants: formatNumber(wants) })}</span>
              <progress value={Math.min(has, wants)} max={wants} className="block w-full" />
            </label>
          </li>
        ))}
      </ul>
    </section>
  );
}
