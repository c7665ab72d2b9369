import type { Current } from '#app/current/current.server.ts';
import { getText } from '#app/current/locale.ts';
import { requireRole } from '#app/current/permission.ts';
import type { Columns, Row } from '#database/rows.ts';
import { cutPage } from '#lib/cut-page.ts';
import { sql } from '#lib/database/sql.server.ts';
import { ListCursor } from '#lib/list-cursor.server.ts';
import { Problem } from '#lib/problem.ts';
import { isUuid } from '#lib/uuid.server.ts';

import { foreignCursor } from './problems.ts';
import type { PastDecision, QueuedReport, QueuedThing } from './queue.ts';
import { shownReports } from './report-kind.server.ts';
import type { ReportKind, ReportedThing } from './report-kind.server.ts';
import type { ReportDecision, ReportReason } from './report.ts';

const PAGE = 20;
/** The latest of each thing. */
const SHOWN_REPORTS = 10;

interface ReportPage {
  readonly things: QueuedThing[];
  readonly next: string | undefined;
}

/** What waits for a decision and is for the actor, the longest waiting first. Needs staff. @throws Problem 400, 401, 403 */
export async function findReportQueue(
  current: Current,
  kinds: readonly ReportKind[],
  after?: string,
): Promise<ReportPage> {
  requireRole(current, 'staff');
  const from = CURSOR.read(current, after);
  const [kind = '', thingId = ''] = from?.id.split('/') ?? [];
  const rows = await current.db.query<Row<'reported_things'>>(sql`
    select kind, thing_id, author_id, waiting, since, rev from reported_things
    where waiting > 0 and ${await shownReports(current, kinds)}
      ${from === undefined ? sql.empty : sql`and (since, kind, thing_id) > (${from.value}::timestamptz, ${kind}, ${thingId})`}
    order by since, kind, thing_id limit ${PAGE + 1}::integer`);
  const { shown, last } = cutPage(rows, PAGE);
  const [text, described, reports] = await Promise.all([
    getText(current.locale),
    describeThings(current, kinds, shown),
    findReports(current, shown),
  ]);
  return {
    things: shown.map((row) => {
      const thing = described.get(toKey(row));
      const act = thing && kinds.find(({ name }) => name === row.kind)?.act.name;
      return {
        kind: row.kind,
        thingId: row.thing_id,
        rev: row.rev,
        waiting: row.waiting,
        since: row.since.toISOString(),
        authorId: row.author_id ?? undefined,
        authorName: thing?.author?.name,
        title: thing?.title,
        path: thing?.path,
        words: thing?.words,
        act: act && text(act),
        isOwn: row.author_id === current.actor.userId,
        reports: reports.get(toKey(row)) ?? [],
      };
    }),
    next: last && CURSOR.write(current, last.since, toKey(last)),
  };
}

const CURSOR = new ListCursor('reports cursor', foreignCursor);

/** The latest first. Needs staff. @throws Problem 400, 401, 403 */
export async function findPastDecisions(
  current: Current,
  kinds: readonly ReportKind[],
  after?: string,
): Promise<{ readonly decisions: PastDecision[]; readonly next: string | undefined }> {
  requireRole(current, 'staff');
  if (after !== undefined && !isUuid(after)) throw new Problem(foreignCursor);
  const rows = await current.db.query<PastDecisionRow>(sql`
    select d.decision_id, d.kind, d.thing_id, d.author_id, d.title, d.decision, d.note, d.decided_by, d.decided_at,
      (select count(*)::integer from reports r where r.decision_id = d.decision_id) as reports
    from report_decisions d where d.undone_at is null and ${await shownReports(current, kinds)}
      ${after === undefined ? sql.empty : sql`and d.decision_id < ${after}::uuid`}
    order by d.decision_id desc limit ${PAGE + 1}::integer`);
  const { shown, last } = cutPage(rows, PAGE);
  const described = await describeThings(current, kinds, shown);
  return {
    decisions: shown.map((row) => ({
      decisionId: row.decision_id,
      kind: row.kind,
      title: row.title || row.thing_id,
      path: described.get(toKey(row))?.path,
      decision: row.decision,
      note: row.note,
      reports: row.reports,
      decidedBy: row.decided_by,
      decidedAt: row.decided_at.toISOString(),
      isOwn: row.author_id === current.actor.userId,
    })),
    next: last?.decision_id,
  };
}

type PastDecisionRow = Omit<Row<'report_decisions'>, 'done' | 'undone_at'> &
  Columns<'report_decisions', { decision: ReportDecision }> & { reports: number };

/** Things of the queue, up to `max`. Needs staff. @throws Problem 401, 403 */
export async function countReported(current: Current, kinds: readonly ReportKind[], max: number): Promise<number> {
  requireRole(current, 'staff');
  const [row] = await current.db.query<{ count: number }>(sql`
    select count(*)::integer as count from (select from reported_things
      where waiting > 0 and ${await shownReports(current, kinds)} limit ${max}::integer) found`);
  return row?.count ?? 0;
}

type ThingColumns = Pick<Row<'reported_things'>, 'kind' | 'thing_id'>;

/** Neither has a slash in it. */
function toKey({ kind, thing_id: thingId }: ThingColumns): string {
  return `${kind}/${thingId}`;
}

async function describeThings(
  current: Current,
  kinds: readonly ReportKind[],
  rows: readonly ThingColumns[],
): Promise<Map<string, ReportedThing>> {
  const found = await Promise.all(
    kinds.map(async (kind) => {
      const ids = rows.filter((row) => row.kind === kind.name).map((row) => row.thing_id);
      const things = ids.length === 0 ? [] : [...(await kind.describe(current, ids))];
      return things.map(([id, thing]) => [toKey({ kind: kind.name, thing_id: id }), thing] as const);
    }),
  );
  return new Map(found.flat());
}

async function findReports(current: Current, things: readonly ThingColumns[]): Promise<Map<string, QueuedReport[]>> {
  const [kinds, ids] = [things.map(({ kind }) => kind), things.map((row) => row.thing_id)];
  const rows = await current.db.query<
    Omit<Row<'reports'>, 'decision_id'> & Columns<'reports', { reason: ReportReason }>
  >(sql`
    select r.kind, r.thing_id, r.reporter_id, r.reason, r.words, r.at
    from unnest(${kinds}::text[], ${ids}::text[]) asked(kind, thing_id) cross join lateral (
      select * from reports r where r.kind = asked.kind and r.thing_id = asked.thing_id and r.decision_id is null
      order by r.at desc, r.reporter_id limit ${SHOWN_REPORTS}::integer) r`);
  return new Map(
    [...Map.groupBy(rows, toKey)].map(([key, group]) => [
      key,
      group.map(({ reporter_id: reporterId, reason, words, at }) => ({
        reporterId,
        reason,
        words,
        at: at.toISOString(),
      })),
    ]),
  );
}
