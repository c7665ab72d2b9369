import { requireUser } from '#app/current/permission.ts';
import type { Current } from '#app/current/current.server.ts';
import { isSqlState, preparedByShape } from '#lib/database/database.server.ts';
import type { QueryRow } from '#lib/database/database.server.ts';
import { queryWithin } from '#lib/database/query-within.server.ts';
import { Problem } from '#lib/problem.ts';

import { countInSets, loadSetsLater } from '../counts/counts.server.ts';
import { setQueryFor } from '../counts/set-query.ts';
import { getCrate } from '../crates/crates.server.ts';
import type { Crate } from '../crates/crate.ts';
import type { Item } from '../item.ts';
import { getItemBody } from '../items.server.ts';
import type { ItemWithBody } from '../items.server.ts';
import { accessFor, recordOverride } from '../crates/overrides.server.ts';
import { allowsNothing } from '../crates/policy.ts';
import { noCrate, noSingleHit, searchTooSlow, unknownStat } from '../problems.ts';
import { manyItems } from '../rows.server.ts';
import type { ItemRow } from '../rows.server.ts';

import { Cursors } from './cursor.server.ts';
import type { CursorPosition } from './cursor.server.ts';
import { rarestTag } from './rarest-tag.server.ts';
import type { SearchQuery } from './search.ts';
import { countStatement, pageStatement } from './statement.server.ts';
import type { Sql } from './statement.server.ts';
import { chooseScan } from './scan-plan.server.ts';
import type { CrateSearch } from './scan-plan.server.ts';

export interface SearchPage {
  items: Item[];
  /** Cursors of the neighbouring pages, where there is one. */
  next?: string;
  previous?: string;
}

/**
 * One page of a crate's items, in the order and with the filters of the search.
 * @throws Problem 404 for a crate that does not exist or that the asker may not list, 400 for a cursor of another search
 * and for a stat that the crate's policy does not name, 503 when it takes too long
 */
export async function findItems(current: Current, crateId: string, search: SearchQuery): Promise<SearchPage> {
  const crate = await getCrate(current, crateId);
  const plan = await crateSearchOf(current, crate, search);
  const { query } = plan;
  const cursors = new Cursors(crateId, search, current.secret);
  const cursor = query.after ?? query.before;
  const backward = query.after === undefined && query.before !== undefined;
  const from = cursor === undefined ? undefined : { place: cursors.read(cursor), backward };
  const rows = await findRows(current, plan, from);
  const more = rows.length > query.limit;
  const shown = rows.slice(0, query.limit);
  if (backward) shown.reverse();
  const items = await manyItems(current, crate, shown);
  const first = items[0];
  const last = items.at(-1);
  const page: SearchPage = { items };
  if (last && (backward || more)) page.next = cursors.write(cursorPositionOf(last, query));
  if (first && (backward ? more : from !== undefined)) page.previous = cursors.write(cursorPositionOf(first, query));
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
  const plan = await crateSearchOf(current, await getCrate(current, crateId), search);
  const { query, access } = plan;
  const count = isAnsweredBySets(query) ? await countInSets(current, crateId, setQueryFor(access, query)) : undefined;
  if (count !== undefined) return count;
  const driver = await rarestTag(current, crateId, query.tags?.included ?? []);
  const rows = await runSearch<{ count: string }>(current, countStatement(plan, driver?.tag));
  return Number(rows[0]?.count ?? 0);
}

/** Whether tags and owners are all that a search is about. */
export function isAnsweredBySets({ names, itemIds, dates, q, sort }: SearchQuery): boolean {
  return [names, itemIds, dates, q].every((terms) => terms === undefined) && sort.field !== 'stat';
}

/** Milliseconds after which the next search of these tags should rather know its few hits. */
const SLOW = 25;

async function findRows(
  current: Current,
  plan: CrateSearch,
  from: { place: CursorPosition; backward: boolean } | undefined,
): Promise<ItemRow[]> {
  const way = await chooseScan(current, plan);
  const start = performance.now();
  try {
    return await runSearch<ItemRow>(current, pageStatement(plan, way, from));
  } finally {
    const isSlow = performance.now() - start > SLOW;
    if (isSlow && way.by !== 'items') loadSetsLater(current, plan.crateId, setQueryFor(plan.access, plan.query));
  }
}

/** A search with the asker's rights, if they have any. @throws Problem as `findItems` */
export async function crateSearchOf(current: Current, crate: Crate, search: SearchQuery): Promise<CrateSearch> {
  const { crateId } = crate;
  const direct = search.names !== undefined || search.itemIds !== undefined;
  const access = accessFor(current, crate, 'list', { direct, override: search.permissionsOverride });
  if (allowsNothing(access)) throw new Problem(noCrate);
  if (search.permissionsOverride) await recordOverride(current, 'list', `crate/${crateId}`);
  const userIds = search.userIds?.map((userId) => (userId === '@me' ? requireUser(current) : userId));
  const { stat } = search.sort;
  if (stat !== undefined && !Object.hasOwn(crate.policy.stats ?? {}, stat)) throw new Problem(unknownStat);
  return { crateId, query: { ...search, userIds }, access };
}

/** Milliseconds that a search may take in the database. */
const LONGEST = 2000;

/** @throws Problem 503 when it takes too long */
export async function runSearch<Row extends QueryRow>(current: Current, { text, values }: Sql): Promise<Row[]> {
  try {
    return await queryWithin<Row>(current.db, LONGEST, preparedByShape(text), values);
  } catch (error) {
    if (isSqlState(error, '57014')) throw new Problem(searchTooSlow);
    throw error;
  }
}

function cursorPositionOf(item: Item, { sort }: SearchQuery): CursorPosition {
  const { createdAt, updatedAt, itemId } = item;
  const stat = String(item.stats[sort.stat ?? '']);
  return { value: { createdAt, updatedAt, name: item.name ?? itemId, stat }[sort.field], itemId };
}
