import { answerForm, formHeaders } from '#app/current/forms/answer-form.server.ts';
import { getText, isLocale, localePath, useText } from '#app/current/locale.ts';
import { headOf } from '#app/current/page/head.ts';
import { withCurrent } from '#app/current/page/loaders.server.ts';
import { titleOf } from '#app/current/page/title.ts';
import { getEditedDocument } from '#app/editor/kinds/document-kind.server.ts';
import { compareWithVersion } from '#app/editor/kinds/document-versions.server.ts';
import { returnIntents } from '#app/editor/kinds/kind-forms.server.ts';
import { VersionDiff } from '#app/editor/versions/version-diff.tsx';
import { VersionsPage } from '#app/editor/versions/versions-page.tsx';
import { listDocumentVersions, versionsAsked } from '#app/editor/versions/versions.server.ts';

import { EPISODES } from '../editing/edited-episodes.server.ts';
import { LABELS } from '../editing/episode-editor.tsx';

import type { Route } from './+types/editor-episode-versions';

export const loader = withCurrent(async (current, { params, url }: Route.LoaderArgs) => {
  const { rev, before } = versionsAsked(url);
  const episode = await getEditedDocument(current, EPISODES, params.name);
  const page = await listDocumentVersions(current, episode.item, before);
  const compared = rev === undefined ? undefined : await compareWithVersion(current, EPISODES, episode, rev);
  const text = await getText(current.locale);
  const { title, slug } = episode.values;
  return {
    ...{ ...page, compared, title, etag: episode.item.etag, path: `/editor/episodes/${encodeURIComponent(slug)}` },
    head: {
      title: await titleOf(current.locale, text('editor.versions.page', { title })),
      description: text('podcast.desk.about'),
      noindex: true,
    },
  };
});

export const action = withCurrent(async (current, { params: { name, locale }, request }: Route.ActionArgs) => {
  const addressOf = (path: string) => (isLocale(locale) ? localePath(locale, path) : path);
  return answerForm(current, await request.formData(), returnIntents(EPISODES, name, addressOf));
});

export const headers = formHeaders;

export const meta = ({ loaderData }: Route.MetaArgs) => headOf(loaderData);

export default function EditorEpisodeVersions({ loaderData: { compared, ...page }, actionData }: Route.ComponentProps) {
  const { text } = useText();
  return (
    <VersionsPage
      {...page}
      actionData={actionData}
      rev={compared?.rev}
      diff={(restore) =>
        compared && (
          <VersionDiff
            title={text('editor.versions.changes')}
            compared={compared}
            nameOf={(name) => text(LABELS[name])}
          >
            {restore}
          </VersionDiff>
        )
      }
    />
  );
}
