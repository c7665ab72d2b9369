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

import { LABELS } from '../editing/answer-editor.tsx';
import { ANSWERS } from '../editing/edited-answers.server.ts';

import type { Route } from './+types/editor-answer-versions';

export const loader = withCurrent(async (current, { params, url }: Route.LoaderArgs) => {
  const { rev, before } = versionsAsked(url);
  const answer = await getEditedDocument(current, ANSWERS, params.name);
  const page = await listDocumentVersions(current, answer.item, before);
  const compared = rev === undefined ? undefined : await compareWithVersion(current, ANSWERS, answer, rev);
  const text = await getText(current.locale);
  const { title, slug } = answer.values;
  return {
    ...{ ...page, compared, title, etag: answer.item.etag, path: `/editor/answers/${encodeURIComponent(slug)}` },
    head: {
      title: await titleOf(current.locale, text('editor.versions.page', { title })),
      description: text('support.desk.about'),
      noindex: true,
    },
  };
});

export const action = withCurrent(async (current, { params: { name, locale }, request }: Route.ActionArgs) => {
  const addressOf = (path: string) => (isLocale(locale) ? localePath(locale, path) : path);
  return answerForm(current, await request.formData(), returnIntents(ANSWERS, name, addressOf));
});

export const headers = formHeaders;

export const meta = ({ loaderData }: Route.MetaArgs) => headOf(loaderData);

export default function EditorAnswerVersions({ loaderData: { compared, ...page }, actionData }: Route.ComponentProps) {
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
