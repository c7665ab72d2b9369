import type { Current } from '#app/current/current.server.ts';
import { requireRole } from '#app/current/permission.ts';
import type { Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';
import type { Sql } from '#lib/database/sql.server.ts';
import { Problem } from '#lib/problem.ts';
import { isUuid } from '#lib/uuid.server.ts';

import { KEY_COLUMNS, listedKeyFrom } from './app-keys.server.ts';
import type { AppKeyRow } from './app-keys.server.ts';
import type { AppKeyFigures, CallSpan, CallSums, CallsOfSpan } from './app.ts';
import { noAppKey } from './problems.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Minutes are asked for the busiest of a day alone. */
const KEPT_MINUTES_MS = 2 * DAY_MS;
const KEPT_HOURS_MS = 400 * DAY_MS;
/** Of what has ended. */
const KEPT_KEYS_MS = 400 * DAY_MS;
const MAX_SWEPT = 10_000;
const MAX_KEYS_SHOWN = 200;

/** All of an app, those that have ended too; the newest first. Needs admin. @throws Problem 401 or 403 */
export async function listKeyFigures(current: Current, appId: string): Promise<AppKeyFigures[]> {
  requireRole(current, 'admin');
  return findFigures(current, sql`app_id = ${appId}`);
}

/** Needs admin. @throws Problem 401, 403, 404 */
export async function getKeyFigures(current: Current, appId: string, keyId: string): Promise<AppKeyFigures> {
  requireRole(current, 'admin');
  const [key] = isUuid(keyId) ? await findFigures(current, sql`app_id = ${appId} and key_id = ${keyId}`) : [];
  if (key === undefined) throw new Problem(noAppKey);
  return key;
}

async function findFigures(current: Current, condition: Sql): Promise<AppKeyFigures[]> {
  const now = current.now();
  const since = new Date(now.getTime() - DAY_MS);
  const rows = await current.db.query<FiguresRow>(sql`
    select k.*, c.calls, c.errors, c.refusals, c.peak
    from (select ${KEY_COLUMNS} from app_keys where ${condition} order by created_at desc, key_id desc limit ${MAX_KEYS_SHOWN}) k
    cross join lateral (select coalesce(sum(calls), 0)::int as calls, coalesce(sum(errors), 0)::int as errors,
        coalesce(sum(refusals), 0)::int as refusals, coalesce(max(calls), 0)::int as peak
      from app_key_minutes m where m.key_id = k.key_id and minute > ${since}) c
    order by k.created_at desc, k.key_id desc`);
  return rows.map((row) => {
    const { revoked_at: revokedAt, calls, errors, refusals, peak } = row;
    const figures = { revokedAt: revokedAt?.toISOString() ?? null, day: { calls, errors, refusals }, peak };
    return Object.assign(figures, listedKeyFrom(row, now));
  });
}

type FiguresRow = AppKeyRow & CallSums & { peak: number };

/** Of the last 24 hours by hours, or of 30 days by days (UTC), also those without any. Needs admin. @throws Problem 401 or 403 */
export async function listCalls(current: Current, keyId: string, span: CallSpan): Promise<CallsOfSpan[]> {
  requireRole(current, 'admin');
  const now = current.now();
  const [count, unit, step] = span === 'day' ? [24, 'hour', '1 hour'] : [30, 'day', '24 hours'];
  const rows = await current.db.query<{ at: Date } & CallSums>(sql`
    select s.at, coalesce(sum(calls), 0)::int as calls, coalesce(sum(errors), 0)::int as errors,
      coalesce(sum(refusals), 0)::int as refusals
    from (select date_trunc(${unit}::text, ${now}::timestamptz, 'UTC') - n * ${step}::interval as at
      from generate_series(0, ${count}::int - 1) n) s
    left join app_key_hours h on h.key_id = ${keyId}::uuid and h.hour >= s.at and h.hour < s.at + ${step}::interval
    group by s.at order by s.at`);
  return rows.map(({ at, calls, errors, refusals }) => ({ at: at.toISOString(), calls, errors, refusals }));
}

/** What nobody asks for any more: counts and ended keys of long ago. @returns how many rows */
export async function sweepKeyCalls({ db, now }: Current): Promise<number> {
  const before = (ms: number) => new Date(now().getTime() - ms);
  const minutes = await db.query<Pick<Row<'app_key_minutes'>, 'key_id'>>(sql`
    delete from app_key_minutes where ctid = any(array(
      select ctid from app_key_minutes where minute < ${before(KEPT_MINUTES_MS)} limit ${MAX_SWEPT})) returning key_id`);
  const hours = await db.query<Pick<Row<'app_key_hours'>, 'key_id'>>(sql`
    delete from app_key_hours where ctid = any(array(
      select ctid from app_key_hours where hour < ${before(KEPT_HOURS_MS)} limit ${MAX_SWEPT})) returning key_id`);
  const keys = await db.query<Pick<Row<'app_keys'>, 'key_id'>>(sql`
    delete from app_keys where least(revoked_at, expires_at) < ${before(KEPT_KEYS_MS)} returning key_id`);
  return minutes.length + hours.length + keys.length;
}
