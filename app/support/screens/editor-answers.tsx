import { UndoForm } from '#app/current/forms/action-form.tsx';
import { answerForm, formHeaders } from '#app/current/forms/answer-form.server.ts';
import { FormNotice } from '#app/current/forms/form-notice.tsx';
import { useForm } from '#app/current/forms/use-form.ts';
import { getText, useText } from '#app/current/locale.ts';
import { withCurrent } from '#app/current/page/loaders.server.ts';
import { SiteLink, useSitePath } from '#app/current/page/site-link.tsx';
import { listIntents } from '#app/editor/kinds/kind-forms.server.ts';
import { buttonClass } from '#lib/ui/button.tsx';

import { AnswerTable, MissTable } from '../editing/answer-table.tsx';
import { ANSWERS, listEditedAnswers } from '../editing/edited-answers.server.ts';
import { findMisses } from '../search/misses.server.ts';
import { SUPPORT_TOPICS, SUPPORT_TOPIC_IDS } from '../topic.ts';
import type { Route } from './+types/editor-answers';

export const loader = withCurrent(async (current, { url }: Route.LoaderArgs) => {
  const text = await getText(current.locale);
  const [answers, misses] = await Promise.all([listEditedAnswers(current), findMisses(current)]);
  const [spared, written] = [sumColumn(answers, 'spared'), sumColumn(answers, 'written')];
  return {
    answers,
    misses,
    spared,
    written,
    deleted: url.searchParams.get('done') === 'deleted' ? (url.searchParams.get('item') ?? '') : undefined,
    head: {
      title: text('support.desk.title'),
      description: text('support.desk.about'),
      noindex: true,
    },
  };
});

function sumColumn<Key extends string>(rows: readonly Readonly<Record<Key, number>>[], key: Key): number {
  return rows.reduce((sum, row) => sum + row[key], 0);
}

export const action = withCurrent(async (current, { params, request }: Route.ActionArgs) =>
  answerForm(current, await request.formData(), listIntents(ANSWERS, params)),
);

export const headers = formHeaders;

export default function EditorAnswers({ loaderData, actionData }: Route.ComponentProps) {
  const { text } = useText();
  const { answers, misses, spared, written, deleted } = loaderData;
  const form = useForm(actionData, { of: 'editor.', action: useSitePath('/editor/answers') });
  const undo = deleted === undefined ? undefined : { intent: 'editor.undelete', fields: { itemId: deleted } };
  return (
    <div lang="en" className="mx-auto max-w-5xl space-y-8">
      <header className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <h1 className="squiggle text-4xl">{text('support.desk.title')}</h1>
        <p className="ms-auto flex flex-wrap gap-3">
          <SiteLink to="/editor/answers/new" className={buttonClass('loud')}>
            {text('support.desk.new')}
          </SiteLink>
          <SiteLink to="/support" className={buttonClass('quiet')}>
            {text('support.desk.read')}
          </SiteLink>
        </p>
      </header>
      <FormNotice
        form={form}
        done={deleted === undefined ? undefined : text('support.edit.deleted')}
        undo={<UndoForm form={form} before={undo} label={text('editor.undo')} />}
      />
      <p className="text-lg">{text('support.desk.deflection', { spared, written })}</p>
      <MissTable misses={misses} />
      {SUPPORT_TOPIC_IDS.map((topic) => (
        <AnswerTable
          key={topic}
          caption={text(SUPPORT_TOPICS[topic].name)}
          answers={answers.filter((answer) => answer.topic === topic)}
        />
      ))}
    </div>
  );
}
