import type { Current } from '#app/current/current.server.ts';
import { requireUser } from '#app/current/permission.ts';
import { runSearch } from '#app/storage/search/searches.server.ts';
import type { Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';

import { CRATE } from './level.ts';
import type { RecordName } from './level.ts';
import { findNames } from './names.server.ts';
import { RECENT_DAYS } from './record.ts';
import type { RecentRecord, RecordQuery } from './record.ts';
import { existingLevels } from './search/level-rows.server.ts';

const DAY_MS = 86_400_000;

type RecentRecordRow = Pick<Row<'levelhead_records'>, 'user_id' | 'value' | 'created_at' | 'updated_at'> &
  Pick<Row<'levelhead_levels'>, 'level_id'>;

/** The best of players on levels, the latest improvement first. @throws Problem 401 or 403 for `@me` without a user, 503 */
export async function findRecentRecords(
  current: Current,
  name: RecordName,
  query: RecordQuery,
): Promise<RecentRecord[]> {
  const { levelIds = [], before, after, limit, includeAliases, onlySafe, maxReports } = query;
  const userIds = query.userIds?.map((id) => (id === '@me' ? requireUser(current) : id)) ?? [];
  const now = current.now();
  const levels = existingLevels(now);
  const conditions = [
    sql`r.crate_id = ${CRATE} and r.name = ${name}`,
    sql`r.updated_at >= ${new Date(Math.max(now.getTime() - RECENT_DAYS * DAY_MS, after?.getTime() ?? 0))}::timestamptz`,
    ...(before === undefined ? [] : [sql`r.updated_at <= ${before}::timestamptz`]),
    ...(userIds.length === 0 ? [] : [sql`r.user_id = any(${userIds}::text[])`]),
    ...(levelIds.length === 0
      ? []
      : [sql`r.item_id = any(array(select item_id from ${levels} named where level_id = any(${levelIds}::text[])))`]),
    // Who does not name such a level has not got its link.
    ...(levelIds.length > 0 ? [] : [sql`not l.tags && '{unlisted,beta}'::text[]`]),
  ];
  const rows = await runSearch<RecentRecordRow>(
    current,
    sql`select r.user_id, l.level_id, r.value, r.created_at, r.updated_at
      from levelhead_records r join ${levels} l on l.crate_id = r.crate_id and l.item_id = r.item_id
      where ${sql.join(conditions, ' and ')} order by r.updated_at desc limit ${limit}::int`,
    false,
  );
  const records = rows.map(toRecord);
  if (!includeAliases) return records;
  const names = await findNames(current, [...new Set(records.map(({ userId }) => userId))], { onlySafe, maxReports });
  for (const record of records) record.alias = names.get(record.userId);
  return records;
}

/** @returns how many were too old */
export async function sweepRecords({ db, now }: Current): Promise<number> {
  const rows = await db.query(sql`delete from levelhead_records
    where updated_at < ${new Date(now().getTime() - RECENT_DAYS * DAY_MS)}::timestamptz returning 1`);
  return rows.length;
}

function toRecord({ user_id, level_id, value, created_at, updated_at }: RecentRecordRow): RecentRecord {
  return {
    userId: user_id,
    levelId: level_id,
    value,
    createdAt: created_at.toISOString(),
    updatedAt: updated_at.toISOString(),
    expiresAt: new Date(updated_at.getTime() + RECENT_DAYS * DAY_MS).toISOString(),
  };
}
