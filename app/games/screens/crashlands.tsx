import { answerForm, formHeaders } from '#app/current/forms/answer-form.server.ts';
import { useText } from '#app/current/locale.ts';
import type { CacheHandle } from '#app/current/page/handle.ts';
import { withCurrent } from '#app/current/page/loaders.server.ts';
import { FollowButton } from '#app/following/follow-button.tsx';
import { followIntents } from '#app/following/follow-forms.server.ts';
import { offerGameFollow } from '#app/following/game-follows.server.ts';
import { Picture } from '#app/media/picture.tsx';
import { eventCatalogContext } from '#app/notifications/event-kind.server.ts';
import flux from '#content/art/character-flux-crashed.svg';
import hewgodooko from '#content/art/character-hewgodooko.svg';
import juicebox from '#content/art/character-juicebox-crashed.svg';
import type { Note } from '#content/game.ts';

import { gameHead } from '../game-head.server.ts';
import { getGame } from '../games.server.ts';
import { GameHero } from '../page/game-hero.tsx';
import { FactsAndLinks, Section, Stores, Trailer } from '../page/game-sections.tsx';
import type { Route } from './+types/crashlands';

export const loader = withCurrent(async (current, { request, context }: Route.LoaderArgs) => {
  const game = getGame(current.actor, 'crashlands');
  const follow = await offerGameFollow(current, context.get(eventCatalogContext).subjects, game);
  return { game, follow, head: await gameHead(current, game, request) };
});

export const action = withCurrent(async (current, { request, context }: Route.ActionArgs) =>
  answerForm(current, await request.formData(), followIntents(context.get(eventCatalogContext).subjects)),
);

export const headers = formHeaders;

export const handle: CacheHandle = { cacheTopics: [] };

export default function Crashlands({ loaderData: { game, follow }, actionData }: Route.ComponentProps) {
  return (
    <article className="space-y-16">
      <GameHero game={game} />
      <FollowButton offer={follow} path={`/games/${game.slug}`} answered={actionData} />
      <Stores game={game} />
      <DeliveryNote features={game.features} />
      <Trailer game={game} />
      <Crew characters={game.characters ?? []} />
      <FactsAndLinks game={game} />
    </article>
  );
}

function DeliveryNote({ features }: { features: readonly Note[] }) {
  const { text } = useText();
  return (
    <Section id="features" heading={text('games.features.heading')}>
      <div className="grid items-start gap-8 lg:grid-cols-[1fr_18rem]">
        <ol lang="en" className="block-card divide-y-3 divide-dashed divide-hairline px-6 sm:px-8">
          {features.map(({ title, text: words }, at) => (
            <li key={title} className="grid grid-cols-[3rem_1fr] gap-x-4 gap-y-1 py-6 sm:grid-cols-[5rem_1fr]">
              <span aria-hidden="true" className="row-span-2 font-display text-4xl leading-none font-black text-link">
                {at + 1}
              </span>
              <h3 className="text-2xl">{title}</h3>
              <p className="text-lg">{words}</p>
            </li>
          ))}
        </ol>
        <Picture
          of="box-crashlands"
          alt=""
          width={320}
          height={427}
          loading="lazy"
          className="block-card mx-auto hidden w-full rotate-2 lg:block"
        />
      </div>
    </Section>
  );
}

const PORTRAITS = [flux, juicebox, hewgodooko];

function Crew({ characters }: { characters: readonly Note[] }) {
  const { text } = useText();
  return (
    <Section id="characters" heading={text('games.characters.heading')}>
      <ul lang="en" className="grid gap-6 md:grid-cols-3">
        {characters.map(({ title, text: words }, at) => (
          <li key={title} className="block-card lift overflow-hidden bg-night text-cloud">
            <img
              src={PORTRAITS[at]}
              alt=""
              width="480"
              height="360"
              loading="lazy"
              className="w-full border-b-3 border-line"
            />
            <div className="@container space-y-2 p-6">
              <span aria-hidden="true" className="block size-5 rounded-full border-3 border-accent" />
              <h3 className="text-2xl text-accent">{title}</h3>
              <p>{words}</p>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );
}
