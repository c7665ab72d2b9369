import { ActionForm, Submit } from '#app/current/forms/action-form.tsx';
import { answerForm, formHeaders } from '#app/current/forms/answer-form.server.ts';
import { FormNotice } from '#app/current/forms/form-notice.tsx';
import { useForm } from '#app/current/forms/use-form.ts';
import type { PageForm } from '#app/current/forms/use-form.ts';
import { getText, useText } from '#app/current/locale.ts';
import { withCurrent } from '#app/current/page/loaders.server.ts';
import { SignInLink } from '#app/current/page/sign-in-link.tsx';
import { SiteLink, useSitePath } from '#app/current/page/site-link.tsx';
import { FOLLOW_BUTTON } from '#app/following/follow.ts';
import { shareCardUrl } from '#app/media/share-card.ts';
import { reportPath } from '#app/reports/report.ts';
import { buttonClass } from '#lib/ui/button.tsx';
import { CopyButton } from '#lib/ui/copy-button.tsx';
import { Pagination } from '#lib/ui/pagination.tsx';

import { ARCADE_CACHE } from '../kept-page.ts';
import { LevelCards } from '../level-cards.tsx';
import { Face } from '../named-player-link.tsx';
import { followPlayer, unfollowPlayer } from '../own-lists.server.ts';
import type { PlayerSheet } from '../player-page/player-sheet.ts';
import { findPlayerLevels, getPlayerSheet } from '../player-page/player-sheets.server.ts';
import { findLevelsLikeTheirs, findRivals } from '../player-page/rivals.server.ts';
import { Rivals } from '../player-page/rivals.tsx';
import { findTrends } from '../player-page/trends.server.ts';
import { Trends } from '../player-page/trends.tsx';
import { TrophyShelf } from '../player-page/trophy-shelf.tsx';
import { findPlayerProfile } from '../profile-links.server.ts';
import { StatMark } from '../stat-mark.tsx';
import '../arcade.css';
import type { Route } from './+types/player';

export const loader = withCurrent(async (current, { params, url }: Route.LoaderArgs) => {
  const player = await getPlayerSheet(current, params.userId);
  const [levels, rivals, alike, weeks, profile] = await Promise.all([
    findPlayerLevels(current, player.userId, url.searchParams),
    findRivals(current, player, url),
    findLevelsLikeTheirs(current, player.userId),
    findTrends(current, player.userId),
    findPlayerProfile(current, player.userId),
  ]);
  const text = await getText(current.locale);
  const name = player.name ?? text('arcade.player.gone');
  const { userId } = current.actor;
  return {
    player,
    levels,
    rivals,
    alike,
    weeks,
    profile,
    name,
    mayFollow: userId === undefined ? undefined : userId !== player.userId,
    head: {
      title: text('arcade.player.title', { name }),
      description: text('arcade.player.description', { name, published: player.stats.Published ?? 0 }),
      type: 'profile' as const,
      image: shareCardUrl('player', player.userId, current.locale),
      path: `/games/levelhead/players/${player.userId}`,
      noindex: !levels.isFirst || url.searchParams.has('rivals'),
    },
  };
});

export const action = withCurrent(async (current, { params, request }: Route.ActionArgs) =>
  answerForm(current, await request.formData(), {
    'player.follow': {
      least: 'authenticated',
      text: 'arcade.player.followDone',
      run: () => followPlayer(current, params.userId),
    },
    'player.unfollow': {
      least: 'authenticated',
      text: 'arcade.player.unfollowDone',
      run: () => unfollowPlayer(current, params.userId),
    },
  }),
);

export const headers = formHeaders;

export const handle = ARCADE_CACHE;

