import { findUsersByName } from '#app/aliases/name-search.server.ts';
import type { Current } from '#app/current/current.server.ts';

import { CONTEXT } from '../names.server.ts';
import { toPlayerSheet } from '../player-page/player-sheet.ts';
import { aliasOptionsFor } from '../player-page/player-sheets.server.ts';
import type { Player } from '../player.ts';
import { findPlayers } from '../players.server.ts';
import type { PlayerQuery } from '../search/player-query.ts';
import { readCursor } from './cursor.ts';
import type { PageCursor } from './cursor.ts';
import { readPlayersSort } from './player-sorts.ts';
import type { PlayersPage, PlayersSort } from './player-sorts.ts';

const PAGE_SIZE = 24;

/** One page of players as its address asks for it: their order, from what to what it goes, and what they are called. */
export async function findPlayersPage(current: Current, { searchParams }: URL): Promise<PlayersPage> {
  const sort = readPlayersSort(searchParams.get('sort'));
  const [min, max] = [parseBound(searchParams.get('min')), parseBound(searchParams.get('max'))];
  const cursor = readCursor(searchParams);
  const name = readName(searchParams);
  const userIds = name === '' ? undefined : await findUsersByName(current, CONTEXT, name);
  const isBack = cursor?.direction === 'before';
  const query = playersQuery(current, { sort, min, max, cursor });
  const { players: found } =
    userIds?.length === 0 ? { players: [] } : await findPlayers(current, { ...query, userIds });
  const shown = isBack ? found.slice(0, PAGE_SIZE).toReversed() : found.slice(0, PAGE_SIZE);
  const hasMore = found.length > PAGE_SIZE;
  const buildQuery = (position: Record<string, string>) => {
    const chosen = {
      ...(name === '' ? {} : { code: name }),
      ...(sort === 'Subscribers' ? {} : { sort }),
      ...toParameters({ min, max }),
      ...position,
    };
    return `?${new URLSearchParams(chosen)}`;
  };
  const [first, last] = [shown[0], shown.at(-1)];
  const hasNext = isBack || hasMore;
  const hasPrevious = isBack ? hasMore : cursor !== undefined;
  return {
    name,
    sort,
    min,
    max,
    players: shown.map(toPlayerSheet),
    next: hasNext && last ? buildQuery({ after: writeCursor(last, sort) }) : undefined,
    previous: hasPrevious && first ? buildQuery({ before: writeCursor(first, sort) }) : undefined,
    isFirst: cursor === undefined,
  };
}

const MAX_NAME = 64;

/** What is no player's code is a name. */
function readName(searchParams: URLSearchParams): string {
  return (searchParams.get('code') ?? '').trim().slice(0, MAX_NAME);
}

interface PlayersRequest {
  readonly sort: PlayersSort;
  readonly min: number | undefined;
  readonly max: number | undefined;
  readonly cursor: PageCursor | undefined;
}

function playersQuery(current: Current, { sort, min, max, cursor }: PlayersRequest): PlayerQuery {
  const isBack = cursor?.direction === 'before';
  // Dates have no range here: the newest come first.
  const bounds = sort === 'createdAt' ? {} : { [`min${sort}`]: min, [`max${sort}`]: max };
  return {
    sort: isBack ? `-${sort}` : sort,
    limit: PAGE_SIZE + 1,
    ...aliasOptionsFor(current),
    ...bounds,
    ...(cursor && toCursorBounds(sort, cursor)),
  };
}

function toCursorBounds(sort: PlayersSort, { direction, value, itemId }: PageCursor): Partial<PlayerQuery> {
  const side = direction === 'before' ? 'min' : 'max';
  if (sort === 'createdAt') return { [`${side}CreatedAt`]: new Date(value), tiebreakerItemId: itemId };
  return { [`${side}${sort}`]: value, tiebreakerItemId: itemId };
}

function writeCursor({ _id, createdAt, stats }: Player, sort: PlayersSort): string {
  return `${sort === 'createdAt' ? Date.parse(createdAt) : (stats[sort] ?? 0)}_${_id}`;
}

function parseBound(text: string | null): number | undefined {
  return text !== null && /^-?\d{1,12}(\.\d{1,6})?$/.test(text.trim()) ? Number(text) : undefined;
}

function toParameters(bounds: Record<string, number | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(bounds).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );
}
