import type { Current } from '#app/current/current.server.ts';
import type { TextQuery } from '#lib/text-search/text-query.server.ts';

import { estimateInSets, findInSets } from '../counts/counts.server.ts';
import type { Estimate, SetWalk } from '../counts/crate-sets.ts';
import { tagSet, setQueryFor } from '../counts/set-query.ts';
import type { SetQuery } from '../counts/set-query.ts';
import type { Access } from '../crates/policy.ts';
import { PROBE_ROWS, rarestTag } from './rarest-tag.server.ts';
import type { RareTag } from './rarest-tag.server.ts';
import type { ItemSearch, TagTerms } from './search.ts';
import { boundStats, shortestRange } from './stat-ranges.server.ts';

export interface CrateSearch {
  crateId: string;
  query: ItemSearch & Required<Pick<ItemSearch, 'sort' | 'limit'>> & { tags: TagTerms };
  access: Access;
  /** How the words of the query are looked for; undefined where it has none that an item could have. */
  text?: TextQuery | undefined;
  /** Whether the newest items fill no page, so that its words are looked up in their index, and not in an order. */
  isFar?: boolean;
}

export type ScanPlan =
  /** Long where thousands of rows are expected to be read before the page is full. */
  | { by: 'order'; isLong: boolean }
  /** In the order of creation the rows are already sorted; else all of them are read and sorted. */
  | { by: 'tag'; tag: string }
  /** The few items whose stat is within its bounds are read and sorted; of many the places in the order alone. */
  | { by: 'stat'; stat: string; isWide?: boolean }
  /** All that have the words of the query are read and sorted. */
  | { by: 'words' }
  | { by: 'items'; ordinals: readonly number[] };

const ORDER: ScanPlan = { by: 'order', isLong: false };
const MAX_FETCHED = 4096;
/** What it costs to compute the exact set, in rows that are walked. */
const SET_COST = 256;

// A walk goes on until a page is full, so it is short where hits are frequent; where they are not, as with tags that
// exclude each other, the sets have the few hits.
export async function chooseScan(current: Current, search: CrateSearch): Promise<ScanPlan> {
  const { crateId, query, access } = search;
  const { included } = query.tags;
  const [first] = included;
  // Names and ids are looked up, and leave fewer items than any tag.
  if ([query.names, query.itemIds, query.among].some((ids) => ids !== undefined)) return ORDER;
  if (search.isFar) return { by: 'words' };
  const range = query.stats && (await shortestRange(current, search));
  if (range === undefined && isPlain(search)) return first === undefined ? ORDER : { by: 'tag', tag: first };
  const wanted = setQueryFor(access, query);
  const estimate = estimateInSets(current, crateId, planWalk(search, wanted));
  const rarest = await findRarestTag(current, search, estimate, range !== undefined);
  const walked = estimate === undefined ? 0 : estimateRows(search, estimate, rarest);
  const rows = Math.min(walked, range?.size ?? walked);
  if (estimate !== undefined && estimate.count <= MAX_FETCHED && estimate.count + SET_COST < rows) {
    const ordinals = await findInSets(current, crateId, wanted, MAX_FETCHED);
    if (ordinals !== undefined) return { by: 'items', ordinals };
  }
  if (range !== undefined && (rarest === undefined || range.size < rarest.size || rarest.size === PROBE_ROWS)) {
    return { by: 'stat', stat: range.stat };
  }
  const order: ScanPlan = { by: 'order', isLong: query.dates !== undefined || rows > MAX_FETCHED };
  if (rarest === undefined) return order;
  if (!byCreation(search)) return isShort(search, rarest, estimate) ? { by: 'tag', tag: rarest.tag } : order;
  const shortest = included.find((tag) => estimate?.shortest.name === tagSet(tag));
  return { by: 'tag', tag: shortest ?? rarest.tag };
}

/**
 * What to do where a walk takes too long, because the items whose stat is within its bounds stand at the end of the order; undefined
 * where it looks for no stat, and in orders whose index does not have the ids.
 */
export function planAfter(search: CrateSearch, { by }: ScanPlan): ScanPlan | undefined {
  const [stat] = boundStats(search);
  const { names, itemIds, sort } = search.query;
  const isIndexed = sort.field === 'createdAt' || sort.field === 'updatedAt';
  const walks = by === 'order' || by === 'tag';
  if (stat === undefined || !walks || !isIndexed || names !== undefined || itemIds !== undefined) return undefined;
  return { by: 'stat', stat, isWide: true };
}

/** What is counted or looked through as a whole, in no order. */
export async function chooseDriver(current: Current, search: CrateSearch, isWhole = true): Promise<ScanPlan> {
  const { crateId, query } = search;
  const order: ScanPlan = { by: 'order', isLong: true };
  if (query.among !== undefined) return order;
  if (search.isFar) return { by: 'words' };
  const looksUp = query.names !== undefined || query.itemIds !== undefined;
  const [range, rarest] = await Promise.all([
    looksUp || query.stats === undefined ? undefined : shortestRange(current, search),
    rarestTag(current, crateId, query.tags.included),
  ]);
  if (range !== undefined && (rarest === undefined || range.size < rarest.size))
    return { by: 'stat', stat: range.stat };
  if (rarest !== undefined) return { by: 'tag', tag: rarest.tag };
  const stat = isWhole && !looksUp ? boundStats(search).find((stat) => stat !== query.sort.stat) : undefined;
  return stat === undefined ? order : { by: 'stat', stat };
}

function planWalk({ query }: CrateSearch, wanted: SetQuery): SetWalk {
  const [first = 'all', ...others] = query.tags.included.map(tagSet);
  const isDown = query.sort.ascending === (query.before !== undefined && query.after === undefined);
  return { wanted, along: [first, ...others], hits: query.limit + 1, isDown };
}

/** Along orders other than that of creation, hits are taken to be spread evenly. */
function estimateRows(search: CrateSearch, { count, total, shortest }: Estimate, rarest: RareTag | undefined): number {
  if (byCreation(search)) return shortest.rows;
  return Math.min(total, rarest?.size ?? total, (total * (search.query.limit + 1)) / (count + 1));
}

/** With one tag at most, in the order of creation and with nothing hidden, the rows are walked as they are. */
function isPlain(search: CrateSearch): boolean {
  const { tags, anyOf, userIds } = search.query;
  const { everything, hiddenTags } = search.access;
  const isUnfiltered = anyOf === undefined && userIds === undefined && tags.excluded.length === 0;
  const all = everything && hiddenTags.length === 0 && isUnfiltered;
  const most = byCreation(search) ? 1 : 0;
  return all && tags.included.length <= most;
}

function byCreation({ query }: CrateSearch): boolean {
  return query.sort.field === 'createdAt';
}

/** A single tag needs no probe where its rows are walked in any case. @param isCompared with the range of a stat */
async function findRarestTag(
  current: Current,
  search: CrateSearch,
  estimate: Estimate | undefined,
  isCompared: boolean,
): Promise<RareTag | undefined> {
  const { included } = search.query.tags;
  const [first, ...others] = included;
  if (first === undefined) return undefined;
  const isOnly = others.length === 0 && byCreation(search) && estimate === undefined && !isCompared;
  return isOnly ? { tag: first, size: PROBE_ROWS } : rarestTag(current, search.crateId, included);
}

function isShort(search: CrateSearch, { size }: RareTag, estimate: Estimate | undefined): boolean {
  if (size < PROBE_ROWS || estimate === undefined) return size < PROBE_ROWS;
  return size < MAX_FETCHED && size < (estimate.total * (search.query.limit + 1)) / (estimate.count + 1);
}
