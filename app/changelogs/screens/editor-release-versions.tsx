import { redirect } from 'react-router';

import { answerForm, formHeaders } from '#app/current/forms/answer-form.server.ts';
import { getText, inLocale } from '#app/current/locale.ts';
import { headOf } from '#app/current/page/head.ts';
import { withCurrent } from '#app/current/page/loaders.server.ts';
import { titleOf } from '#app/current/page/title.ts';
import { undoQuery } from '#app/editor/forms/undo-query.ts';
import { VersionsPage } from '#app/editor/versions/versions-page.tsx';
import { listDocumentVersions, parseVersionQuery } from '#app/editor/versions/versions.server.ts';

import { getEditedRelease } from '../editing/edited-releases.server.ts';
import { ReleaseDiff } from '../editing/release-diff.tsx';
import { releasePath } from '../editing/release-path.ts';
import { compareWithVersion, restoreRelease } from '../editing/release-versions.server.ts';
import type { Route } from './+types/editor-release-versions';

export const loader = withCurrent(async (current, { params, url }: Route.LoaderArgs) => {
  const { rev, before } = parseVersionQuery(url);
  const release = await getEditedRelease(current, { ...params, role: url.searchParams.get('role') ?? undefined });
  const { changelog, item, values } = release;
  const page = await listDocumentVersions(current, item, before);
  const compared = rev === undefined ? undefined : await compareWithVersion(current, release, rev);
  const text = await getText(current.locale);
  const title = `${changelog.name} ${values.version}`;
  return {
    ...{ ...page, compared, title, etag: item.etag, path: releasePath({ app: params.app, version: item.itemId }) },
    head: {
      title: await titleOf(current.locale, text('editor.versions.page', { title })),
      description: text('releases.page.about'),
      noindex: true,
    },
  };
});

export const action = withCurrent(async (current, { params, request }: Route.ActionArgs) =>
  answerForm(current, await request.formData(), {
    'editor.restore': async (current, fields) => {
      const item = await restoreRelease(current, params, fields.raw('rev'), fields.raw('etag'));
      const query = undoQuery('restored', item.etag, fields.raw('etag'));
      const path = releasePath({ app: params.app, version: item.itemId }, query);
      return redirect(inLocale(params, path), 303);
    },
  }),
);

export const headers = formHeaders;

export const meta = ({ loaderData }: Route.MetaArgs) => headOf(loaderData);

export default function EditorReleaseVersions({ loaderData: { compared, ...page }, actionData }: Route.ComponentProps) {
  return (
    <VersionsPage
      {...page}
      actionData={actionData}
      rev={compared?.rev}
      diff={(restore) => compared && <ReleaseDiff compared={compared}>{restore}</ReleaseDiff>}
    />
  );
}
