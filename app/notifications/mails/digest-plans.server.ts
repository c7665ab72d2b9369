import type { Current } from '#app/current/current.server.ts';
import type { Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';
import type { Sql } from '#lib/database/sql.server.ts';
import { instantsAt, wallTimeAt } from '#lib/locale/zone-time.ts';

import type { DigestPace } from './mail-payloads.ts';

export async function planDigests(current: Current, pace: DigestPace, userIds: readonly string[]): Promise<void> {
  const column = DIGEST_COLUMNS[pace];
  await current.db.query(sql`
    insert into notification_readers (user_id, ${column})
    select u.user_id, next.at from unnest((select ${[...userIds]}::text[])) u(user_id)
    left join notification_readers r on r.user_id = u.user_id
    cross join lateral (${nextDigestSql(current, pace)}) next
    where r.${column} is null
    order by u.user_id
    on conflict (user_id) do update set ${column} = coalesce(notification_readers.${column}, excluded.${column})`);
}

export const DIGEST_COLUMNS = { daily: sql`next_daily_at`, weekly: sql`next_weekly_at` } as const;

/** On the clock of the reader `r`: one instant of an hour that comes twice, the next of one that never comes. */
function nextDigestSql({ now }: Pick<Current, 'now'>, pace: DigestPace): Sql {
  const at = now();
  const zone = sql`coalesce(r.zone, 'UTC')`;
  return sql`
    select min(plan.at) as at from (
      select (date_trunc('day', ${at}::timestamptz at time zone ${zone}) + make_interval(days => d.day,
        hours => coalesce(r.digest_hour, 9))) as local,
        (date_trunc('day', ${at}::timestamptz at time zone ${zone}) + make_interval(days => d.day,
        hours => coalesce(r.digest_hour, 9))) at time zone ${zone} as at
      from generate_series(0, ${pace === 'daily' ? 1 : 8}::integer) d(day)
    ) plan
    where plan.at > ${at} and (${pace === 'daily'} or extract(isodow from plan.local) = coalesce(r.digest_day, 1))`;
}

/** Of a reader who has changed zone, hour or day: what is planned is moved. */
export async function moveDigests(current: Current, userId: string): Promise<void> {
  await current.db.query(sql`
    update notification_readers n set
      next_daily_at = case when n.next_daily_at is not null then daily.at end,
      next_weekly_at = case when n.next_weekly_at is not null then weekly.at end
    from notification_readers r
    cross join lateral (${nextDigestSql(current, 'daily')}) daily
    cross join lateral (${nextDigestSql(current, 'weekly')}) weekly
    where n.user_id = ${userId} and r.user_id = ${userId}`);
}

/** Those among them for whom it is quiet now, and until when. */
export async function quietEnds(current: Current, userIds: readonly string[]): Promise<Map<string, Date>> {
  const rows = await current.db.query<QuietRow>(sql`
    select user_id, zone, quiet_from, quiet_until from notification_readers
    where user_id = any(${[...userIds]}::text[]) and quiet_from is not null and quiet_until is not null`);
  return new Map(
    rows.flatMap((row) => {
      const end = quietEnd(current.now(), row.zone, Number(row.quiet_from), Number(row.quiet_until));
      return end === undefined ? [] : [[row.user_id, end] as const];
    }),
  );
}

type QuietRow = Pick<Row<'notification_readers'>, 'user_id' | 'zone' | 'quiet_from' | 'quiet_until'>;

/** @param from hours of the clock there, also over midnight @returns undefined when it is not quiet */
export function quietEnd(now: Date, zone: string, from: number, until: number): Date | undefined {
  const local = wallTimeAt(now, zone);
  const hour = Number(local.slice(11, 13));
  const isQuiet = from < until ? hour >= from && hour < until : from !== until && (hour >= from || hour < until);
  if (!isQuiet) return undefined;
  const day = hour < until ? local.slice(0, 10) : dayAfter(local.slice(0, 10));
  // An hour that the clocks leave out is over when the next one begins.
  const [end] = [until, until + 1].flatMap((hour) =>
    instantsAt(`${day}T${String(hour % 24).padStart(2, '0')}:00`, zone),
  );
  return end;
}

function dayAfter(day: string): string {
  return new Date(Date.parse(`${day}T12:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
}
