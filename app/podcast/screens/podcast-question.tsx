import { redirect } from 'react-router';

import { ActionForm, Submit, UndoForm } from '#app/current/forms/action-form.tsx';
import { answerForm, formHeaders } from '#app/current/forms/answer-form.server.ts';
import { FormNotice } from '#app/current/forms/form-notice.tsx';
import { useForm } from '#app/current/forms/use-form.ts';
import type { PageForm } from '#app/current/forms/use-form.ts';
import { getText, inLocale, useText } from '#app/current/locale.ts';
import type { FormHandle } from '#app/current/page/handle.ts';
import { withCurrent } from '#app/current/page/loaders.server.ts';
import { SignInLink } from '#app/current/page/sign-in-link.tsx';
import { SiteLink } from '#app/current/page/site-link.tsx';
import { entryPath } from '#app/feedbag/entry.ts';
import { EntryBadges } from '#app/feedbag/page/entry-item.tsx';
import { offerStaffPart, openEntryPage } from '#app/feedbag/page/entry-page.server.ts';
import { StaffPanel } from '#app/feedbag/page/staff-panel.tsx';
import { COMMENT_FORM, CommentForm, Talk } from '#app/feedbag/page/talk.tsx';
import { OwnVoteNote, VoteForm } from '#app/feedbag/page/vote-form.tsx';
import { noEntry } from '#app/feedbag/problems.ts';
import { FollowButton } from '#app/following/follow-button.tsx';
import { MAX_MESSAGE_FORM_BYTES } from '#app/threads/thread.ts';
import { show } from '#content/podcast.ts';
import { LocalTime } from '#lib/locale/time.tsx';
import { buttonClass } from '#lib/ui/button.tsx';
import { Details } from '#lib/ui/details.tsx';
import { Field, SelectField } from '#lib/ui/field.tsx';

import { findEpisodes } from '../episodes.server.ts';
import { AnswerLink, Asker } from '../questions/page/question-item.tsx';
import { questionIntents } from '../questions/question-forms.server.ts';
import { QUESTIONS_PATH, QUESTIONS_PROJECT, questionStateName } from '../questions/question.ts';
import type { QuestionCard } from '../questions/question.ts';
import { withFacts } from '../questions/questions.server.ts';
import type { Route } from './+types/podcast-question';

export const loader = withCurrent(async (current, { params, url }: Route.LoaderArgs) => {
  const entryKey = { projectId: QUESTIONS_PROJECT, subjectId: params.questionId };
  const text = await getText(current.locale);
  const before = url.searchParams.get('before') ?? undefined;
  const opened = await openEntryPage(current, entryKey, before, (status) => questionStateName(text, status));
  if ('path' in opened) throw redirect(inLocale(params, opened.path));
  const [question] = await withFacts(current, [opened.entry]);
  if (question === undefined) throw new Error('an entry of this project is a question');
  const isDesk = opened.staff !== undefined;
  const { episodes } = isDesk ? await findEpisodes(current, { after: null, before: null }) : { episodes: [] };
  return {
    page: opened,
    question,
    episodes: episodes.map(({ slug, title }) => ({ slug, title })),
    now: current.now().getTime(),
    isSignedIn: current.actor.userId !== undefined,
    ...offerStaffPart(opened),
    head: {
      title: question.title,
      description: text('podcast.questions.lead'),
      noindex: question.standing !== 'shown' || before !== undefined,
    },
  };
});

export const action = withCurrent(async (current, { request, params }: Route.ActionArgs) => {
  const { locale, questionId } = params;
  const localizePath = (path: string) => inLocale({ locale }, path);
  return answerForm(current, await request.formData(), questionIntents(questionId, localizePath), {
    errorPage: [noEntry],
  });
});

export const headers = formHeaders;

export const handle: FormHandle = { maxFileFormBytes: MAX_MESSAGE_FORM_BYTES };

