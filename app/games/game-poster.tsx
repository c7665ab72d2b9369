import { useText } from '#app/current/locale.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';
import { Picture } from '#app/media/picture.tsx';

import { toFieldClass } from './game-field.ts';
import { GameMark } from './game-mark.tsx';
import type { PosterGame } from './game.ts';

export function GamePosters({ games }: { games: readonly PosterGame[] }) {
  const { text } = useText();
  return (
    <ul aria-label={text('games.list.label')} className="grid gap-x-8 gap-y-10 lg:grid-cols-2">
      {games.map((game) => (
        <GamePoster key={game.slug} game={game} />
      ))}
    </ul>
  );
}

function GamePoster({ game }: { game: PosterGame }) {
  return (
    <li
      className={`group burst block-card [--from:18%_60%] block-link lift relative flex items-center gap-4 p-4 text-ink sm:gap-8 sm:p-6 lg:first:col-span-2 lg:first:px-14 ${toFieldClass(game)}`}
    >
      {/* The name stands beside it. */}
      <Picture
        of={`box-${game.slug}`}
        alt=""
        width={160}
        height={213}
        sizes="(min-width: 64rem) 208px, (min-width: 40rem) 160px, 128px"
        loading="lazy"
        className="block-card spring w-24 shrink-0 -rotate-2 min-[22.5rem]:w-32 motion-safe:group-hover:rotate-1 sm:-my-9 sm:w-40 lg:group-first:w-52"
      />
      <div className="min-w-0 grow space-y-2">
        <GameMark audience={game.audience} />
        <h2 className="text-xl sm:text-2xl lg:group-first:text-5xl">
          <SiteLink to={`/games/${game.slug}`}>{game.name}</SiteLink>
        </h2>
        <p lang="en" className="leading-snug font-semibold sm:text-lg">
          {game.tagline}
        </p>
        <p lang="en" className="text-sm font-bold">
          {game.genre}
        </p>
      </div>
    </li>
  );
}
