import { recordAuditEntry } from '#app/audit/audit.server.ts';
import { inTransaction } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { requireRole } from '#app/current/permission.ts';
import type { Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';
import type { LimitRule } from '#lib/limits/limits.server.ts';

import { warmUpAudit } from './audit-kinds.server.ts';
import type { WarmUp } from './campaign.ts';

const DAY_MS = 86_400_000;

/** Undefined for a sender whom the mail servers of the world know. */
export async function findWarmUp(current: Current): Promise<WarmUp | undefined> {
  const [row] = await current.db.query<Pick<Row<'telegram_warm_up'>, 'started_at' | 'first_day'>>(
    sql`select started_at, first_day from telegram_warm_up`,
  );
  return row && { startedAt: row.started_at, firstDay: row.first_day };
}

/** Begins today, also where one was under way. Needs admin. @throws Problem 401, 403 */
export async function startWarmUp(current: Current, firstDay: number): Promise<void> {
  requireRole(current, 'admin');
  await inTransaction(current, async (current) => {
    await current.db
      .query(sql`insert into telegram_warm_up (started_at, first_day) values (${current.now()}, ${firstDay})
      on conflict (is_only) do update set started_at = excluded.started_at, first_day = excluded.first_day`);
    await recordAuditEntry(current, warmUpAudit.start, { target: 'telegrams', after: { firstDay } });
  });
}

/** Needs admin. @throws Problem 401, 403 */
export async function endWarmUp(current: Current): Promise<void> {
  requireRole(current, 'admin');
  await inTransaction(current, async (current) => {
    const ended = await current.db.query(sql`delete from telegram_warm_up returning 1`);
    if (ended.length > 0) await recordAuditEntry(current, warmUpAudit.end, { target: 'telegrams' });
  });
}

/** What one domain gets in a day of UTC: twice as much as the day before. */
export function warmUpRule({ startedAt, firstDay }: WarmUp, now: Date): LimitRule {
  const days = Math.max(0, toDayNumber(now) - toDayNumber(startedAt));
  const points = Math.min(firstDay * 2 ** Math.min(days, 30), 1_000_000_000);
  return { name: 'mail warm-up', points, seconds: DAY_MS / 1000, credit: 0 };
}

/** When a domain that has had its mails of the day gets more. */
export function nextWarmUpDay(now: Date): Date {
  return new Date((toDayNumber(now) + 1) * DAY_MS);
}

function toDayNumber(time: Date): number {
  return Math.floor(time.getTime() / DAY_MS);
}
