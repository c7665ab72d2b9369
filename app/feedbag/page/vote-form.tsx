import { ActionForm } from '#app/current/forms/action-form.tsx';
import { focusTarget } from '#app/current/forms/form-state.ts';
import type { PageForm } from '#app/current/forms/use-form.ts';
import { useText } from '#app/current/locale.ts';
import { SignInLink } from '#app/current/page/sign-in-link.tsx';
import { LocalTime } from '#lib/locale/time.tsx';

import type { EntryCard } from '../entry.ts';
import '../feedbag.css';

interface VoteFormProps {
  readonly form: PageForm;
  readonly entry: EntryCard;
  readonly isSignedIn: boolean;
}

/** One voice each: a press gives it, another takes it back. Visitors are led to a sign-in that returns. */
export function VoteForm({ form, entry, isSignedIn }: VoteFormProps) {
  const { text } = useText();
  const { subjectId, title, votes, ownVote, look } = entry;
  const place = `vote-${subjectId}`;
  const count = text('feedbag.vote.count', { count: votes });
  if (!look.isOpen || ownVote?.state === 'void') {
    return (
      <p className="vote vote-still">
        <span aria-hidden="true">{votes}</span>
        <span className="sr-only">{count}</span>
      </p>
    );
  }
  if (!isSignedIn) {
    return (
      <SignInLink place={place} className="vote" aria-label={text('feedbag.vote.signIn', { title, count: votes })}>
        {votes}
      </SignInLink>
    );
  }
  const hasVoted = ownVote !== undefined;
  const intent = hasVoted ? 'feedbag.unvote' : 'feedbag.vote';
  return (
    <ActionForm form={form} fields={{ intent, subjectId }}>
      <button
        type="submit"
        className="vote"
        aria-pressed={hasVoted}
        aria-label={text('feedbag.vote.label', { title, count: votes })}
        {...focusTarget(form.state, place)}
      >
        {votes}
      </button>
    </ActionForm>
  );
}

export function OwnVoteNote({ vote }: { readonly vote: EntryCard['ownVote'] }) {
  const { text } = useText();
  if (vote === undefined || vote.state === 'counted') return null;
  return (
    <p className="text-sm font-bold">
      <span>{text(NOTES[vote.state])}</span> {vote.countsFrom !== undefined && <LocalTime at={vote.countsFrom} />}
    </p>
  );
}

const NOTES = {
  young: 'feedbag.vote.young',
  held: 'feedbag.vote.held',
  void: 'feedbag.vote.void',
} as const;
