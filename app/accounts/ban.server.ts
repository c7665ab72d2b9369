import type { Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';
import type { Sql } from '#lib/database/sql.server.ts';

import type { Ban } from './staff/staff.ts';

/** The last ban of an account, which may be over; null without one. Nobody is banned whose ban is not `isOn`. */
export function toBan({ banned_at, banned_until, ban_reason }: BanColumns, now: Date): Ban | null {
  if (banned_at === null) return null;
  const isOn = banned_until === null || banned_until > now;
  return { at: banned_at.toISOString(), until: banned_until?.toISOString() ?? null, reason: ban_reason, isOn };
}

/** The same in SQL, of the innermost `accounts`. */
function isNotBannedSql(now: Date): Sql {
  return sql`(banned_at is null or banned_until <= ${now})`;
}

/** Whether somebody acts as them: neither banned nor about to be deleted. Of the innermost `accounts`. */
export function mayActSql(now: Date): Sql {
  return sql`(${isNotBannedSql(now)} and deletion_due_at is null)`;
}

/** Whether a user is banned, for the statements of other nouns. @param userId the column with their id, with its table */
export function isBannedSql(userId: Sql, now: Date): Sql {
  // Few were ever banned, and an index has them alone: who asks of many users passes over all other accounts.
  return sql`exists (select from accounts where accounts.user_id = ${userId} and banned_at is not null
    and ${isNotBannedSql(now)} is not true)`;
}

export const BAN_COLUMNS = sql`banned_at, banned_until, ban_reason`;

export type BanColumns = Pick<Row<'accounts'>, 'banned_at' | 'banned_until' | 'ban_reason'>;
