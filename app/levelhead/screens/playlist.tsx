import { getText, useText } from '#app/current/locale.ts';
import { headOf } from '#app/current/page/head.ts';
import { withCurrent } from '#app/current/page/loaders.server.ts';
import { titleOf } from '#app/current/page/title.ts';
import { shareCardUrl } from '#app/media/share-card.ts';
import { CopyButton } from '#lib/ui/copy-button.tsx';

import { LevelCards } from '../level-cards.tsx';
import { getPlaylistSheet } from '../level-page/playlists.server.ts';
import { NamedPlayerLink } from '../named-player-link.tsx';

import type { Route } from './+types/playlist';

export const loader = withCurrent(async (current, { params }: Route.LoaderArgs) => {
  const playlist = await getPlaylistSheet(current, params.playlistId);
  const text = await getText(current.locale);
  const { name, author, levels, playlistId } = playlist;
  const by = author.name ?? text('arcade.player.gone');
  return {
    playlist,
    isSignedIn: current.actor.userId !== undefined,
    head: {
      title: await titleOf(current.locale, text('arcade.playlist.title', { name })),
      description: text('arcade.playlist.description', { count: levels.length, author: by }),
      author: by,
      image: shareCardUrl('playlist', playlistId, current.locale),
    },
  };
});

export const meta = ({ loaderData }: Route.MetaArgs) => headOf(loaderData);

export default function PlaylistScreen({ loaderData: { playlist, isSignedIn } }: Route.ComponentProps) {
  const { text, richText } = useText();
  const { playlistId, name, note, author, levels, missing, beaten, seconds } = playlist;
  return (
    <article className="space-y-10">
      <div className="arcade-marquee @container space-y-5 p-8 sm:p-12">
        <h1 className="arcade-title text-4xl wrap-anywhere">{name}</h1>
        <p>{richText('arcade.level.by', { creator: <NamedPlayerLink player={author} /> })}</p>
        {note !== undefined && note !== '' && <p className="max-w-prose text-lg wrap-anywhere">{note}</p>}
        <p className="font-bold">
          {text('arcade.playlist.length', { count: levels.length, minutes: Math.max(1, Math.round(seconds / 60)) })}
          {missing > 0 && ` ${text('arcade.playlist.missing', { count: missing })}`}
        </p>
        {isSignedIn && levels.length > 0 && (
          <label className="block space-y-1 font-bold">
            {text('arcade.playlist.progress', { beaten, count: levels.length })}
            <progress value={beaten} max={levels.length} className="block w-full max-w-md" />
          </label>
        )}
        <div className="flex flex-wrap items-center gap-3">
          <code className="search-word text-text">{playlistId}</code>
          <CopyButton words={playlistId} label={text('arcade.level.copyCode')} copied={text('arcade.copied')} />
        </div>
      </div>
      {levels.length === 0 ? <p>{text('arcade.playlist.empty')}</p> : <LevelCards levels={levels} isNumbered />}
    </article>
  );
}
