import type { Current } from '#app/current/current.server.ts';
import { requireRole, requireUser } from '#app/current/permission.ts';
import { isAdmin } from '#app/current/role.ts';
import { getCrate } from '#app/storage/crates/crates.server.ts';
import type { Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';
import type { Sql } from '#lib/database/sql.server.ts';
import { Problem, problemAt } from '#lib/problem.ts';

import { findPeople } from '../names.server.ts';
import { MAX_VIEW_NAME } from './item-view.ts';
import type { ItemView, ItemViewKey } from './item-view.ts';
import { readGiven } from './items-address.server.ts';
import { itemViewsFull, longItemView, longItemViewName, missingItemViewName, noItemView } from './problems.ts';

const SLOTS = 50;
const MAX_VIEWS = 200;
const MAX_QUERY = 4096;

/** One's own of a crate, and those that others share. Needs staff. @throws Problem 401, 403 */
export async function findItemViews(current: Current, crateId: string): Promise<ItemView[]> {
  requireRole(current, 'staff');
  const userId = requireUser(current);
  const rows = await current.db.query<ItemViewRow>(sql`
    select ${COLUMNS} from item_views where crate_id = ${crateId} and (user_id = ${userId} or is_shared)
    order by lower(name), user_id, slot limit ${MAX_VIEWS}::int`);
  const toPerson = await findPeople(
    current,
    rows.map((row) => row.user_id),
  );
  return rows.map((row) =>
    Object.assign(toFields(row), {
      owner: toPerson(row.user_id),
      slot: row.slot,
      mayChange: row.user_id === userId || isAdmin(current.actor.role),
    }),
  );
}

/** Keeps what the list shows. Needs staff. @throws Problem 400, 401, 403, 404 for an unknown crate, 409 when there are too many */
export async function saveItemView(current: Current, crateId: string, view: ItemViewFields): Promise<void> {
  requireRole(current, 'staff');
  const userId = requireUser(current);
  await getCrate(current, crateId);
  const [name, query] = [readName(view.name), readQuery(view.query)];
  for (;;) {
    // Of two at once for the same place one gets it, and the other looks for the next.
    const saved = await current.db.query(sql`
      insert into item_views (crate_id, user_id, slot, name, query, is_shared, updated_at)
      select ${crateId}::text, ${userId}::text, slot, ${name}::text, ${query}::text, ${view.isShared}::boolean,
        ${current.now()}::timestamptz
      from generate_series(0, ${SLOTS - 1}::integer) slot
      where not exists (
        select from item_views v where v.crate_id = ${crateId}::text and v.user_id = ${userId}::text and v.slot = slot.slot)
      order by slot limit 1 on conflict do nothing returning slot`);
    if (saved.length > 0) return;
    const [{ count } = { count: 0 }] = await current.db.query<{ count: number }>(sql`
      select count(*)::int as count from item_views where crate_id = ${crateId} and user_id = ${userId}`);
    if (count === SLOTS) throw new Problem(itemViewsFull);
  }
}

/** One's own, or as an admin one that is shared, if it is still the one that was shown. @throws Problem 400, 401, 403, 404 */
export async function changeItemView(
  current: Current,
  crateId: string,
  key: ItemViewKey,
  change: Partial<ItemViewFields>,
): Promise<void> {
  const chosen = chooseView(current, crateId, key);
  const name = change.name === undefined ? null : readName(change.name);
  const query = change.query === undefined ? null : readQuery(change.query);
  const changed = await current.db.query(sql`
    update item_views set name = coalesce(${name}::text, name), query = coalesce(${query}::text, query),
      is_shared = coalesce(${change.isShared ?? null}::boolean, is_shared), updated_at = ${current.now()}
    where ${chosen} returning 1`);
  if (changed.length === 0) throw new Problem(noItemView);
}

/** As `changeItemView`. @returns what it was */
export async function deleteItemView(current: Current, crateId: string, key: ItemViewKey): Promise<ItemViewFields> {
  const [row] = await current.db.query<ItemViewRow>(sql`
    delete from item_views where ${chooseView(current, crateId, key)} returning ${COLUMNS}`);
  if (row === undefined) throw new Problem(noItemView);
  return toFields(row);
}

type ItemViewFields = Pick<ItemView, 'name' | 'query' | 'isShared'>;

const COLUMNS = sql`user_id, slot, name, query, is_shared`;
type ItemViewRow = Pick<Row<'item_views'>, 'user_id' | 'slot' | 'name' | 'query' | 'is_shared'>;

function toFields({ name, query, is_shared: isShared }: ItemViewRow): ItemViewFields {
  return { name, query, isShared };
}

function chooseView(current: Current, crateId: string, { userId, slot, shown }: ItemViewKey): Sql {
  requireRole(current, 'staff');
  const own = requireUser(current);
  if (!Number.isInteger(slot) || slot < 0 || slot >= SLOTS) throw new Problem(noItemView);
  const mayChange = sql`(user_id = ${own} or is_shared and ${isAdmin(current.actor.role)}::boolean)`;
  return sql`crate_id = ${crateId} and user_id = ${userId} and slot = ${slot}::integer and name = ${shown} and ${mayChange}`;
}

function readName(typed: string): string {
  const name = typed.trim();
  if (name === '') throw problemAt('name', missingItemViewName);
  if (name.length > MAX_VIEW_NAME) throw problemAt('name', longItemViewName);
  return name;
}

/** What an address may hold, as it stands there. */
function readQuery(text: string): string {
  const query = String(new URLSearchParams(readGiven(new URLSearchParams(text))));
  if (query.length > MAX_QUERY) throw problemAt('name', longItemView);
  return query;
}
