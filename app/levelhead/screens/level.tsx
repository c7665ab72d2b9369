import { data } from 'react-router';

import { answerForm, formHeaders } from '#app/current/forms/answer-form.server.ts';
import { FormNotice } from '#app/current/forms/form-notice.tsx';
import { useForm } from '#app/current/forms/use-form.ts';
import { useText } from '#app/current/locale.ts';
import { withCurrent } from '#app/current/page/loaders.server.ts';
import { useSitePath } from '#app/current/page/site-link.tsx';

import { ARCADE_CACHE } from '../kept-page.ts';
import { Graduation } from '../level-page/graduation.tsx';
import { levelHead } from '../level-page/level-head.server.ts';
import { LevelHero } from '../level-page/level-hero.tsx';
import { getLevelSheet } from '../level-page/level-sheets.server.ts';
import { Podiums } from '../level-page/podiums.tsx';
import { RecordHistory } from '../level-page/record-history.tsx';
import { Contents, ScoreBoard } from '../level-page/score-board.tsx';
import { SharePanel } from '../level-page/share-panel.tsx';
import { likeLevel, unlikeLevel } from '../liked-levels.server.ts';
import { useLiveStats, withStats } from '../live-stats.ts';
import { addBookmarks, removeBookmarks } from '../own-lists.server.ts';
import { findPlayerProfile } from '../profile-links.server.ts';
import { toShortAddress } from '../short-address.ts';
import type { Route } from './+types/level';

export const loader = withCurrent(async (current, { params, url }: Route.LoaderArgs) => {
  const level = await getLevelSheet(current, params.levelId);
  const head = await levelHead(current, level, url.pathname);
  const profile = await findPlayerProfile(current, level.creator.userId);
  const address = `${current.config.publicUrl}${url.pathname}`;
  const { userId } = current.actor;
  const isSignedIn = userId !== undefined;
  const isOwn = userId === level.creator.userId;
  const shortAddress = current.config.publicUrl + toShortAddress('levels', level.levelId);
  const shown = { level, profile, address, shortAddress, isSignedIn, isOwn, now: current.now().toISOString(), head };
  return data(shown, level.isUnlisted ? { headers: { 'x-robots-tag': 'noindex' } } : undefined);
});

export const action = withCurrent(async (current, { params, request }: Route.ActionArgs) =>
  answerForm(current, await request.formData(), {
    'level.bookmark': {
      least: 'authenticated',
      text: 'arcade.level.bookmarkDone',
      run: () => addBookmarks(current, [params.levelId]),
    },
    'level.unbookmark': {
      least: 'authenticated',
      text: 'arcade.level.unbookmarkDone',
      run: () => removeBookmarks(current, [params.levelId]),
    },
    'level.like': {
      least: 'authenticated',
      text: 'arcade.level.likeDone',
      run: () => likeLevel(current, params.levelId),
    },
    'level.unlike': {
      least: 'authenticated',
      text: 'arcade.level.unlikeDone',
      run: () => unlikeLevel(current, params.levelId),
    },
  }),
);

export const headers = formHeaders;

export const handle = ARCADE_CACHE;

export default function LevelScreen({ loaderData, actionData }: Route.ComponentProps) {
  const { text } = useText();
  const { profile, address, shortAddress, isSignedIn, isOwn, now } = loaderData;
  const live = useLiveStats([loaderData.level]);
  const level = withStats(loaderData.level, live.get(loaderData.level.levelId));
  const form = useForm(actionData, { of: 'level.', action: useSitePath(`/games/levelhead/levels/${level.levelId}`) });
  const { stats } = level;
  return (
    <article className="space-y-14">
      <LevelHero level={level} profile={profile} address={address} isSignedIn={isSignedIn} isOwn={isOwn} form={form} />
      <FormNotice form={form} />
      <SharePanel levelId={level.levelId} shortAddress={shortAddress} />
      <ScoreBoard level={level} />
      {level.place === 'marketing' && <Graduation stats={level.stats} />}
      <Podiums records={level.records} ownRanks={level.ownRanks} />
      <RecordHistory history={level.history} now={now} />
      <Contents content={level.content} />
      <p className="text-muted">
        <span>
          {text('arcade.level.facts', {
            version: level.gameVersion,
            minutes: Math.max(1, Math.round(level.creatorTime / 60)),
          })}
        </span>{' '}
        <span>
          {stats.PlayTime === undefined
            ? ''
            : text('arcade.level.playTime', { hours: Math.round(stats.PlayTime / 3600) })}
        </span>
      </p>
    </article>
  );
}
