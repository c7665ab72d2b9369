import { ActionForm, Submit, UndoForm } from '#app/current/forms/action-form.tsx';
import { answerForm, formHeaders } from '#app/current/forms/answer-form.server.ts';
import { FormNotice } from '#app/current/forms/form-notice.tsx';
import { useForm } from '#app/current/forms/use-form.ts';
import type { PageForm } from '#app/current/forms/use-form.ts';
import { getText, useText } from '#app/current/locale.ts';
import { withCurrent } from '#app/current/page/loaders.server.ts';
import { SiteLink, useSitePath } from '#app/current/page/site-link.tsx';
import { requireUser } from '#app/current/permission.ts';

import { Marquee } from '../browse/hall-view.tsx';
import { findOwnPlaylists } from '../playlists/own-playlists.server.ts';
import { PlaylistWordsFields } from '../playlists/playlist-fields.tsx';
import { ownPlaylistsIntents } from '../playlists/playlist-forms.server.ts';
import { MAX_PLAYLISTS } from '../playlists/playlist.ts';
import type { Route } from './+types/own-playlists';

const PATH = '/games/levelhead/playlists';

export const loader = withCurrent(async (current) => {
  requireUser(current);
  const [text, playlists] = await Promise.all([getText(current.locale), findOwnPlaylists(current)]);
  return {
    playlists: playlists.map(({ playlistId, name, levelIds }) => ({ playlistId, name, count: levelIds.length })),
    head: {
      title: text('arcade.playlists.title'),
      description: text('arcade.playlists.about'),
      noindex: true,
    },
  };
});

export const action = withCurrent(async (current, { params, request }: Route.ActionArgs) =>
  answerForm(current, await request.formData(), ownPlaylistsIntents(params)),
);

export const headers = formHeaders;

export default function OwnPlaylists({ loaderData: { playlists }, actionData }: Route.ComponentProps) {
  const { text } = useText();
  const form = useForm(actionData, { of: 'playlists.', action: useSitePath(PATH) });
  const refusal = form.findRefusal({ intent: 'playlists.create' });
  return (
    <div className="space-y-10">
      <Marquee title={text('arcade.playlists.title')} about={text('arcade.playlists.about')} current="playlists" />
      <FormNotice form={form} undo={<UndoForm form={form} label={text('arcade.edit.undo')} letter="U" />} />
      <ActionForm
        form={form}
        fields={{ intent: 'playlists.create' }}
        className="block-card grid max-w-3xl gap-5 p-6 sm:p-8"
      >
        <h2 className="text-2xl">{text('arcade.playlists.new')}</h2>
        <PlaylistWordsFields refusal={refusal} name="" note="" />
        <div>
          <Submit kind="loud">{text('arcade.playlists.create')}</Submit>
        </div>
      </ActionForm>
      {playlists.length === 0 ? (
        <p className="text-lg">{text('arcade.playlists.none')}</p>
      ) : (
        <section aria-labelledby="own" className="space-y-5">
          <h2 id="own" className="squiggle text-3xl">
            {text('arcade.playlists.own', { count: playlists.length, most: MAX_PLAYLISTS })}
          </h2>
          <ul className="space-y-4">
            {playlists.map((one) => (
              <PlaylistRow key={one.playlistId} playlist={one} form={form} />
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

interface PlaylistRowProps {
  playlist: { playlistId: string; name: string; count: number };
  form: PageForm;
}

function PlaylistRow({ playlist: { playlistId, name, count }, form }: PlaylistRowProps) {
  const { text } = useText();
  return (
    <li className="block-card flex flex-wrap items-center gap-x-6 gap-y-3 p-5">
      <div className="min-w-48 grow">
        <SiteLink to={`${PATH}/${playlistId}`} className="text-lg font-bold wrap-anywhere">
          {name}
        </SiteLink>
        <p className="text-sm text-muted">{text('arcade.playlists.count', { count })}</p>
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <SiteLink to={`${PATH}/${playlistId}/edit`} className="button">
          <span>{text('arcade.playlist.edit')}</span>
          <span className="sr-only">{`: ${name}`}</span>
        </SiteLink>
        <ActionForm form={form} fields={{ intent: 'playlists.delete', playlistId }}>
          <Submit kind="quiet">
            <span>{text('arcade.playlists.delete')}</span>
            <span className="sr-only">{`: ${name}`}</span>
          </Submit>
        </ActionForm>
      </div>
    </li>
  );
}
