import { withHeavyPool } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { requireRole, requireUser } from '#app/current/permission.ts';
import type { Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';
import { Problem } from '#lib/problem.ts';
import { uuidv7 } from '#lib/uuid.server.ts';

import { accessSql, refuseAccess } from '../crates/access.server.ts';
import type { Crate } from '../crates/crate.ts';
import { getCrate } from '../crates/crates.server.ts';
import { accessTo, allowsNothing, mayAct } from '../crates/policy.ts';
import { mayRetag } from '../crates/protection.ts';
import { findTrashedRevisions } from '../history/trash.server.ts';
import { MAX_COLLABORATORS, MAX_TAGS, isItemId } from '../item.ts';
import { ITEM_METADATA } from '../rows.server.ts';
import type { ItemRow } from '../rows.server.ts';
import type { ItemSearch } from '../search/search.ts';
import { walkHits } from '../search/searches.server.ts';
import { accessByRight, statRule, writeRight } from '../stats/rules.ts';
import { hasRights, rightsTo } from '../writes/change-rights.server.ts';
import { requireAccounts } from '../writes/refusals.server.ts';
import { FIRST_PLACE, changeState, toAct } from './acts.server.ts';
import { MAX_BULK_ITEMS, MAX_CHOSEN, changeList, changePeople } from './bulk.ts';
import type { BulkAct, BulkCounts, BulkDeed, BulkSample, Outcome } from './bulk.ts';
import { noBulkAct, nothingFound } from './problems.ts';

export interface BulkRequest {
  readonly deed: BulkDeed;
  /** Ids, at most `MAX_CHOSEN`, or all that a search finds; of what is restored, without ids, the whole trash. */
  readonly of: { readonly itemIds: readonly string[] } | { readonly search: ItemSearch; readonly address: string };
}

/** What is kept of an item: that it is to be done, or what has come of it already. */
interface FrozenItem {
  readonly itemId: string;
  readonly rev: string | null;
  readonly stats?: Record<string, number | null>;
  readonly outcome?: Outcome | undefined;
}

/**
 * Keeps which items are meant, in which state, and what would come of each. Nothing is changed. Needs admin, and rights to
 * the deed. @throws Problem 401, 403, 404, 400 where there is nothing, or an account is unknown
 */
export async function previewBulk(caller: Current, crateId: string, { deed, of }: BulkRequest): Promise<BulkAct> {
  requireRole(caller, 'admin');
  const userId = requireUser(caller);
  const current = withHeavyPool(caller);
  const crate = await getCrate(current, crateId);
  if (deed.kind === 'collaborators') await requireAccounts(current, deed.add);
  const pages = findFrozen(current, crate, deed, of);
  const bulkId = uuidv7(current.now().getTime());
  const [ownRole, masquerade] = [current.actor.ownRole, current.actor.masquerade ?? null];
  await current.db.query(sql`
    insert into bulk_acts (crate_id, bulk_id, state, deed, search, created_by, created_at, user_id, own_role, masquerade)
    values (${crateId}, ${bulkId}, 'collecting', ${JSON.stringify(deed)}, ${'address' in of ? of.address : null}, ${userId},
      ${current.now()}, ${userId}, ${ownRole}, ${masquerade})`);
  let room = MAX_BULK_ITEMS;
  let isCut = false;
  // Each page is written alone: a transaction that stays open would hold back the feeds of all crates.
  for await (const page of pages) {
    isCut = page.length > room;
    await keepItems(current, crateId, bulkId, page.slice(0, room));
    room -= Math.min(room, page.length);
    if (isCut) break;
  }
  const counts = await countRows(current, crateId, bulkId);
  if (room === MAX_BULK_ITEMS) {
    await current.db.query(sql`delete from bulk_acts where crate_id = ${crateId} and bulk_id = ${bulkId}`);
    throw new Problem(nothingFound);
  }
  const set = [sql`counts = ${JSON.stringify(counts)}, is_cut = ${isCut}`];
  const row = await changeState(current, { crateId, bulkId }, 'preview', set);
  if (row === undefined) throw new Problem(noBulkAct);
  return toAct(row);
}

/** By what came of them. */
export async function countRows({ db }: Current, crateId: string, bulkId: string): Promise<BulkCounts> {
  const rows = await db.query<{ outcome: string; count: string }>(sql`
    select coalesce(outcome, 'waiting') as outcome, count(*) as count from bulk_rows
    where crate_id = ${crateId} and bulk_id = ${bulkId} group by outcome`);
  return Object.fromEntries(rows.map(({ outcome, count }) => [outcome, Number(count)]));
}

/** What is found twice, because it moved meanwhile, is kept as it was first. */
async function keepItems(
  { db }: Current,
  crateId: string,
  bulkId: string,
  items: readonly FrozenItem[],
): Promise<void> {
  if (items.length === 0) return;
  const [itemIds, revs] = [items.map(({ itemId }) => itemId), items.map(({ rev }) => rev)];
  const stats = items.map(({ stats }) => (stats === undefined ? null : JSON.stringify(stats)));
  const outcomes = items.map(({ outcome }) => outcome ?? null);
  await db.query(sql`
    insert into bulk_rows (crate_id, bulk_id, item_id, rev, stats, outcome)
    select ${crateId}, ${bulkId}::uuid, r.* from unnest((select ${itemIds}::uuid[]), (select ${revs}::bigint[]),
      (select ${stats}::jsonb[]), (select ${outcomes}::text[])) r(item_id, rev, stats, outcome)
    on conflict do nothing`);
}

function findFrozen(
  current: Current,
  crate: Crate,
  deed: BulkDeed,
  of: BulkRequest['of'],
): AsyncGenerator<readonly FrozenItem[]> {
  const itemIds = 'itemIds' in of ? chosenIds(of.itemIds) : undefined;
  if (deed.kind === 'restore') return findInTrash(current, crate, itemIds);
  const judge = judgeOf(current, crate, deed);
  return 'itemIds' in of
    ? findChosen(current, crate, deed, itemIds ?? [], judge)
    : findSearched(current, crate, deed, of.search, judge);
}

function chosenIds(itemIds: readonly string[]): string[] {
  return [...new Set(itemIds.map((itemId) => itemId.toLowerCase()))].filter(isItemId).slice(0, MAX_CHOSEN);
}

async function* findSearched(
  current: Current,
  { crateId }: Crate,
  deed: BulkDeed,
  search: ItemSearch,
  judge: Judge,
): AsyncGenerator<readonly FrozenItem[]> {
  for await (const rows of walkHits(current, crateId, search)) yield rows.map((row) => freeze(deed, row, judge));
}

async function* findChosen(
  current: Current,
  crate: Crate,
  deed: BulkDeed,
  itemIds: readonly string[],
  judge: Judge,
): AsyncGenerator<readonly FrozenItem[]> {
  const rows = await findReadable(current, crate, itemIds);
  const found = new Set(rows.map(({ item_id }) => item_id));
  const gone = itemIds.filter((itemId) => !found.has(itemId));
  yield rows.map((row) => freeze(deed, row, judge));
  yield gone.map((itemId) => ({ itemId, rev: null, outcome: 'gone' }));
}

function findReadable(current: Current, { crateId, policy }: Crate, itemIds: readonly string[]): Promise<ItemRow[]> {
  const read = accessTo(policy, 'read', current.actor, true);
  return current.db.query<ItemRow>(sql`
    select ${ITEM_METADATA} from items i
    where i.crate_id = ${crateId} and i.item_id = any((select ${itemIds}::uuid[])::uuid[]) and ${accessSql(read)}`);
}

const TRASH_TOGETHER = 500;

async function* findInTrash(
  current: Current,
  { crateId }: Crate,
  itemIds: readonly string[] | undefined,
): AsyncGenerator<readonly FrozenItem[]> {
  const left = new Set(itemIds);
  let after = FIRST_PLACE;
  for (;;) {
    const rows = await findTrashedRevisions(current, crateId, { itemIds, after, limit: TRASH_TOGETHER });
    for (const { item_id } of rows) left.delete(item_id);
    yield rows.map(({ item_id: itemId, rev }) => ({ itemId, rev }));
    after = rows.at(-1)?.item_id ?? after;
    if (rows.length < TRASH_TOGETHER) break;
  }
  yield [...left].map((itemId) => ({ itemId, rev: null, outcome: 'gone' }));
}

function freeze(deed: BulkDeed, row: ItemRow, judge: Judge): FrozenItem {
  const stats = deed.kind === 'stats' ? { stats: readStats(deed.set, row) } : {};
  return { itemId: row.item_id, rev: row.rev, outcome: judge(row), ...stats };
}

function readStats(
  set: Readonly<Record<string, number>>,
  { stats }: Pick<ItemRow, 'stats'>,
): Record<string, number | null> {
  const known = new Map(Object.entries(stats ?? {}));
  return Object.fromEntries(Object.keys(set).map((name) => [name, known.get(name) ?? null]));
}

type Judge = (row: ItemRow) => Outcome | undefined;

/** What can be told of an item before anything is tried. @throws Problem 401, 403 or 404 where the deed is allowed with none */
function judgeOf(current: Current, crate: Crate, deed: BulkDeed): Judge {
  const { policy } = crate;
  const { actor } = current;
  if (deed.kind === 'tags') {
    const rights = rightsTo(current, crate, { tags: [] });
    return (row) => {
      const tags = changeList(row.tags, deed);
      if (isSame(tags, row.tags)) return 'unchanged';
      if (tags.length > MAX_TAGS) return 'full';
      if (!mayRetag(actor.role, policy, row.tags, tags)) return 'tagProtected';
      return hasRights(current, crate, rights, { tags }, row) ? undefined : 'forbidden';
    };
  }
  if (deed.kind === 'collaborators') {
    const rights = rightsTo(current, crate, { collaborators: [] });
    return (row) => {
      const collaborators = changePeople(row.collaborators, deed);
      if (isSame(collaborators, row.collaborators)) return 'unchanged';
      if (collaborators.length > MAX_COLLABORATORS) return 'full';
      return hasRights(current, crate, rights, { collaborators }, row) ? undefined : 'forbidden';
    };
  }
  if (deed.kind === 'stats') return judgeStats(current, crate, deed.set);
  if (deed.kind !== 'delete') return () => undefined;
  const remove = accessTo(policy, 'delete', actor, true);
  if (allowsNothing(remove)) refuseAccess(current, crate);
  return (row) => (mayAct(remove, row) ? undefined : 'forbidden');
}

function judgeStats(current: Current, crate: Crate, set: Readonly<Record<string, number>>): Judge {
  const names = Object.keys(set);
  const rights = names.map((name) =>
    accessByRight(crate.policy, writeRight(crate.policy, 'stats', name), current.actor),
  );
  if (rights.every(allowsNothing)) refuseAccess(current, crate);
  return (row) => {
    const stats = readStats(set, row);
    if (names.every((name) => stats[name] === set[name])) return 'unchanged';
    if (!rights.every((access) => mayAct(access, row))) return 'forbidden';
    const isBroken = names.some((name) => {
      const { type, min = -Infinity, max = Infinity, maxChange = Infinity } = statRule(crate.policy, name) ?? {};
      const value = set[name] ?? 0;
      const isWhole = type !== 'integer' || Number.isInteger(value);
      return !isWhole || value < min || value > max || Math.abs(value - (stats[name] ?? 0)) > maxChange;
    });
    return isBroken ? 'refused' : undefined;
  };
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((member, at) => member === other[at]);
}

const SAMPLES = 8;

/** Some of those that wait, as they are and as they would be; in the trash they have no more than a name. Needs admin. */
export async function findBulkSamples(current: Current, { crateId, bulkId, deed }: BulkAct): Promise<BulkSample[]> {
  requireRole(current, 'admin');
  if (deed.kind === 'import') return [];
  const crate = await getCrate(current, crateId);
  const waiting = await current.db.query<Pick<Row<'bulk_rows'>, 'item_id'>>(sql`
    select item_id from bulk_rows where crate_id = ${crateId} and bulk_id = ${bulkId} and outcome is null
    order by item_id limit ${SAMPLES}::int`);
  const itemIds = waiting.map(({ item_id }) => item_id);
  const rows = await findReadable(current, crate, itemIds);
  const byId = new Map(rows.map((row) => [row.item_id, row]));
  return itemIds.map((itemId) => {
    const row = byId.get(itemId);
    const { before, after } = row === undefined ? NOTHING : compare(deed, row);
    return { itemId, name: row?.name ?? null, before, after };
  });
}

const NOTHING = { before: [], after: [] };

function compare(deed: BulkDeed, row: ItemRow): Pick<BulkSample, 'before' | 'after'> {
  if (deed.kind === 'tags') return { before: row.tags, after: changeList(row.tags, deed) };
  if (deed.kind === 'collaborators') {
    return { before: row.collaborators, after: changePeople(row.collaborators, deed) };
  }
  if (deed.kind !== 'stats') return { before: row.tags, after: [] };
  const before = readStats(deed.set, row);
  const names = Object.keys(deed.set);
  return {
    before: names.map((name) => `${name}: ${before[name] ?? '–'}`),
    after: names.map((name) => `${name}: ${deed.set[name]}`),
  };
}
