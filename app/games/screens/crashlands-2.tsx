import { answerForm, formHeaders } from '#app/current/forms/answer-form.server.ts';
import { useText } from '#app/current/locale.ts';
import type { CacheHandle } from '#app/current/page/handle.ts';
import { withCurrent } from '#app/current/page/loaders.server.ts';
import { FollowButton } from '#app/following/follow-button.tsx';
import { followIntents } from '#app/following/follow-forms.server.ts';
import { offerGameFollow } from '#app/following/game-follows.server.ts';
import { eventCatalogContext } from '#app/notifications/event-kind.server.ts';
import flux from '#content/art/character-flux.svg';
import juicebox from '#content/art/character-juicebox.svg';
import sluggabuns from '#content/art/character-sluggabuns.svg';
import type { Note } from '#content/game.ts';

import { fieldAt } from '../game-field.ts';
import { gameHead } from '../game-head.server.ts';
import { getGame } from '../games.server.ts';
import { GameHero } from '../page/game-hero.tsx';
import { FactsAndLinks, Section, Stores, Trailer } from '../page/game-sections.tsx';
import type { Route } from './+types/crashlands-2';

export const loader = withCurrent(async (current, { request, context }: Route.LoaderArgs) => {
  const game = getGame(current.actor, 'crashlands-2');
  const follow = await offerGameFollow(current, context.get(eventCatalogContext).subjects, game);
  return { game, follow, head: await gameHead(current, game, request) };
});

export const action = withCurrent(async (current, { request, context }: Route.ActionArgs) =>
  answerForm(current, await request.formData(), followIntents(context.get(eventCatalogContext).subjects)),
);

export const headers = formHeaders;

export const handle: CacheHandle = { cacheTopics: [] };

export default function Crashlands2({ loaderData: { game, follow }, actionData }: Route.ComponentProps) {
  return (
    <article className="space-y-16">
      <GameHero game={game} />
      <FollowButton offer={follow} path={`/games/${game.slug}`} answered={actionData} />
      <Stores game={game} />
      <Trailer game={game} />
      <Patchwork features={game.features} />
      <Neighbours characters={game.characters ?? []} />
      <FactsAndLinks game={game} />
    </article>
  );
}

function Patchwork({ features }: { features: readonly Note[] }) {
  const { text } = useText();
  return (
    <Section id="features" heading={text('games.features.heading')}>
      <ul lang="en" className="grid gap-5 md:grid-cols-2">
        {features.map(({ title, text: words }, at) => (
          <li
            key={title}
            className={`burst block-card lift space-y-3 p-6 text-ink first:md:col-span-2 first:sm:p-10 ${fieldAt(at)}`}
          >
            <h3 className="max-w-xl text-2xl sm:text-3xl">{title}</h3>
            <p className="max-w-prose text-lg">{words}</p>
          </li>
        ))}
      </ul>
    </Section>
  );
}

const PORTRAITS = [flux, juicebox, sluggabuns];

function Neighbours({ characters }: { characters: readonly Note[] }) {
  const { text } = useText();
  return (
    <Section id="characters" heading={text('games.characters.heading')}>
      <ul lang="en" className="grid gap-x-6 gap-y-8 md:grid-cols-3">
        {characters.map(({ title, text: words }, at) => (
          <li key={title} className="block-card lift overflow-hidden even:rotate-1 odd:-rotate-1">
            <img
              src={PORTRAITS[at]}
              alt=""
              width="480"
              height="360"
              loading="lazy"
              className="w-full border-b-3 border-line"
            />
            <div className="px-6 pb-6">
              <h3 className="sign -ms-2 -mt-6 mb-3 max-w-[calc(100%+1.5rem)] text-xl">{title}</h3>
              <p>{words}</p>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );
}
