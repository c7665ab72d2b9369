import { redirect } from 'react-router';

import type { Current } from '#app/current/current.server.ts';
import { answerForm, formHeaders } from '#app/current/forms/answer-form.server.ts';
import type { FormFields } from '#app/current/forms/form-fields.ts';
import { FormNotice } from '#app/current/forms/form-notice.tsx';
import { useForm } from '#app/current/forms/use-form.ts';
import { getText, isLocale, localePath, useText } from '#app/current/locale.ts';
import type { FormHandle } from '#app/current/page/handle.ts';
import { headOf } from '#app/current/page/head.ts';
import { withCurrent } from '#app/current/page/loaders.server.ts';
import { titleOf } from '#app/current/page/title.ts';
import { DocumentHeader } from '#app/editor/document-header.tsx';
import { textOfForm } from '#app/editor/documents.server.ts';
import { visibilityName } from '#app/posts/editing/post-fieldset.tsx';

import { AnswerEditor } from '../editing/answer-editor.tsx';
import { ANSWER_FIELDS, AnswerForm } from '../editing/answer-form.ts';
import { beginAnswer, createAnswer, openAnswer, saveAnswer } from '../editing/edited-answers.server.ts';
import { noAnswer } from '../problems.ts';

import type { Route } from './+types/editor-answer';

/** In the place of a name. */
const NEW = 'new';

export const loader = withCurrent(async (current, { params: { name } }: Route.LoaderArgs) => {
  const text = await getText(current.locale);
  const { values, etag } = name === NEW ? beginAnswer(current) : await openAnswer(current, name);
  return {
    ...{ values, etag },
    head: {
      title: await titleOf(current.locale, values.title || text('support.edit.new')),
      description: text('support.desk.about'),
      noindex: true,
    },
  };
});

export const action = withCurrent(async (current, { request, params: { name, locale } }: Route.ActionArgs) => {
  const pathOf = (slug: string) => {
    const path = `/editor/answers/${encodeURIComponent(slug)}`;
    return isLocale(locale) ? localePath(locale, path) : path;
  };
  const intents = {
    'support.save': async (current: Current, fields: FormFields) => {
      const form = readForm(fields);
      if (name === NEW) return redirect(pathOf((await createAnswer(current, form)).name ?? ''), 303);
      const { etag, name: saved } = await saveAnswer(current, name, form, fields.raw('etag'));
      if (saved !== name) return redirect(pathOf(saved ?? ''), 303);
      return { text: 'support.edit.saved', result: { etag } } as const;
    },
  };
  return answerForm(current, await request.formData(), intents, { errorPage: name === NEW ? [] : [noAnswer] });
});

function readForm(fields: FormFields): AnswerForm {
  const typed = Object.fromEntries(ANSWER_FIELDS.map((field) => [field, fields.raw(field)]));
  return fields.parse(AnswerForm, { ...typed, text: textOfForm(fields.raw('text')) });
}

export const headers = formHeaders;

export const handle: FormHandle = { maxFormBytes: 4 * 1024 * 1024 };

export const meta = ({ loaderData }: Route.MetaArgs) => headOf(loaderData);

export default function EditorAnswer({ loaderData, actionData, params }: Route.ComponentProps) {
  const { text } = useText();
  const { values, etag } = loaderData;
  const form = useForm(actionData, { of: 'support.' });
  const isNew = etag === '';
  return (
    // The texts of staff are English everywhere.
    <div lang="en" className="mx-auto max-w-7xl space-y-6">
      <DocumentHeader
        title={values.title || text('support.edit.new')}
        state={
          isNew
            ? undefined
            : {
                tone: values.visibility === 'public' ? 'success' : 'plain',
                words: text(visibilityName(values.visibility)),
              }
        }
        places={[
          ...(isNew ? [] : [{ to: `/support/${values.topic}/${values.slug}`, words: text('editor.page.read') }]),
          { to: '/editor/answers', words: text('support.desk.title') },
        ]}
      />
      <FormNotice form={form} />
      <AnswerEditor key={params.name} form={form} values={values} etag={etag} />
    </div>
  );
}
