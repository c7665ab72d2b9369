import { redirect } from 'react-router';

import { answerForm, formHeaders } from '#app/current/forms/answer-form.server.ts';
import { getText, inLocale } from '#app/current/locale.ts';
import { headOf } from '#app/current/page/head.ts';
import { withCurrent } from '#app/current/page/loaders.server.ts';
import { titleOf } from '#app/current/page/title.ts';
import { DocumentVersionsPage } from '#app/editor/versions/versions-page.tsx';
import { listDocumentVersions, parseVersionQuery } from '#app/editor/versions/versions.server.ts';

import { draftName, getEditedPost } from '../editing/edited-posts.server.ts';
import { editorPath } from '../editing/editor-forms.server.ts';
import { LABELS } from '../editing/post-editor.tsx';
import { compareWithVersion, restorePost } from '../editing/post-versions.server.ts';
import type { Route } from './+types/editor-versions';

export const loader = withCurrent(async (current, { params, url }: Route.LoaderArgs) => {
  const { rev, before } = parseVersionQuery(url);
  const post = await getEditedPost(current, params.name);
  const page = await listDocumentVersions(current, post.item, before);
  const compared = rev === undefined ? undefined : await compareWithVersion(current, post, rev);
  const text = await getText(current.locale);
  const { etag } = post.item;
  return {
    ...{ ...page, compared, etag, path: `/editor/${encodeURIComponent(draftName(post.item))}` },
    title: post.values.title,
    head: {
      title: await titleOf(current.locale, text('editor.versions.page', { title: post.values.title })),
      description: text('editor.page.about'),
      noindex: true,
    },
  };
});

export const action = withCurrent(async (current, { params, request }: Route.ActionArgs) =>
  answerForm(current, await request.formData(), {
    'editor.restore': async (current, fields) => {
      const item = await restorePost(current, params.name, fields.raw('rev'), fields.raw('etag'));
      const path = editorPath(item, 'restored', fields.raw('etag'));
      return redirect(inLocale(params, path), 303);
    },
  }),
);

export const headers = formHeaders;

export const meta = ({ loaderData }: Route.MetaArgs) => headOf(loaderData);

export default function EditorVersions({ loaderData: { head: _head, ...page }, actionData }: Route.ComponentProps) {
  return <DocumentVersionsPage {...page} labels={LABELS} actionData={actionData} />;
}
