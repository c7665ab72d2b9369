import { headOf } from '#app/current/head.ts';
import { forScreen } from '#app/current/loads.server.ts';
import { requireLocaleSegment } from '#app/current/locale-segment.ts';
import { useText } from '#app/current/locale.ts';
import type { KeptHandle } from '#app/current/news.ts';
import type { Note } from '#content/game.ts';
import { gameHead } from '../game-head.server.ts';
import { getGame } from '../games.ts';
import { GameHero } from '../page/game-hero.tsx';
import { FactsAndLinks, Section, Stores, Trailer } from '../page/game-sections.tsx';

import type { Route } from './+types/crashlands-2';

export const loader = forScreen(async (current, { params, request }: Route.LoaderArgs) => {
  requireLocaleSegment(params.locale);
  const game = getGame(current.actor, 'crashlands-2');
  return { game, head: await gameHead(current, game, request) };
});

export const handle: KeptHandle = { news: [] };

export const meta = ({ loaderData }: Route.MetaArgs) => headOf(loaderData);

export default function Crashlands2({ loaderData: { game } }: Route.ComponentProps) {
  return (
    <article className="space-y-16">
      <GameHero game={game} />
      <Stores game={game} />
      <Trailer game={game} />
      <Patchwork features={game.features} />
      <Neighbours characters={game.characters ?? []} />
      <FactsAndLinks game={game} />
    </article>
  );
}

const FIELDS = ['bg-mint', 'bg-tangerine', 'bg-lagoon', 'bg-gum', 'bg-coral'];

/** The features as fields of one quilt, the first as wide as all. */
function Patchwork({ features }: { features: readonly Note[] }) {
  const { text } = useText();
  return (
    <Section id="features" heading={text('games.features.heading')}>
      <ul lang="en" className="grid gap-5 md:grid-cols-2">
        {features.map(({ title, text: words }, at) => (
          <li
            key={title}
            className={`block-card space-y-3 p-6 text-ink first:md:col-span-2 first:sm:p-10 ${FIELDS[at % FIELDS.length]}`}
          >
            <h3 className="max-w-xl text-2xl sm:text-3xl">{title}</h3>
            <p className="max-w-prose text-lg">{words}</p>
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** Whom one meets, each on a door plate that somebody hung by hand. */
function Neighbours({ characters }: { characters: readonly Note[] }) {
  const { text } = useText();
  return (
    <Section id="characters" heading={text('games.characters.heading')}>
      <ul lang="en" className="grid gap-x-6 gap-y-10 pt-4 md:grid-cols-3">
        {characters.map(({ title, text: words }) => (
          <li key={title} className="block-card relative px-6 pt-10 pb-6 even:rotate-1 odd:-rotate-1">
            <h3 className="sign absolute -top-6 start-4 text-xl">{title}</h3>
            <p>{words}</p>
          </li>
        ))}
      </ul>
    </Section>
  );
}
