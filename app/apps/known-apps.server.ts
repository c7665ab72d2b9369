import type { Queryable } from '#lib/database/database.server.ts';
import type { CachedRows, RowCache } from '#lib/database/row-cache.server.ts';
import { sql } from '#lib/database/sql.server.ts';

import { MAX_APPS } from './app.ts';

/** Those that are not archived. */
interface KnownApps {
  readonly originsById: ReadonlyMap<string, readonly string[]>;
  /** Of any of them. */
  readonly origins: ReadonlySet<string>;
}

/** There are few: the cache has all in one, so that a change of any is heard by each process at once. */
export async function findKnownApps(db: Queryable, rowCache: RowCache): Promise<KnownApps> {
  return (await rowCache.get(KNOWN, 'all', db, (db) => readApps(db))) ?? NO_APPS;
}

/** For a deed that has changed one; other processes hear of it by the table. */
export function forgetKnownApps(rowCache: RowCache): void {
  rowCache.forget(KNOWN, 'all');
}

const KNOWN: CachedRows<KnownApps> = { topic: 'apps' };
const NO_APPS: KnownApps = { originsById: new Map(), origins: new Set() };

async function readApps(db: Queryable): Promise<KnownApps> {
  const rows = await db.query<{ app_id: string; origins: string[]; is_archived: boolean }>(sql`
    select app_id, origins, archived_at is not null as is_archived from apps order by app_id limit ${MAX_APPS}`);
  const working = rows.filter(({ is_archived: isArchived }) => !isArchived);
  return {
    originsById: new Map(working.map(({ app_id: appId, origins }) => [appId, origins])),
    origins: new Set(working.flatMap(({ origins }) => origins)),
  };
}
