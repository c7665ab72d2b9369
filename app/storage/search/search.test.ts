import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';

import { CAST } from '#test/cast.ts';
import type { CastName } from '#test/cast.ts';
import { linksOf } from '#test/links.ts';
import { countCases } from '#test/properties/cases.ts';
import { useTestSite } from '#test/site.ts';
import { createCrate, createItem, dataOf, refusalOf } from '#test/storage.ts';

import type { Item } from '../item.ts';

const site = useTestSite();
const TAGS = ['red', 'green', 'blue', 'topic:lore', 'hidden', 'unlisted'];
const NAMES = ['ape', 'bee', 'cat', 'dog'];
let crate: string;
let items: Item[];

beforeAll(async () => {
  crate = await createCrate(site, 'zoo');
  items = [];
  for (let index = 0; index < 48; index += 1) {
    const tags = TAGS.filter((_, bit) => (index >> bit) % 2 === 1);
    const who = (['player', 'creator', 'staff'] as const)[index % 3] ?? 'player';
    const name = NAMES[index - 8];
    const map = { title: index % 5 === 0 ? 'Flying Squirrel' : 'Digging mole' };
    // Several items share a moment, so that the id has to break the tie.
    const createdAt = new Date(Date.UTC(2026, 0, 1) + Math.floor(index / 4) * 60_000).toISOString();
    const parameters = { tags, map, collaborators: [CAST[who].userId], createdAt, ...(name && { name }) };
    items.push(await createItem(site, crate, 'admin', parameters));
  }
});

const search = (who: CastName | undefined, query: string) => site.ask(who, `${crate}/items?${query}`);

const OPERATORS = ['<', '<=', '>', '>=', '='] as const;
const searches = fc.record({
  who: fc.constantFrom<CastName | undefined>(undefined, 'player', 'creator', 'staff', 'admin'),
  included: fc.subarray(TAGS, { maxLength: 3 }),
  excluded: fc.subarray(TAGS, { maxLength: 3 }),
  names: fc.option(fc.subarray([...NAMES, 'nobody'], { minLength: 1 })),
  userIds: fc.option(fc.subarray(['pl4yer', 'cr8tor', 'st4ff1', 'noone1'], { minLength: 1 })),
  itemIds: fc.option(fc.uniqueArray(fc.nat(47), { minLength: 1, maxLength: 20 })),
  q: fc.option(fc.constantFrom('flying', 'MOLE', 'dig mole', 'squirrel ape', 'fl')),
  date: fc.option(
    fc.record({
      field: fc.constantFrom('createdAt' as const, 'updatedAt' as const),
      operator: fc.constantFrom(...OPERATORS),
      minute: fc.integer({ min: 0, max: 12 }),
    }),
  ),
  sort: fc.constantFrom('createdAt', '-createdAt', 'updatedAt', '-updatedAt', 'name', '-name'),
  limit: fc.integer({ min: 1, max: 20 }),
});
type ExpectedSearch = typeof searches extends fc.Arbitrary<infer Value> ? Value : never;
const WITHOUT_WORDS = { names: null, userIds: null, itemIds: null, q: null };
const ofTagsAndDates = searches.map((wanted) => ({ ...wanted, ...WITHOUT_WORDS }));
const ofTwoTags = (operator: (typeof OPERATORS)[number]): ExpectedSearch => ({
  ...WITHOUT_WORDS,
  who: undefined,
  included: ['red', 'green'],
  excluded: ['blue'],
  sort: 'createdAt',
  limit: 2,
  date: { field: 'createdAt', operator, minute: 3 },
});

test('a search gives the pages, the count and the facets that reading every item gives', async () => {
  await fc.assert(
    fc.asyncProperty(fc.oneof(searches, ofTagsAndDates), async (wanted) => {
      const expected = naive(wanted);
      expect(await walk(wanted)).toEqual(expected.map(({ itemId }) => itemId));
      const count = await search(wanted.who, `${queryOf(wanted)}&count=true`);
      expect(await dataOf<number>(count)).toBe(expected.length);
      const facets = await search(wanted.who, `${queryOf(wanted)}&facets=red,topic`);
      const carried = ['red', 'topic:lore'].map((tag) => [
        tag,
        expected.filter(({ tags }) => tags.includes(tag)).length,
      ]);
      expect(await dataOf(facets)).toEqual(Object.fromEntries(carried.filter(([, carriers]) => carriers !== 0)));
    }),
    { numRuns: countCases(150), examples: OPERATORS.map((operator) => [ofTwoTags(operator)]) },
  );
});

