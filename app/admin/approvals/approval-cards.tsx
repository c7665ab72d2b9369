import type { ApprovalState } from '#app/approvals/approval.ts';
import type { AuditSentence } from '#app/audit/audit-sentence.ts';
import { ActionForm, Submit } from '#app/current/forms/action-form.tsx';
import type { PageForm } from '#app/current/forms/use-form.ts';
import { useText } from '#app/current/locale.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';
import { RelativeTime } from '#lib/locale/time.tsx';
import { Badge } from '#lib/ui/badge.tsx';
import { Field } from '#lib/ui/field.tsx';

import { AuditSentenceText, FieldChanges } from '../audit/audit-list.tsx';
import { PersonLink } from '../person-link.tsx';
import type { NamedPerson } from '../person-link.tsx';

export interface ShownApproval {
  readonly approvalId: string;
  readonly parts: AuditSentence['parts'];
  readonly changes: AuditSentence['changes'];
  /** Empty where nobody was asked for one. */
  readonly reason: string;
  readonly state: ApprovalState;
  /** The path of a page that says what it would do. */
  readonly preview: string | undefined;
  /** Whether the reader asked for it. */
  readonly isOwn: boolean;
  /** Times are ISO 8601. */
  readonly askedAt: string;
  readonly expiresAt: string;
  readonly decider: NamedPerson | null;
  readonly decidedAt: string | null;
  readonly answer: string | null;
}

interface ApprovalCardProps {
  readonly approval: ShownApproval;
  readonly form: PageForm;
  /** In milliseconds since 1970. */
  readonly now: number;
  readonly isProved: boolean;
}

export function ApprovalCard({ approval, form, now, isProved }: ApprovalCardProps) {
  const { text, richText } = useText();
  const { approvalId, parts, changes, reason, state, preview, isOwn, askedAt, expiresAt } = approval;
  const { decider, decidedAt, answer } = approval;
  return (
    <li className="block-card space-y-2 p-4 wrap-anywhere">
      <AuditSentenceText parts={parts} />
      <FieldChanges changes={changes} />
      {reason !== '' && (
        <p>
          <span>{text('admin.audit.reason')}</span> <q lang="en">{reason}</q>
        </p>
      )}
      {preview !== undefined && (
        <p>
          <SiteLink to={preview} className="inline-block py-0.5 text-link underline">
            {text('admin.approvals.preview')}
          </SiteLink>
        </p>
      )}
      <p className="flex flex-wrap items-center gap-x-3 text-sm text-muted">
        <RelativeTime at={askedAt} now={now} />
        {state === 'pending' ? (
          <span>{richText('admin.approvals.until', { end: <RelativeTime at={expiresAt} now={now} /> })}</span>
        ) : (
          <Badge>{text(STATES[state])}</Badge>
        )}
        {decider !== null && <PersonLink person={decider} />}
        {decidedAt !== null && <RelativeTime at={decidedAt} now={now} />}
        {answer !== null && <q lang="en">{answer}</q>}
      </p>
      {state === 'pending' &&
        (isOwn ? (
          <ActionForm form={form} fields={{ intent: 'approvals.withdraw', approvalId }}>
            <Submit>{text('admin.approvals.withdraw')}</Submit>
          </ActionForm>
        ) : (
          <DecisionForms approvalId={approvalId} form={form} isProved={isProved} />
        ))}
    </li>
  );
}

const STATES = {
  confirmed: 'admin.approvals.state.confirmed',
  declined: 'admin.approvals.state.declined',
  withdrawn: 'admin.approvals.state.withdrawn',
  expired: 'admin.approvals.state.expired',
} as const;

function DecisionForms({ approvalId, form, isProved }: { approvalId: string; form: PageForm; isProved: boolean }) {
  const { text } = useText();
  const refusal = form.findRefusal({ intent: 'approvals.decline', approvalId });
  return (
    <div className="flex flex-wrap items-end gap-3">
      {isProved && (
        <ActionForm form={form} fields={{ intent: 'approvals.confirm', approvalId }}>
          <Submit kind="loud">{text('admin.approvals.confirm')}</Submit>
        </ActionForm>
      )}
      <ActionForm
        form={form}
        fields={{ intent: 'approvals.decline', approvalId }}
        className="flex min-w-0 grow flex-wrap items-end gap-2"
      >
        <Field
          name="answer"
          label={text('admin.approvals.answer')}
          error={refusal?.problem.fields?.['answer']}
          defaultValue={refusal?.values['answer']}
          required
          minLength={3}
          maxLength={500}
          autoComplete="off"
          className="min-w-0 grow basis-48"
        />
        <Submit>{text('admin.approvals.decline')}</Submit>
      </ActionForm>
    </div>
  );
}
