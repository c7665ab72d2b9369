import { UndoForm } from '#app/current/forms/action-form.tsx';
import { answerForm, formHeaders } from '#app/current/forms/answer-form.server.ts';
import { FormNotice } from '#app/current/forms/form-notice.tsx';
import { useForm } from '#app/current/forms/use-form.ts';
import { getText, useText } from '#app/current/locale.ts';
import { withCurrent } from '#app/current/page/loaders.server.ts';
import { SiteLink, useSitePath } from '#app/current/page/site-link.tsx';
import { listIntents } from '#app/editor/kinds/kind-forms.server.ts';
import { withQuery } from '#lib/calls/browser/address.ts';
import { buttonClass } from '#lib/ui/button.tsx';
import { Pagination } from '#lib/ui/pagination.tsx';

import { EPISODES, listEditedEpisodes } from '../editing/edited-episodes.server.ts';
import { EpisodeTable } from '../editing/episode-table.tsx';
import type { Route } from './+types/editor-episodes';

export const loader = withCurrent(async (current, { url }: Route.LoaderArgs) => {
  const text = await getText(current.locale);
  const { episodes, next } = await listEditedEpisodes(current, url.searchParams.get('after'));
  return {
    episodes,
    next,
    deleted: url.searchParams.get('done') === 'deleted' ? (url.searchParams.get('item') ?? '') : undefined,
    head: {
      title: text('podcast.desk.title'),
      description: text('podcast.desk.about'),
      noindex: true,
    },
  };
});

export const action = withCurrent(async (current, { params, request }: Route.ActionArgs) =>
  answerForm(current, await request.formData(), listIntents(EPISODES, params)),
);

export const headers = formHeaders;

export default function EditorEpisodes({ loaderData, actionData }: Route.ComponentProps) {
  const { text } = useText();
  const { episodes, next, deleted } = loaderData;
  const form = useForm(actionData, { of: 'editor.', action: useSitePath('/editor/episodes') });
  const undo = deleted === undefined ? undefined : { intent: 'editor.undelete', fields: { itemId: deleted } };
  return (
    <div lang="en" className="mx-auto max-w-5xl space-y-8">
      <header className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <h1 className="squiggle text-4xl">{text('podcast.desk.title')}</h1>
        <p className="ms-auto flex flex-wrap gap-3">
          <SiteLink to="/editor/episodes/new" className={buttonClass('loud')}>
            {text('podcast.desk.new')}
          </SiteLink>
          <SiteLink to="/podcast" className={buttonClass('quiet')}>
            {text('podcast.desk.read')}
          </SiteLink>
        </p>
      </header>
      <FormNotice
        form={form}
        done={deleted === undefined ? undefined : text('podcast.edit.deleted')}
        undo={<UndoForm form={form} before={undo} label={text('editor.undo')} />}
      />
      <EpisodeTable episodes={episodes} />
      <Pagination
        label={text('podcast.page.pages')}
        next={
          next === undefined
            ? undefined
            : { to: withQuery('/editor/episodes', { after: next }), text: text('podcast.page.older') }
        }
        link={SiteLink}
      />
    </div>
  );
}
