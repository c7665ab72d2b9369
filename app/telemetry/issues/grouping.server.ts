import { compare, valid } from 'semver';

import { inTransaction } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { notifyLater } from '#app/notifications/events.server.ts';
import type { Row } from '#database/rows.ts';
import type { Database } from '#lib/database/database.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import { pastUuidv7 } from '#lib/uuid.server.ts';

import { isNoise } from '../noise.ts';
import { toDay } from '../visitors.server.ts';
import { newIssue, regressedIssue, risingIssue } from './event-kinds.server.ts';
import { MAX_NEW_ISSUES } from './issue.ts';
import { describeStack } from './stack-hash.server.ts';
import type { DescribedStack } from './stack-hash.server.ts';

/** Who is told. */
export type FindStaff = (current: Current) => Promise<readonly string[]>;

/** Of one transaction. */
const [ERRORS_PER_STEP, COUNTS_PER_STEP] = [100, 1000];
const DAY_MS = 86_400_000;
const UNTOUCHED_DAYS = 90;
/** So often on a day, and so many times what it was on a day of the week before, is a spike. */
const [SPIKE_LEAST, SPIKE_TIMES, SPIKE_DAYS] = [100, 10, 7];

/** Processes, and deeds that move stacks between issues, take turns. */
export async function lockIssues(db: Database): Promise<void> {
  await db.query(sql`select pg_advisory_xact_lock(hashtext('telemetry issues'))`);
}

/** What people, not bots, have met since the last time, step by step. Whoever is killed has done each step or not at all. */
export async function groupErrors(current: Current, findStaff: FindStaff): Promise<void> {
  for (const findNext of [findWaiting, findNew])
    while ((await groupStep(current, await findNext(current), findStaff)) === ERRORS_PER_STEP) continue;
  while ((await countErrors(current, findStaff)) === COUNTS_PER_STEP) continue;
}

type NewError = Pick<
  Row<'telemetry_errors'>,
  'error_hash' | 'message' | 'trace' | 'version' | 'first_seen_at' | 'last_seen_at'
>;
type GroupedError = NewError & DescribedStack;

function findNew({ db }: Current): Promise<NewError[]> {
  return db.query<NewError>(sql`
    select error_hash, message, trace, version, first_seen_at, last_seen_at from telemetry_errors
    where stack_hash is null and not bot order by id limit ${ERRORS_PER_STEP}`);
}

/** One of each stack for which an earlier day had no room, those that were met most first. */
async function findWaiting(current: Current): Promise<NewError[]> {
  const room = Math.min(await findRoom(current), ERRORS_PER_STEP);
  if (room === 0) return [];
  return current.db.query<NewError>(sql`
    select waiting.* from (select stack_hash from telemetry_errors where waits group by stack_hash
      order by sum(occurrences) desc, stack_hash limit ${room}) most
    cross join lateral (select error_hash, message, trace, version, first_seen_at, last_seen_at from telemetry_errors errors
      where errors.stack_hash = most.stack_hash and waits order by id limit 1) waiting`);
}

/** How many issues may begin yet on this day. Their ids tell when they began. */
async function findRoom({ db, now }: Current): Promise<number> {
  const midnight = Date.parse(toDay(now())).toString(16).padStart(12, '0');
  const first = `${midnight.slice(0, 8)}-${midnight.slice(8)}-0000-0000-000000000000`;
  const [begun] = await db.query<{ count: number }>(sql`
    select count(*)::int as count from (select from telemetry_issues where issue_id >= ${first} limit ${MAX_NEW_ISSUES}) begun`);
  return MAX_NEW_ISSUES - (begun?.count ?? 0);
}

/** @returns how many */
async function groupStep(current: Current, errors: readonly NewError[], findStaff: FindStaff): Promise<number> {
  if (errors.length === 0) return 0;
  const grouped: GroupedError[] = [];
  // Outside of the transaction: a map takes time to read.
  for (const error of errors) grouped.push({ ...error, ...(await describeStack(current.db, error)) });
  await inTransaction(current, async (current) => {
    await lockIssues(current.db);
    await addStacks(current, grouped, findStaff);
    await current.db.query(sql`
      update telemetry_errors errors set stack_hash = sent.stack_hash, waits = not exists (
        select from telemetry_issue_stacks stacks where stacks.stack_hash = sent.stack_hash)
      from (select decode(error, 'hex') as error_hash, decode(stack, 'hex') as stack_hash
        from unnest(${grouped.map(({ error_hash }) => error_hash.toString('hex'))}::text[],
          ${grouped.map(({ stackHash }) => stackHash)}::text[]) hashes (error, stack)) sent
      where errors.error_hash = sent.error_hash and (errors.stack_hash is null or errors.waits)`);
  });
  return errors.length;
}

