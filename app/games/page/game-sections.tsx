import type { ReactNode } from 'react';

import { hasScreen } from '#app/current/screens.ts';
import { useText } from '#app/current/locale.ts';
import { SiteLink } from '#app/current/site-link.tsx';
import type { Game, Note } from '#content/game.ts';
import { buttonClass } from '#lib/ui/button.tsx';

import { GameFacts } from './game-facts.tsx';
import { StoreList } from './store-list.tsx';
import { TrailerFacade } from './trailer-facade.tsx';

/** A part of a game's page under a heading. */
export function Section({ id, heading, children }: { id: string; heading: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="space-y-6">
      <h2 id={id} className="squiggle text-3xl sm:text-4xl">
        {heading}
      </h2>
      {children}
    </section>
  );
}

export function Features({ features }: { features: readonly Note[] }) {
  const { text } = useText();
  if (features.length === 0) return null;
  return (
    <Section id="features" heading={text('games.features.heading')}>
      <ul lang="en" className="grid gap-6 md:grid-cols-2">
        {features.map(({ title, text: words }) => (
          <li key={title} className="block-card space-y-2 p-6">
            <h3 className="text-2xl">{title}</h3>
            <p>{words}</p>
          </li>
        ))}
      </ul>
    </Section>
  );
}

export function Trailer({ game }: { game: Game }) {
  const { text } = useText();
  if (game.trailer === undefined) return null;
  return (
    <Section id="trailer" heading={text('games.trailer.heading')}>
      <TrailerFacade game={game.name} youtubeId={game.trailer.youtubeId} poster={`banner-${game.slug}`} />
    </Section>
  );
}

export function Stores({ game }: { game: Game }) {
  const { text } = useText();
  const isSold = game.stores.some(({ hidden }) => !hidden);
  return (
    <Section id="stores" heading={text('games.stores.heading')}>
      {isSold ? <StoreList stores={game.stores} /> : <p>{text('games.stores.none')}</p>}
    </Section>
  );
}

/** The facts, and where there is more of the game. */
export function FactsAndLinks({ game }: { game: Game }) {
  const { text } = useText();
  return (
    <Section id="facts" heading={text('games.facts.heading')}>
      <div className="block-card space-y-6 p-6 sm:p-8">
        <GameFacts game={game} />
        <GameLinks game={game} />
      </div>
    </Section>
  );
}

function GameLinks({ game }: { game: Game }) {
  const { text } = useText();
  const { slug, community, hasPatchnotes, presskit } = game;
  const link = buttonClass('plain');
  return (
    <ul aria-label={text('games.links.heading')} className="flex flex-wrap gap-4 empty:hidden">
      {community !== undefined && (
        <li>
          <a href={`https://www.reddit.com/r/${community.reddit}/`} rel="noopener" className={link}>
            {text('games.links.reddit', { name: community.reddit })}
          </a>
        </li>
      )}
      {hasPatchnotes && hasScreen('/games/:game/patchnotes') && (
        <li>
          <SiteLink to={`/games/${slug}/patchnotes`} className={link}>
            {text('games.links.patchnotes')}
          </SiteLink>
        </li>
      )}
      {presskit !== undefined && (
        <li>
          <SiteLink to={`/games/${slug}/presskit`} className={link}>
            {text('games.links.presskit')}
          </SiteLink>
        </li>
      )}
    </ul>
  );
}
