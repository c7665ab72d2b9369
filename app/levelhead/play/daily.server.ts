import type { Current } from '#app/current/current.server.ts';
import type { Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';
import type { Sql } from '#lib/database/sql.server.ts';
import { Problem } from '#lib/problem.ts';

import { CRATE } from '../level.ts';
import { DAILY_LIMITS } from '../rules/play.ts';
import { enoughToday } from './problems.ts';

const DAY_MS = 86_400_000;

const FIGURES = {
  plays: sql`plays`,
  wins: sql`wins`,
  players: sql`players`,
  seconds: sql`seconds`,
  likes: sql`likes`,
  favorites: sql`favorites`,
  subscribers: sql`subscribers`,
  exposure: sql`exposure`,
  tips: sql`tips`,
  played: sql`played`,
  tipped: sql`tipped`,
  exposed: sql`exposed`,
  published: sql`published`,
} as const satisfies Partial<Record<keyof Row<'levelhead_daily'>, Sql>>;

type DailyFigure = keyof typeof FIGURES;
const COLUMNS = sql.join(Object.values(FIGURES), ', ');

type DailyKind = 'level' | 'player';

export interface DailyEntry extends Partial<Readonly<Record<DailyFigure, number>>> {
  readonly kind: DailyKind;
  /** The id of a level, or of a user. */
  readonly id: string;
  /** As in 2026-11-23. */
  readonly day: string;
}

interface DailyFigures extends Readonly<Record<DailyFigure, number>> {
  readonly day: string;
}

export function toDay(date: Date): string {
  return date.toISOString().slice(0, 10);
}

/**
 * Adds to the days of levels and players, in the transaction of what is counted; an entry for each kind, id and day. It comes
 * last there, so that all wait for each other in one order.
 * @throws Problem 429 when a player has done more than a day allows
 */
export async function countDaily(current: Current, entries: readonly DailyEntry[]): Promise<void> {
  const days = await addToDays(current, entries);
  for (const { id, ...given } of entries.filter(({ kind }) => kind === 'player')) {
    const day = days.find((one) => one.kind === 'player' && one.id === id);
    const isOver = LIMITED.some((figure) => (given[figure] ?? 0) > 0 && (day?.[figure] ?? 0) > DAILY_LIMITS[figure]);
    if (isOver) throw new Problem(enoughToday, retryTomorrow(current));
  }
}

const LIMITED = ['played', 'tipped', 'exposed', 'published'] as const;

function retryTomorrow({ now }: Current) {
  const left = DAY_MS - (now().getTime() % DAY_MS);
  return { headers: { 'retry-after': String(Math.ceil(left / 1000)) } };
}

type DayTotals = Pick<DailyFigures, (typeof LIMITED)[number]> & { readonly kind: string; readonly id: string };

/** The same for days that were, without a limit. */
export async function addToDays(current: Current, entries: readonly DailyEntry[]): Promise<DayTotals[]> {
  const types = Object.entries(FIGURES).map(([name, column]) =>
    name === 'seconds' ? sql`${column} float8` : sql`${column} int`,
  );
  const values = Object.values(FIGURES).map((column) => sql`coalesce(e.${column}, 0)`);
  const sums = Object.values(FIGURES).map((column) => sql`${column} = d.${column} + excluded.${column}`);
  return current.db.query<DayTotals>(sql`
    insert into levelhead_daily as d (crate_id, kind, subject_id, day, ${COLUMNS})
    select ${CRATE}, e.kind, e.id, e.day, ${sql.join(values, ', ')}
    from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) e(kind text, id text, day date, ${sql.join(types, ', ')})
    order by e.kind, e.id, e.day
    on conflict (crate_id, kind, subject_id, day) do update set ${sql.join(sums, ', ')}
    returning kind, subject_id as id, played, tipped, exposed, published`);
}

const MAX_DAYS = 366;

/** The oldest first and today last; days on which nothing happened are missing. @param days at most 366 */
export async function findDays(current: Current, kind: DailyKind, id: string, days: number): Promise<DailyFigures[]> {
  const since = new Date(current.now().getTime() - (days - 1) * DAY_MS);
  return current.db.query<DailyFigures>(sql`
    select to_char(day, 'YYYY-MM-DD') as day, ${COLUMNS} from levelhead_daily
    where crate_id = ${CRATE} and kind = ${kind} and subject_id = ${id} and day >= ${toDay(since)}::date
    order by levelhead_daily.day limit ${MAX_DAYS}::int`);
}