/** Each that is new begins an issue, as many as the day has room for; what is noise of browsers is ignored from its start. */
async function addStacks(current: Current, errors: readonly GroupedError[], findStaff: FindStaff): Promise<void> {
  const { db, now } = current;
  const stacks = new Map(errors.map((error) => [error.stackHash, error]));
  const known = await db.query<{ stack_hash: string }>(sql`
    select encode(stack_hash, 'hex') as stack_hash from telemetry_issue_stacks
    where stack_hash in (select decode(hash, 'hex') from unnest(${[...stacks.keys()]}::text[]) sent (hash))`);
  for (const { stack_hash } of known) stacks.delete(stack_hash);
  const room = stacks.size === 0 ? 0 : await findRoom(current);
  if (room === 0) return;
  const added = [...stacks.values()].slice(0, room).map((error) => ({
    issue_id: pastUuidv7(now().getTime()),
    state: isNoise(error.message) || isNoise(error.trace) ? 'ignored' : 'open',
    stack_hash: `\\x${error.stackHash}`,
    message: error.message,
    place: error.place,
    frames: error.frames,
    version: error.version,
    first_seen_at: error.first_seen_at,
    last_seen_at: error.last_seen_at,
  }));
  await db.query(sql`with added as (select * from json_to_recordset(${JSON.stringify(added)}::json) as added (issue_id uuid,
      state text, stack_hash bytea, message text, place text, frames jsonb, version text, first_seen_at timestamptz,
      last_seen_at timestamptz)), issues as (
      insert into telemetry_issues (issue_id, state, first_seen_at, last_seen_at)
      select issue_id, state, first_seen_at, last_seen_at from added),
    known as (update telemetry_errors set waits = false where waits and stack_hash in (select stack_hash from added))
    insert into telemetry_issue_stacks (stack_hash, issue_id, found_as, message, place, frames, version)
    select stack_hash, issue_id, issue_id, message, place, frames, version from added`);
  await tellNewIssues(current, added, { isFull: added.length === room, findStaff });
}

/** Those of a day are one notification that grows, and one when the day has no room for more. */
async function tellNewIssues(
  current: Current,
  issues: readonly { readonly issue_id: string; readonly state: string }[],
  { isFull, findStaff }: { readonly isFull: boolean; readonly findStaff: FindStaff },
): Promise<void> {
  const day = toDay(current.now());
  const userIds = await findStaff(current);
  for (const { issue_id: issueId, state } of issues)
    if (state === 'open')
      await notifyLater(current, newIssue, { key: issueId, group: day, details: { issueId, most: null }, userIds });
  const { issue_id: issueId } = issues.at(-1) ?? {};
  if (isFull && issueId !== undefined)
    await notifyLater(current, newIssue, { key: `full ${day}`, details: { issueId, most: MAX_NEW_ISSUES }, userIds });
}

interface CountedVersion {
  readonly issue_id: string;
  readonly version: string;
  readonly last_at: Date;
}

async function countErrors(current: Current, findStaff: FindStaff): Promise<number> {
  return inTransaction(current, async (current) => {
    await lockIssues(current.db);
    // Rows are locked in the order in which requests lock them.
    const counted = await current.db.query<CountedVersion & { counts: number }>(sql`
      with due as (select error_hash, counts.day, counts.version, counts.counted as before, stack_hash
        from telemetry_error_counts counts join telemetry_errors errors using (error_hash)
        join telemetry_issue_stacks using (stack_hash)
        where counts.counted < counts.occurrences and not counts.bot and not errors.waits
        order by error_hash, counts.day, counts.version limit ${COUNTS_PER_STEP} for update of counts),
      changed as (update telemetry_error_counts counts set counted = counts.occurrences from due
        where counts.error_hash = due.error_hash and counts.day = due.day and counts.version = due.version and not counts.bot
        returning due.stack_hash, counts.day, counts.version, counts.occurrences - due.before as added, counts.visitors,
          counts.last_at),
      days as (insert into telemetry_issue_days as kept (stack_hash, day, version, occurrences, visitors)
        select stack_hash, day, version, sum(added), bit_or(visitors) from changed group by stack_hash, day, version
        on conflict (stack_hash, day, version) do update set occurrences = kept.occurrences + excluded.occurrences,
          visitors = kept.visitors | excluded.visitors),
      stacks as (update telemetry_issue_stacks stacks set occurrences = stacks.occurrences + sums.added
        from (select stack_hash, sum(added) as added from changed group by stack_hash) sums
        where stacks.stack_hash = sums.stack_hash),
      met as (select issue_id, changed.version, max(last_at) as last_at from changed join telemetry_issue_stacks using (stack_hash)
        group by issue_id, changed.version),
      seen as (update telemetry_issues issues set last_seen_at = greatest(last_seen_at, met.last_at)
        from (select issue_id, max(last_at) as last_at from met group by issue_id) met
        where issues.issue_id = met.issue_id)
      select issue_id::text, version, last_at, (select count(*)::int from changed) as counts from met order by issue_id`);
    if (counted.length > 0) {
      await openAgain(current, counted, findStaff);
      await tellSpikes(current, counted, findStaff);
    }
    return counted[0]?.counts ?? 0;
  });
}

