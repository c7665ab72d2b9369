import { ActionForm, Submit, UndoForm } from '#app/current/forms/action-form.tsx';
import { answerForm, formHeaders } from '#app/current/forms/answer-form.server.ts';
import { FormNotice } from '#app/current/forms/form-notice.tsx';
import { focusTarget } from '#app/current/forms/form-state.ts';
import { useForm } from '#app/current/forms/use-form.ts';
import type { PageForm } from '#app/current/forms/use-form.ts';
import { getText, useText } from '#app/current/locale.ts';
import { withCurrent } from '#app/current/page/loaders.server.ts';
import { SiteLink, useSitePath } from '#app/current/page/site-link.tsx';
import { requireUser } from '#app/current/permission.ts';
import { Field } from '#lib/ui/field.tsx';

import { levelIconUrl } from '../art/art-url.ts';
import type { LevelCard } from '../level-card.ts';
import { findLanguage } from '../level-cards.tsx';
import { getOwnPlaylist } from '../playlists/own-playlists.server.ts';
import { PlaylistWordsFields } from '../playlists/playlist-fields.tsx';
import { playlistEditIntents } from '../playlists/playlist-forms.server.ts';
import { getPlaylistSheet } from '../playlists/playlist-sheets.server.ts';
import { MAX_PLAYLIST_LEVELS } from '../playlists/playlist.ts';
import '../arcade.css';
import type { Route } from './+types/playlist-edit';

export const loader = withCurrent(async (current, { params }: Route.LoaderArgs) => {
  requireUser(current);
  await getOwnPlaylist(current, params.playlistId);
  const [text, playlist] = await Promise.all([getText(current.locale), getPlaylistSheet(current, params.playlistId)]);
  return {
    playlist,
    head: {
      title: text('arcade.edit.title', { name: playlist.name }),
      description: text('arcade.playlists.about'),
      noindex: true,
    },
  };
});

export const action = withCurrent(async (current, { params, request }: Route.ActionArgs) =>
  answerForm(current, await request.formData(), playlistEditIntents(params)),
);

export const headers = formHeaders;

export default function PlaylistEdit({ loaderData: { playlist }, actionData }: Route.ComponentProps) {
  const { text } = useText();
  const { playlistId, name, note = '', levels, missing } = playlist;
  const path = `/games/levelhead/playlists/${playlistId}`;
  const form = useForm(actionData, { of: 'edit.', action: useSitePath(`${path}/edit`) });
  return (
    <article className="space-y-10">
      <div className="arcade-marquee @container space-y-4 p-8 sm:p-12">
        <h1 className="arcade-title text-4xl wrap-anywhere">{name}</h1>
        <p>
          <SiteLink to={path}>{text('arcade.edit.look')}</SiteLink>
        </p>
      </div>
      <FormNotice form={form} undo={<UndoForm form={form} label={text('arcade.edit.undo')} letter="U" />} />
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <ActionForm form={form} fields={{ intent: 'edit.describe' }} className="block-card grid gap-5 p-6">
          <h2 className="text-2xl">{text('arcade.edit.words')}</h2>
          <PlaylistWordsFields refusal={form.findRefusal({ intent: 'edit.describe' })} name={name} note={note} />
          <div>
            <Submit>{text('arcade.edit.save')}</Submit>
          </div>
        </ActionForm>
        <AddForm key={form.state?.done ? levels.length : 'add'} form={form} />
      </div>
      <section aria-labelledby="order" className="space-y-5">
        <h2 id="order" className="squiggle text-3xl">
          {text('arcade.edit.order', { count: levels.length, most: MAX_PLAYLIST_LEVELS })}
        </h2>
        {missing > 0 && <p>{text('arcade.playlist.missing', { count: missing })}</p>}
        {levels.length === 0 ? (
          <p>{text('arcade.playlist.empty')}</p>
        ) : (
          <ol className="space-y-3">
            {levels.map((level, at) => (
              <PlaylistLevel key={level.levelId} level={level} at={at} last={levels.length - 1} form={form} />
            ))}
          </ol>
        )}
      </section>
    </article>
  );
}

function AddForm({ form }: { form: PageForm }) {
  const { text } = useText();
  const refusal = form.findRefusal({ intent: 'edit.add' });
  return (
    <ActionForm form={form} fields={{ intent: 'edit.add' }} className="block-card grid gap-5 p-6">
      <h2 className="text-2xl">{text('arcade.edit.addHeading')}</h2>
      <Field
        label={text('arcade.edit.level')}
        hint={text('arcade.edit.levelHint')}
        error={refusal?.problem.fields?.level}
        name="level"
        required
        maxLength={200}
        autoComplete="off"
        {...focusTarget(form.state, 'level')}
        defaultValue={refusal?.values.level}
      />
      <div>
        <Submit>{text('arcade.edit.add')}</Submit>
      </div>
    </ActionForm>
  );
}

interface PlaylistLevelProps {
  level: LevelCard;
  at: number;
  last: number;
  form: PageForm;
}

function PlaylistLevel({ level: { levelId, title, locale, content }, at, last, form }: PlaylistLevelProps) {
  const { text } = useText();
  const moves = [
    { intent: 'edit.up', id: `up-${levelId}`, name: 'arcade.edit.up', isEnd: at === 0, arrow: '↑' },
    { intent: 'edit.down', id: `down-${levelId}`, name: 'arcade.edit.down', isEnd: at === last, arrow: '↓' },
  ] as const;
  return (
    <li className="block-card flex flex-wrap items-center gap-x-4 gap-y-3 p-4">
      <div className="flex grow basis-64 items-center gap-4">
        <span aria-hidden="true" className="arcade-number w-10 flex-none text-xl!">
          {at + 1}
        </span>
        <img
          src={levelIconUrl(levelId, content)}
          alt=""
          width="48"
          height="48"
          loading="lazy"
          className="w-12 flex-none"
        />
        <SiteLink
          to={`/games/levelhead/levels/${levelId}`}
          lang={findLanguage(locale)}
          className="own-face font-bold wrap-anywhere"
        >
          {title}
        </SiteLink>
      </div>
      <ActionForm form={form} fields={{ levelId }} className="flex flex-wrap gap-2">
        {moves.map(({ intent, id, name, isEnd, arrow }) => (
          <Submit
            key={intent}
            {...focusTarget(form.state, id)}
            name="intent"
            value={intent}
            aria-label={text(name, { title })}
            aria-disabled={isEnd}
          >
            <span aria-hidden="true">{arrow}</span>
          </Submit>
        ))}
        <Submit kind="quiet" name="intent" value="edit.remove" aria-label={text('arcade.edit.removeOf', { title })}>
          {text('arcade.edit.remove')}
        </Submit>
      </ActionForm>
    </li>
  );
}
