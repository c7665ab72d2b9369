import { UndoForm } from '#app/current/forms/action-form.tsx';
import { answerForm, formHeaders } from '#app/current/forms/answer-form.server.ts';
import { FormNotice } from '#app/current/forms/form-notice.tsx';
import { useForm } from '#app/current/forms/use-form.ts';
import { getText, useText } from '#app/current/locale.ts';
import { List, ListFilter } from '#app/current/page/list.tsx';
import type { ListKind } from '#app/current/page/list.tsx';
import { withCurrent } from '#app/current/page/loaders.server.ts';

import { findPastDecisions, findReportQueue } from '../queue.server.ts';
import type { PastDecision, QueuedThing } from '../queue.ts';
import { DecisionCard, ThingCard } from '../report-cards.tsx';
import { queueIntents } from '../report-forms.server.ts';
import { reportKindsContext } from '../report-kind.server.ts';
import type { Route } from './+types/admin-reports';

const PATH = '/admin/reports';
const DECIDED_PATH = `${PATH}?state=decided`;

export const loader = withCurrent(async (current, { url, context }: Route.LoaderArgs) => {
  const kinds = context.get(reportKindsContext);
  const after = url.searchParams.get('after') ?? undefined;
  const isDecided = url.searchParams.get('state') === 'decided';
  const text = await getText(current.locale);
  const nothing = { things: [], decisions: [] };
  const page = isDecided
    ? await findPastDecisions(current, kinds, after)
    : await findReportQueue(current, kinds, after);
  return {
    ...nothing,
    ...page,
    isDecided,
    isFirst: after === undefined,
    now: current.now().getTime(),
    head: { title: text('reports.queue.name'), description: text('reports.queue.about'), noindex: true },
  };
});

export const action = withCurrent(async (current, { request, context }: Route.ActionArgs) =>
  answerForm(current, await request.formData(), queueIntents(context.get(reportKindsContext))),
);

export const headers = formHeaders;

const PAGES = {
  title: 'reports.queue.pages',
  cursor: 'after',
  next: 'reports.queue.more',
  first: 'reports.queue.first',
} as const;

const QUEUE: ListKind<QueuedThing> = {
  toKey: ({ kind, thingId, rev }) => `${kind}/${thingId}/${rev}`,
  empty: 'reports.queue.nothing',
  filter: {
    query: 'state',
    title: 'reports.queue.states',
    choices: { waiting: 'reports.queue.waiting', decided: 'reports.queue.decided' },
  },
  pages: PAGES,
};

const DECIDED: ListKind<PastDecision> = {
  toKey: ({ decisionId }) => decisionId,
  empty: 'reports.queue.noDecisions',
  pages: PAGES,
};

export default function AdminReports({ loaderData, actionData }: Route.ComponentProps) {
  const { text } = useText();
  const { things, decisions, next, isDecided, isFirst, now } = loaderData;
  const form = useForm(actionData, { of: 'reports.', fallbackFocus: 'reports' });
  return (
    <div className="space-y-5">
      <h1 id="reports" tabIndex={-1} className="squiggle text-3xl">
        {text('reports.queue.name')}
      </h1>
      <ListFilter of={QUEUE} path={PATH} chosen={isDecided ? 'decided' : 'waiting'} />
      <FormNotice form={form} undo={<UndoForm form={form} label={text('reports.queue.undo')} />} />
      {isDecided ? (
        <List of={DECIDED} rows={decisions} address={DECIDED_PATH} next={next} isFirst={isFirst}>
          <ol className="space-y-4">
            {decisions.map((decided) => (
              <DecisionCard key={decided.decisionId} decided={decided} form={form} now={now} />
            ))}
          </ol>
        </List>
      ) : (
        <List of={QUEUE} rows={things} address={PATH} next={next} isFirst={isFirst}>
          <ol className="space-y-6">
            {things.map((thing) => (
              <ThingCard key={QUEUE.toKey(thing)} thing={thing} form={form} now={now} />
            ))}
          </ol>
        </List>
      )}
    </div>
  );
}