export default function PlayerScreen({ loaderData, actionData }: Route.ComponentProps) {
  const { text } = useText();
  const { player, levels, rivals, alike, weeks, profile, name, mayFollow } = loaderData;
  const path = `/games/levelhead/players/${player.userId}`;
  const form = useForm(actionData, { of: 'player.', action: useSitePath(path) });
  return (
    <article className="space-y-14">
      <PlayerHero player={player} name={name} profile={profile} form={form} mayFollow={mayFollow} />
      <FormNotice form={form} />
      <TrophyShelf stats={player.stats} />
      <Trends weeks={weeks} />
      <section aria-labelledby="levels" className="space-y-6">
        <h2 id="levels" className="squiggle text-3xl">
          {text('arcade.player.levels')}
        </h2>
        {levels.levels.length === 0 ? (
          <p>{text('arcade.player.noLevels')}</p>
        ) : (
          <LevelCards levels={levels.levels} heading="h3" />
        )}
        {levels.levels.length > 0 && (
          <p>
            <a href={`${path}/levels.csv`} className="font-bold underline">
              {text('arcade.player.csv')}
            </a>
          </p>
        )}
        <Pagination
          label={text('arcade.search.pages')}
          next={
            levels.next === undefined ? undefined : { to: `${path}${levels.next}`, text: text('arcade.search.next') }
          }
          previous={levels.isFirst ? undefined : { to: path, text: text('arcade.search.first') }}
          link={SiteLink}
        />
      </section>
      <Rivals player={player} rivals={rivals} />
      {alike.length > 0 && (
        <section aria-labelledby="alike" className="space-y-6">
          <h2 id="alike" className="squiggle text-3xl">
            {text('arcade.player.alike')}
          </h2>
          <LevelCards levels={alike} heading="h3" />
        </section>
      )}
    </article>
  );
}

interface PlayerHeroProps extends PlayerActionsProps {
  name: string;
  /** Their page as a member of this site. */
  profile: string | undefined;
}

function PlayerHero({ player, name, profile, form, mayFollow }: PlayerHeroProps) {
  const { text, formatDate, formatNumber } = useText();
  return (
    <div className="arcade-marquee grid items-center gap-6 p-8 sm:grid-cols-[auto_1fr] sm:gap-10 sm:p-12">
      <Face avatarId={player.avatarId} size={160} isEager />
      <div className="@container min-w-0 space-y-4">
        <h1 className="arcade-title text-4xl wrap-anywhere">{name}</h1>
        <p className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <code className="search-word text-text">{`@${player.userId}`}</code>
          <span>
            {text('arcade.player.since', {
              date: formatDate(player.createdAt, { dateStyle: 'long', timeZone: 'UTC' }),
            })}
          </span>
          {profile !== undefined && <SiteLink to={profile}>{text('arcade.player.profile')}</SiteLink>}
        </p>
        <dl className="flex items-center gap-2 text-lg font-bold">
          <dt className="flex items-center gap-2">
            <StatMark name="people" />
            <span>{text('arcade.stat.followers')}</span>
          </dt>
          <dd className="arcade-number text-2xl!">{formatNumber(player.stats.Subscribers ?? 0)}</dd>
        </dl>
        <PlayerActions player={player} form={form} mayFollow={mayFollow} />
      </div>
    </div>
  );
}

interface PlayerActionsProps {
  player: PlayerSheet;
  form: PageForm;
  /** Undefined for visitors, who sign in first. */
  mayFollow: boolean | undefined;
}

function PlayerActions({ player, form, mayFollow }: PlayerActionsProps) {
  const { text } = useText();
  return (
    <div className="flex flex-wrap items-center gap-3">
      {mayFollow === undefined && (
        <SignInLink place={FOLLOW_BUTTON} className={buttonClass('plain')}>
          {text('arcade.player.signIn')}
        </SignInLink>
      )}
      {mayFollow && (
        <ActionForm form={form}>
          <Submit
            id={FOLLOW_BUTTON}
            kind="loud"
            name="intent"
            value={player.isFollowed ? 'player.unfollow' : 'player.follow'}
          >
            {text(player.isFollowed ? 'arcade.player.unfollow' : 'arcade.player.follow')}
          </Submit>
        </ActionForm>
      )}
      <CopyButton words={player.userId} label={text('arcade.level.copyCode')} copied={text('arcade.copied')} />
      {mayFollow !== false && (
        <SiteLink to={reportPath('player', player.userId)} rel="nofollow">
          {text('reports.link')}
        </SiteLink>
      )}
    </div>
  );
}
