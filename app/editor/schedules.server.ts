import * as z from 'zod/mini';

import { inTransaction } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import type { Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';
import { enqueue } from '#lib/jobs/enqueue.server.ts';
import { instantsAt, isTimeZone, wallTimeAt } from '#lib/locale/zone-time.ts';
import { Problem, problemAt } from '#lib/problem.ts';

import { ambiguousTime, noTime, noZone, pastTime, planChanged, skippedTime } from './problems.ts';
import type { ItemKey, PlanChange, PlannedTime, Schedule } from './schedule.ts';

/** What does it: called with the place, the action and nothing else. */
export const ScheduledTask = z.object({ crateId: z.string(), itemId: z.uuid(), action: z.string() });
export type ScheduledTask = z.output<typeof ScheduledTask>;

/** The job is there when the plan is. Permission is up to the caller. @throws Problem 409 unless `instead` is */
export function scheduleAction(
  current: Current,
  { crateId, itemId, action, instead }: ScheduledTask & PlanExpectation,
  { at, zone }: { at: Date; zone: string },
  jobName: string,
): Promise<PlanChange> {
  return inTransaction(current, async (current) => {
    const was = await lockPlan(current, { crateId, itemId, action, instead });
    const rows = await current.db.query(sql`
      insert into editor_schedules (crate_id, item_id, action, at, zone, user_id)
      values (${crateId}, ${itemId}, ${action}, ${at}, ${zone}, ${current.actor.userId ?? ''})
      on conflict (crate_id, item_id, action) do update
      set at = excluded.at, zone = excluded.zone, user_id = excluded.user_id, failure = null
      where ${instead !== ''}
      returning action`);
    if (rows.length === 0) throw new Problem(planChanged);
    await enqueueAction(current, { crateId, itemId, action }, at, jobName);
    return { was, is: { at: at.toISOString(), zone } };
  });
}

export interface PlanExpectation {
  /** When that was planned, ISO 8601, or empty for nothing. By default whatever was. */
  readonly instead?: string | undefined;
}

/** What is planned, which nobody changes until the transaction ends. @throws Problem 409 when that is not as expected */
async function lockPlan(
  { db }: Pick<Current, 'db'>,
  { crateId, itemId, action, instead }: ScheduledTask & PlanExpectation,
): Promise<PlannedTime | undefined> {
  const [row] = await db.query<Pick<Row<'editor_schedules'>, 'at' | 'zone' | 'failure'>>(sql`
    select at, zone, failure from editor_schedules
    where crate_id = ${crateId} and item_id = ${itemId} and action = ${action} for update`);
  if (instead !== undefined && instead !== (row?.at.toISOString() ?? '')) throw new Problem(planChanged);
  return row?.failure === null ? { at: row.at.toISOString(), zone: row.zone } : undefined;
}

function enqueueAction({ db }: Pick<Current, 'db'>, task: ScheduledTask, at: Date, jobName: string): Promise<void> {
  const key = [jobName, task.crateId, task.itemId, task.action].join(' ');
  return enqueue(db, { name: jobName, payload: task }, { key, runAt: at });
}

/** Its job finds nothing to do. Permission is up to the caller. @throws Problem as `scheduleAction` */
export function cancelAction(current: Current, task: ScheduledTask & PlanExpectation): Promise<PlanChange> {
  const { crateId, itemId, action } = task;
  return inTransaction(current, async (current) => {
    const was = await lockPlan(current, task);
    await current.db.query(sql`
      delete from editor_schedules where crate_id = ${crateId} and item_id = ${itemId} and action = ${action}`);
    return { was, is: undefined };
  });
}

/** The next first. Permission is up to the caller. */
export async function findSchedules({ db }: Pick<Current, 'db'>, itemKey: ItemKey): Promise<Schedule[]> {
  const rows = await db.query<Pick<Row<'editor_schedules'>, 'action' | 'at' | 'zone' | 'failure'>>(sql`
    select action, at, zone, failure from editor_schedules
    where crate_id = ${itemKey.crateId} and item_id = ${itemKey.itemId} order by at`);
  return rows.map(({ action, at, zone, failure }) => ({ action, at: at.toISOString(), zone, failure }));
}

/** What is planned for several items of a crate, by their ids, the next first. Permission is up to the caller. */
export async function findSchedulesByItem(
  { db }: Pick<Current, 'db'>,
  crateId: string,
  itemIds: readonly string[],
): Promise<Map<string, Schedule[]>> {
  if (itemIds.length === 0) return new Map();
  const rows = await db.query<Pick<Row<'editor_schedules'>, 'item_id' | 'action' | 'at' | 'zone' | 'failure'>>(sql`
    select item_id, action, at, zone, failure from editor_schedules
    where crate_id = ${crateId} and item_id = any(${itemIds}::uuid[]) order by at`);
  const plans = new Map<string, Schedule[]>();
  for (const { item_id, action, at, zone, failure } of rows) {
    const plan = { action, at: at.toISOString(), zone, failure };
    plans.set(item_id, [...(plans.get(item_id) ?? []), plan]);
  }
  return plans;
}

const MAX_PLANNED = 1000;

/** The ids of the items of a crate for which something is planned, the next first, at most 1000. Permission is up to the caller. */
export async function findPlannedIds({ db }: Pick<Current, 'db'>, crateId: string): Promise<string[]> {
  const rows = await db.query<Pick<Row<'editor_schedules'>, 'item_id'>>(sql`
    select item_id from editor_schedules where crate_id = ${crateId}
    group by item_id order by min(at), item_id limit ${MAX_PLANNED}::integer`);
  return rows.map((row) => row.item_id);
}

/**
 * Does what is due, if it still is. `run` may run again after a kill, and must do it once all the same. A refusal stays with the plan
 * for people to see, but for those that pass by themselves, which are tried again.
 */
export async function runScheduled(
  system: Current,
  task: ScheduledTask,
  jobName: string,
  run: () => Promise<unknown>,
): Promise<void> {
  const { crateId, itemId, action } = task;
  const plan = sql`crate_id = ${crateId} and item_id = ${itemId} and action = ${action} and failure is null`;
  const [row] = await system.db.query<Pick<Row<'editor_schedules'>, 'at'>>(
    sql`select at from editor_schedules where ${plan}`,
  );
  if (row === undefined) return;
  // It was put off while this job began, or the clock of the database is ahead of ours.
  if (row.at > system.now()) return enqueueAction(system, task, row.at, jobName);
  const due = sql`${plan} and at = ${row.at}`;
  try {
    await run();
  } catch (refusal) {
    const isFinal = refusal instanceof Problem && refusal.status < 500 && refusal.status !== 412;
    if (!isFinal) throw refusal;
    if (refusal.status === 404) {
      await cancelAction(system, task);
      return;
    }
    await system.db.query(sql`update editor_schedules set failure = ${refusal.code} where ${due}`);
    system.log.warn({ ...task, code: refusal.code }, 'a planned action was refused');
    return;
  }
  await system.db.query(sql`delete from editor_schedules where ${due}`);
}

export interface WallTime {
  readonly local: string;
  readonly zone: string;
  /** Of a time that comes twice: the first or the second. */
  readonly turn: string;
}

/** @throws Problem 400 at the field: for a zone that is none, a time that never comes, comes twice or is over */
export function requireInstant({ now }: Pick<Current, 'now'>, wanted: WallTime | PlannedTime): Date {
  const { zone } = wanted;
  if (!isTimeZone(zone)) throw problemAt('zone', noZone);
  const at = 'at' in wanted ? new Date(wanted.at) : toInstant(wanted);
  if (Number.isNaN(at.getTime())) throw new Problem(noTime);
  if (at <= now()) throw problemAt('local', pastTime);
  return at;
}

function toInstant({ local, zone, turn }: WallTime): Date {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(local) || Number.isNaN(Date.parse(`${local}Z`))) {
    throw problemAt('local', noTime);
  }
  const [first, second] = instantsAt(local, zone);
  if (first === undefined) {
    const time = wallTimeAfter(local, zone).replace('T', ' ');
    const message = `${skippedTime.message} ${time}.`;
    throw new Problem({ ...skippedTime, message }, { fields: { local: message }, values: { time } });
  }
  if (second !== undefined && turn !== 'first' && turn !== 'second') {
    throw problemAt('turn', ambiguousTime);
  }
  return second !== undefined && turn === 'second' ? second : first;
}

/** What the clock shows instead of a time that it leaves out. */
function wallTimeAfter(local: string, zone: string): string {
  const utc = Date.parse(`${local}Z`);
  const before = new Date(utc - 36 * 3_600_000);
  const offset = Date.parse(`${wallTimeAt(before, zone)}Z`) - before.getTime();
  return wallTimeAt(new Date(utc - offset), zone);
}
