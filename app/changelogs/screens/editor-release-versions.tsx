import { answerForm, formHeaders } from '#app/current/forms/answer-form.server.ts';
import { getText } from '#app/current/locale.ts';
import { withCurrent } from '#app/current/page/loaders.server.ts';
import { openVersions } from '#app/editor/kinds/document-versions.server.ts';
import { versionIntents } from '#app/editor/kinds/kind-forms.server.ts';
import { VersionsPage } from '#app/editor/versions/versions-page.tsx';

import { getChangelog } from '../changelogs.server.ts';
import { ReleaseDiff } from '../editing/release-diff.tsx';
import { releasePath } from '../editing/release-path.ts';
import { releaseKind } from '../editing/releases-kind.server.ts';
import type { Route } from './+types/editor-release-versions';

export const loader = withCurrent(async (current, { params: { app, version }, url }: Route.LoaderArgs) => {
  const kind = releaseKind(current, app, url.searchParams.get('role') ?? undefined);
  const { values, itemId, ...page } = await openVersions(current, kind, version, url);
  const text = await getText(current.locale);
  const title = `${getChangelog(current, app).name} ${values.version}`;
  return {
    page: { ...page, title, path: releasePath({ app, version: itemId }) },
    head: {
      title: text('editor.versions.page', { title }),
      description: text('releases.page.about'),
      noindex: true,
    },
  };
});

export const action = withCurrent(async (current, { params, request }: Route.ActionArgs) =>
  answerForm(
    current,
    await request.formData(),
    versionIntents(releaseKind(current, params.app), params.version, params),
  ),
);

export const headers = formHeaders;

export default function EditorReleaseVersions({ loaderData: { page }, actionData }: Route.ComponentProps) {
  const { compared, ...rest } = page;
  return (
    <VersionsPage
      {...rest}
      actionData={actionData}
      rev={compared?.rev}
      diff={(restore) => compared && <ReleaseDiff compared={compared}>{restore}</ReleaseDiff>}
    />
  );
}
