import type { PageForm } from '#app/current/forms/use-form.ts';
import { useText } from '#app/current/locale.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';
import { entryPath } from '#app/feedbag/entry.ts';
import { EntryBadges } from '#app/feedbag/page/entry-item.tsx';
import { VoteForm } from '#app/feedbag/page/vote-form.tsx';
import { formatClock } from '#lib/audio/webvtt.ts';
import { RelativeTime } from '#lib/locale/time.tsx';

import { answerPath } from '../question.ts';
import type { QuestionCard } from '../question.ts';

interface QuestionItemProps {
  readonly form: PageForm;
  readonly question: QuestionCard;
  readonly isSignedIn: boolean;
  readonly now: number;
}

export function QuestionItem({ form, question, isSignedIn, now }: QuestionItemProps) {
  const { text } = useText();
  const { title, createdAt, comments, facts } = question;
  return (
    <article className="entry-card" data-colour={question.look.colour}>
      <VoteForm form={form} entry={question} isSignedIn={isSignedIn} />
      <div className="min-w-0 space-y-2">
        <h2 className="text-lg wrap-anywhere">
          <SiteLink to={entryPath(question)} className="inline-block py-1 underline-offset-4 hover:underline">
            {title}
          </SiteLink>
        </h2>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
          <EntryBadges entry={question} />
          <Asker question={question} />
          <span className="text-muted">
            <RelativeTime at={createdAt} now={now} />
          </span>
          <span className="text-muted">{text('feedbag.entry.comments', { count: comments })}</span>
        </p>
        {facts.answer !== undefined && <AnswerLink answer={facts.answer} />}
      </div>
    </article>
  );
}

/** By the name that they want said; otherwise nobody's. */
export function Asker({ question: { isOwn, facts } }: Pick<QuestionItemProps, 'question'>) {
  const { text } = useText();
  if (facts.name !== '')
    return <span className="wrap-anywhere">{text('podcast.questions.by', { name: facts.name })}</span>;
  return <span>{isOwn ? text('feedbag.entry.you') : text('podcast.questions.byNobody')}</span>;
}

/** Leads to the episode, where the player begins with the answer. */
export function AnswerLink({ answer }: { readonly answer: NonNullable<QuestionCard['facts']['answer']> }) {
  const { text } = useText();
  return (
    <p>
      <SiteLink to={answerPath(answer)} className="inline-block py-1 font-bold wrap-anywhere underline">
        {text('podcast.questions.hear', { episode: answer.title, time: formatClock(answer.seconds) })}
      </SiteLink>
    </p>
  );
}
