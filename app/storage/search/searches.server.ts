import { requireUser } from '#app/current/permission.ts';
import type { Current } from '#app/current/current.server.ts';
import { isSqlState, shaped } from '#lib/database/database.server.ts';
import type { QueryRow } from '#lib/database/database.server.ts';
import { Problem } from '#lib/problem.ts';

import { getCrate } from '../crates/crates.server.ts';
import type { Crate } from '../crates/crate.ts';
import type { Item } from '../item.ts';
import { getItemBody } from '../items.server.ts';
import type { ItemWithBody } from '../items.server.ts';
import { accessFor, recordOverride } from '../crates/overrides.server.ts';
import { mayNothing } from '../crates/policy.ts';
import { noCrate, noSingleHit, searchTooSlow } from '../problems.ts';
import { manyItems } from '../rows.server.ts';
import type { ItemRow } from '../rows.server.ts';

import { Cursors } from './cursor.server.ts';
import type { Place } from './cursor.server.ts';
import type { SearchQuery } from './search.ts';
import { countStatement, pageStatement } from './statement.server.ts';
import type { SearchPlan, Sql } from './statement.server.ts';

export interface Page {
  items: Item[];
  /** Cursors of the neighbouring pages, where there is one. */
  next?: string;
  previous?: string;
}

/**
 * One page of a crate's items, in the order and with the filters of the search.
 * @throws Problem 404 for a crate that does not exist or that the asker may not list, 400 for a cursor of another search
 */
export async function findItems(current: Current, crateId: string, search: SearchQuery): Promise<Page> {
  const crate = await getCrate(current, crateId);
  const plan = await planOf(current, crate, search);
  const { query } = plan;
  const cursors = new Cursors(crateId, search, current.secret);
  const cursor = query.after ?? query.before;
  const backward = query.after === undefined && query.before !== undefined;
  const from = cursor === undefined ? undefined : { place: cursors.read(cursor), backward };
  const rows = await runSearch<ItemRow>(current, pageStatement(plan, from));
  const more = rows.length > query.limit;
  const shown = rows.slice(0, query.limit);
  if (backward) shown.reverse();
  const items = await manyItems(current, crate, shown);
  const first = items[0];
  const last = items.at(-1);
  const page: Page = { items };
  if (last && (backward || more)) page.next = cursors.write(placeOf(last, query));
  if (first && (backward ? more : from !== undefined)) page.previous = cursors.write(placeOf(first, query));
  return page;
}

/**
 * The body of the one hit of a search.
 * @throws Problem 404 when there is none, or more than one; else as `findItems`
 */
export async function findItemBody(current: Current, crateId: string, search: SearchQuery): Promise<ItemWithBody> {
  const { items } = await findItems(current, crateId, { ...search, limit: 2 });
  const [item] = items;
  if (item === undefined || items.length > 1) throw new Problem(noSingleHit);
  return getItemBody(current, crateId, item.itemId, search.permissionsOverride);
}

/** How many items a search has, exactly. @throws Problem as `findItems` */
export async function countItems(current: Current, crateId: string, search: SearchQuery): Promise<number> {
  const plan = await planOf(current, await getCrate(current, crateId), search);
  const rows = await runSearch<{ count: string }>(current, countStatement(plan));
  return Number(rows[0]?.count ?? 0);
}

async function planOf(current: Current, crate: Crate, search: SearchQuery): Promise<SearchPlan> {
  const { crateId } = crate;
  const direct = search.names !== undefined || search.itemIds !== undefined;
  const access = accessFor(current, crate, 'list', { direct, override: search.permissionsOverride });
  if (mayNothing(access)) throw new Problem(noCrate);
  if (search.permissionsOverride) await recordOverride(current, 'list', `crate/${crateId}`);
  const userIds = search.userIds?.map((userId) => (userId === '@me' ? requireUser(current) : userId));
  const query = { ...search, userIds };
  return { crateId, query, access, driver: await rarestTag(current, crateId, search.tags?.included ?? []) };
}

const PROBE = 2048;

/** Of several tags the one with the fewest rows, probed up to a cap, so that the search walks the shortest list. */
async function rarestTag(current: Current, crateId: string, tags: string[]): Promise<string | undefined> {
  if (tags.length < 2) return tags[0];
  const rows = await current.db.query<{ tag: string }>(RAREST, [crateId, tags, PROBE]);
  return rows[0]?.tag;
}

const RAREST = {
  name: 'storage_rarest_tag',
  text: `select wanted.tag from unnest($2::text[]) wanted(tag)
    order by (select count(*) from (select from item_tags t where t.crate_id = $1 and t.tag = wanted.tag limit $3) probe), wanted.tag
    limit 1`,
};

async function runSearch<Row extends QueryRow>(current: Current, { text, values }: Sql): Promise<Row[]> {
  try {
    return await current.db.query<Row>(shaped(text), values);
  } catch (error) {
    if (isSqlState(error, '57014')) throw new Problem(searchTooSlow);
    throw error;
  }
}

function placeOf(item: Item, { sort }: SearchQuery): Place {
  const value = { createdAt: item.createdAt, updatedAt: item.updatedAt, name: item.name ?? item.itemId }[sort.field];
  return { value, itemId: item.itemId };
}
