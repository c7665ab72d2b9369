import { ActionForm, Submit } from '#app/current/forms/action-form.tsx';
import type { PageForm } from '#app/current/forms/use-form.ts';
import { useText } from '#app/current/locale.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';
import { entryPath, isOfFeedbag } from '#app/feedbag/entry.ts';
import type { HeldVotes, WaitingWords } from '#app/feedbag/moderation/waiting.ts';
import { HeldVotesForm } from '#app/feedbag/page/held-votes-form.tsx';
import { RelativeTime } from '#lib/locale/time.tsx';

interface ModerationListProps {
  readonly form: PageForm;
  readonly waiting: readonly WaitingWords[];
  readonly held: readonly HeldVotes[];
  /** Names of players, which have a page of their own. */
  readonly names: number;
  readonly now: number;
}

const NAMES = {
  show: 'feedbag.staff.show',
  trust: 'feedbag.staff.trust',
  hide: 'feedbag.staff.hide',
  block: 'feedbag.staff.block',
} as const;

export function ModerationList({ form, waiting, held, names, now }: ModerationListProps) {
  const { text } = useText();
  return (
    <div className="space-y-5">
      <p>
        <SiteLink to="/admin/alias-moderation" className="inline-block py-1 font-bold underline">
          {text('contact.desk.names', { count: names })}
        </SiteLink>
      </p>
      {waiting.length + held.length === 0 && <p className="text-lg">{text('contact.desk.nothingWaits')}</p>}
      <ul className="space-y-4">
        {held.map((votes) => (
          <HeldItem key={`votes ${votes.subjectId}`} form={form} votes={votes} now={now} />
        ))}
        {waiting.map((words) => (
          <WaitingItem key={words.messageId} form={form} words={words} now={now} />
        ))}
      </ul>
    </div>
  );
}

type ItemProps = Pick<ModerationListProps, 'form' | 'now'>;

function HeldItem({ form, votes, now }: ItemProps & { readonly votes: HeldVotes }) {
  const { text } = useText();
  return (
    <li className="block-card space-y-3 p-5">
      <p className="flex flex-wrap items-baseline gap-x-3">
        <SiteLink to={entryPath(votes)} data-walk="" className="inline-block py-1 font-bold wrap-anywhere underline">
          {votes.title}
        </SiteLink>
        <span className="wrap-anywhere">
          {text('contact.desk.isVotes', { project: votes.project, count: votes.votes })}
        </span>
        <span className="text-muted">
          <RelativeTime at={votes.since} now={now} />
        </span>
      </p>
      <HeldVotesForm form={form} subjectId={votes.subjectId} held={votes.held} />
    </li>
  );
}

function WaitingItem({ form, words, now }: ItemProps & { readonly words: WaitingWords }) {
  const { text } = useText();
  return (
    <li className="block-card space-y-3 p-5">
      <p className="flex flex-wrap items-baseline gap-x-3">
        <SiteLink to={entryPath(words)} data-walk="" className="inline-block py-1 font-bold wrap-anywhere underline">
          {words.title}
        </SiteLink>
        <span className="wrap-anywhere">{text(pickKindText(words), { project: words.project })}</span>
        <span className="wrap-anywhere">{words.name ?? text('feedbag.entry.visitor')}</span>
        <span className="text-muted">
          <RelativeTime at={words.at} now={now} />
        </span>
      </p>
      <p className="wrap-anywhere whitespace-pre-wrap">{words.body}</p>
      <div className="flex flex-wrap gap-2">
        {(['show', 'trust', 'hide', 'block'] as const).map((decision) => (
          <ActionForm key={decision} form={form} fields={toFields(words, decision)}>
            <Submit>{text(NAMES[decision])}</Submit>
          </ActionForm>
        ))}
      </div>
    </li>
  );
}

function pickKindText({ kind, projectId }: WaitingWords) {
  if (kind === 'comment') return 'contact.desk.isComment';
  return isOfFeedbag(projectId) ? 'contact.desk.isEntry' : 'contact.desk.isQuestion';
}

function toFields({ kind, subjectId, messageId }: WaitingWords, decision: string) {
  const intent = kind === 'entry' ? 'feedbag.moderate' : 'feedbag.moderateComment';
  return { intent, subjectId, messageId, decision };
}
