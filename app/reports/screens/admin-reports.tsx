import { ActionForm, Submit, UndoForm } from '#app/current/forms/action-form.tsx';
import { answerForm, formHeaders } from '#app/current/forms/answer-form.server.ts';
import { FormNotice } from '#app/current/forms/form-notice.tsx';
import { useForm } from '#app/current/forms/use-form.ts';
import type { PageForm } from '#app/current/forms/use-form.ts';
import { getText, useText } from '#app/current/locale.ts';
import { List } from '#app/current/page/list.tsx';
import type { ListKind } from '#app/current/page/list.tsx';
import { withCurrent } from '#app/current/page/loaders.server.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';
import { RelativeTime } from '#lib/locale/time.tsx';
import { Badge } from '#lib/ui/badge.tsx';
import { TextareaField } from '#lib/ui/field.tsx';

import { findReportQueue } from '../queue.server.ts';
import type { QueuedReport, QueuedThing } from '../queue.ts';
import { queueIntents } from '../report-forms.server.ts';
import { reportKindsContext } from '../report-kind.server.ts';
import { MAX_NOTE, REASON_NAMES } from '../report.ts';
import type { Route } from './+types/admin-reports';

export const loader = withCurrent(async (current, { url, context }: Route.LoaderArgs) => {
  const after = url.searchParams.get('after') ?? undefined;
  const text = await getText(current.locale);
  return {
    ...(await findReportQueue(current, context.get(reportKindsContext), after)),
    isFirst: after === undefined,
    now: current.now().getTime(),
    head: { title: text('reports.queue.name'), description: text('reports.queue.about'), noindex: true },
  };
});

export const action = withCurrent(async (current, { request, context }: Route.ActionArgs) =>
  answerForm(current, await request.formData(), queueIntents(context.get(reportKindsContext))),
);

export const headers = formHeaders;

const QUEUE: ListKind<QueuedThing> = {
  toKey: ({ kind, thingId, rev }) => `${kind}/${thingId}/${rev}`,
  empty: 'reports.queue.nothing',
  pages: { title: 'reports.queue.pages', cursor: 'after', next: 'reports.queue.more', first: 'reports.queue.first' },
};

export default function AdminReports({ loaderData, actionData }: Route.ComponentProps) {
  const { text } = useText();
  const { things, next, isFirst, now } = loaderData;
  const form = useForm(actionData, { of: 'reports.', fallbackFocus: 'reports' });
  return (
    <div className="space-y-5">
      <h1 id="reports" tabIndex={-1} className="squiggle text-3xl">
        {text('reports.queue.name')}
      </h1>
      <FormNotice form={form} undo={<UndoForm form={form} label={text('reports.queue.undo')} />} />
      <List of={QUEUE} rows={things} address="/admin/reports" next={next} isFirst={isFirst}>
        <ol className="space-y-6">
          {things.map((thing) => (
            <ThingCard key={QUEUE.toKey(thing)} thing={thing} form={form} now={now} />
          ))}
        </ol>
      </List>
    </div>
  );
}

interface ThingCardProps {
  readonly thing: QueuedThing;
  readonly form: PageForm;
  /** In milliseconds since 1970. */
  readonly now: number;
}

function ThingCard({ thing, form, now }: ThingCardProps) {
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
