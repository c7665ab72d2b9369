import { data } from 'react-router';

import { answerForm, formHeaders } from '#app/current/forms/answer-form.server.ts';
import { FormNotice } from '#app/current/forms/form-notice.tsx';
import { useForm } from '#app/current/forms/use-form.ts';
import { getText, useText } from '#app/current/locale.ts';
import { withCurrent } from '#app/current/page/loaders.server.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';
import { findEntries } from '#app/feedbag/entries/find-entries.server.ts';
import { DUPLICATE, readEntryQuery } from '#app/feedbag/entry.ts';
import { listIntents } from '#app/feedbag/feedbag-forms.server.ts';
import { EntryFilters, EntryPages, entryParams } from '#app/feedbag/page/entry-list.tsx';
import { eventCatalogContext } from '#app/notifications/event-kind.server.ts';
import drawing from '#content/art/podcast-questions.svg';
import { show } from '#content/podcast.ts';
import { linkHeaders } from '#lib/calls/page.ts';
import { buttonClass } from '#lib/ui/button.tsx';

import { QuestionItem } from '../questions/page/question-item.tsx';
import { ASK_PATH, QUESTIONS_PATH, QUESTIONS_PROJECT, QUESTION_STATES } from '../questions/question.ts';
import { withFacts } from '../questions/questions.server.ts';
import type { Route } from './+types/podcast-questions';

export const loader = withCurrent(async (current, { url, request }: Route.LoaderArgs) => {
  const query = readEntryQuery(url.searchParams);
  const { entries, next } = await findEntries(current, QUESTIONS_PROJECT, query);
  const text = await getText(current.locale);
  return data(
    {
      questions: await withFacts(current, entries),
      next,
      query,
      now: current.now().getTime(),
      isSignedIn: current.actor.userId !== undefined,
      head: {
        title: text('podcast.questions.title', { show: show.title }),
        description: text('podcast.questions.lead'),
        noindex: query.after !== undefined || entryParams(query).size > 0,
      },
    },
    { headers: linkHeaders(request.url, { next: { after: next } }) },
  );
});

export const action = withCurrent(async (current, { request, context }: Route.ActionArgs) =>
  answerForm(current, await request.formData(), listIntents(context.get(eventCatalogContext).subjects)),
);

export const headers = formHeaders;

export default function PodcastQuestions({ loaderData, actionData }: Route.ComponentProps) {
  const { text } = useText();
  const { questions, next, query, now, isSignedIn } = loaderData;
  const form = useForm(actionData, { of: 'feedbag.', fallbackFocus: 'questions-title' });
  const statuses = Object.entries(QUESTION_STATES)
    .filter(([statusId]) => statusId !== DUPLICATE)
    .map(([statusId, name]) => ({ statusId, name: text(name) }));
  return (
    <div className="mx-auto max-w-4xl space-y-7">
      <QuestionsHead />
      <EntryFilters query={query} statuses={statuses} />
      <FormNotice form={form} />
      {questions.length === 0 ? (
        <p className="py-6 text-center text-lg">{text('podcast.questions.empty')}</p>
      ) : (
        <ul className="space-y-4">
          {questions.map((question) => (
            <li key={question.subjectId}>
              <QuestionItem form={form} question={question} isSignedIn={isSignedIn} now={now} />
            </li>
          ))}
        </ul>
      )}
      <EntryPages path={QUESTIONS_PATH} query={query} next={next} />
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
