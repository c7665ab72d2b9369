import { useText } from '#app/current/locale.ts';
import { headOf } from '#app/current/head.ts';
import { forScreen } from '#app/current/loads.server.ts';
import { requireLocaleSegment } from '#app/current/locale-segment.ts';
import { titleOf } from '#app/current/title.ts';
import type { Game } from '#content/games.ts';
import { getGame } from '../games.ts';
import { STORE_NAMES } from '../stores.ts';

import type { Route } from './+types/game';

export const loader = forScreen(async (current, { params }: Route.LoaderArgs) => {
  requireLocaleSegment(params.locale);
  const game = getGame(current.actor, params.game);
  return { game, head: { title: await titleOf(current.locale, game.name), description: game.tagline } };
});

export const meta = ({ loaderData }: Route.MetaArgs) => headOf(loaderData);

export default function GameScreen({ loaderData: { game } }: Route.ComponentProps) {
  const { text } = useText();
  return (
    <article className="block-card mt-4 grid gap-8 p-6 sm:p-10 md:mt-10 md:grid-cols-[minmax(0,20rem)_1fr]">
      <img
        src={`/media/snippets/box-${game.slug}.svg`}
        alt={text('home.games.art', { game: game.name })}
        width="480"
        height="640"
        className="block-card mx-auto w-full max-w-xs -rotate-2 md:-mt-16"
      />
      <div className="space-y-6">
        <div className="space-y-3">
          {game.unpublished && <p className="label">{text('home.games.unpublished')}</p>}
          <h1 className="squiggle text-4xl sm:text-5xl lg:text-6xl">{game.name}</h1>
        </div>
        <p lang="en" className="font-display text-2xl font-bold">
          {game.tagline}
        </p>
        <p lang="en" className="text-lg">
          {game.description}
        </p>
        <Stores game={game} />
      </div>
    </article>
  );
}

function Stores({ game }: { game: Game }) {
  const { text } = useText();
  const stores = game.stores.filter((store) => !store.hidden);
  if (stores.length === 0) return null;
  return (
    <ul aria-label={text('games.stores.label')} className="flex flex-wrap gap-4">
      {stores.map((store) => (
        <li key={store.url}>
          <a
            href={store.url}
            rel="noopener"
            className="block-card lift block bg-accent px-5 py-2 font-bold text-on-accent"
          >
            {STORE_NAMES[store.slug]}
          </a>
        </li>
      ))}
    </ul>
  );
}
