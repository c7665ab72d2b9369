import { useLocation } from 'react-router';

import { UndoForm } from '#app/current/forms/action-form.tsx';
import { formHeaders } from '#app/current/forms/answer-form.server.ts';
import { FormNotice } from '#app/current/forms/form-notice.tsx';
import { useForm } from '#app/current/forms/use-form.ts';
import { getText, isLocale, localePath, useText } from '#app/current/locale.ts';
import type { TextKey } from '#app/current/locale.ts';
import type { FormHandle } from '#app/current/page/handle.ts';
import { headOf } from '#app/current/page/head.ts';
import { withCurrent } from '#app/current/page/loaders.server.ts';
import { useSitePath } from '#app/current/page/site-link.tsx';
import { titleOf } from '#app/current/page/title.ts';
import { requireUser } from '#app/current/permission.ts';
import { DocumentHeader } from '#app/editor/document-header.tsx';
import { undoOfArrival } from '#app/editor/forms/undo-arrival.ts';
import { OwnDraftNotice } from '#app/editor/own-draft-notice.tsx';
import { PresenceList } from '#app/editor/presence/presence-list.tsx';
import { visibilityName } from '#app/posts/editing/post-fieldset.tsx';
import { TranslationsPanel } from '#app/posts/translations/translations-panel.tsx';
import { Notice } from '#lib/ui/notice.tsx';

import { AnswerEditor, LABELS } from '../editing/answer-editor.tsx';
import { answerAnswerEditor } from '../editing/answer-forms.server.ts';
import { beginAnswer, openAnswer } from '../editing/edited-answers.server.ts';

import type { Route } from './+types/editor-answer';

/** In the place of a name. */
const NEW = 'new';

export const loader = withCurrent(async (current, { params: { name }, url }: Route.LoaderArgs) => {
  const text = await getText(current.locale);
  const page = name === NEW ? await beginAnswer(current) : await openAnswer(current, name);
  const done = url.searchParams.get('done');
  return {
    ...page,
    ...{ ownId: requireUser(current), now: current.now().getTime(), zones: Intl.supportedValuesOf('timeZone') },
    ...{ isTaken: url.searchParams.has('draft'), done: isDone(done) ? done : undefined },
    undo: page.answer && undoOfArrival(url.searchParams, page.answer.etag),
    head: {
      title: await titleOf(current.locale, page.values.title || text('support.edit.new')),
      description: text('support.desk.about'),
      noindex: true,
    },
  };
});

export const action = withCurrent(async (current, { request, params: { name, locale } }: Route.ActionArgs) => {
  const addressOf = (path: string) => (isLocale(locale) ? localePath(locale, path) : path);
  return answerAnswerEditor(current, await request.formData(), { name: name === NEW ? undefined : name, addressOf });
});

export const headers = formHeaders;

export const handle: FormHandle = { maxFormBytes: 4 * 1024 * 1024 };

export const meta = ({ loaderData }: Route.MetaArgs) => headOf(loaderData);

export default function EditorAnswer({ loaderData, actionData, params }: Route.ComponentProps) {
  const revision = new URLSearchParams(useLocation().search).get('rev');
  // What was published, merged or moved begins anew with what is saved.
  return <AnswerPage key={`${params.name} ${revision}`} name={params.name} data={loaderData} actionData={actionData} />;
}

interface AnswerPageProps {
  name: string;
  data: Route.ComponentProps['loaderData'];
  actionData: Route.ComponentProps['actionData'];
}

function AnswerPage({ name, data, actionData }: AnswerPageProps) {
  const { text } = useText();
  const { answer, own, isTaken, done, now } = data;
  const path = `/editor/answers/${encodeURIComponent(name)}`;
  const form = useForm(actionData, { of: 'editor.', action: useSitePath(path) });
  return (
    // The texts of staff are English everywhere.
    <div lang="en" className="mx-auto max-w-7xl space-y-6">
      <AnswerHeader {...data} />
      {answer && <PresenceList place={answer} initial={answer.people} ownId={data.ownId} now={now} />}
      <FormNotice
        form={form}
        done={done && text(DONE[done])}
        undo={<UndoForm form={form} before={data.undo} label={text('editor.undo')} />}
      />
      {own && !isTaken && (
        <OwnDraftNotice
          form={form}
          savedAt={own.savedAt}
          now={now}
          changed={own.changed.map((field) => text(LABELS[field]))}
          to={`${path}?draft=yes`}
        />
      )}
      {own && isTaken && <Notice>{text('editor.own.taken')}</Notice>}
      <AnswerEditor {...data} form={form} typed={isTaken ? own : undefined} isNew={done === 'created'} />
      {answer && (
        <TranslationsPanel
          form={form}
          translations={answer.translations}
          editor="/editor/answers"
          about="support.edit.languages"
        />
      )}
    </div>
  );
}

function AnswerHeader({ values, answer }: Pick<AnswerPageProps['data'], 'values' | 'answer'>) {
  const { text } = useText();
  const all = { to: '/editor/answers', words: text('support.desk.title') };
  if (answer === undefined) return <DocumentHeader title={text('support.edit.new')} state={undefined} places={[all]} />;
  const { title, visibility, topic, slug } = values;
  return (
    <DocumentHeader
      title={title}
      state={{ tone: visibility === 'public' ? 'success' : 'plain', words: text(visibilityName(visibility)) }}
      places={[
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
  merged: 'editor.done.merged',
  published: 'editor.done.published',
  unpublished: 'editor.done.unpublished',
  restored: 'editor.done.restored',
  undeleted: 'editor.done.undeleted',
  translated: 'support.edit.translated',
} as const satisfies Record<string, TextKey>;

function isDone(done: string | null): done is keyof typeof DONE {
  return done !== null && Object.hasOwn(DONE, done);
}
