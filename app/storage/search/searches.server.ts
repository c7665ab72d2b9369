import { withHeavyPool } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { requireUser } from '#app/current/permission.ts';
import { Batcher } from '#lib/batcher.ts';
import { isSqlState } from '#lib/database/database.server.ts';
import type { Database, QueryRow } from '#lib/database/database.server.ts';
import { queryWithin } from '#lib/database/query-within.server.ts';
import { statementKey } from '#lib/database/sql.server.ts';
import type { Sql } from '#lib/database/sql.server.ts';
import { Problem } from '#lib/problem.ts';
import { readSearchTerms } from '#lib/text-search/search-terms.ts';
import { listTextQueries } from '#lib/text-search/text-query.server.ts';

import { countInLoadedSets, countInSets, loadSetsLater } from '../counts/counts.server.ts';
import { setQueryFor } from '../counts/set-query.ts';
import type { Crate } from '../crates/crate.ts';
import { getCrate } from '../crates/crates.server.ts';
import { accessFor, recordOverride } from '../crates/overrides.server.ts';
import { allowsNothing } from '../crates/policy.ts';
import type { Item } from '../item.ts';
import { getItemBody } from '../items.server.ts';
import type { ItemWithBody } from '../items.server.ts';
import { noCrate, noSingleHit, searchTooSlow, unknownStat, unknownStatOfBound } from '../problems.ts';
import { manyItems, oneItem, toItem } from '../rows.server.ts';
import type { ItemRow } from '../rows.server.ts';
import { Cursors } from './cursor.server.ts';
import type { CursorPosition } from './cursor.server.ts';
import { PROBE_ROWS, rarestTag } from './rarest-tag.server.ts';
import { chooseDriver, chooseScan, planAfter } from './scan-plan.server.ts';
import type { CrateSearch, ScanPlan } from './scan-plan.server.ts';
import { MAX_LIMIT, NEWEST_FIRST } from './search.ts';
import type { ItemSearch } from './search.ts';
import { countStatement, existsStatement, nearStatement, pageStatement } from './statement.server.ts';

export interface SearchPage {
  items: Item[];
  next?: string;
  previous?: string;
}

/** @throws Problem 404 for a crate that the actor may not list, 400 for a foreign cursor or unknown stat, 503 */
export async function findItems(current: Current, crateId: string, wanted: ItemSearch): Promise<SearchPage> {
  const crate = await getCrate(current, crateId);
  return readPage(current, crate, await prepareSearch(current, crate, wanted), wanted);
}

/**
 * A page, with the number of all hits as far as it is found out quickly: at most `most`, unless the sets tell it, and undefined
 * where even that takes long. @throws Problem as `findItems`
 */
export async function findCountedItems(
  current: Current,
  crateId: string,
  wanted: ItemSearch,
  most: number,
): Promise<SearchPage & { readonly count: number | undefined }> {
  const crate = await getCrate(current, crateId);
  const search = await prepareSearch(current, crate, wanted);
  const [page, count] = await Promise.all([readPage(current, crate, search, wanted), countUpTo(current, search, most)]);
  return { ...page, count };
}

async function readPage(current: Current, crate: Crate, search: CrateSearch, wanted: ItemSearch): Promise<SearchPage> {
  const { query } = search;
  const cursors = new Cursors(crate.crateId, wanted, current.secret);
  const cursor = query.after ?? query.before;
  const backward = query.after === undefined && query.before !== undefined;
  const from = cursor === undefined ? undefined : { position: cursors.read(cursor), backward };
  const rows = await findRows(current, search, from);
  const more = rows.length > query.limit;
  const shown = rows.slice(0, query.limit);
  if (backward) shown.reverse();
  const items = await manyItems(current, crate, shown);
  const first = items[0];
  const last = items.at(-1);
  const page: SearchPage = { items };
  if (last && (backward || more)) page.next = cursors.write(toCursorPosition(last, query));
  if (first && (backward ? more : from !== undefined)) page.previous = cursors.write(toCursorPosition(first, query));
  return page;
}

/** All hits, a page of rows after the other. @throws Problem as `findItems` */
export async function* walkHits(current: Current, crateId: string, wanted: ItemSearch): AsyncGenerator<ItemRow[]> {
  const crate = await getCrate(current, crateId);
  const whole = { ...wanted, limit: WALKED_TOGETHER, after: undefined, before: undefined };
  const search = await prepareSearch(current, crate, whole);
  let from: { position: CursorPosition; backward: boolean } | undefined;
  for (;;) {
    const rows = await findRows(current, search, from);
    const shown = rows.slice(0, WALKED_TOGETHER);
    yield shown;
    const last = shown.at(-1);
    if (last === undefined || rows.length <= WALKED_TOGETHER) return;
    from = { position: toCursorPosition(toItem(crateId, last, 0), search.query), backward: false };
  }
}

