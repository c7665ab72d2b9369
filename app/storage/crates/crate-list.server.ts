import type { Current } from '#app/current/current.server.ts';
import { requireRole } from '#app/current/permission.ts';
import { ROLES, isAdmin, isAtLeast } from '#app/current/role.ts';
import type { Columns, Row } from '#database/rows.ts';
import { cutPage } from '#lib/cut-page.ts';
import { sql } from '#lib/database/sql.server.ts';
import type { Sql } from '#lib/database/sql.server.ts';
import { Problem } from '#lib/problem.ts';

import { noCrate } from '../problems.ts';
import type { CrateExtent, CrateSort, CratesQuery, ListedCrate } from './crate-list.ts';
import { CrateId } from './crate.ts';
import type { Policy, Principal } from './policy.ts';

/** Crates of more items are not counted while somebody waits. */
const MAX_COUNTED = 1000;

interface CratePage {
  readonly crates: ListedCrate[];
  readonly next: string | undefined;
}

/** Below admin those with items that the actor may list or read. Nothing follows a crate that is gone. @throws Problem 401 or 403 below staff */
export async function findCrates(current: Current, { text, sort, limit, after }: CratesQuery): Promise<CratePage> {
  requireRole(current, 'staff');
  const { key, next, direction } = SORTS[sort];
  const wanted = text.trim().toLowerCase().replaceAll('\0', '');
  const isFound =
    wanted === '' ? sql`true` : sql`(strpos(c.crate_id, ${wanted}) > 0 or strpos(lower(c.name), ${wanted}) > 0)`;
  const isBehind =
    after === undefined
      ? sql`true`
      : sql`(key, crate_id) ${next} (select last.key, last.crate_id from found last where last.crate_id = ${after})`;
  const rows = await current.db.query<ListedRow>(sql`
    with found as (select ${FOUND}, ${key} as key from ${CRATES} where ${isFound} and ${isOpenTo(current.actor)}),
    page as (
      select * from found where ${isBehind} order by key ${direction}, crate_id ${direction} limit ${limit + 1})
    select ${LISTED} from page ${HELD} order by key ${direction}, crate_id ${direction}`);
  const { shown, last } = cutPage(rows, limit);
  return { crates: shown.map(toListed), next: last?.crate_id };
}

/** Whether the actor may read and change crates themselves. */
export function mayRuleCrates({ actor }: Pick<Current, 'actor'>): boolean {
  return isAdmin(actor.role);
}

/** The ids of those of `findCrates`. @throws Problem 401 or 403 below staff */
export async function listOpenCrates(current: Current, limit: number): Promise<string[]> {
  requireRole(current, 'staff');
  const rows = await current.db.query<Pick<Row<'crates'>, 'crate_id'>>(
    sql`select c.crate_id from crates c where ${isOpenTo(current.actor)} order by c.crate_id limit ${limit}`,
  );
  return rows.map(({ crate_id: crateId }) => crateId);
}

/** As `accessTo` says of either action: the defaults are for admins. */
function isOpenTo({ role }: Pick<Principal, 'role'>): Sql {
  if (isAdmin(role)) return sql`true`;
  const subjects = ['owner', 'collaborator', ...ROLES.filter((one) => isAtLeast(role, one))];
  return sql`exists (
    select 1 from jsonb_array_elements(coalesce(c.policy->'list', '[]') || coalesce(c.policy->'read', '[]')) given
    where coalesce(given->>'to', given #>> '{}') = any(${subjects}))`;
}

/** @throws Problem 401, 403 or 404 */
export async function findListedCrate(current: Current, crateId: string): Promise<ListedCrate> {
  requireRole(current, 'admin');
  if (!CrateId.safeParse(crateId).success) throw new Problem(noCrate);
  const [row] = await current.db.query<ListedRow>(sql`
    with page as (select ${FOUND} from ${CRATES} where c.crate_id = ${crateId}) select ${LISTED} from page ${HELD}`);
  if (row === undefined) throw new Problem(noCrate);
  return toListed(row);
}

type ListedRow = Pick<Row<'crates'>, 'crate_id' | 'name'> &
  Columns<'crates', { policy: Policy }> & {
    changed_at: Date;
    day: string | null;
    kept_items: string | null;
    kept_bytes: string | null;
    counted: string;
    counted_bytes: string;
    used_items: string | null;
    used_bytes: string | null;
    used_versions: string | null;
  };

const FOUND = sql`c.crate_id, c.name, c.policy, greatest(c.updated_at, written.at) as changed_at,
  kept.day::text as day, kept.items as kept_items, kept.bytes as kept_bytes`;
const CRATES = sql`crates c
  left join lateral (select s.day, s.items, s.bytes from crate_sizes s
    where s.crate_id = c.crate_id order by s.day desc limit 1) kept on true
  left join lateral (select i.updated_at as at from items i
    where i.crate_id = c.crate_id order by i.updated_at desc limit 1) written on true`;
const LISTED = sql`page.*, held.items as counted, held.bytes as counted_bytes,
  u.items as used_items, u.bytes as used_bytes, u.versions as used_versions`;
// In an order that an index has: without one, a plan for large crates would walk all items for a small one.
const HELD = sql`
  cross join lateral (select count(*) as items, coalesce(sum(few.bytes), 0)::bigint as bytes
    from (select i.bytes from items i where i.crate_id = page.crate_id
      order by i.created_at desc, i.item_id desc limit ${MAX_COUNTED + 1}) few) held
  left join usage u on u.crate_id = page.crate_id and u.user_id = ''`;

/** How each order is continued. */
const SORTS: Record<CrateSort, Readonly<Record<'key' | 'next' | 'direction', Sql>>> = {
  name: { key: sql`lower(c.name)`, next: sql`>`, direction: sql`asc` },
  id: { key: sql`c.crate_id`, next: sql`>`, direction: sql`asc` },
  changed: { key: sql`greatest(c.updated_at, written.at)`, next: sql`<`, direction: sql`desc` },
  size: { key: sql`coalesce(kept.bytes, 0)`, next: sql`<`, direction: sql`desc` },
};

function toListed(row: ListedRow): ListedCrate {
  const { crate_id: crateId, name, changed_at: changedAt, policy } = row;
  const used = { items: row.used_items, bytes: row.used_bytes, versions: row.used_versions };
  return { crateId, name, extent: toExtent(row), filled: filledBy(policy, used), changedAt: changedAt.toISOString() };
}

function toExtent({ day, kept_items, kept_bytes, counted, counted_bytes }: ListedRow): CrateExtent {
  const isCounted = Number(counted) <= MAX_COUNTED;
  if (isCounted) return { items: Number(counted), bytes: Number(counted_bytes), day: undefined };
  if (day === null) return { items: MAX_COUNTED, bytes: Number(counted_bytes), day };
  return { items: Number(kept_items), bytes: Number(kept_bytes), day };
}

function filledBy({ quotas }: Policy, used: Record<'items' | 'bytes' | 'versions', string | null>): number | null {
  const parts = (['items', 'bytes', 'versions'] as const).flatMap((kind) => {
    const quota = quotas?.crate?.[kind];
    if (quota === undefined) return [];
    return [quota === 0 ? 1 : Number(used[kind] ?? 0) / quota];
  });
  return parts.length === 0 ? null : Math.max(...parts);
}
