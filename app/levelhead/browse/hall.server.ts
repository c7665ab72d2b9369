import { redirect } from 'react-router';

import type { Current } from '#app/current/current.server.ts';
import { getText } from '#app/current/locale.ts';

import { toLevelCard } from '../level-card.ts';
import { LEVEL_TAGS, LEVEL_TAG_IDS } from '../level-tags.ts';
import type { Level } from '../level.ts';
import { findLevels } from '../levels.server.ts';
import { findDefault } from '../saved-searches/saved-searches.server.ts';
import type { LevelQuery } from '../search/level-query.ts';
import type { LevelSearch } from '../search/level-rows.server.ts';
import { writeCursor, readCursor } from './cursor.ts';
import type { PageCursor } from './cursor.ts';
import type { HallPage } from './hall-page.ts';
import { MAX_SEARCH, parseLevelSearch, toggleTag } from './level-search.ts';
import type { SearchFilters } from './level-search.ts';
import { HALL_SORTS, readHallSort } from './search-words.ts';
import type { Hall, HallSort } from './search-words.ts';

const PAGE_SIZE = 24;

/** What the address says wrongly is told or left out. @throws Response that leads to somebody's own default */
export async function findHallPage(
  current: Current,
  hall: Hall,
  { pathname, search, searchParams }: URL,
): Promise<HallPage> {
  const byDefault = search === '' ? await findDefault(current, hall) : undefined;
  if (byDefault !== undefined) throw redirect(`${pathname}?${byDefault}`);
  const text = await getText(current.locale);
  const tags = LEVEL_TAG_IDS.map((tag) => ({ tag, name: text(LEVEL_TAGS[tag].name) }));
  const q = (searchParams.get('q') ?? '').trim().slice(0, MAX_SEARCH);
  const sort = readHallSort(hall, searchParams.get('sort'));
  const isSignedIn = current.actor.userId !== undefined;
  const hidesBeaten = isSignedIn && searchParams.get('hide') === 'beaten';
  const { filters, problems } = parseLevelSearch(q, { hall, tags, userId: current.actor.userId });
  const cursor = readCursor(searchParams);
  const page = await findPage(current, { hall, sort, filters, hidesBeaten, cursor });
  const firstRank = findFirstRank(sort, page, cursor && searchParams.get('rank'));
  const chosen = {
    q: q || undefined,
    sort: sort === HALL_SORTS[hall][0] ? undefined : sort,
    hide: hidesBeaten ? 'beaten' : undefined,
  };
  const buildQuery = (position: Record<string, string | undefined>) => {
    const known = Object.entries({ ...chosen, ...position }).filter(
      (one): one is [string, string] => one[1] !== undefined,
    );
    return `?${new URLSearchParams(known)}`;
  };
  return {
    hall,
    q,
    sort,
    hidesBeaten,
    isSignedIn,
    problems,
    tags: tags.map(({ tag, name }) => {
      const { isChosen, q: toggled } = toggleTag(q, { tag, name });
      return { tag, name, isChosen, query: buildQuery({ q: toggled }) };
    }),
    levels: page.levels.map(toLevelCard),
    firstRank,
    next: page.next && buildQuery({ after: page.next, rank: formatRank(firstRank, page.levels.length) }),
    previous: page.previous && buildQuery({ before: page.previous, rank: formatRank(firstRank, -PAGE_SIZE) }),
    isFirst: cursor === undefined,
  };
}

/** Pages tell each other how many levels are before them, instead of counting them. @param rank undefined without a cursor */
function findFirstRank(sort: HallSort, { previous }: HallLevels, rank: string | null | undefined): number | undefined {
  // Of the newest nobody is the first, nor of those with least.
  if (sort === 'createdAt' || sort.startsWith('-')) return undefined;
  if (previous === undefined) return 1;
  return /^[1-9]\d{0,6}$/.test(rank ?? '') ? Number(rank) : undefined;
}

function formatRank(rank: number | undefined, further: number): string | undefined {
  return rank === undefined ? undefined : String(Math.max(1, rank + further));
}

interface HallRequest {
  readonly hall: Hall;
  readonly sort: HallSort;
  readonly filters: SearchFilters;
  readonly hidesBeaten: boolean;
  readonly cursor: PageCursor | undefined;
}

interface HallLevels {
  readonly levels: readonly Level[];
  readonly next: string | undefined;
  readonly previous: string | undefined;
}

async function findPage(current: Current, request: HallRequest): Promise<HallLevels> {
  const { cursor, sort } = request;
  const isBack = cursor?.direction === 'before';
  const { levels: found } = await findLevels(current, levelQuery(current, request));
  const levels = found.slice(0, PAGE_SIZE);
  const hasMore = found.length > PAGE_SIZE;
  const shown = isBack ? levels.toReversed() : levels;
  const [first, last] = [shown[0], shown.at(-1)];
  const hasNext = isBack ? cursor !== undefined : hasMore;
  const hasPrevious = isBack ? hasMore : cursor !== undefined;
  return {
    levels: shown,
    next: hasNext && last ? writeCursor(last, sort) : undefined,
    previous: hasPrevious && first ? writeCursor(first, sort) : undefined,
  };
}

function levelQuery({ actor }: Current, { hall, sort, filters, hidesBeaten, cursor }: HallRequest): LevelSearch {
  const isBack = cursor?.direction === 'before';
  const flipped = sort.startsWith('-') ? sort.slice(1) : `-${sort}`;
  const query: LevelSearch = {
    ...filters,
    [hall]: true,
    sort: isBack ? flipped : sort,
    limit: PAGE_SIZE + 1,
    notBeatenBy: hidesBeaten ? actor.userId : undefined,
    includeStats: true,
    includeAliases: true,
    includeMyInteractions: actor.userId !== undefined,
  };
  return cursor === undefined ? query : { ...query, ...toCursorBounds(query, cursor) };
}

/** Goes on at the value of the last row, and behind its id. */
function toCursorBounds(query: LevelQuery, { itemId, value }: PageCursor): Partial<LevelQuery> {
  const isAscending = query.sort?.startsWith('-') === true;
  const field = query.sort?.replace(/^-/, '') ?? '';
  const side = isAscending ? 'min' : 'max';
  if (field === 'createdAt') return { [`${side}CreatedAt`]: new Date(value), tiebreakerItemId: itemId };
  return { [`${side}${field}`]: value, tiebreakerItemId: itemId };
}
