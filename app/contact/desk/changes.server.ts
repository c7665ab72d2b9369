import { inTransaction } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { requireRole } from '#app/current/permission.ts';
import { isStaff } from '#app/current/role.ts';
import { findBatch, recordThreadHistory } from '#app/threads/history.server.ts';
import { isSubjectId } from '#app/threads/thread.ts';
import { requireLast } from '#app/threads/writing.server.ts';
import type { Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';
import type { Sql } from '#lib/database/sql.server.ts';
import { Problem } from '#lib/problem.ts';
import { uuidv7 } from '#lib/uuid.server.ts';

import { badChange, batchOver } from '../problems.ts';
import { MAX_TAGS, PRIORITIES, isState } from '../submission.ts';
import { MAX_BATCH, SNOOZES, parseTag } from './desk.ts';
import type { DeskField } from './desk.ts';

interface DeskChange {
  readonly field: DeskField;
  readonly value: string;
}

interface KnownAtDesk {
  /** Of one: its last message. */
  readonly seen?: string | undefined;
  /** Of a list, when it was made: what was written later is not settled with the rest. */
  readonly until?: Date | undefined;
}

interface ChangeDetails {
  readonly field: DeskField;
  readonly was: string | null;
  readonly now: string | null;
  /** When it was settled before, which goes with the state. */
  readonly closedAt: string | null;
}

interface ChangedColumn {
  readonly column: Sql;
  readonly type: Sql;
  readonly value: Sql;
}

/**
 * Of all that are there, and of those that it changes. Needs staff. @param known what was on the page that asks for it
 * @returns the batch, by which it is undone, and how many have changed
 * @throws Problem 400, 401, 403, 409 when something was written meanwhile
 */
export async function changeSubmissions(
  current: Current,
  subjectIds: readonly string[],
  change: DeskChange,
  known: KnownAtDesk = {},
): Promise<{ batchId: string; count: number }> {
  requireRole(current, 'staff');
  const ids = requireIds(subjectIds);
  const { column, value } = await toChangedColumn(current, change);
  const until = change.field === 'state' ? known.until : undefined;
  const batchId = uuidv7(current.now().getTime());
  const count = await inTransaction(current, async (current) => {
    if (known.seen !== undefined) for (const id of ids) await requireLast(current, id, known.seen);
    const before = await current.db.query<ChangedRow>(sql`
      select subject_id, ${column}::text as was, closed_at::text from contact_submissions
      where subject_id = any(${ids}::uuid[]) and in_queue and ${column} is distinct from ${value}
        ${until === undefined ? sql.empty : sql`and last_at <= ${until}::timestamptz`}
      order by subject_id for update`);
    const after = await current.db.query<Pick<Row<'contact_submissions'>, 'subject_id'> & { now: string | null }>(sql`
      update contact_submissions set ${column} = ${value}
        ${change.field === 'state' ? sql`, closed_at = case when ${value} = 'closed' then ${current.now()}::timestamptz end` : sql.empty}
      where subject_id = any(${before.map((row) => row.subject_id)}::uuid[]) returning subject_id, ${column}::text as now`);
    const values = new Map(after.map((row) => [row.subject_id, row.now]));
    for (const { subject_id: subjectId, was, closed_at: closedAt } of before) {
      const details = { field: change.field, was, now: values.get(subjectId) ?? null, closedAt };
      await recordThreadHistory(current, subjectId, 'change', { batchId, details });
    }
    return before.length;
  });
  return { batchId, count };
}

/** The time is a text, so that no microsecond is lost. */
type ChangedRow = Pick<Row<'contact_submissions'>, 'subject_id'> &
  Record<keyof Pick<Row<'contact_submissions'>, 'closed_at'>, string | null> & { was: string | null };

/** What has changed again since stays. Needs staff. @returns how many are as before @throws Problem 401, 403, 409 when none is */
export async function undoChange(current: Current, batchId: string): Promise<number> {
  requireRole(current, 'staff');
  const batch = await findBatch(current, batchId);
  const rows = batch.map(({ subjectId, details }) => {
    const { field, was, now, closedAt } = details as ChangeDetails;
    return { subjectId, field, was, now, closedAt };
  });
  const [first] = rows;
  if (first === undefined) throw new Problem(batchOver);
  const { column, type } = COLUMN_OF[first.field];
  const undone = await inTransaction(current, async (current) => {
    const restored = await current.db.query<Pick<Row<'contact_submissions'>, 'subject_id'>>(sql`
      update contact_submissions s set ${column} = b.was::${type}
        ${first.field === 'state' ? sql`, closed_at = b.closed_at` : sql.empty}
      from unnest(${rows.map(({ subjectId }) => subjectId)}::uuid[], ${rows.map(({ was }) => was)}::text[],
        ${rows.map(({ now }) => now)}::text[], ${rows.map(({ closedAt }) => closedAt)}::timestamptz[])
        as b (subject_id, was, now, closed_at)
      where s.subject_id = any(${rows.map(({ subjectId }) => subjectId)}::uuid[]) and s.subject_id = b.subject_id
        and s.${column} is not distinct from b.now::${type} returning s.subject_id`);
    for (const { subject_id: subjectId } of restored) {
      await recordThreadHistory(current, subjectId, 'undo', { details: { field: first.field } });
    }
    return restored.length;
  });
  if (undone === 0) throw new Problem(batchOver);
  return undone;
}

const COLUMN_OF: Readonly<Record<DeskField, Pick<ChangedColumn, 'column' | 'type'>>> = {
  state: { column: sql`state`, type: sql`text` },
  assign: { column: sql`assigned_user_id`, type: sql`text` },
  priority: { column: sql`priority`, type: sql`smallint` },
  tag: { column: sql`tags`, type: sql`text[]` },
  untag: { column: sql`tags`, type: sql`text[]` },
  snooze: { column: sql`snoozed_until`, type: sql`timestamptz` },
};

async function toChangedColumn(current: Current, { field, value }: DeskChange): Promise<ChangedColumn> {
  return { ...COLUMN_OF[field], value: await toColumnValue(current, field, value) };
}

async function toColumnValue(current: Current, field: DeskField, value: string): Promise<Sql> {
  const tag = parseTag(value);
  if (field === 'state' && isState(value)) return sql`${value}::text`;
  if (field === 'priority' && /^\d$/.test(value) && Number(value) < PRIORITIES.length)
    return sql`${Number(value)}::smallint`;
  if (field === 'tag' && tag !== undefined) {
    return sql`case when tags @> ${[tag]}::text[] or cardinality(tags) >= ${MAX_TAGS}::integer then tags
      else tags || ${tag}::text end`;
  }
  if (field === 'untag' && tag !== undefined) return sql`array_remove(tags, ${tag}::text)`;
  if (field === 'assign') return sql`${await assignedTo(current, value)}::text`;
  const hours = SNOOZES.find((one) => String(one) === value);
  if (field === 'snooze' && (hours !== undefined || value === '')) {
    return sql`${hours === undefined ? null : new Date(current.now().getTime() + hours * 3_600_000)}::timestamptz`;
  }
  throw new Problem(badChange);
}

async function assignedTo(current: Current, value: string): Promise<string | null> {
  if (value === '') return null;
  const userId = value === 'me' ? current.actor.userId : value.replace(/^@/, '');
  const role = userId === undefined ? undefined : await current.findRole(userId);
  if (userId === undefined || role === undefined || !isStaff(role)) throw new Problem(badChange);
  return userId;
}

function requireIds(subjectIds: readonly string[]): string[] {
  const ids = [...new Set(subjectIds)];
  if (ids.length === 0 || ids.length > MAX_BATCH || !ids.every(isSubjectId)) throw new Problem(badChange);
  return ids;
}
