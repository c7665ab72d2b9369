import type { PageForm } from '#app/current/forms/use-form.ts';
import { useText } from '#app/current/locale.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';
import { Badge } from '#lib/ui/badge.tsx';
import { Details } from '#lib/ui/details.tsx';

import type { QueueEntry } from '../moderation/moderation.ts';
import { DecisionForm } from './decision-form.tsx';
import { FlagList } from './flag-list.tsx';

interface QueueCardProps {
  entry: QueueEntry & { contextName: string };
  /** When the page was made, in milliseconds since 1970. */
  now: number;
  /** Another moderator must decide on one's own name. */
  isOwn: boolean;
  form: PageForm;
}

export function QueueCard({ entry, now, isOwn, form }: QueueCardProps) {
  const { text } = useText();
  const { context, contextName, userId, alias, seenAs, state, whitelisted, history } = entry;
  const id = `name-${context}-${userId}`;
  return (
    <li aria-labelledby={id} className="block-card space-y-5 p-5 sm:p-6" {...BY_KEYBOARD}>
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <h2 id={id} className="text-2xl wrap-anywhere">
            <bdi lang="zxx">{alias}</bdi>
          </h2>
          <p className="flex flex-wrap gap-x-4 text-sm">
            <SiteLink to={`/admin/accounts/${userId}`} className="font-mono text-link underline">
              {`@${userId}`}
            </SiteLink>
            <span className="text-muted">{text('admin.moderation.context', { context: contextName })}</span>
            <span className="text-muted wrap-anywhere">{text('admin.moderation.safe', { alias: seenAs })}</span>
          </p>
        </div>
        <p className="flex flex-wrap gap-2">
          <Badge tone={TONES[state]}>{text(STATE_NAMES[state])}</Badge>
          {whitelisted && <Badge tone="success">{text('admin.moderation.whitelisted')}</Badge>}
        </p>
      </div>
      <FlagList entry={entry} now={now} />
      {history.length > 0 && <History history={history} />}
      {entry.mayDecide ? (
        <DecisionForm entry={entry} form={form} />
      ) : (
        <p>{text(isOwn ? 'admin.moderation.own' : 'admin.moderation.above')}</p>
      )}
    </li>
  );
}

/** Makes the cards focusable for J and K. */
const BY_KEYBOARD = { tabIndex: 0 } as const;

const TONES = { approved: 'success', pending: 'plain', denied: 'danger' } as const;
const STATE_NAMES = {
  approved: 'admin.moderation.approved',
  pending: 'admin.moderation.pending',
  denied: 'admin.moderation.denied',
} as const;

function History({ history }: Pick<QueueEntry, 'history'>) {
  const { text, formatDate } = useText();
  return (
    <Details summary={text('admin.moderation.history', { count: history.length })}>
      <ul className="space-y-1">
        {history.map(({ alias, since, until, endedBy }) => (
          <li key={until} className="wrap-anywhere">
            <bdi lang="zxx" className="font-bold">
              {alias}
            </bdi>{' '}
            <span className="text-muted">
              <span>{text('aliases.history.time', { since: formatDate(since), until: formatDate(until) })}</span>
              {endedBy === 'staff' && <span>{` · ${text('admin.moderation.endedByStaff')}`}</span>}
            </span>
          </li>
        ))}
      </ul>
    </Details>
  );
}
