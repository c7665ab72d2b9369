import type { Pool } from 'pg';

export const CRATE = 'bench-sets';
export const LEVELS = 1000;
const MAX_OF_ONE = 100_000;

/** Items named `level-0` to `level-999`, which have the stat of likes. */
export async function createLevels(pool: Pool): Promise<void> {
  await pool.query(
    `insert into items (crate_id, item_id, rev, name, user_id, collaborators, mimetype, bytes, body, created_at, updated_at)
      select $1, gen_random_uuid(), 1, 'level-' || n, 'maker', '{maker}', 'text/plain', 0, '', now(), now()
      from generate_series(0, $2::int - 1) n`,
    [CRATE, LEVELS],
  );
}

/**
 * So many likes: each owner has ten of them, one of which is that of `level-0`; and `collector` has up to 100,000 members.
 * Ids rise with the rows, as they do in life.
 */
export async function fillSets(pool: Pool, size: number): Promise<void> {
  const [owners, most] = [Math.ceil(size / 10), Math.min(size / 10, MAX_OF_ONE)];
  await pool.query('truncate set_members, set_counts, set_history');
  await pool.query(
    `insert into set_members (crate_id, set_name, owner, member, entry_id, created_at)
      select $1, 'likes', owner, member,
        (lpad(to_hex(1700000000000 + n), 12, '0') || '70008' || lpad(to_hex(n), 15, '0'))::uuid, to_timestamp(1700000000 + n / 1000.0)
      from (
        select 'u' || o as owner, 'level-' || case k when 0 then 0 else 1 + (o * 7 + k * 131) % 999 end as member,
          ((o - 1) * 10 + k)::bigint as n
        from generate_series(1, $2::int) o, generate_series(0, 9) k
        union all
        select 'collector', 'm' || n, $2::int * 10 + n from generate_series(1, $3::int) n
      ) likes`,
    [CRATE, owners, most],
  );
  await pool.query(
    `insert into set_counts select crate_id, set_name, side, id, count(*)
      from set_members cross join lateral (values ('owner', owner), ('member', member)) of(side, id) group by 1, 2, 3, 4`,
  );
  await pool.query('vacuum analyze set_members, set_counts');
  await pool.query('checkpoint');
}
