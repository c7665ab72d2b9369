import type { ReactNode } from 'react';

import { useText } from '#app/current/locale.ts';
import { SiteLink, useSitePath } from '#app/current/page/site-link.tsx';
import paperwork from '#content/art/presskit.svg';
import type { Game, Note } from '#content/game.ts';
import { FEED_FORMATS } from '#lib/syndication/feed-format.ts';
import { buttonClass } from '#lib/ui/button.tsx';

import { fieldAt } from '../game-field.ts';
import { GameFacts } from './game-facts.tsx';
import { StoreList } from './store-list.tsx';
import { TrailerFacade } from './trailer-facade.tsx';

const [RSS] = FEED_FORMATS;

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
      {/* Three stand in one row; any other number in pairs. */}
      <ul lang="en" className={`grid gap-6 ${features.length === 3 ? 'lg:grid-cols-3' : 'md:grid-cols-2'}`}>
        {features.map(({ title, text: words }, at) => (
          <li key={title} className="block-card lift overflow-hidden even:rotate-[0.5deg] odd:-rotate-[0.5deg]">
            <div aria-hidden="true" className={`burst h-8 border-b-3 border-line ${fieldAt(at)}`} />
            <div className="space-y-2 p-6">
              <h3 className="text-2xl">{title}</h3>
              <p className="text-lg">{words}</p>
            </div>
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

export function FactsAndLinks({ game }: { game: Game }) {
  const { text } = useText();
  return (
    <Section id="facts" heading={text('games.facts.heading')}>
      <div className="block-card flex items-center justify-between gap-8 p-6 sm:p-8">
        <div className="space-y-6">
          <GameFacts game={game} />
          <GameLinks game={game} />
        </div>
        <img
          src={paperwork}
          alt=""
          width="480"
          height="360"
          loading="lazy"
          className="block-card hidden w-72 rotate-2 md:block lg:me-6 lg:w-80"
        />
      </div>
    </Section>
  );
}

function GameLinks({ game }: { game: Game }) {
  const { text } = useText();
  const { slug, community, hasPatchnotes, presskit } = game;
  const link = buttonClass('plain');
  const feed = `/blog/${slug}`;
  const feedAddress = useSitePath(feed);
  return (
    <ul aria-label={text('games.links.heading')} className="flex flex-wrap gap-4">
      {community !== undefined && (
        <li>
          <a href={`https://www.reddit.com/r/${community.reddit}/`} rel="noopener" className={link}>
            {text('games.links.reddit', { name: community.reddit })}
          </a>
        </li>
      )}
      {hasPatchnotes && (
        <li>
          <SiteLink to={`/games/${slug}/patchnotes`} className={link}>
            {text('games.links.patchnotes')}
          </SiteLink>
        </li>
      )}
      <li>
        <SiteLink to={feed} className={link}>
          {text('feed.blog.title')}
        </SiteLink>
      </li>
      <li>
        <a href={`${feedAddress}/${RSS.file}`} type={RSS.type} className={link}>
          {RSS.name}
        </a>
      </li>
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
