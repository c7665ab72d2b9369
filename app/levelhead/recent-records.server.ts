import type { Current } from '#app/current/current.server.ts';
import { requireUser } from '#app/current/permission.ts';
import { runSearch } from '#app/storage/search/searches.server.ts';
import type { Row } from '#database/rows.ts';
import { cutPage } from '#lib/cut-page.ts';
import { sql } from '#lib/database/sql.server.ts';
import type { Sql } from '#lib/database/sql.server.ts';
import { ListCursor } from '#lib/list-cursor.server.ts';
import type { ListPosition } from '#lib/list-cursor.server.ts';

import { CRATE } from './level.ts';
import type { RecordName } from './level.ts';
import { findNames } from './names.server.ts';
import { foreignPage } from './problems.ts';
import { RECENT_DAYS } from './record.ts';
import type { RecentRecord, RecordQuery } from './record.ts';
import { existingLevels } from './search/level-rows.server.ts';

const DAY_MS = 86_400_000;

/** Many become better in one moment, so a page goes on behind the level and the player, too. */
const CURSOR = new ListCursor('levelhead recent records', foreignPage);

type RecentRecordRow = Pick<Row<'levelhead_records'>, 'item_id' | 'user_id' | 'value' | 'created_at' | 'updated_at'> &
  Pick<Row<'levelhead_levels'>, 'level_id'>;

interface RecentRecordPage {
  readonly records: RecentRecord[];
  readonly nextPageToken: string | undefined;
}

/**
 * The best of players on levels, the latest improvement first.
 * @throws Problem 400 for a foreign token, 401 or 403 for `@me` without a user, 503
 */
export async function findRecentRecords(
  current: Current,
  name: RecordName,
  query: RecordQuery,
): Promise<RecentRecordPage> {
  const { levelIds = [], before, after, limit, includeAliases, onlySafe, maxReports } = query;
  const userIds = query.userIds?.map((id) => (id === '@me' ? requireUser(current) : id)) ?? [];
  const position = CURSOR.read(current, query.nextPageToken);
  const now = current.now();
  const levels = existingLevels(now);
  const conditions = [
    sql`r.crate_id = ${CRATE} and r.name = ${name}`,
    sql`r.updated_at >= ${new Date(Math.max(now.getTime() - RECENT_DAYS * DAY_MS, after?.getTime() ?? 0))}::timestamptz`,
    ...(before === undefined ? [] : [sql`r.updated_at <= ${before}::timestamptz`]),
    ...(position === undefined ? [] : [behind(position)]),
    ...(userIds.length === 0 ? [] : [sql`r.user_id = any(${userIds}::text[])`]),
    ...(levelIds.length === 0
      ? []
      : [sql`r.item_id = any(array(select item_id from ${levels} named where level_id = any(${levelIds}::text[])))`]),
    // Who does not name such a level has not got its link.
    ...(levelIds.length > 0 ? [] : [sql`not l.tags && '{unlisted,beta}'::text[]`]),
  ];
  const rows = await runSearch<RecentRecordRow>(
    current,
    sql`select r.item_id, r.user_id, l.level_id, r.value, r.created_at, r.updated_at
      from levelhead_records r join ${levels} l on l.crate_id = r.crate_id and l.item_id = r.item_id
      where ${sql.join(conditions, ' and ')}
      order by r.updated_at desc, r.item_id desc, r.user_id desc limit ${limit + 1}::int`,
    false,
  );
  const { shown, last } = cutPage(rows, limit);
  const records = shown.map(toRecord);
  const nextPageToken = last && CURSOR.write(current, last.updated_at, `${last.item_id}:${last.user_id}`);
  if (!includeAliases) return { records, nextPageToken };
  const names = await findNames(current, [...new Set(records.map(({ userId }) => userId))], { onlySafe, maxReports });
  for (const record of records) record.alias = names.get(record.userId);
  return { records, nextPageToken };
}

function behind({ value, id }: ListPosition): Sql {
  const [itemId = '', userId = ''] = id.split(':');
  // The bound alone is one of the index.
  return sql`r.updated_at <= ${value}::timestamptz
    and (r.updated_at, r.item_id, r.user_id) < (${value}::timestamptz, ${itemId}::uuid, ${userId})`;
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
