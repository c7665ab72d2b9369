import type { ReactNode } from 'react';

import { useText } from '#app/current/locale.ts';
import type { TextKey } from '#app/current/locale.ts';

import { FIGURES, FIGURE_COLOURS } from '../art/content-figures.ts';
import type { ContentFigures, Figure } from '../art/content-figures.ts';
import { StatMark } from '../stat-mark.tsx';
import type { StatMarkName } from '../stat-mark.tsx';
import { FEW_ATTEMPTS } from './clear-rate.ts';
import type { ClearRate } from './clear-rate.ts';
import { Gems } from './gems.tsx';
import type { LevelSheet } from './level-sheet.ts';

export function ScoreBoard({ level }: { level: LevelSheet }) {
  const { text, formatNumber } = useText();
  const { stats, clearRate, diamonds } = level;
  const counts: [StatMarkName, TextKey, number][] = [
    ['heart', 'arcade.level.likes', stats.Likes ?? 0],
    ['star', 'arcade.level.favorites', stats.Favorites ?? 0],
    ['people', 'arcade.level.players', stats.Players ?? 0],
    ['pepper', 'arcade.level.spice', stats.ReplayValue ?? 0],
    ['gem', 'arcade.level.gem', stats.HiddenGem ?? 0],
    ['coin', 'arcade.level.bucks', stats.ExposureBucks ?? 0],
  ];
  return (
    <section aria-labelledby="scores" className="space-y-5">
      <h2 id="scores" className="squiggle text-3xl">
        {text('arcade.level.scores')}
      </h2>
      <div className="grid gap-5 md:grid-cols-2">
        <ClearRateTile rate={clearRate} />
        <Tile name={text('arcade.level.difficulty')}>
          <span className="text-2xl font-bold">
            <Gems diamonds={diamonds} />
          </span>
          <p className="text-sm text-muted">{text('arcade.level.difficultyHint')}</p>
        </Tile>
      </div>
      <dl className="block-card grid grid-cols-2 sm:grid-cols-3 lg:grid-cols-6">
        {counts.map(([mark, name, value]) => (
          <div key={name} className="arcade-tile">
            <dt className="flex items-center gap-2 text-sm font-bold text-muted">
              <StatMark name={mark} />
              <span>{text(name)}</span>
            </dt>
            <dd className="arcade-number">{formatNumber(Math.round(value))}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Tile({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="block-card arcade-tile">
      <h3 className="text-lg">{name}</h3>
      {children}
    </div>
  );
}

function ClearRateTile({ rate }: { rate: ClearRate | undefined }) {
  const { text, formatNumber } = useText();
  const percent = (share: number) =>
    formatNumber(share, { style: 'percent', maximumFractionDigits: share < 0.1 ? 1 : 0 });
  if (rate === undefined) {
    return (
      <Tile name={text('arcade.level.clearRate')}>
        <p>{text('arcade.level.untried')}</p>
      </Tile>
    );
  }
  const { share, low, high, attempts, successes } = rate;
  return (
    <Tile name={text('arcade.level.clearRate')}>
      <p className="arcade-number">{percent(share)}</p>
      <svg aria-hidden="true" viewBox="0 0 100 14" preserveAspectRatio="none" className="interval">
        <rect className="interval-rail" x="0" y="3" width="100" height="8" rx="2" />
        <rect className="interval-span" x={low * 100} y="4" width={Math.max(0.8, (high - low) * 100)} height="6" />
        <path className="interval-mark" d={`M${Math.round(share * 1000) / 10} 0v14`} />
      </svg>
      <p className="text-sm text-muted">
        <span>{text('arcade.level.sample', { successes, attempts, low: percent(low), high: percent(high) })}</span>
        {attempts < FEW_ATTEMPTS && <span>{` ${text('arcade.level.fewAttempts')}`}</span>}
      </p>
    </Tile>
  );
}

const FIGURE_NAMES = {
  World: 'arcade.figure.world',
  Movement: 'arcade.figure.movement',
  Puzzles: 'arcade.figure.puzzles',
  Enemies: 'arcade.figure.enemies',
  Hazards: 'arcade.figure.hazards',
} as const satisfies Record<Figure, TextKey>;

export function Contents({ content }: { content: ContentFigures }) {
  const { text } = useText();
  return (
    <section aria-labelledby="contents" className="space-y-5">
      <h2 id="contents" className="squiggle text-3xl">
        {text('arcade.level.contents')}
      </h2>
      <dl className="block-card grid gap-x-8 gap-y-4 p-6 sm:grid-cols-2 lg:grid-cols-5">
        {FIGURES.map((figure) => (
          <div key={figure} className="space-y-1.5">
            <dt className="flex justify-between gap-2 font-bold">{text(FIGURE_NAMES[figure])}</dt>
            <dd>
              <Lamps share={content[figure]} colour={FIGURE_COLOURS[figure]} />
              <span className="text-sm text-muted">{text('arcade.level.outOf', { count: content[figure] })}</span>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Lamps({ share, colour }: { share: number; colour: string }) {
  const lit = Math.round(share / 10);
  return (
    <svg aria-hidden="true" viewBox="0 0 100 10" preserveAspectRatio="none" className="lamps">
      {Array.from({ length: 10 }, (_, at) => (
        <rect
          key={at}
          x={at * 10 + 0.6}
          y="0.6"
          width="8.4"
          height="8.8"
          rx="1.2"
          {...(at < lit && { fill: colour, className: 'is-lit' })}
        />
      ))}
    </svg>
  );
}
