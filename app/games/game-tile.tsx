import { useText } from '#app/current/locale.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';
import { Picture } from '#app/media/picture.tsx';

import { GameMark } from './game-mark.tsx';
import type { TileGame } from './game.ts';

export function GameTiles({ games }: { games: readonly TileGame[] }) {
  const { text } = useText();
  return (
    <ul aria-label={text('games.list.label')} className="flex flex-wrap justify-center gap-5">
      {games.map((game) => (
        <GameTile key={game.slug} game={game} />
      ))}
    </ul>
  );
}

function GameTile({ game }: { game: TileGame }) {
  return (
    <li className="lift relative w-[calc(50%-0.625rem)] even:rotate-1 odd:-rotate-1 sm:w-[calc(33.3%-0.84rem)] lg:w-[calc(25%-0.94rem)]">
      <SiteLink to={`/games/${game.slug}`} className="block-card block h-full overflow-hidden">
        {/* The name stands below it. */}
        <Picture
          of={`box-${game.slug}`}
          alt=""
          width={160}
          height={213}
          sizes="(min-width: 64rem) 270px, (min-width: 40rem) 33vw, 50vw"
          loading="lazy"
          className="w-full border-b-3 border-line"
        />
        <span className="block px-4 py-3 font-label font-black">{game.name}</span>
      </SiteLink>
      <GameMark audience={game.audience} className="absolute start-3 top-3" />
    </li>
  );
}
