import { recordAuditEntry } from '#app/audit/audit.server.ts';
import { inTransaction } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { requireRole, requireUser } from '#app/current/permission.ts';
import { notifyLater, withdrawLater } from '#app/notifications/events.server.ts';
import type { Columns, Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';
import { Problem, problemAt } from '#lib/problem.ts';
import { isUuid, uuidv7 } from '#lib/uuid.server.ts';

import { reportAudit } from './audit-kinds.server.ts';
import { decidedReport, removedThing } from './event-kinds.server.ts';
import { changed, longNote, noDecision, noNote, ownThing } from './problems.ts';
import { requireKind, shownReports } from './report-kind.server.ts';
import type { ReportKind } from './report-kind.server.ts';
import { MAX_NOTE } from './report.ts';
import type { ReportDecision } from './report.ts';

interface TypedDecision {
  readonly kind: string;
  readonly thingId: string;
  /** Of the thing as staff saw it. */
  readonly rev: string;
  readonly decision: ReportDecision;
  /** For the audit; to `note` says what else was done. */
  readonly note: string;
}

/**
 * Answers all reports of a thing that its reader saw: of two staff at once, one decides. Needs staff; audited.
 * @returns the decision, for `undoReportDecision` @throws Problem 400, 401, 403 also for one's own thing, 404, 409
 */
export async function decideReports(
  current: Current,
  kinds: readonly ReportKind[],
  { kind: name, thingId, rev, decision, note }: TypedDecision,
): Promise<string> {
  requireRole(current, 'staff');
  const kind = requireKind(kinds, name);
  if (decision === 'note' && note === '') throw problemAt('note', noNote);
  if (note.length > MAX_NOTE) throw problemAt('note', longNote);
  return inTransaction(current, async (current) => {
    const [taken] = await current.db.query<Pick<Row<'reported_things'>, 'author_id'>>(sql`
      update reported_things set waiting = 0, rev = rev + 1
      where kind = ${name} and thing_id = ${thingId} and rev::text = ${rev} and waiting > 0
        and ${await shownReports(current, kinds)} returning author_id`);
    if (taken === undefined) throw new Problem(changed);
    const { author_id: authorId } = taken;
    if (authorId === current.actor.userId) throw new Problem(ownThing);
    const title = (await kind.describe(current, [thingId])).get(thingId)?.title ?? '';
    const done = decision === 'act' ? await kind.act.run(current, thingId, note) : undefined;
    const decidedAt = current.now();
    const decisionId = uuidv7(decidedAt.getTime());
    const reports = await current.db.query<Pick<Row<'reports'>, 'reporter_id'>>(sql`
      update reports set decision_id = ${decisionId}
      where kind = ${name} and thing_id = ${thingId} and decision_id is null returning reporter_id`);
    await current.db.query(sql`
      insert into report_decisions (decision_id, kind, thing_id, author_id, title, decision, note, done, decided_by, decided_at)
      values (${decisionId}, ${name}, ${thingId}, ${authorId}, ${title}, ${decision}, ${note}, ${done ?? null},
        ${requireUser(current)}, ${decidedAt})`);
    await recordAuditEntry(current, reportAudit[decision], {
      target: `report/${name}/${thingId}`,
      after: { title, reports: reports.length },
      reason: note === '' ? undefined : note,
    });
    const reporters = reports.map((row) => row.reporter_id);
    await notifyLater(current, decidedReport, { key: decisionId, details: { decisionId }, userIds: reporters });
    if (done !== undefined && authorId !== null && kind.act.isToldToAuthor)
      await notifyLater(current, removedThing, { key: decisionId, details: { decisionId }, userIds: [authorId] });
    return decisionId;
  });
}

/** Its reports wait again. Of several at once one succeeds. Needs staff; audited. @throws Problem 401, 403 also for one's own thing, 404 */
export async function undoReportDecision(
  current: Current,
  kinds: readonly ReportKind[],
  decisionId: string,
): Promise<void> {
  requireRole(current, 'staff');
  if (!isUuid(decisionId)) throw new Problem(noDecision);
  await inTransaction(current, async (current) => {
    const [decided] = await current.db.query<DecisionRow>(sql`
      update report_decisions set undone_at = ${current.now()} where decision_id = ${decisionId} and undone_at is null
        and ${await shownReports(current, kinds)}
      returning kind, thing_id, author_id, title, decision, done`);
    if (decided === undefined) throw new Problem(noDecision);
    const { kind: name, thing_id: thingId, title, decision, done } = decided;
    if (decided.author_id === current.actor.userId) throw new Problem(ownThing);
    await current.db.query(sql`
      with reopened as (
        update reports set decision_id = null
        where kind = ${name} and thing_id = ${thingId} and decision_id = ${decisionId} returning at
      ), sums as (select count(*)::integer as count, min(at) as since from reopened)
      update reported_things t set waiting = t.waiting + sums.count, rev = t.rev + 1,
        since = case when t.waiting = 0 then sums.since else least(t.since, sums.since) end
      from sums where t.kind = ${name} and t.thing_id = ${thingId} and sums.count > 0`);
    if (done !== null) await requireKind(kinds, name).act.undo(current, thingId, done);
    await recordAuditEntry(current, reportAudit.undo, {
      target: `report/${name}/${thingId}`,
      before: { decision },
      after: { title },
    });
    await withdrawLater(current, decidedReport, [decisionId]);
    await withdrawLater(current, removedThing, [decisionId]);
  });
}

type DecisionRow = Pick<Row<'report_decisions'>, 'kind' | 'thing_id' | 'author_id' | 'title' | 'done'> &
  Columns<'report_decisions', { decision: ReportDecision }>;
