import type { Pool } from 'pg';

import { LEVEL_TAG_IDS } from '#app/levelhead/level-tags.ts';
import { LEVEL_FIELDS } from '#app/levelhead/search/level-query.ts';
import type { LevelField } from '#app/levelhead/search/level-query.ts';

import { requestBytes } from '../http-connection.ts';

/** One search as a tool asks for it, and the statement of who writes it by hand. */
export interface LevelSearchPair {
  readonly bytes: Buffer;
  readonly plain: { readonly text: string; readonly values: readonly unknown[] };
}

/** Three filters, with other values each time. */
interface LevelFilters {
  readonly name: string;
  /** @param size levels that there are */
  readonly of: (turn: number, size: number) => FilterValues;
}

interface FilterValues {
  readonly parameters: Readonly<Record<string, string>>;
  /** Of the Tower, without what it does not list. */
  readonly where: string;
}

const DAY_MS = 86_400_000;
const LIMIT = 16;
const FAR = 5000;
/** Of fewer levels more days, or a page of few levels would be held against a full one. */
const DAYS_OF_A_MILLION = 3;
/** Of each filter and order so many searches are made ahead. */
const VARIANTS = 4;

const tagAt = (turn: number) => LEVEL_TAG_IDS[(turn * 17) % LEVEL_TAG_IDS.length] ?? '';
const dateAt = (ago: number) => new Date(Date.now() - ago * DAY_MS).toISOString();

export const FILTERS: readonly LevelFilters[] = [
  { name: 'the Tower', of: () => ({ parameters: {}, where: 'true' }) },
  {
    name: 'a tag, without two others, within two diamonds',
    of: (turn) => {
      const [tag, ...others] = [tagAt(turn), tagAt(turn + 1), tagAt(turn + 2)];
      const least = turn % 5;
      return {
        parameters: {
          tags: tag,
          excludeTags: others.join(','),
          minDiamonds: String(least),
          maxDiamonds: String(least + 1),
        },
        where: `tags @> '{${tag}}' and not tags && '{${others.join(',')}}' and diamonds between ${least} and ${least + 1}`,
      };
    },
  },
  {
    name: 'two tags, of last year, with much exposure',
    of: (turn) => {
      const tags = `${tagAt(turn)},${tagAt(turn + 1)}`;
      const [since, bucks] = [dateAt(365), 1000 * (turn % 4)];
      return {
        parameters: { tags, minCreatedAt: since, minExposureBucks: String(bucks) },
        where: `tags @> '{${tags}}' and created_at >= '${since}' and exposure_bucks >= ${bucks}`,
      };
    },
  },
  {
    name: 'a tag, of days with as many levels, with some spice',
    of: (turn, size) => {
      const tag = tagAt(turn);
      const ago = 10 + ((turn * 37) % 600);
      const [from, until] = [dateAt(ago + DAYS_OF_A_MILLION * (1_000_000 / size)), dateAt(ago)];
      return {
        parameters: { tags: tag, minCreatedAt: from, maxCreatedAt: until, minReplayValue: '200' },
        where: `tags @> '{${tag}}' and created_at between '${from}' and '${until}' and replay_value >= 200`,
      };
    },
  },
];

const COLUMNS: Readonly<Record<LevelField, string>> = {
  createdAt: 'created_at',
  PlayTime: 'play_time',
  ReplayValue: 'replay_value',
  HiddenGem: 'hidden_gem',
  ExposureBucks: 'exposure_bucks',
  Diamonds: 'diamonds',
};

/** The filters in every order, from its first page or from page 5,000, which of a search without so many is its last. */
export async function searchesOf(
  { pool, size }: { readonly pool: Pool; readonly size: number },
  filters: LevelFilters,
  isFar: boolean,
): Promise<LevelSearchPair[]> {
  const pairs: LevelSearchPair[] = [];
  for (let turn = 0; turn < VARIANTS; turn += 1) {
    for (const field of LEVEL_FIELDS) {
      for (const ascending of [false, true]) {
        const { parameters, where } = filters.of(turn, size);
        const sort = { field, ascending };
        pairs.push(await pairOf(pool, { parameters, where }, sort, isFar));
      }
    }
  }
  return pairs;
}

async function pairOf(
  pool: Pool,
  { parameters, where }: FilterValues,
  { field, ascending }: { field: LevelField; ascending: boolean },
  isFar: boolean,
): Promise<LevelSearchPair> {
  const column = COLUMNS[field];
  const direction = ascending ? 'asc' : 'desc';
  const listed = `from levelhead_levels where place = 'tower' and not tags && '{unlisted,beta}' and ${where}`;
  const orderBy = (way: string) => `order by ${column} ${way}, item_id ${way}`;
  const order = orderBy(direction);
  const place = isFar
    ? await placeOf(pool, `select ${column} as value, item_id ${listed}`, [order, orderBy(ascending ? 'desc' : 'asc')])
    : undefined;
  const [bound, sign] = ascending ? ['min', '>'] : ['max', '<'];
  const query = new URLSearchParams({
    limit: String(LIMIT),
    sort: `${ascending ? '-' : ''}${field}`,
    ...parameters,
    ...(place && {
      [`${bound}${field.replace(/^c/, 'C')}`]: textOf(place.value),
      tiebreakerItemId: place.item_id,
    }),
  });
  const before = place === undefined ? '' : `and (${column}, item_id) ${sign} ($1, $2)`;
  return {
    bytes: requestBytes('GET', `/api/levelhead/levels?${query}`, {}),
    plain: {
      text: `select item_id, level_id, updated_at, ${column} ${listed} ${before} ${order} limit ${LIMIT}`,
      values: place === undefined ? [] : [place.value, place.item_id],
    },
  };
}

interface Place {
  value: number | Date;
  item_id: string;
}

/** The row before that page, or before the last one. @param orders and its reverse */
async function placeOf(pool: Pool, listed: string, [order, reverse]: [string, string]): Promise<Place | undefined> {
  const [far] = (await pool.query<Place>(`${listed} ${order} offset ${(FAR - 1) * LIMIT - 1} limit 1`)).rows;
  return far ?? (await pool.query<Place>(`${listed} ${reverse} offset ${LIMIT} limit 1`)).rows[0];
}

function textOf(value: number | Date): string {
  return value instanceof Date ? value.toISOString() : String(value);
}
