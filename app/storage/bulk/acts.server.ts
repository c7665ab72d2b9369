import { recordAuditEntry } from '#app/audit/audit.server.ts';
import { inTransaction } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { requireRole, requireUser } from '#app/current/permission.ts';
import { isAdmin } from '#app/current/role.ts';
import type { Columns, Row } from '#database/rows.ts';
import { cutPage } from '#lib/cut-page.ts';
import { sql } from '#lib/database/sql.server.ts';
import type { Sql } from '#lib/database/sql.server.ts';
import { Problem } from '#lib/problem.ts';
import { isUuid } from '#lib/uuid.server.ts';

import { crateAudit } from '../audit-kinds.server.ts';
import { getCrate } from '../crates/crates.server.ts';
import { TRASH_DAYS } from '../history/history.ts';
import { TRANSITIONS } from './bulk.ts';
import type { ActDeed, BulkAct, BulkCounts, BulkRow, BulkState, BulkTransition, Outcome, RowList } from './bulk.ts';
import { bulkNotNow, noBulkAct } from './problems.ts';

/** What runs is looked for after each of these. */
export const BULK_TOPIC = 'bulk';

export interface BulkKey {
  readonly crateId: string;
  readonly bulkId: string;
}

export type ActRow = Omit<Row<'bulk_acts'>, 'place' | 'started_at' | 'ended_at'> &
  Columns<
    'bulk_acts',
    { state: BulkState; deed: ActDeed; counts: BulkCounts; undo_counts: BulkCounts; place: string }
  > &
  Pick<Row<'bulk_acts'>, 'started_at' | 'ended_at'>;

export const ACT_COLUMNS = sql`crate_id, bulk_id, state, deed, search, is_cut, counts, undo_counts, created, place, created_by, created_at,
  user_id, own_role, masquerade, started_at, ended_at`;

export const FIRST_PLACE = '00000000-0000-0000-0000-000000000000';

/** For pages that offer it. */
export function mayBulk({ actor }: Pick<Current, 'actor'>): boolean {
  return isAdmin(actor.role);
}

/** The latest first. Needs admin. @throws Problem 401, 403, 404 */
export async function listBulkActs(
  current: Current,
  crateId: string,
  { limit, before }: { limit: number; before?: string | undefined },
): Promise<{ acts: BulkAct[]; next?: string }> {
  requireRole(current, 'admin');
  await getCrate(current, crateId);
  const older = isUuid(before ?? '')
    ? sql`and (created_at, bulk_id) < (
        select created_at, bulk_id from bulk_acts where crate_id = ${crateId} and bulk_id = ${before ?? ''}::uuid)`
    : sql.empty;
  const rows = await current.db.query<ActRow>(sql`
    select ${ACT_COLUMNS} from bulk_acts where crate_id = ${crateId} and state <> 'collecting' ${older}
    order by created_at desc, bulk_id desc limit ${limit + 1}::int`);
  const { shown, last } = cutPage(rows, limit);
  return { acts: shown.map(toAct), ...(last && { next: last.bulk_id }) };
}

/** Needs admin. @throws Problem 401, 403, 404 */
export async function getBulkAct(current: Current, { crateId, bulkId }: BulkKey): Promise<BulkAct> {
  requireRole(current, 'admin');
  const [row] = isUuid(bulkId)
    ? await current.db.query<ActRow>(sql`
        select ${ACT_COLUMNS} from bulk_acts
        where crate_id = ${crateId} and bulk_id = ${bulkId} and state <> 'collecting'`)
    : [];
  if (row === undefined) throw new Problem(noBulkAct);
  return toAct(row);
}

const ENDED = sql`ended_at = null, place = ${FIRST_PLACE}::uuid`;

/** Begins, or goes on after a stop; a job does it. Audited. Needs admin. @throws Problem 401, 403, 404, 409 */
export function runBulkAct(current: Current, key: BulkKey): Promise<BulkAct> {
  const started = sql`started_at = coalesce(started_at, ${current.now()}::timestamptz)`;
  return press(current, key, 'run', [ENDED, started]);
}

/** After the step that is under way. Audited. Needs admin. @throws Problem as `runBulkAct` */
export function stopBulkAct(current: Current, key: BulkKey): Promise<BulkAct> {
  return press(current, key, 'stop', [sql`ended_at = ${current.now()}`]);
}

/** Gives back what was written, for as long as the trash and the history keep it. Audited. Needs admin. @throws Problem as `runBulkAct` */
export function undoBulkAct(current: Current, key: BulkKey): Promise<BulkAct> {
  // An undo that was stopped goes on.
  const ended = sql`select coalesce(sum(value::int), 0) from jsonb_each_text(undo_counts) where key <> 'waiting'`;
  const waiting = sql`undo_counts = undo_counts
    || jsonb_build_object('waiting', coalesce((counts->>'changed')::int, 0) - (${ended}))`;
  return press(current, key, 'undo', [ENDED, waiting]);
}

const PRESSED = { run: crateAudit.runBulk, stop: crateAudit.stopBulk, undo: crateAudit.undoBulk } as const;