const WALKED_TOGETHER = 500;

/** The hits nearest to an item in the order of a search, whether it is one itself. @throws Problem as `findItems` */
export async function findNeighbours(
  current: Current,
  crateId: string,
  wanted: ItemSearch,
  item: Item,
): Promise<ItemNeighbours> {
  const crate = await getCrate(current, crateId);
  const search = await prepareSearch(current, crate, { ...wanted, limit: 1, after: undefined, before: undefined });
  const position = toCursorPosition(item, search.query);
  const find = async (backward: boolean) => {
    const [row] = await findRows(current, search, { position, backward });
    return row;
  };
  const [before, after] = await Promise.all([find(true), find(false)]);
  return {
    previous: before && (await oneItem(current, crate, before)),
    next: after && (await oneItem(current, crate, after)),
  };
}

interface ItemNeighbours {
  previous: Item | undefined;
  next: Item | undefined;
}

/** @throws Problem 404 unless there is exactly one hit; else as `findItems` */
export async function findItemBody(current: Current, crateId: string, wanted: ItemSearch): Promise<ItemWithBody> {
  const { items } = await findItems(current, crateId, { ...wanted, limit: 2 });
  const [item] = items;
  if (item === undefined || items.length > 1) throw new Problem(noSingleHit);
  return getItemBody(current, crateId, item.itemId, wanted.permissionsOverride);
}

/** @throws Problem as `findItems` */
export async function countItems(current: Current, crateId: string, wanted: ItemSearch): Promise<number> {
  const search = await prepareSearch(current, await getCrate(current, crateId), wanted);
  const { query, access } = search;
  const count = isAnsweredBySets(query) ? await countInSets(current, crateId, setQueryFor(access, query)) : undefined;
  if (count !== undefined) return count;
  const statement = countStatement(search, await chooseDriver(current, search));
  const isHeavy = query.q !== undefined || query.stats !== undefined;
  const rows = await runSearch<{ count: string }>(current, statement, isHeavy);
  return Number(rows[0]?.count ?? 0);
}

/** Milliseconds in which a page is not held up by its count. */
const COUNT_MS = 60;

async function countUpTo(current: Current, search: CrateSearch, most: number): Promise<number | undefined> {
  const { query, access, crateId } = search;
  const wanted = isAnsweredBySets(query) ? setQueryFor(access, query) : undefined;
  const known = wanted && (await countInLoadedSets(current, crateId, wanted));
  if (known !== undefined) return known;
  if (wanted !== undefined) loadSetsLater(current, crateId, wanted);
  const driver = await chooseDriver(current, search, false);
  try {
    const rows = await queryWithin<{ count: string }>(current.db, COUNT_MS, countStatement(search, driver, most));
    return Number(rows[0]?.count ?? 0);
  } catch (error) {
    if (isSqlState(error, '57014') && !current.db.isTransaction) return undefined;
    throw error;
  }
}

export function isAnsweredBySets(query: CrateSearch['query']): boolean {
  const { names, nameStart, itemIds, among, dates, stats, q, sort } = query;
  const others = [names, nameStart, itemIds, among, dates, stats, q];
  return others.every((terms) => terms === undefined) && sort.field !== 'stat';
}

/** Milliseconds. A slower search has its sets loaded, so that the next one of its tags starts from its few hits. */
const SLOW_MS = 25;

async function findRows(
  current: Current,
  search: CrateSearch,
  from: { position: CursorPosition; backward: boolean } | undefined,
): Promise<ItemRow[]> {
  const plan = await chooseScan(current, search);
  const start = performance.now();
  try {
    const after = planAfter(search, plan);
    const second = after && pageStatement(search, after, from);
    return await runSearch<ItemRow>(current, pageStatement(search, plan, from), isHeavySearch(search, plan), second);
  } finally {
    const isSlow = performance.now() - start > SLOW_MS;
    if (isSlow && plan.by !== 'items') loadSetsLater(current, search.crateId, setQueryFor(search.access, search.query));
  }
}

