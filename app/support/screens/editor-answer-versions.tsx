import { answerForm, formHeaders } from '#app/current/forms/answer-form.server.ts';
import { getText } from '#app/current/locale.ts';
import { withCurrent } from '#app/current/page/loaders.server.ts';
import { openVersions } from '#app/editor/kinds/document-versions.server.ts';
import { versionIntents } from '#app/editor/kinds/kind-forms.server.ts';
import { DocumentVersionsPage } from '#app/editor/versions/versions-page.tsx';

import { LABELS } from '../editing/answer-editor.tsx';
import { ANSWERS } from '../editing/edited-answers.server.ts';
import type { Route } from './+types/editor-answer-versions';

export const loader = withCurrent(async (current, { params: { name }, url }: Route.LoaderArgs) => {
  const { values, itemId: _, ...page } = await openVersions(current, ANSWERS, name, url);
  const text = await getText(current.locale);
  const { title } = values;
  return {
    page: { ...page, title },
    head: {
      title: text('editor.versions.page', { title }),
      description: text('support.desk.about'),
      noindex: true,
    },
  };
});

export const action = withCurrent(async (current, { params, request }: Route.ActionArgs) =>
  answerForm(current, await request.formData(), versionIntents(ANSWERS, params.name, params)),
);

export const headers = formHeaders;

export default function EditorAnswerVersions({ loaderData: { page }, actionData }: Route.ComponentProps) {
  return <DocumentVersionsPage {...page} labels={LABELS} actionData={actionData} />;
}