/** Those that were met, after they were resolved, in a release that was to be without them. Staff are told once of each time. */
async function openAgain(current: Current, met: readonly CountedVersion[], findStaff: FindStaff): Promise<void> {
  const resolved = await current.db.query<
    Pick<Row<'telemetry_issues'>, 'issue_id' | 'resolved_in' | 'resolved_at'>
  >(sql`
    select issue_id, resolved_in, resolved_at from telemetry_issues
    where issue_id = any(${[...new Set(met.map(({ issue_id }) => issue_id))]}::uuid[]) and state = 'resolved'`);
  const again = resolved.filter(({ issue_id, resolved_in, resolved_at }) =>
    met.some(
      (one) =>
        one.issue_id === issue_id &&
        resolved_at !== null &&
        one.last_at > resolved_at &&
        isSince(one.version, resolved_in),
    ),
  );
  if (again.length === 0) return;
  const userIds = await findStaff(current);
  for (const { issue_id: issueId } of again) {
    const [row] = await current.db.query<Pick<Row<'telemetry_issues'>, 'regressions'>>(sql`
      update telemetry_issues set state = 'open', regressed = true, regressions = regressions + 1, resolved_in = null,
        resolved_at = null where issue_id = ${issueId} and state = 'resolved' returning regressions`);
    if (row === undefined) continue;
    const { regressions } = row;
    await notifyLater(current, regressedIssue, {
      key: `${issueId} ${regressions}`,
      details: { issueId, regressions },
      userIds,
    });
  }
}

/** Staff are told once of an issue and day; those of a day are one notification that grows. What began today is told as new. */
async function tellSpikes(current: Current, met: readonly CountedVersion[], findStaff: FindStaff): Promise<void> {
  const day = toDay(current.now());
  const rising = await current.db.query<Pick<Row<'telemetry_issues'>, 'issue_id'>>(sql`
    select issue_id from (select issue_id, coalesce(sum(days.occurrences) filter (where day = ${day}::date), 0) as today,
        coalesce(sum(days.occurrences) filter (where day < ${day}::date), 0) as before
      from telemetry_issues join telemetry_issue_stacks using (issue_id) join telemetry_issue_days days using (stack_hash)
      where issue_id = any(${[...new Set(met.map(({ issue_id }) => issue_id))]}::uuid[]) and state = 'open'
        and telemetry_issues.first_seen_at < ${day}::timestamp at time zone 'UTC'
        and day between ${day}::date - ${SPIKE_DAYS}::integer and ${day}::date
      group by issue_id) sums
    where today >= ${SPIKE_LEAST} and today * ${SPIKE_DAYS}::integer >= before * ${SPIKE_TIMES}::integer`);
  if (rising.length === 0) return;
  const userIds = await findStaff(current);
  for (const { issue_id: issueId } of rising)
    await notifyLater(current, risingIssue, { key: `${issueId} ${day}`, group: day, details: { issueId }, userIds });
}

function isSince(version: string, resolvedIn: string | null): boolean {
  return resolvedIn !== null && valid(version) !== null && compare(version, resolvedIn) >= 0;
}

/** Issues that nobody has looked after, and that nobody has met for 90 days: of made-up errors nothing stays. */
export async function dropIssues(current: Current): Promise<void> {
  const end = new Date(current.now().getTime() - UNTOUCHED_DAYS * DAY_MS);
  await inTransaction(current, async ({ db }) => {
    await lockIssues(db);
    const ofThem = sql`stack_hash in (select stack_hash from telemetry_issue_stacks join telemetry_issues using (issue_id)
      where not touched and telemetry_issues.last_seen_at < ${end})`;
    await db.query(sql`delete from telemetry_errors where ${ofThem} and last_seen_at < ${end}`);
    // Met again, and not counted yet.
    await db.query(sql`update telemetry_errors set stack_hash = null where ${ofThem}`);
    await db.query(sql`delete from telemetry_issues where not touched and last_seen_at < ${end}`);
  });
}
