import { answerForm, formHeaders } from '#app/current/forms/answer-form.server.ts';
import { headOf } from '#app/current/page/head.ts';
import { withCurrent } from '#app/current/page/loaders.server.ts';
import { useText } from '#app/current/locale.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';
import { fieldOf } from '#app/games/game-field.ts';
import { GameMark } from '#app/games/game-mark.tsx';
import { getGame } from '#app/games/games.server.ts';
import { Picture } from '#app/media/picture.tsx';
import type { CacheHandle } from '#app/current/page/handle.ts';
import { followIntents } from '#app/following/follow-forms.server.ts';
import { buttonClass } from '#lib/ui/button.tsx';

import { CHANGELOG_CACHE_TOPICS } from '../cache-topics.ts';
import type { ChangelogGame } from '../changelog.ts';
import { ChangelogBody } from '../changelog-body.tsx';
import { loadChangelog } from '../changelog-screen.server.ts';
import { changelogSubject } from '../event-kinds.server.ts';

import type { Route } from './+types/patchnotes';

export const loader = withCurrent(async (current, { params, url }: Route.LoaderArgs) => {
  // Of what is no game there is no page below the games.
  const { slug } = getGame(current.actor, params.game);
  return loadChangelog(current, slug, url);
});

export const action = withCurrent(async (current, { request }: Route.ActionArgs) =>
  answerForm(current, await request.formData(), followIntents([changelogSubject])),
);

export const headers = formHeaders;

export const handle: CacheHandle = { cacheTopics: CHANGELOG_CACHE_TOPICS };

export const meta = ({ loaderData }: Route.MetaArgs) => headOf(loaderData);

export default function PatchNotesScreen({
  loaderData: { heading, description, game, page, changelogs, editorPath, follow },
  actionData,
}: Route.ComponentProps) {
  return (
    <ChangelogBody page={page} changelogs={changelogs} editorPath={editorPath} follow={follow} answered={actionData}>
      {game && <PatchNotesHeader game={game} heading={heading} description={description} />}
    </ChangelogBody>
  );
}

interface PatchNotesHeaderProps {
  readonly game: ChangelogGame;
  readonly heading: string;
  readonly description: string;
}

function PatchNotesHeader({ game, heading, description }: PatchNotesHeaderProps) {
  const { text } = useText();
  return (
    <header
      className={`burst block-card grid items-center gap-6 p-6 text-ink [--from:20%_60%] sm:grid-cols-[9rem_minmax(0,1fr)] sm:gap-10 sm:p-8 print:hidden ${fieldOf(game)}`}
    >
      <Picture
        of={`box-${game.slug}`}
        alt=""
        width={160}
        height={213}
        loading="lazy"
        className="block-card mx-auto w-28 -rotate-2 sm:w-full"
      />
      <div className="@container space-y-4">
        <GameMark audience={game.audience} />
        <h1 className="text-4xl sm:text-5xl">{heading}</h1>
        <p className="max-w-[46ch] text-lg font-semibold">{description}</p>
        <p>
          <SiteLink to={`/games/${game.slug}`} className={buttonClass('plain')}>
            {text('changelogs.game.back', { game: game.name })}
          </SiteLink>
        </p>
      </div>
    </header>
  );
}
