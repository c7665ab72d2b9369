import type { Current } from '#app/current/current.server.ts';
import { requireRole } from '#app/current/permission.ts';
import { sql } from '#lib/database/sql.server.ts';

import type { CrateSize } from './crate-list.ts';
import { forEachCrate } from './each-crate.server.ts';

const KEPT_DAYS = 800;
const DAY_MS = 86_400_000;

/** Keeps the sizes of each crate for today. */
export async function measureCrates(current: Current): Promise<void> {
  const day = toDay(current.now());
  await forEachCrate(current, async (crateId) => {
    // The crate may be deleted meanwhile, and then gets no row.
    await current.db.query(sql`
      insert into crate_sizes (crate_id, day, items, bytes, files)
      select c.crate_id, ${day}::date, held.items, held.bytes, held.files
      from crates c cross join lateral (
        select count(*) as items, coalesce(sum(i.bytes), 0)::bigint as bytes, count(i.file_key) as files
        from items i where i.crate_id = c.crate_id) held
      where c.crate_id = ${crateId}
      on conflict (crate_id, day) do update
        set items = excluded.items, bytes = excluded.bytes, files = excluded.files`);
    return 1;
  });
  const before = toDay(new Date(current.now().getTime() - KEPT_DAYS * DAY_MS));
  await current.db.query(sql`delete from crate_sizes where day < ${before}::date`);
}

/** The latest last. @throws Problem 401 or 403 below admin */
export async function listCrateSizes(current: Current, crateId: string, days: number): Promise<CrateSize[]> {
  requireRole(current, 'admin');
  const rows = await current.db.query<Record<keyof CrateSize, string>>(sql`
    select day::text as day, items, bytes, files from crate_sizes
    where crate_id = ${crateId} order by crate_sizes.day desc limit ${days}`);
  return rows.toReversed().map(({ day, items, bytes, files }) => {
    return { day, items: Number(items), bytes: Number(bytes), files: Number(files) };
  });
}

function toDay(at: Date): string {
  return at.toISOString().slice(0, 10);
}
