import { getText, useText } from '#app/current/locale.ts';
import type { CacheHandle } from '#app/current/page/handle.ts';
import { withCurrent } from '#app/current/page/loaders.server.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';
import { shareCardUrl } from '#app/media/share-card.ts';
import type { Game } from '#content/game.ts';
import { buttonClass } from '#lib/ui/button.tsx';

import { GameMark } from '../game-mark.tsx';
import { toAudience } from '../game.ts';
import { getGame } from '../games.server.ts';
import { Fact, GameFacts } from '../page/game-facts.tsx';
import { PressImages } from '../presskit/press-images.tsx';
import { PressContact, PressSection } from '../presskit/press-section.tsx';
import { getPressKit } from '../presskit/presskit.server.ts';
import { pressKitPath } from '../presskit/presskit.ts';
import type { PressImageKind, PressKitData, PressStore } from '../presskit/presskit.ts';
import type { Route } from './+types/presskit';

export const loader = withCurrent(async (current, { params }: Route.LoaderArgs) => {
  const kit = await getPressKit(current, params.game);
  const text = await getText(current.locale);
  const game = getGame(current.actor, params.game);
  const head = {
    title: text('games.presskit.title', { game: kit.name }),
    description: text('games.presskit.description', { game: kit.name }),
    image: shareCardUrl('game', game.slug, current.locale),
  };
  return { game, kit, head };
});

export const handle: CacheHandle = { cacheTopics: [] };

export default function PressKitScreen({ loaderData: { game, kit } }: Route.ComponentProps) {
  const { text } = useText();
  return (
    <article className="block-card mx-auto max-w-5xl space-y-12 p-6 sm:p-10 print:max-w-none print:border-0 print:p-0 print:shadow-none">
      <Top game={game} kit={kit} />
      <PressSection id="facts" heading={text('games.presskit.facts')}>
        <GameFacts game={game}>
          <MoreFacts kit={kit} />
        </GameFacts>
      </PressSection>
      <Words kit={kit} />
      <PressSection id="images" heading={text('games.presskit.images')}>
        <PressImages images={kit.images.filter(({ kind }) => !LOGOS.has(kind))} />
      </PressSection>
      <PressSection id="logo" heading={text('games.presskit.logo')}>
        <PressImages images={kit.images.filter(({ kind }) => LOGOS.has(kind))} />
      </PressSection>
      <PressSection id="credits" heading={text('games.presskit.credits')}>
        <p>{text('games.presskit.creditsText', { studio: kit.developer })}</p>
      </PressSection>
      <PressContact email={kit.contact} />
    </article>
  );
}

const LOGOS: ReadonlySet<PressImageKind> = new Set(['logo', 'mark']);

function MoreFacts({ kit }: { kit: PressKitData }) {
  const { text } = useText();
  return (
    <>
      <Fact label={text('games.presskit.developer')}>{kit.developer}</Fact>
      <Fact label={text('games.presskit.website')}>
        <span className="break-all">{kit.website}</span>
      </Fact>
      {kit.stores.length > 0 && (
        <Fact label={text('games.presskit.stores')}>
          <PressStores stores={kit.stores} />
        </Fact>
      )}
    </>
  );
}

function PressStores({ stores }: { stores: readonly PressStore[] }) {
  const { text, formatList } = useText();
  return (
    <ul className="space-y-1">
      {stores.map(({ name, url, platforms, subscription }) => (
        <li key={url} className="flex flex-wrap items-baseline gap-x-3">
          <a href={url} rel="noopener" className="inline-block py-0.5 font-bold text-link underline">
            {name}
          </a>
          <span className="text-sm text-muted">{formatList(platforms)}</span>
          {subscription !== undefined && (
            <span className="text-sm text-muted">{text('games.stores.subscription', { subscription })}</span>
          )}
        </li>
      ))}
    </ul>
  );
}

function Top({ game, kit }: { game: Game; kit: PressKitData }) {
  const { text } = useText();
  return (
    <header className="space-y-5">
      <GameMark audience={toAudience(game)} />
      <h1 className="squiggle text-4xl sm:text-5xl">{text('games.presskit.title', { game: kit.name })}</h1>
      <p className="text-lg">{text('games.presskit.description', { game: kit.name })}</p>
      <ul className="flex flex-wrap gap-4 print:hidden">
        <li>
          <a href={pressKitPath(game.slug, '.zip')} download className={buttonClass('loud')}>
            {text('games.presskit.zip')}
          </a>
        </li>
        <li>
          <a href={pressKitPath(game.slug, '.json')} className={buttonClass('plain')}>
            {text('games.presskit.json')}
          </a>
        </li>
        <li>
          <SiteLink to={`/games/${game.slug}`} className={buttonClass('quiet')}>
            {text('games.presskit.back', { game: kit.name })}
          </SiteLink>
        </li>
        <li>
          <SiteLink to="/press" className={buttonClass('quiet')}>
            {text('games.presskit.studio', { studio: kit.developer })}
          </SiteLink>
        </li>
      </ul>
    </header>
  );
}

function Words({ kit }: { kit: PressKitData }) {
  const { text } = useText();
  const features = kit.features.map((one) => `${one.title}: ${one.text}`);
  return (
    <>
      <PressSection id="words" heading={text('games.presskit.words')} copy={`${kit.tagline}\n\n${kit.description}`}>
        <p lang="en" className="text-lg font-bold">
          {kit.tagline}
        </p>
        <p lang="en">{kit.description}</p>
      </PressSection>
      <PressSection id="features" heading={text('games.presskit.features')} copy={features.join('\n')}>
        <ul lang="en" className="list-disc space-y-2 ps-6">
          {kit.features.map((one) => (
            <li key={one.title}>
              <strong>{`${one.title}.`}</strong> <span>{one.text}</span>
            </li>
          ))}
        </ul>
      </PressSection>
      <PressSection id="history" heading={text('games.presskit.history')} copy={kit.history.join('\n\n')}>
        {kit.history.map((paragraph) => (
          <p key={paragraph} lang="en">
            {paragraph}
          </p>
        ))}
      </PressSection>
    </>
  );
}