function queryOf({ included, excluded, names, userIds, itemIds, q, date, sort, limit }: ExpectedSearch): string {
  const tags = [...included, ...excluded.map((tag) => `-${tag}`)].join(',');
  const query = new URLSearchParams({ tags, sort, limit: String(limit), q: q ?? '' });
  if (names !== null) query.set('names', names.join(','));
  if (userIds !== null) query.set('userIds', `${userIds.join(',')},`);
  if (itemIds !== null) query.set('itemIds', itemIds.map((at) => items[at]?.itemId).join(','));
  if (date !== null) query.set('dates', `${date.field}${date.operator}${momentOf(date.minute)}`);
  return query.toString();
}

function momentOf(minute: number): string {
  return new Date(Date.UTC(2026, 0, 1) + minute * 60_000).toISOString();
}

/** All pages forward by `next`, then all back by `prev`, which must be the same pages. */
async function walk(wanted: ExpectedSearch): Promise<string[]> {
  const pages: string[][] = [];
  let address: string | undefined = `${crate}/items?${queryOf(wanted)}`;
  let back: string | undefined;
  while (address !== undefined) {
    const response = await site.ask(wanted.who, address);
    expect(response.status).toBe(200);
    const links = linksOf(response);
    pages.push((await dataOf<Item[]>(response)).map(({ itemId }) => itemId));
    back = links.prev;
    address = links.next;
  }
  for (let index = pages.length - 2; index >= 0; index -= 1) {
    const response: Response = await site.ask(wanted.who, back ?? 'no previous page');
    back = linksOf(response).prev;
    expect((await dataOf<Item[]>(response)).map(({ itemId }) => itemId)).toEqual(pages[index]);
  }
  expect(back).toBeUndefined();
  return pages.flat();
}

function naive({ who, included, excluded, names, userIds, itemIds, q, date, sort }: ExpectedSearch): Item[] {
  const role = who === undefined ? 'public' : CAST[who].role;
  const me = who === undefined ? undefined : CAST[who].userId;
  const isStaff = role === 'staff' || role === 'admin';
  const isDirect = names !== null || itemIds !== null;
  const found = items.filter((item, at) => {
    const own = me !== undefined && item.collaborators.includes(me);
    const sees = isStaff || own || (!item.tags.includes('hidden') && (isDirect || !item.tags.includes('unlisted')));
    const tagged = included.every((tag) => item.tags.includes(tag)) && !excluded.some((tag) => item.tags.includes(tag));
    const named = names === null || (item.name !== null && names.includes(item.name));
    const owned = userIds === null || userIds.includes(item.userId);
    const picked = itemIds === null || itemIds.includes(at);
    const dated = date === null || meets(item[date.field], date.operator, momentOf(date.minute));
    const words = `${item.name ?? ''} ${String(item.map.title)}`.toLowerCase().split(' ');
    const worded = (q ?? '')
      .toLowerCase()
      .split(' ')
      .every((part) => words.some((word) => word.startsWith(part)));
    return sees && tagged && named && owned && picked && dated && worded;
  });
  const field = sort.replace('-', '') as 'createdAt' | 'updatedAt' | 'name';
  const key = (item: Item) => (field === 'name' ? (item.name ?? item.itemId) : item[field]);
  const rising = found.toSorted((a, b) => compare(key(a), key(b)) || compare(a.itemId, b.itemId));
  return sort.startsWith('-') ? rising : rising.toReversed();
}

