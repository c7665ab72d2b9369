import { ActionForm, Submit } from '#app/current/forms/action-form.tsx';
import { answerForm, formHeaders } from '#app/current/forms/answer-form.server.ts';
import { FormNotice } from '#app/current/forms/form-notice.tsx';
import { useForm } from '#app/current/forms/use-form.ts';
import type { PageForm } from '#app/current/forms/use-form.ts';
import { getText, useText } from '#app/current/locale.ts';
import { withCurrent } from '#app/current/page/loaders.server.ts';
import { SiteLink, useSitePath } from '#app/current/page/site-link.tsx';
import { FollowButton } from '#app/following/follow-button.tsx';
import { offerFollow } from '#app/following/follows.server.ts';
import { toSubject } from '#app/following/subject.ts';
import { shareCardUrl } from '#app/media/share-card.ts';
import { CopyButton } from '#lib/ui/copy-button.tsx';

import { ARCADE_CACHE } from '../kept-page.ts';
import { LevelCards } from '../level-cards.tsx';
import { NamedPlayerLink } from '../named-player-link.tsx';
import { playlistIntents } from '../playlists/playlist-forms.server.ts';
import { getPlaylistSheet } from '../playlists/playlist-sheets.server.ts';
import type { PlaylistSheet } from '../playlists/playlist-sheets.server.ts';
import { playlistSubject } from '../playlists/playlist-updates.server.ts';
import '../arcade.css';
import type { Route } from './+types/playlist';

export const loader = withCurrent(async (current, { params, url }: Route.LoaderArgs) => {
  const token = url.searchParams.get('progress') ?? '';
  const playlist = await getPlaylistSheet(current, params.playlistId, token);
  const text = await getText(current.locale);
  const { name, author, levels, playlistId, progressQuery } = playlist;
  const by = author.name ?? text('arcade.player.gone');
  return {
    playlist,
    follow: playlist.isOwn
      ? undefined
      : await offerFollow(current, [playlistSubject], toSubject(playlistSubject.name, playlistId)),
    isSignedIn: current.actor.userId !== undefined,
    reportQuery: new URLSearchParams({
      game: 'levelhead',
      link: `${current.config.publicUrl}${url.pathname}`,
    }).toString(),
    progressAddress: progressQuery && `${current.config.publicUrl}${url.pathname}${progressQuery}`,
    head: {
      title: text('arcade.playlist.title', { name }),
      description: text('arcade.playlist.description', { count: levels.length, author: by }),
      author: by,
      image: shareCardUrl('playlist', playlistId, current.locale),
      path: `/games/levelhead/playlists/${playlistId}`,
      noindex: token !== '',
    },
  };
});

export const action = withCurrent(async (current, { params, request }: Route.ActionArgs) =>
  answerForm(current, await request.formData(), playlistIntents(params)),
);

export const headers = formHeaders;

export const handle = ARCADE_CACHE;

export default function PlaylistScreen({ loaderData, actionData }: Route.ComponentProps) {
  const { text, richText } = useText();
  const { playlist, follow, isSignedIn, progressAddress, reportQuery } = loaderData;
  const { playlistId, name, note, author, levels, missing, seconds, ownSeconds, forkOf } = playlist;
  const path = `/games/levelhead/playlists/${playlistId}`;
  const form = useForm(actionData, { of: 'playlist.', action: useSitePath(path) });
  const toMinutes = (length: number) => Math.max(1, Math.round(length / 60));
  return (
    <article className="space-y-10">
      <div className="arcade-marquee @container space-y-5 p-8 sm:p-12">
        <h1 className="arcade-title text-4xl wrap-anywhere">{name}</h1>
        <p>{richText('arcade.level.by', { creator: <NamedPlayerLink player={author} /> })}</p>
        {forkOf && (
          <p>
            {richText('arcade.playlist.forkOf', {
              playlist: <SiteLink to={`/games/levelhead/playlists/${forkOf.playlistId}`}>{forkOf.name}</SiteLink>,
            })}
          </p>
        )}
        {note !== undefined && note !== '' && <p className="max-w-prose text-lg wrap-anywhere">{note}</p>}
        <p className="font-bold">
          <span>{text('arcade.playlist.length', { count: levels.length, minutes: toMinutes(seconds) })}</span>
          {ownSeconds !== undefined && levels.length > 0 && (
            <span>{` ${text('arcade.playlist.ownLength', { minutes: toMinutes(ownSeconds) })}`}</span>
          )}
          {missing > 0 && <span>{` ${text('arcade.playlist.missing', { count: missing })}`}</span>}
        </p>
        <Progress playlist={playlist} isSignedIn={isSignedIn} />
        <Acts playlist={playlist} isSignedIn={isSignedIn} progressAddress={progressAddress} form={form} />
        {follow && <FollowButton offer={follow} path={path} kind="playlist" answered={actionData} />}
      </div>
      <FormNotice form={form} />
      {levels.length === 0 ? <p>{text('arcade.playlist.empty')}</p> : <LevelCards levels={levels} isNumbered />}
      {!playlist.isOwn && (
        <p>
          <SiteLink to={`/contact/topics/player?${reportQuery}`}>{text('arcade.playlist.report')}</SiteLink>
        </p>
      )}
    </article>
  );
}

interface ActsProps {
  playlist: PlaylistSheet;
  isSignedIn: boolean;
  progressAddress: string | undefined;
  form: PageForm;
}

function Acts({ playlist: { playlistId, levels, isOwn }, isSignedIn, progressAddress, form }: ActsProps) {
  const { text } = useText();
  return (
    <div className="flex flex-wrap items-center gap-3">
      {isOwn ? (
        <SiteLink to={`/games/levelhead/playlists/${playlistId}/edit`} className="button button-loud">
          {text('arcade.playlist.edit')}
        </SiteLink>
      ) : (
        isSignedIn && (
          <ActionForm form={form} fields={{ intent: 'playlist.fork' }}>
            <Submit kind="loud">{text('arcade.playlist.fork')}</Submit>
          </ActionForm>
        )
      )}
      <code className="search-word text-text">{playlistId}</code>
      <CopyButton words={playlistId} label={text('arcade.level.copyCode')} copied={text('arcade.copied')} />
      {progressAddress !== undefined && levels.length > 0 && (
        <CopyButton
          words={progressAddress}
          label={text('arcade.playlist.shareProgress')}
          copied={text('arcade.copied')}
        />
      )}
      {isSignedIn ? (
        <SiteLink to="/games/levelhead/playlists">{text('arcade.playlists.title')}</SiteLink>
      ) : (
        <a href="#login">{text('arcade.playlist.signIn')}</a>
      )}
    </div>
  );
}

function Progress({ playlist, isSignedIn }: { playlist: PlaylistSheet; isSignedIn: boolean }) {
  const { text, richText } = useText();
  const { levels, beaten, shared } = playlist;
  const count = levels.length;
  if (count === 0) return null;
  return (
    <div className="space-y-4">
      {shared && (
        <label className="block space-y-1 font-bold">
          {richText('arcade.playlist.sharedProgress', {
            player: <NamedPlayerLink player={shared.player} />,
            beaten: shared.beaten,
            count,
          })}
          <progress value={shared.beaten} max={count} className="block w-full max-w-md" />
        </label>
      )}
      {isSignedIn && (
        <label className="block space-y-1 font-bold">
          <span>{text('arcade.playlist.progress', { beaten, count })}</span>
          <progress value={beaten} max={count} className="block w-full max-w-md" />
        </label>
      )}
    </div>
  );
}
