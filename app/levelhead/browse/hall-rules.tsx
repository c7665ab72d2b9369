import { useText } from '#app/current/locale.ts';
import type { TextKey } from '#app/current/locale.ts';
import type { TextValues } from '#lib/locale/messages.ts';

import {
  BUCKS_PER_PLAYER,
  FIRST_BUCKS,
  GRADUATION_APPROVAL,
  GRADUATION_BUCKS,
  GRADUATION_CLEAR_RATE,
  GRADUATION_PLAYERS,
} from '../rules/tower.ts';
import type { Hall } from './search-words.ts';

type HallRule = readonly [TextKey, TextValues?];

/** The numbers are those that the game goes by. */
const RULES: Record<Hall, readonly HallRule[]> = {
  tower: [['arcade.rules.graduated'], ['arcade.rules.gem'], ['arcade.rules.fair'], ['arcade.rules.diamonds']],
  marketing: [
    ['arcade.rules.start', { bucks: FIRST_BUCKS }],
    ['arcade.rules.perPlayer', { bucks: BUCKS_PER_PLAYER }],
    [
      'arcade.rules.graduate',
      {
        bucks: GRADUATION_BUCKS,
        players: GRADUATION_PLAYERS,
        share: Math.round(GRADUATION_APPROVAL * 100),
        attempts: Math.round(1 / GRADUATION_CLEAR_RATE),
      },
    ],
  ],
};

export function HallRules({ hall }: { hall: Hall }) {
  const { text } = useText();
  return (
    <section aria-labelledby="rules" className="block-card space-y-4 p-6 sm:p-8">
      <h2 id="rules" className="text-2xl">
        {text(hall === 'tower' ? 'arcade.rules.towerHeading' : 'arcade.rules.marketingHeading')}
      </h2>
      <ul className="list-disc space-y-2 ps-6">
        {RULES[hall].map(([key, values]) => (
          <li key={key}>{text(key, values)}</li>
        ))}
      </ul>
    </section>
  );
}