/** Whoever presses is who it runs for. */
async function press(
  current: Current,
  key: BulkKey,
  name: keyof typeof PRESSED,
  set: readonly Sql[],
): Promise<BulkAct> {
  requireRole(current, 'admin');
  const { ownRole, masquerade } = current.actor;
  const who = sql`user_id = ${requireUser(current)}, own_role = ${ownRole}, masquerade = ${masquerade ?? null}`;
  const act = await inTransaction(current, async (current) => {
    await getBulkAct(current, key);
    const row = await changeState(current, key, name, [who, ...set]);
    if (row === undefined || row.deed.kind === 'export') throw new Problem(bulkNotNow);
    const act = toAct(row);
    await recordBulk(current, PRESSED[name], act);
    return act;
  });
  current.pubSub.publish(BULK_TOPIC);
  return act;
}

export async function recordBulk(
  current: Current,
  kind: (typeof crateAudit)[keyof typeof crateAudit],
  { crateId, bulkId, deed, counts, undoCounts }: BulkAct,
): Promise<void> {
  await recordAuditEntry(current, kind, { target: `crate/${crateId}`, after: { bulkId, deed, counts, undoCounts } });
}

/** @returns undefined where its state is another */
export async function changeState(
  { db }: Pick<Current, 'db'>,
  { crateId, bulkId }: BulkKey,
  name: BulkTransition,
  set: readonly Sql[] = [],
): Promise<ActRow | undefined> {
  const { from, to } = TRANSITIONS[name];
  const [row] = await db.query<ActRow>(sql`
    update bulk_acts set ${sql.join([sql`state = ${to}`, ...set], ', ')}
    where crate_id = ${crateId} and bulk_id = ${bulkId} and state = any(${[...from]}::text[]) returning ${ACT_COLUMNS}`);
  return row;
}

const LISTS: Record<RowList, Sql> = {
  skipped: sql`and outcome not in ('changed', 'unchanged')`,
  kept: sql`and undo <> 'changed'`,
  all: sql.empty,
};

/** In the order of their ids. Needs admin. @throws Problem 401 or 403 */
export async function listBulkRows(
  current: Current,
  { crateId, bulkId }: BulkKey,
  { list, limit, after }: { list: RowList; limit: number; after?: string | undefined },
): Promise<{ rows: BulkRow[]; next?: string }> {
  requireRole(current, 'admin');
  const from = isUuid(after ?? '') ? (after ?? '') : FIRST_PLACE;
  const found = await current.db.query<
    Pick<Row<'bulk_rows'>, 'item_id' | 'rev' | 'written_rev' | 'line' | 'reason'> &
      Columns<'bulk_rows', { outcome: Outcome | null; undo: Outcome | null }>
  >(sql`
    select item_id, rev, outcome, written_rev, undo, line, reason from bulk_rows
    where crate_id = ${crateId} and bulk_id = ${bulkId} and item_id > ${from}::uuid ${LISTS[list]}
    order by item_id limit ${limit + 1}::int`);
  const { shown, last } = cutPage(found, limit);
  const rows = shown.map((row) => ({
    itemId: row.item_id,
    rev: row.rev === null ? null : Number(row.rev),
    outcome: row.outcome,
    writtenRev: row.written_rev === null ? null : Number(row.written_rev),
    undo: row.undo,
    line: row.line,
    reason: row.reason,
  }));
  return { rows, ...(last && { next: last.item_id }) };
}

/** Page by page. Needs admin. @throws Problem 401 or 403 */
export async function* walkBulkRows(current: Current, key: BulkKey): AsyncGenerator<BulkRow[]> {
  let after: string | undefined;
  do {
    const page = await listBulkRows(current, key, { list: 'all', limit: 1000, after });
    yield page.rows;
    after = page.next;
  } while (after !== undefined);
}

/** Previews that nobody has run for a week, and what is too long ago to be undone. */
export async function sweepBulkActs({ db, now }: Current): Promise<void> {
  const daysAgo = (days: number) => new Date(now().getTime() - days * 86_400_000);
  let swept: unknown[];
  do {
    swept = await db.query(sql`
      delete from bulk_acts where (crate_id, bulk_id) in (
        select crate_id, bulk_id from bulk_acts
        where state in ('collecting', 'previewed') and created_at < ${daysAgo(PREVIEW_DAYS)}
          or state in ('stopped', 'done', 'undone') and ended_at < ${daysAgo(TRASH_DAYS)}
        limit ${SWEPT_TOGETHER}::int)
      returning bulk_id`);
  } while (swept.length === SWEPT_TOGETHER);
}

const PREVIEW_DAYS = 7;
/** Each has up to 100,000 rows. */
const SWEPT_TOGETHER = 4;

export function toAct(row: ActRow): BulkAct {
  return {
    crateId: row.crate_id,
    bulkId: row.bulk_id,
    state: row.state,
    deed: row.deed,
    search: row.search,
    isCut: row.is_cut,
    counts: row.counts,
    undoCounts: row.undo_counts,
    created: Number(row.created),
    createdBy: row.created_by,
    createdAt: row.created_at.toISOString(),
    userId: row.user_id,
    startedAt: row.started_at?.toISOString() ?? null,
    endedAt: row.ended_at?.toISOString() ?? null,
  };
}
