import { Link } from 'react-router';

import { useText } from '#app/current/locale.ts';
import type { Game } from '#content/games.ts';

/** A game's box art, as the lists of games show it. */
export function GameTile({ game }: { game: Game }) {
  const { text } = useText();
  return (
    <li className="block-card lift relative overflow-hidden">
      <Link to={`/games/${game.slug}`} className="block">
        <img
          src={`/media/snippets/box-${game.slug}.svg`}
          alt={text('home.games.art', { game: game.name })}
          width="480"
          height="640"
          loading="lazy"
          className="w-full"
        />
        <span className="block px-4 py-3 font-display font-black">{game.name}</span>
      </Link>
      {game.unpublished && (
        <span className="absolute start-3 top-3 rounded-full bg-accent px-3 py-1 text-sm font-bold text-on-accent">
          {text('home.games.unpublished')}
        </span>
      )}
    </li>
  );
}
