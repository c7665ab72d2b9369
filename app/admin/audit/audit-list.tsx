import type { AuditSentence, AuditSentenceValue, FieldChange } from '#app/audit/audit-sentence.ts';
import { useText } from '#app/current/locale.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';
import { withQuery } from '#lib/calls/browser/address.ts';
import { LocalTime, RelativeTime } from '#lib/locale/time.tsx';
import { Details } from '#lib/ui/details.tsx';

import { PersonLink } from '../person-link.tsx';

interface AuditListProps {
  sentences: readonly AuditSentence[];
  /** When the page was made, in milliseconds since 1970. */
  now: number;
  /** What all of them are about: the whole of it has a page. */
  target?: string;
}

export function AuditList({ sentences, now, target }: AuditListProps) {
  const { text } = useText();
  if (sentences.length === 0) return <p className="text-muted">{text('admin.audit.none')}</p>;
  return (
    <>
      <ol className="divide-y-2 divide-hairline">
        {sentences.map((sentence) => (
          <li key={sentence.auditId} className="min-w-0 space-y-1 py-2.5 wrap-anywhere first:pt-0 last:pb-0">
            <AuditSentenceText parts={sentence.parts} />
            <FieldChanges changes={sentence.changes} />
            {sentence.reason !== null && (
              <p>
                <span>{text('admin.audit.reason')}</span> <q lang="en">{sentence.reason}</q>
              </p>
            )}
            <p className="text-sm text-muted">
              <RelativeTime at={sentence.at} now={now} /> ·{' '}
              <SiteLink to={`/admin/audit/${sentence.auditId}`} className="underline">
                <LocalTime at={sentence.at} />
              </SiteLink>
              {sentence.masquerade !== null && (
                <span>{` · ${text('admin.audit.masquerade', { role: sentence.masquerade })}`}</span>
              )}
            </p>
          </li>
        ))}
      </ol>
      {target !== undefined && (
        <p>
          <SiteLink to={withQuery('/admin/audit', { target })} className="inline-block py-0.5 text-link underline">
            {text('admin.audit.whole')}
          </SiteLink>
        </p>
      )}
    </>
  );
}

export function AuditSentenceText({ parts }: Pick<AuditSentence, 'parts'>) {
  return (
    <p>
      {parts.map((part, at) =>
        // What translates pages in a browser moves a text that has no element of its own.
        // oxlint-disable-next-line react/no-array-index-key
        typeof part === 'string' && parts.length > 1 ? <span key={at}>{part}</span> : <Value key={at} value={part} />,
      )}
    </p>
  );
}

function Value({ value }: { value: AuditSentenceValue }) {
  const { text, richText } = useText();
  if (typeof value !== 'object') return value;
  if ('title' in value) return <strong lang="zxx">{value.title}</strong>;
  if ('role' in value) return text('shell.account.role', { role: value.role });
  if ('at' in value) return <LocalTime at={value.at} />;
  if ('until' in value) {
    if (value.until === null) return text('admin.audit.forever');
    return richText('admin.audit.until', { end: <LocalTime at={value.until} /> });
  }
  return <PersonLink person={value} />;
}

const MAX_SHOWN = 3;

export function FieldChanges({ changes }: { changes: readonly FieldChange[] }) {
  const { text } = useText();
  if (changes.length === 0) return null;
  if (changes.length <= MAX_SHOWN) return <ChangeList changes={changes} />;
  return (
    <Details summary={text('admin.audit.changes', { count: changes.length })}>
      <ChangeList changes={changes} />
    </Details>
  );
}

function ChangeList({ changes }: { changes: readonly FieldChange[] }) {
  const { richText } = useText();
  return (
    <ul className="space-y-1 border-s-4 border-hairline ps-3 text-sm">
      {changes.map(({ field, before, after }) => (
        <li key={field}>
          {richText(
            before === null ? 'admin.audit.added' : after === null ? 'admin.audit.removed' : 'admin.audit.changed',
            {
              field: <strong lang="en">{field}</strong>,
              before: <span lang="zxx">{before}</span>,
              after: <span lang="zxx">{after}</span>,
            },
          )}
        </li>
      ))}
    </ul>
  );
}
