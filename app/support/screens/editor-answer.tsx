import { useLocation } from 'react-router';

import { visibilityName } from '#app/articles/article-fields.ts';
import { TranslationsPanel } from '#app/articles/translations-panel.tsx';
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

import { toSupportAnswer } from '../answer.ts';
import { AnswerEditor, LABELS } from '../editing/answer-editor.tsx';
import { listAnswerTranslations } from '../editing/answer-translations.server.ts';
import { ANSWERS, NEW_ANSWER } from '../editing/edited-answers.server.ts';
import type { Route } from './+types/editor-answer';

export const loader = withCurrent(async (current, { params, url }: Route.LoaderArgs) => {
  const text = await getText(current.locale);
  const { edited, page } =
    params.name === NEW_NAME
      ? await beginDocument(current, ANSWERS, NEW_ANSWER, url.searchParams)
      : await openDocument(current, ANSWERS, params.name, url.searchParams);
  return {
    page,
    ...(edited && { seenAt: toSupportAnswer(edited.item).path }),
    translations: edited && (await listAnswerTranslations(current, edited.item)),
    head: {
      title: page.values.title || text('support.edit.new'),
      description: text('support.desk.about'),
      noindex: true,
    },
  };
});

export const action = withCurrent(async (current, { request, params }: Route.ActionArgs) => {
  const name = params.name === NEW_NAME ? undefined : params.name;
  return answerEditor(current, ANSWERS, await request.formData(), { name, params });
});

export const headers = formHeaders;

export const handle: FormHandle = { maxFormBytes: 4 * 1024 * 1024 };

export default function EditorAnswer({ loaderData, actionData, params }: Route.ComponentProps) {
  const revision = new URLSearchParams(useLocation().search).get('rev');
  // What was published, merged or moved begins anew with what is saved.
  return <AnswerPage key={`${params.name} ${revision}`} data={loaderData} actionData={actionData} />;
}

interface AnswerPageProps {
  data: Route.ComponentProps['loaderData'];
  actionData: Route.ComponentProps['actionData'];
}

function AnswerPage({ data: { page, translations }, actionData }: AnswerPageProps) {
  const path = `/editor/answers/${page.document?.itemId ?? NEW_NAME}`;
  const form = useForm(actionData, { of: 'editor.', action: useSitePath(path) });
  const { done, own, isTaken } = page;
  return (
    <DocumentPage
      form={form}
      path={path}
      page={page}
      labels={LABELS}
      done={DONE}
      header={<AnswerHeader {...page} />}
      translations={
        translations && (
          <TranslationsPanel
            form={form}
            translations={translations}
            editor="/editor/answers"
            about="support.edit.languages"
          />
        )
      }
    >
      <AnswerEditor {...page} form={form} typed={isTaken ? own : undefined} isNew={isBegun(done)} />
    </DocumentPage>
  );
}

function AnswerHeader({ values, document }: Pick<AnswerPageProps['data']['page'], 'values' | 'document'>) {
  const { text } = useText();
  const all = { to: '/editor/answers', words: text('support.desk.title') };
  if (document === undefined)
    return <DocumentHeader title={text('support.edit.new')} state={undefined} links={[all]} />;
  const { title, visibility, topic, slug } = values;
  return (
    <DocumentHeader
      title={title}
      state={{ tone: visibility === 'public' ? 'success' : 'plain', words: text(visibilityName(visibility)) }}
      links={[
        { to: `/support/${topic}/${slug}`, words: text('editor.page.read') },
        { to: `/editor/answers/${encodeURIComponent(slug)}/versions`, words: text('editor.page.versions') },
        all,
      ]}
    />
  );
}

const DONE = {
  created: 'support.edit.created',
  saved: 'support.edit.saved',
  translated: 'support.edit.translated',
} as const satisfies Record<string, TextKey>;
