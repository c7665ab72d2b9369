import { useLocation } from 'react-router';

import { visibilityName } from '#app/articles/article-fields.ts';
import { formHeaders } from '#app/current/forms/answer-form.server.ts';
import { useForm } from '#app/current/forms/use-form.ts';
import { getText, useText } from '#app/current/locale.ts';
import type { TextKey } from '#app/current/locale.ts';
import type { FormHandle } from '#app/current/page/handle.ts';
import { withCurrent } from '#app/current/page/loaders.server.ts';
import { useSitePath } from '#app/current/page/site-link.tsx';
import { DocumentHeader } from '#app/editor/document-header.tsx';
import { DocumentPage, isBegun } from '#app/editor/kinds/document-page.tsx';
import { answerEditor } from '#app/editor/kinds/kind-forms.server.ts';
import { beginDocument, openDocument } from '#app/editor/kinds/open-document.server.ts';
import { NEW_NAME } from '#app/editor/own-draft.ts';

import { EPISODES, NEW_EPISODE } from '../editing/edited-episodes.server.ts';
import { EpisodeEditor, LABELS } from '../editing/episode-editor.tsx';
import { MAX_AUDIO_BYTES } from '../editing/episode-form.ts';
import { fileIntents } from '../editing/episode-forms.server.ts';
import { toEpisode } from '../episode.ts';
import type { EpisodeWithAudio } from '../episode.ts';
import { withAudio } from '../episodes.server.ts';
import { findSoundChecks } from '../sound/sound-checks.server.ts';
import type { Route } from './+types/editor-episode';

export const loader = withCurrent(async (current, { params, url }: Route.LoaderArgs) => {
  const text = await getText(current.locale);
  const { edited, page } =
    params.name === NEW_NAME
      ? await beginDocument(current, EPISODES, NEW_EPISODE, url.searchParams)
      : await openDocument(current, EPISODES, params.name, url.searchParams);
  const [episode] = await withAudio(current, edited === undefined ? [] : [toEpisode(edited.item)]);
  const audioId = episode?.audioId ?? '';
  const check = (await findSoundChecks(current, [audioId])).get(audioId);
  return {
    page,
    episode,
    ...(episode && { seenAt: episode.path }),
    check,
    head: {
      title: page.values.title || text('podcast.edit.new'),
      description: text('podcast.desk.about'),
      noindex: true,
    },
  };
});

export const action = withCurrent(async (current, { request, params }: Route.ActionArgs) => {
  const name = params.name === NEW_NAME ? undefined : params.name;
  const intents = name === undefined ? {} : fileIntents(name);
  return answerEditor(current, EPISODES, await request.formData(), { name, params, intents });
});

export const headers = formHeaders;

export const handle: FormHandle = {
  maxFormBytes: 4 * 1024 * 1024,
  maxFileFormBytes: MAX_AUDIO_BYTES + 64 * 1024,
};

export default function EditorEpisode({ loaderData, actionData, params }: Route.ComponentProps) {
  const revision = new URLSearchParams(useLocation().search).get('rev');
  // What was published, merged or moved begins anew with what is saved.
  return <EpisodePage key={`${params.name} ${revision}`} data={loaderData} actionData={actionData} />;
}

interface EpisodePageProps {
  data: Route.ComponentProps['loaderData'];
  actionData: Route.ComponentProps['actionData'];
}

function EpisodePage({ data: { page, episode, check }, actionData }: EpisodePageProps) {
  const path = `/editor/episodes/${page.document?.itemId ?? NEW_NAME}`;
  const form = useForm(actionData, { of: 'editor.', action: useSitePath(path) });
  const { done, own, isTaken } = page;
  return (
    <DocumentPage
      form={form}
      path={path}
      page={page}
      labels={LABELS}
      done={DONE}
      header={<EpisodeHeader episode={episode} />}
    >
      <EpisodeEditor
        {...page}
        form={form}
        episode={episode}
        check={check}
        typed={isTaken ? own : undefined}
        isNew={isBegun(done)}
      />
    </DocumentPage>
  );
}

function EpisodeHeader({ episode }: { readonly episode: EpisodeWithAudio | undefined }) {
  const { text } = useText();
  const all = { to: '/editor/episodes', words: text('podcast.desk.title') };
  if (episode === undefined) {
    return <DocumentHeader title={text('podcast.edit.new')} state={undefined} links={[all]} />;
  }
  const { title, visibility, path, slug } = episode;
  return (
    <DocumentHeader
      title={title}
      state={{ tone: visibility === 'public' ? 'success' : 'plain', words: text(visibilityName(visibility)) }}
      links={[
        { to: path, words: text('editor.page.read') },
        { to: `/editor/episodes/${encodeURIComponent(slug)}/versions`, words: text('editor.page.versions') },
        all,
      ]}
    />
  );
}

const DONE = {
  created: 'podcast.edit.created',
  saved: 'podcast.edit.saved',
} as const satisfies Record<string, TextKey>;