export default function PodcastQuestion({ loaderData, actionData }: Route.ComponentProps) {
  const { text } = useText();
  const { page, question, episodes, now, isSignedIn } = loaderData;
  const { staff, follow, mayWrite } = page;
  const form = useForm(actionData, { fallbackFocus: 'question-title' });
  const path = entryPath(question);
  const isDesk = staff !== undefined;
  return (
    <div className={isDesk ? 'mx-auto grid max-w-6xl gap-8 lg:grid-cols-[minmax(0,1fr)_20rem]' : 'mx-auto max-w-3xl'}>
      <div className="min-w-0 space-y-6">
        <QuestionHead question={question} form={form} isSignedIn={isSignedIn} />
        <FormNotice form={form} undo={<UndoForm form={form} label={text('feedbag.staff.undo')} />} />
        <Talk key={question.subjectId} page={page} form={form} now={now} />
        {follow !== undefined && <FollowButton offer={follow} path={path} kind="question" answered={actionData} />}
        {mayWrite && <CommentForm page={page} form={form} />}
        {!isSignedIn && (
          <SignInLink place={COMMENT_FORM} className={buttonClass('plain')}>
            {text('feedbag.talk.signIn')}
          </SignInLink>
        )}
        {(question.isOwn || isDesk) && <EraseForm form={form} />}
      </div>
      {staff !== undefined && (
        <div className="min-w-0 space-y-5">
          <AnswerPlaceForm form={form} question={question} episodes={episodes} />
          <StaffPanel form={form} staff={staff} now={now} subjectId={question.subjectId} status={question.status} />
        </div>
      )}
    </div>
  );
}

interface QuestionHeadProps {
  readonly question: QuestionCard;
  readonly form: PageForm;
  readonly isSignedIn: boolean;
}

function QuestionHead({ question, form, isSignedIn }: QuestionHeadProps) {
  const { text } = useText();
  const { title, createdAt, facts } = question;
  return (
    <header className="space-y-4">
      <SiteLink to={QUESTIONS_PATH} className="inline-block py-1 font-bold underline">
        {text('podcast.questions.title', { show: show.title })}
      </SiteLink>
      <div className="grid grid-cols-[auto_minmax(0,1fr)] items-start gap-5">
        <VoteForm form={form} entry={question} isSignedIn={isSignedIn} />
        <h1 id="question-title" tabIndex={-1} className="text-2xl wrap-anywhere sm:text-4xl">
          {title}
        </h1>
      </div>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <EntryBadges entry={question} />
        <Asker question={question} />
        <span className="text-muted">
          <LocalTime at={createdAt} isDay />
        </span>
      </p>
      <OwnVoteNote vote={question.ownVote} />
      {facts.answer !== undefined && <AnswerLink answer={facts.answer} />}
    </header>
  );
}

interface AnswerPlaceProps extends Pick<QuestionHeadProps, 'question' | 'form'> {
  readonly episodes: readonly { readonly slug: string; readonly title: string }[];
}

function AnswerPlaceForm({ form, question: { facts }, episodes }: AnswerPlaceProps) {
  const { text } = useText();
  const refusal = form.findRefusal({ intent: 'podcast.answer' });
  const errors = refusal?.problem.fields ?? {};
  return (
    <section aria-label={text('podcast.answer.label')} className="block-card space-y-4 p-5">
      <h2 className="text-lg">{text('podcast.answer.label')}</h2>
      <p>{text(facts.mayPlay ? 'podcast.answer.mayPlay' : 'podcast.answer.mayNotPlay')}</p>
      <ActionForm form={form} fields={{ intent: 'podcast.answer' }} className="space-y-4">
        <SelectField
          name="episode"
          label={text('podcast.answer.episode')}
          defaultValue={refusal?.values['episode'] ?? episodes[0]?.slug}
          error={errors['episode']}
        >
          {episodes.map(({ slug, title }) => (
            <option key={slug} value={slug}>
              {title}
            </option>
          ))}
        </SelectField>
        <Field
          name="at"
          label={text('podcast.answer.at')}
          hint={text('podcast.answer.atHint')}
          required
          maxLength={12}
          defaultValue={refusal?.values['at'] ?? ''}
          error={errors['at']}
        />
        <Submit kind="loud">{text('podcast.answer.send')}</Submit>
      </ActionForm>
      {facts.answer !== undefined && (
        <ActionForm form={form} fields={{ intent: 'podcast.takeAnswerBack' }}>
          <Submit kind="quiet">{text('podcast.answer.takeBack')}</Submit>
        </ActionForm>
      )}
    </section>
  );
}

function EraseForm({ form }: Pick<QuestionHeadProps, 'form'>) {
  const { text } = useText();
  return (
    <Details summary={text('podcast.questions.erase')}>
      <p className="mb-3">{text('podcast.questions.eraseHint')}</p>
      <ActionForm form={form} fields={{ intent: 'podcast.erase' }}>
        <Submit kind="danger">{text('podcast.questions.eraseNow')}</Submit>
      </ActionForm>
    </Details>
  );
}
