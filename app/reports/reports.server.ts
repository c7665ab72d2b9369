import { inTransaction, withHeavyPool } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { requireWithinLimit } from '#app/current/limits.server.ts';
import { requireUser } from '#app/current/permission.ts';
import type { Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';
import { Problem, problemAt } from '#lib/problem.ts';

import { longWords, noReason, noThing, noWords, ownThing } from './problems.ts';
import { requireKind } from './report-kind.server.ts';
import type { ReportKind, ReportedThing } from './report-kind.server.ts';
import { MAX_WORDS } from './report.ts';

interface ThingKey {
  readonly kind: string;
  readonly thingId: string;
}

/** As the actor sees it. @throws Problem 404 */
export async function getReportable(
  current: Current,
  kinds: readonly ReportKind[],
  { kind: name, thingId }: ThingKey,
): Promise<{ kind: ReportKind; thing: ReportedThing }> {
  const kind = requireKind(kinds, name);
  const thing = (await kind.describe(current, [thingId])).get(thingId);
  if (thing === undefined) throw new Problem(noThing);
  return { kind, thing };
}

/** The actor's own report of a thing. @throws Problem 401 */
export async function findOwnReport(
  current: Current,
  { kind, thingId }: ThingKey,
): Promise<{ at: string; isDecided: boolean } | undefined> {
  const [row] = await current.db.query<Pick<Row<'reports'>, 'at' | 'decision_id'>>(sql`
    select at, decision_id from reports
    where kind = ${kind} and thing_id = ${thingId} and reporter_id = ${requireUser(current)}`);
  return row && { at: row.at.toISOString(), isDecided: row.decision_id !== null };
}

/** Reports of one account in a day. */
const REPORTS = { name: 'reports', points: 20, seconds: 86_400, credit: 0 };

interface TypedReport extends ThingKey {
  readonly reason: string;
  readonly words: string;
}

/** Once for each person and thing; again changes nothing. @throws Problem 400, 401, 403 for one's own, 404, 429 */
export async function reportThing(
  current: Current,
  kinds: readonly ReportKind[],
  { reason: typed, words: raw, ...key }: TypedReport,
): Promise<void> {
  const userId = requireUser(current);
  const { kind, thing } = await getReportable(current, kinds, key);
  if (thing.author?.userId === userId) throw new Problem(ownThing);
  const reason = kind.reasons.find((one) => one === typed);
  if (reason === undefined) throw problemAt('reason', noReason);
  const words = raw.replaceAll('\r\n', '\n').trim();
  if (reason === 'other' && words === '') throw problemAt('words', noWords);
  if (words.length > MAX_WORDS) throw problemAt('words', longWords);
  await requireWithinLimit(current, userId, REPORTS);
  await inTransaction(current, async (current) => {
    const { thingId } = key;
    const now = current.now();
    const added = await current.db.query(sql`
      insert into reports (kind, thing_id, reporter_id, reason, words, at)
      values (${kind.name}, ${thingId}, ${userId}, ${reason}, ${words}, ${now})
      on conflict (kind, thing_id, reporter_id) do nothing returning reporter_id`);
    if (added.length === 0) return;
    await current.db.query(sql`
      insert into reported_things as t (kind, thing_id, author_id, waiting, since)
      values (${kind.name}, ${thingId}, ${thing.author?.userId ?? null}, 1, ${now})
      on conflict (kind, thing_id) do update set waiting = t.waiting + 1, rev = t.rev + 1,
        since = case when t.waiting = 0 then excluded.since else t.since end`);
    await kind.whenReported?.(current, thingId, reason);
  });
}

/** After a decision, as our privacy policy says. */
const KEPT_DAYS = 365;

/** What was settled a year ago. */
export async function sweepReports(system: Current): Promise<void> {
  const before = new Date(system.now().getTime() - KEPT_DAYS * 86_400_000);
  await inTransaction(withHeavyPool(system), async ({ db }) => {
    await db.query(sql`
      with old as (delete from report_decisions where decided_at < ${before} returning decision_id)
      delete from reports where decision_id in (select decision_id from old)`);
    await db.query(sql`delete from reported_things t where waiting = 0
      and not exists (select from reports r where r.kind = t.kind and r.thing_id = t.thing_id)`);
  });
}