export async function prepareSearch(current: Current, crate: Crate, wanted: ItemSearch): Promise<CrateSearch> {
  const { crateId } = crate;
  const { tags, sort = NEWEST_FIRST, limit = MAX_LIMIT, permissionsOverride: override = false } = wanted;
  const direct = wanted.names !== undefined || wanted.itemIds !== undefined;
  const access = accessFor(current, crate, 'list', { direct, override });
  if (allowsNothing(access)) throw new Problem(noCrate);
  if (override) await recordOverride(current, 'list', `crate/${crateId}`);
  const userIds = wanted.userIds?.map((userId) => (userId === '@me' ? requireUser(current) : userId));
  const { stat } = sort;
  if (stat !== undefined && !Object.hasOwn(crate.policy.stats ?? {}, stat)) throw new Problem(unknownStat);
  if (wanted.stats?.some((bound) => !Object.hasOwn(crate.policy.stats ?? {}, bound.stat)) === true) {
    throw new Problem(unknownStatOfBound);
  }
  const query = { ...wanted, userIds, tags: { included: [], excluded: [], ...tags }, sort, limit };
  return wanted.q === undefined
    ? { crateId, query, access }
    : chooseText(current, { crateId, query, access }, wanted.q);
}

/**
 * The first way of looking for the words that finds something; where none does, the first. What neither the newest items nor a rare
 * tag have enough of is asked of the index of words: in an order, a million items may lie before a hit, or before none.
 */
async function chooseText(current: Current, search: CrateSearch, words: readonly string[]): Promise<CrateSearch> {
  const terms = readSearchTerms(words.join(' ').replaceAll(/[.,]/g, ' '));
  const [first, ...others] = listTextQueries({ terms, phrases: [], excluded: [] });
  const driver = await chooseDriver(current, search, false);
  const rarest = await rarestTag(current, search.crateId, search.query.tags.included);
  const isFar = driver.by !== 'stat' && (rarest === undefined || rarest.size >= PROBE_ROWS);
  const countRows = async (statement: Sql) => (await runSearch(current, statement, true)).length;
  for (const text of first === undefined ? [] : [first, ...others]) {
    const near = { ...search, text };
    const found = isFar ? await countRows(nearStatement(near, rarest?.tag)) : 0;
    if (found > search.query.limit) return near;
    const far = { ...near, isFar };
    if (found > 0 || (await countRows(existsStatement(far, isFar ? { by: 'words' } : driver))) > 0) return far;
  }
  return { ...search, text: first, isFar };
}

const TIMEOUT_MS = 2000;

/** Milliseconds of a search that is not known to be heavy. */
const QUICK_MS = 250;

/**
 * Where a search that seemed quick is not, it starts again among the heavy ones, so that nobody waits for its connection.
 * @param second what it starts again as
 * @throws Problem 503 when it takes more than two seconds in the database
 */
export async function runSearch<Row extends QueryRow>(
  current: Pick<Current, 'db' | 'actor' | 'address'>,
  statement: Sql,
  isHeavy: boolean,
  second = statement,
): Promise<Row[]> {
  const heavy = withHeavyPool(current).db;
  const db = isHeavy ? heavy : current.db;
  try {
    // Heavy work, which waits in a queue of its caller, and a transaction share nothing.
    if (db === heavy) return await queryWithin<Row>(db, isHeavy ? TIMEOUT_MS : QUICK_MS, statement);
    return await runSharedSearch<Row>(db, statement);
  } catch (error) {
    if (!isSqlState(error, '57014')) throw error;
    if (isHeavy || db.isTransaction) throw new Problem(searchTooSlow, { headers: { 'retry-after': '5' } });
  }
  return runSearch(current, second, true);
}

/**
 * Many look at the same page of a crate: those who ask for it before it is sent are answered together. Rights are part of the
 * statement and its values.
 */
function runSharedSearch<Row extends QueryRow>(db: Database, statement: Sql): Promise<Row[]> {
  return db.state.get(createSharedSearches).run(statementKey(statement), { db, statement }) as Promise<Row[]>;
}

interface SharedSearch {
  readonly db: Database;
  readonly statement: Sql;
}

const MAX_SHARED = 1000;
const createSharedSearches = () =>
  new Batcher<SharedSearch, QueryRow[]>(async (searches) => {
    const [first] = searches;
    const rows = first === undefined ? [] : await queryWithin(first.db, QUICK_MS, first.statement);
    return searches.map(() => rows);
  }, MAX_SHARED);

/** Words are looked for in one item after the other; in the order of a stat, many rows may be read for few hits. */
function isHeavySearch({ query: { q, sort } }: CrateSearch, plan: ScanPlan): boolean {
  return q !== undefined || (sort.field === 'stat' && plan.by === 'order' && plan.isLong);
}

function toCursorPosition(item: Item, { sort }: CrateSearch['query']): CursorPosition {
  const { createdAt, updatedAt, itemId } = item;
  const stat = String(item.stats[sort.stat ?? '']);
  return { value: { createdAt, updatedAt, name: item.name ?? itemId, stat }[sort.field], itemId };
}
