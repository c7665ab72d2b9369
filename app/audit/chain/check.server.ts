import type { Current } from '#app/current/current.server.ts';
import { requireRole } from '#app/current/permission.ts';
import type { Columns, Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';

import type { AuditLink, ChainFault, ChainStatus } from './chain-status.ts';
import { DAY_COLUMNS } from './chain.server.ts';
import { dayKeyId } from './day-heads.server.ts';
import type { DayHead } from './day-heads.server.ts';
import { BEFORE_CHAIN, verifyChain } from './verify.server.ts';
import type { ChainReport } from './verify.server.ts';

/** Links that a night looks at again. */
const WALK = 200_000;

/**
 * Looks at everything that was chained since the last time, and goes on with looking at all of it again. What it finds stays
 * on the page of the audit until it is not found any more. Needs super. @throws Problem 401, 403
 */
export async function checkAuditChain(current: Current, walk = WALK): Promise<void> {
  requireRole(current, 'super');
  const { db, log, now } = current;
  const [state] = await db.query<Row<'audit_chain'>>(sql`select * from audit_chain`);
  if (state === undefined) return;
  const news = await verifyChain(current, { position: state.checked_position, auditId: state.checked_audit_id });
  const again = await verifyChain(current, { position: state.walked_position, auditId: state.walked_audit_id }, walk);
  const fault = again.fault ?? news.fault ?? null;
  const isAround = again.isEnd && again.fault === undefined;
  const [checked, walked] = [news.place, isAround ? BEFORE_CHAIN : again.place];
  if (fault !== null) log.error({ fault }, 'the chain of the audit is broken: see npm run verify-audit');
  for (const day of unknownDays(news, again)) log.warn({ day }, 'a day of the audit is signed by another SECRET');
  await db.query(sql`update audit_chain set checked_at = ${now()},
    checked_position = ${checked.position}::bigint, checked_audit_id = ${checked.auditId}::bigint,
    walked_position = ${walked.position}::bigint, walked_audit_id = ${walked.auditId}::bigint,
    walked_at = case when ${isAround}::boolean then ${now()}::timestamptz else walked_at end,
    fault = ${fault === null ? null : JSON.stringify(fault)}::jsonb`);
}

const unknownDays = (...reports: ChainReport[]) => new Set(reports.flatMap((report) => report.unknownDays));

/** For so many days the page tells of heads that another key has signed. */
const TOLD_DAYS = 30;
/** A greater number is shown as more. */
const MAX_WAITING = 1000;

/** Needs admin. @throws Problem 401 or 403 */
export async function getChainStatus(current: Current): Promise<ChainStatus> {
  requireRole(current, 'admin');
  const [row] = await current.db.query<
    Columns<'audit_chain', { fault: ChainFault | null }> &
      Pick<Row<'audit_chain'>, 'checked_at' | 'walked_at'> & {
        waiting: number;
        chained_until: Date | null;
        is_ours: boolean;
      }
  >(sql`
    select c.checked_at, c.walked_at, c.fault,
      (select count(*)::int from (select from audit_queue limit ${MAX_WAITING + 1}::int) q) as waiting,
      case when exists (select from audit_links) then coalesce((
        select min(a.at) from (select audit_id from audit_queue order by xid, audit_id limit ${MAX_WAITING}::int) q
          join audit a on a.audit_id = q.audit_id), ${current.now()}::timestamptz) end as chained_until,
      not exists (select from audit_days where key_id <> ${dayKeyId(current.secret)}
        and day > (${current.now()}::timestamptz at time zone 'UTC')::date - ${TOLD_DAYS}::int) as is_ours
    from audit_chain c`);
  const [day] = await current.db.query<DayHead>(sql`
    select ${DAY_COLUMNS} from audit_days d order by d.position desc limit 1`);
  return {
    waiting: row?.waiting ?? 0,
    chainedUntil: row?.chained_until?.toISOString() ?? null,
    lastDay: day?.day ?? null,
    isOurs: row?.is_ours ?? true,
    checkedAt: row?.checked_at?.toISOString() ?? null,
    walkedAt: row?.walked_at?.toISOString() ?? null,
    fault: row?.fault ?? null,
  };
}

/** Undefined for one that is not chained yet. Needs admin. @throws Problem 401 or 403 */
export async function getAuditLink(current: Current, auditId: string): Promise<AuditLink | undefined> {
  requireRole(current, 'admin');
  const [row] = await current.db.query<{ position: string; hash: string; day: string | null; is_erased: boolean }>(sql`
    select l.position, encode(l.hash, 'hex') as hash, l.salt is null as is_erased,
      (select d.day::text from audit_days d where d.position >= l.position order by d.position limit 1) as day
    from audit_links l where l.audit_id = ${auditId}::bigint`);
  return row && { position: row.position, hash: row.hash, day: row.day, isErased: row.is_erased };
}
