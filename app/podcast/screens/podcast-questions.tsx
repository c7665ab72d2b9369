import { Form, data } from 'react-router';

import { answerForm, formHeaders } from '#app/current/forms/answer-form.server.ts';
import { FormNotice } from '#app/current/forms/form-notice.tsx';
import { useForm } from '#app/current/forms/use-form.ts';
import { getText, useText } from '#app/current/locale.ts';
import { headOf } from '#app/current/page/head.ts';
import { withCurrent } from '#app/current/page/loaders.server.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';
import { titleOf } from '#app/current/page/title.ts';
import { findEntries } from '#app/feedbag/entries/find-entries.server.ts';
import { DUPLICATE, SORTS, entryQueryOf } from '#app/feedbag/entry.ts';
import type { EntryQuery } from '#app/feedbag/entry.ts';
import { listIntents } from '#app/feedbag/feedbag-forms.server.ts';
import drawing from '#content/art/podcast-questions.svg';
import { show } from '#content/podcast.ts';
import { linkHeader } from '#lib/calls/page.ts';
import { Button, buttonClass } from '#lib/ui/button.tsx';
import { Field, SelectField } from '#lib/ui/field.tsx';
import { Pagination } from '#lib/ui/pagination.tsx';

import { QuestionItem } from '../questions/page/question-item.tsx';
import { ASK_PATH, QUESTIONS_PATH, QUESTIONS_PROJECT, QUESTION_STATES } from '../questions/question.ts';
import { withFacts } from '../questions/questions.server.ts';

import type { Route } from './+types/podcast-questions';

export const loader = withCurrent(async (current, { url, request }: Route.LoaderArgs) => {
  const query = entryQueryOf(url.searchParams);
  const { entries, next } = await findEntries(current, QUESTIONS_PROJECT, query);
  const text = await getText(current.locale);
  const link = linkHeader(request.url, { next: { after: next } });
  return data(
    {
      ...{ questions: await withFacts(current, entries), next, query },
      ...{ now: current.now().getTime(), isSignedIn: current.actor.userId !== undefined },
      head: {
        title: await titleOf(current.locale, text('podcast.questions.title', { show: show.title })),
        description: text('podcast.questions.lead'),
        noindex: query.after !== undefined || paramsOf(query).size > 0,
      },
    },
    { headers: link === undefined ? {} : { link } },
  );
});

export const action = withCurrent(async (current, { request }: Route.ActionArgs) =>
  answerForm(current, await request.formData(), listIntents),
);

export const headers = formHeaders;

export const meta = ({ loaderData }: Route.MetaArgs) => headOf(loaderData);

export default function PodcastQuestions({ loaderData, actionData }: Route.ComponentProps) {
  const { text } = useText();
  const { questions, next, query, now, isSignedIn } = loaderData;
  const form = useForm(actionData, { of: 'feedbag.', place: 'questions-title' });
  const params = paramsOf(query);
  return (
    <div className="mx-auto max-w-4xl space-y-7">
      <QuestionsHead />
      <Filters query={query} />
      <FormNotice form={form} />
      {questions.length === 0 ? (
        <p className="py-6 text-center text-lg">{text('podcast.questions.empty')}</p>
      ) : (
        <ul className="space-y-4">
          {questions.map((question) => (
            <li key={question.subjectId}>
              <QuestionItem {...{ form, question, isSignedIn, now }} />
            </li>
          ))}
        </ul>
      )}
      <Pagination
        label={text('feedbag.list.pages')}
        previous={
          query.after === undefined
            ? undefined
            : { to: `${QUESTIONS_PATH}?${params}`, text: text('feedbag.list.first') }
        }
        next={
          next === undefined
            ? undefined
            : {
                to: `${QUESTIONS_PATH}?${new URLSearchParams([...params, ['after', next]])}`,
                text: text('feedbag.list.more'),
              }
        }
        link={SiteLink}
      />
    </div>
  );
}

function QuestionsHead() {
  const { text } = useText();
  return (
    <header className="grid items-center gap-x-8 gap-y-5 md:grid-cols-[minmax(0,1fr)_16rem]">
      <div className="space-y-4">
        <SiteLink to="/podcast" className="inline-block py-1 font-bold underline" lang="en">
          {show.title}
        </SiteLink>
        <h1 id="questions-title" tabIndex={-1} className="squiggle text-3xl sm:text-5xl">
          {text('podcast.questions.title', { show: show.title })}
        </h1>
        <p className="text-lg">{text('podcast.questions.lead')}</p>
        <SiteLink to={ASK_PATH} className={buttonClass('loud')}>
          {text('podcast.questions.ask')}
        </SiteLink>
      </div>
      <img src={drawing} alt="" width="320" height="260" className="mx-auto w-full max-w-60 md:max-w-none" />
    </header>
  );
}

function Filters({ query }: { readonly query: EntryQuery }) {
  const { text } = useText();
  return (
    <search>
      <Form method="get" key={String(paramsOf(query))} className="flex flex-wrap items-end gap-3">
        <Field
          type="search"
          name="text"
          label={text('feedbag.list.search')}
          defaultValue={query.text}
          maxLength={120}
          className="min-w-0 grow basis-56"
        />
        <SelectField
          name="status"
          label={text('feedbag.list.status')}
          defaultValue={query.status ?? ''}
          className="basis-36"
        >
          <option value="">{text('feedbag.list.any')}</option>
          {Object.entries(QUESTION_STATES)
            .filter(([id]) => id !== DUPLICATE)
            .map(([id, name]) => (
              <option key={id} value={id}>
                {text(name)}
              </option>
            ))}
        </SelectField>
        <SelectField name="sort" label={text('feedbag.list.sort')} defaultValue={query.sort} className="basis-44">
          {SORTS.map((sort) => (
            <option key={sort} value={sort}>
              {text(sort === 'top' ? 'feedbag.list.top' : 'feedbag.list.newest')}
            </option>
          ))}
        </SelectField>
        <Button type="submit">{text('feedbag.list.find')}</Button>
      </Form>
    </search>
  );
}

function paramsOf({ text, status, sort }: EntryQuery): URLSearchParams {
  const given = { text, status: status ?? '', sort: sort === 'top' ? '' : sort };
  return new URLSearchParams(Object.entries(given).filter(([, value]) => value !== ''));
}
