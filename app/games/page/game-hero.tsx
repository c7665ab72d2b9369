import type { Game } from '#content/game.ts';

import { BANNER_WIDTH, GameBanner } from '../game-banner.tsx';

export function GameHero({ game }: { game: Game }) {
  return (
    <header>
      {/* The drawing has the name in letters of its own. */}
      <h1 className="sr-only">{game.name}</h1>
      <div className={BANNER_WIDTH}>
        <GameBanner slug={game.slug} alt="" />
      </div>
      <div lang="en" className="relative -mt-6 flex flex-col items-center gap-8 px-2 sm:-mt-10">
        <p className="sign font-display text-2xl leading-snug font-black text-balance sm:text-4xl">{game.tagline}</p>
        <p className="max-w-2xl text-center text-lg text-balance">{game.description}</p>
      </div>
    </header>
  );
}
