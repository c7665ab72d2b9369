import { ActionForm, Submit } from '#app/current/forms/action-form.tsx';
import type { PageForm } from '#app/current/forms/use-form.ts';
import { useText } from '#app/current/locale.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';
import { RelativeTime } from '#lib/locale/time.tsx';
import { Badge } from '#lib/ui/badge.tsx';
import { TextareaField } from '#lib/ui/field.tsx';

import type { PastDecision, QueuedReport, QueuedThing } from './queue.ts';
import { MAX_NOTE, REASON_NAMES } from './report.ts';

interface ThingCardProps {
  readonly thing: QueuedThing;
  readonly form: PageForm;
  /** In milliseconds since 1970. */
  readonly now: number;
}

export function ThingCard({ thing, form, now }: ThingCardProps) {
  const { text } = useText();
  const { kind, thingId, title, path, words, authorId, authorName, waiting, since, isOwn, reports } = thing;
  return (
    <li className="block-card space-y-4 p-5 sm:p-6">
      <h2 className="text-2xl wrap-anywhere">
        {path === undefined ? (
          <span>{text('reports.queue.gone', { thing: kind, id: thingId })}</span>
        ) : (
          <SiteLink to={path} className="underline">
            {title}
          </SiteLink>
        )}
      </h2>
      <p className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <Badge>{text('reports.queue.kind', { thing: kind })}</Badge>
        <Badge tone="danger">{text('reports.queue.count', { count: waiting })}</Badge>
        <span className="text-sm text-muted">
          <RelativeTime at={since} now={now} />
        </span>
        {authorId !== undefined && (
          <SiteLink to={`/admin/accounts/${authorId}`} className="wrap-anywhere text-link underline">
            <bdi lang="zxx">{authorName ?? `@${authorId}`}</bdi>
          </SiteLink>
        )}
      </p>
      {words !== undefined && <p className="wrap-anywhere whitespace-pre-wrap">{words}</p>}
      <ul className="space-y-2">
        {reports.map((report) => (
          <ReportLine key={report.reporterId} report={report} now={now} />
        ))}
        {waiting > reports.length && (
          <li className="text-muted">{text('reports.queue.others', { count: waiting - reports.length })}</li>
        )}
      </ul>
      {isOwn ? <p>{text('reports.queue.own')}</p> : <DecisionForm thing={thing} form={form} />}
    </li>
  );
}

function ReportLine({ report, now }: { readonly report: QueuedReport; readonly now: number }) {
  const { text } = useText();
  const { reporterId, reason, words, at } = report;
  return (
    <li>
      <p className="flex flex-wrap gap-x-3">
        <strong>{text(REASON_NAMES[reason])}</strong>
        <span className="text-sm text-muted">
          <RelativeTime at={at} now={now} />
        </span>
        <SiteLink to={`/admin/accounts/${reporterId}`} className="font-mono text-sm text-link underline">
          {`@${reporterId}`}
        </SiteLink>
      </p>
      {words !== '' && <p className="wrap-anywhere whitespace-pre-wrap">{words}</p>}
    </li>
  );
}

function DecisionForm({ thing, form }: Omit<ThingCardProps, 'now'>) {
  const { text } = useText();
  const { kind, thingId, rev, act } = thing;
  const fields = { kind, thingId, rev };
  const refusal = form.findRefusal(fields);
  return (
    <ActionForm form={form} fields={fields} className="space-y-4">
      <TextareaField
        name="note"
        rows={2}
        label={text('reports.queue.note')}
        maxLength={MAX_NOTE}
        defaultValue={refusal?.values['note'] ?? ''}
        error={refusal?.problem.fields?.['note'] ?? refusal?.problem.fields?.['reason']}
      />
      <p className="flex flex-wrap gap-3">
        {act !== undefined && (
          <Submit kind="loud" name="intent" value="reports.act">
            {act}
          </Submit>
        )}
        <Submit name="intent" value="reports.note">
          {text('reports.queue.noteIt')}
        </Submit>
        <Submit name="intent" value="reports.dismiss">
          {text('reports.queue.dismiss')}
        </Submit>
      </p>
    </ActionForm>
  );
}

interface DecisionCardProps {
  readonly decided: PastDecision;
  readonly form: PageForm;
  /** In milliseconds since 1970. */
  readonly now: number;
}

export function DecisionCard({ decided, form, now }: DecisionCardProps) {
  const { text } = useText();
  const { decisionId, kind, title, path, decision, note, reports, decidedBy, decidedAt, isOwn } = decided;
  return (
    <li className="block-card space-y-3 p-4 sm:p-5">
      <h2 className="text-xl wrap-anywhere">
        {path === undefined ? (
          <span>{title}</span>
        ) : (
          <SiteLink to={path} className="underline">
            {title}
          </SiteLink>
        )}
      </h2>
      <p className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <Badge>{text('reports.queue.kind', { thing: kind })}</Badge>
        <Badge tone={decision === 'dismiss' ? 'plain' : 'danger'}>{text(DECISION_NAMES[decision])}</Badge>
        <span>{text('reports.queue.count', { count: reports })}</span>
        <span className="text-sm text-muted">
          <RelativeTime at={decidedAt} now={now} />
        </span>
        <SiteLink to={`/admin/accounts/${decidedBy}`} className="font-mono text-sm text-link underline">
          {`@${decidedBy}`}
        </SiteLink>
      </p>
      {note !== '' && <p className="wrap-anywhere whitespace-pre-wrap">{note}</p>}
      {!isOwn && (
        <ActionForm form={form} fields={{ intent: 'reports.undo', decisionId }}>
          <Submit>{text('reports.queue.undo')}</Submit>
        </ActionForm>
      )}
    </li>
  );
}

const DECISION_NAMES = {
  act: 'reports.decision.act',
  note: 'reports.decision.note',
  dismiss: 'reports.decision.dismiss',
} as const;
