import { answerForm, formHeaders } from '#app/current/forms/answer-form.server.ts';
import { useText } from '#app/current/locale.ts';
import type { CacheHandle } from '#app/current/page/handle.ts';
import { withCurrent } from '#app/current/page/loaders.server.ts';
import { FollowButton } from '#app/following/follow-button.tsx';
import { followIntents } from '#app/following/follow-forms.server.ts';
import { offerGameFollow } from '#app/following/game-follows.server.ts';
import { ArcadeLinks } from '#app/levelhead/arcade-links.tsx';
import { Picture } from '#app/media/picture.tsx';
import { eventCatalogContext } from '#app/notifications/event-kind.server.ts';

import { toFieldClass } from '../game-field.ts';
import { gameHead } from '../game-head.server.ts';
import { GameMark } from '../game-mark.tsx';
import { toAudience } from '../game.ts';
import { getGame } from '../games.server.ts';
import { FactsAndLinks, Features, Stores, Trailer } from '../page/game-sections.tsx';
import type { Route } from './+types/game';

export const loader = withCurrent(async (current, { params, request, context }: Route.LoaderArgs) => {
  const game = getGame(current.actor, params.game);
  const follow = await offerGameFollow(current, context.get(eventCatalogContext).subjects, game);
  return { game, follow, head: await gameHead(current, game, request) };
});

export const action = withCurrent(async (current, { request, context }: Route.ActionArgs) =>
  answerForm(current, await request.formData(), followIntents(context.get(eventCatalogContext).subjects)),
);

export const headers = formHeaders;

export const handle: CacheHandle = { cacheTopics: [] };

export default function GameScreen({ loaderData: { game, follow }, actionData }: Route.ComponentProps) {
  const { text } = useText();
  return (
    <article className="space-y-16">
      <div
        className={`burst block-card mt-4 [--from:20%_60%] grid items-center gap-8 p-6 text-ink sm:p-10 md:mt-10 md:grid-cols-[minmax(0,16rem)_minmax(0,1fr)] lg:grid-cols-[minmax(0,20rem)_minmax(0,1fr)] lg:gap-14 lg:px-14 ${toFieldClass(game)}`}
      >
        <Picture
          of={`box-${game.slug}`}
          alt={text('home.games.art', { game: game.name })}
          width={320}
          height={427}
          className="block-card lift mx-auto w-full max-w-xs -rotate-2 md:-mt-20"
        />
        <div className="@container space-y-6">
          <div className="space-y-3">
            <GameMark audience={toAudience(game)} />
            <h1 className="text-[clamp(1.75rem,12.5cqi,3.75rem)] leading-[1.08]">{game.name}</h1>
          </div>
          <p lang="en" className="sign text-start font-display text-xl leading-snug font-black sm:text-2xl">
            {game.tagline}
          </p>
          <p lang="en" className="max-w-prose text-lg font-semibold">
            {game.description}
          </p>
        </div>
      </div>
      {game.slug === 'levelhead' && <ArcadeLinks />}
      <FollowButton offer={follow} path={`/games/${game.slug}`} answered={actionData} />
      <Stores game={game} />
      <Trailer game={game} />
      <Features features={game.features} />
      <FactsAndLinks game={game} />
    </article>
  );
}