function meets(moment: string, operator: string, bound: string): boolean {
  return operator.includes(['<', '=', '>'][compare(moment, bound) + 1] ?? '');
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

describe('search parameters', () => {
  test('are ignored when unknown, and unset when empty', async () => {
    const plain = await dataOf<Item[]>(await search(undefined, 'limit=5'));
    const noisy = await search(
      undefined,
      'limit=5&tags=&names=&after=&sort=&DieBlopfish=17&local-cache-id=abc&masquerade=',
    );
    expect(idsOf(await dataOf<Item[]>(noisy))).toEqual(idsOf(plain));
  });

  test.each([
    ['limit=0', 'limit'],
    ['limit=129', 'limit'],
    ['limit=ten', 'limit'],
    ['limit=0x10', 'limit'],
    ['limit=1e1', 'limit'],
    ['limit=%205', 'limit'],
    ['limit=+5', 'limit'],
    ['sort=HiddenHem', 'sort'],
    ['dates=createdAt<=nonsense', 'dates'],
    ['dates=yesterday', 'dates'],
    ['dates=createdAt==2026', 'dates'],
    ['dates=createdAt<==2026', 'dates'],
    ['count=maybe', 'count'],
    ['itemIds=1', 'itemIds'],
    [`tags=${Array.from({ length: 21 }, (_, index) => `t${index}`).join(',')}`, 'tags'],
    ['tags=--a', 'tags'],
    ['tags=__proto__', 'tags'],
    ['userIds=no spaces', 'userIds'],
  ])('answer 400 with the name of the bad one: %s', async (query, name) => {
    const response = await search(undefined, query);
    const problem = (await response.json()) as { message: string; fields: Record<string, string> };
    expect(response.status).toBe(400);
    expect(problem.message).toContain(`Invalid ${name}`);
    expect(Object.keys(problem.fields)).toEqual([name]);
  });

  test('take a date as a browser writes it', async () => {
    const response = await search(undefined, `dates=createdAt<=${String(new Date())}&count=true`);
    expect(await dataOf<number>(response)).toBeGreaterThan(0);
  });

  test('take a plus before the hours of a date unencoded', async () => {
    const minute = momentOf(5).replace(/:\d\d\.000Z$/, ':00');
    const count = async (date: string) => dataOf<number>(await search('staff', `dates=createdAt<=${date}&count=true`));
    const ahead = minute.replace('T00', 'T02');
    expect([await count(`${ahead}+02:00`), await count(`${ahead}%2B02:00`)]).toEqual([24, 24]);
  });

  test('stand in the links of the neighbouring pages, without local-cache-id', async () => {
    const { next = '' } = linksOf(await search(undefined, 'limit=3&tags=red&local-cache-id=abc'));
    expect(next).toMatch(/[?&]tags=red(?:&|$)/);
    expect(next).not.toMatch(/local-cache-id/);
  });

  test('answer 400 for a forged or foreign cursor', async () => {
    const own = linksOf(await search(undefined, 'limit=3')).next ?? '';
    const cursor = new URL(own, 'http://localhost').searchParams.get('after') ?? '';
    for (const query of [
      `limit=3&after=${cursor.slice(0, -2)}xx`,
      'limit=3&before=nope',
      `limit=3&tags=red&after=${cursor}`,
    ]) {
      expect((await refusalOf(await search(undefined, query)))[0]).toBe(400);
    }
  });

  test('answer the body of exactly one hit with download=true', async () => {
    const one = await search(undefined, 'names=ape&download=true');
    expect([one.status, await one.text()]).toEqual([200, 'hello']);
    expect((await search(undefined, 'limit=5&download=true')).status).toBe(404);
    expect((await search(undefined, 'names=nobody&download=true')).status).toBe(404);
  });

  test('find one’s own items with userIds=@me, which answers 401 to visitors', async () => {
    const mine = await dataOf<Item[]>(await search('player', 'userIds=@me&limit=128'));
    expect(new Set(mine.map(({ userId }) => userId))).toEqual(new Set(['pl4yer']));
    expect((await search(undefined, 'userIds=@me')).status).toBe(401);
  });
});

describe('a walk by cursor while others write', () => {
  test('gives each item that was there before exactly once', async () => {
    const busy = await createCrate(site, 'busy');
    const before = new Set<string>();
    for (let index = 0; index < 40; index += 1)
      before.add((await createItem(site, busy, 'player', { tags: ['on'] })).itemId);
    const seen: string[] = [];
    let address: string | undefined = `${busy}/items?tags=on&limit=4`;
    while (address !== undefined) {
      const [response]: [Response, Item] = await Promise.all([
        site.ask(undefined, address),
        createItem(site, busy, 'creator', { tags: ['on'] }),
      ]);
      seen.push(...idsOf(await dataOf<Item[]>(response)));
      address = linksOf(response).next;
    }
    expect(seen.filter((itemId) => before.has(itemId)).toSorted()).toEqual([...before].toSorted());
    expect(new Set(seen).size).toBe(seen.length);
  });
});

function idsOf(found: Item[]): string[] {
  return found.map(({ itemId }) => itemId);
}
