import { getText, useText } from '#app/current/locale.ts';
import type { CacheHandle } from '#app/current/page/handle.ts';
import { withCurrent } from '#app/current/page/loaders.server.ts';
import { shareCardUrl } from '#app/media/share-card.ts';

import { GamePosters } from '../game-poster.tsx';
import { toPosterGame } from '../game.ts';
import { visibleGames } from '../games.server.ts';
import type { Route } from './+types/games';

export const loader = withCurrent(async (current) => {
  const text = await getText(current.locale);
  return {
    head: {
      title: text('games.list.title'),
      description: text('games.list.description'),
      image: shareCardUrl('page', 'games', current.locale),
    },
    games: visibleGames(current.actor).map(toPosterGame),
  };
});

export const handle: CacheHandle = { cacheTopics: [] };

export default function Games({ loaderData: { games } }: Route.ComponentProps) {
  const { text } = useText();
  return (
    <div className="space-y-10">
      <div className="space-y-4">
        <h1 className="squiggle text-4xl sm:text-5xl">{text('games.list.title')}</h1>
        <p className="text-lg">{text('games.list.description')}</p>
      </div>
      <GamePosters games={games} />
    </div>
  );
}
