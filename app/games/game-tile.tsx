import { useText } from '#app/current/locale.ts';
import { SiteLink } from '#app/current/site-link.tsx';

import type { TileGame } from './games.ts';

/** A game's box art, as the lists of games show it. */
export function GameTile({ game }: { game: TileGame }) {
  const { text } = useText();
  return (
    <li className="lift relative w-[calc(50%-0.625rem)] even:rotate-1 odd:-rotate-1 sm:w-[calc(33.3%-0.84rem)] lg:w-[calc(25%-0.94rem)]">
      <SiteLink to={`/games/${game.slug}`} className="block-card block h-full overflow-hidden">
        {/* The name stands below it. */}
        <img
          src={`/media/snippets/box-${game.slug}.svg`}
          alt=""
          width="480"
          height="640"
          loading="lazy"
          className="w-full border-b-3 border-line"
        />
        <span className="block px-4 py-3 font-display font-black">{game.name}</span>
      </SiteLink>
      {game.unpublished && <span className="label absolute start-3 top-3">{text('home.games.unpublished')}</span>}
    </li>
  );
}
