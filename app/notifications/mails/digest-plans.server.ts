import { selectChoices } from '#app/choices/choices.server.ts';
import { zone } from '#app/choices/zone.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import type { Sql } from '#lib/database/sql.server.ts';
import { instantsAt, wallTimeAt } from '#lib/locale/zone-time.ts';

import type { DigestPace } from './mail-payloads.ts';
import { digestDay, digestHour, quietFrom, quietUntil } from './mail-times.server.ts';

export async function planDigests(current: Current, pace: DigestPace, userIds: readonly string[]): Promise<void> {
  const column = DIGEST_COLUMNS[pace];
  await current.db.query(sql`
    insert into notification_readers (user_id, ${column})
    select u.user_id, next.at from unnest((select ${[...userIds]}::text[])) u(user_id)
    left join notification_readers n on n.user_id = u.user_id
    cross join lateral (${selectChoices(DIGEST_TIMES, sql`u.user_id`)}) r(zone, digest_hour, digest_day)
    cross join lateral (${nextDigestSql(current, pace)}) next
    where n.${column} is null
    order by u.user_id
    on conflict (user_id) do update set ${column} = coalesce(notification_readers.${column}, excluded.${column})`);
}

export const DIGEST_COLUMNS = { daily: sql`next_daily_at`, weekly: sql`next_weekly_at` } as const;

const DIGEST_TIMES = [zone, digestHour, digestDay];

/** On the clock of the reader `r`: one instant of an hour that comes twice, the next of one that never comes. */
function nextDigestSql({ now }: Pick<Current, 'now'>, pace: DigestPace): Sql {
  const at = now();
  return sql`
    select min(plan.at) as at from (
      select (date_trunc('day', ${at}::timestamptz at time zone r.zone) + make_interval(days => d.day,
        hours => r.digest_hour::integer)) as local,
        (date_trunc('day', ${at}::timestamptz at time zone r.zone) + make_interval(days => d.day,
        hours => r.digest_hour::integer)) at time zone r.zone as at
      from generate_series(0, ${pace === 'daily' ? 1 : 8}::integer) d(day)
    ) plan
    where plan.at > ${at} and (${pace === 'daily'} or extract(isodow from plan.local) = r.digest_day::integer)`;
}

/** Of a reader who may have chosen another zone, hour or day: what is planned is moved. */
export async function moveDigests(current: Current, userId: string): Promise<void> {
  await current.db.query(sql`
    update notification_readers n set
      next_daily_at = case when n.next_daily_at is not null then daily.at end,
      next_weekly_at = case when n.next_weekly_at is not null then weekly.at end
    from (${selectChoices(DIGEST_TIMES, sql`${userId}`)}) r(zone, digest_hour, digest_day)
    cross join lateral (${nextDigestSql(current, 'daily')}) daily
    cross join lateral (${nextDigestSql(current, 'weekly')}) weekly
    where n.user_id = ${userId}`);
}

/** Those among them for whom it is quiet now, and until when. */
export async function quietEnds(current: Current, userIds: readonly string[]): Promise<Map<string, Date>> {
  const rows = await current.db.query<QuietRow>(sql`
    select u.user_id, r.zone, r.quiet_from, r.quiet_until from unnest((select ${[...userIds]}::text[])) u(user_id)
    cross join lateral (${selectChoices([zone, quietFrom, quietUntil], sql`u.user_id`)}) r(zone, quiet_from, quiet_until)
    where r.quiet_from <> '' and r.quiet_until <> ''`);
  return new Map(
    rows.flatMap((row) => {
      const end = quietEnd(current.now(), row.zone, Number(row.quiet_from), Number(row.quiet_until));
      return end === undefined ? [] : [[row.user_id, end] as const];
    }),
  );
}

type QuietRow = Record<'user_id' | 'zone' | 'quiet_from' | 'quiet_until', string>;

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
