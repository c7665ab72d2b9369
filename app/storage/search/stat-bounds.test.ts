import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';

import { CAST } from '#test/cast.ts';
import type { CastName } from '#test/cast.ts';
import { linksOf } from '#test/links.ts';
import { countCases } from '#test/properties/cases.ts';
import { useTestSite } from '#test/site.ts';
import { OPEN_POLICY, createCrate, createItem, dataOf, refusalOf } from '#test/storage.ts';

import type { Item } from '../item.ts';

const site = useTestSite();
const TAGS = ['red', 'green', 'hidden'];
const WORDS = ['castle', 'swamp'];
const PLAYS = [3, 0, -1.5, 3, 1e300, 7, 3, 0.1, 0.30000000000000004, -0];
const STATS = ['plays', 'likes.all', 'odd-name_1'] as const;
let crate: string;
let items: Item[];

beforeAll(async () => {
  crate = await createCrate(site, 'bounded', {
    ...OPEN_POLICY,
    stats: { plays: {}, 'likes.all': {}, 'odd-name_1': {} },
  });
  items = [];
  for (let at = 0; at < 48; at += 1) {
    const who = at % 3 === 0 ? 'player' : 'creator';
    const tags = TAGS.filter((_, bit) => (at >> bit) % 2 === 1);
    const createdAt = new Date(Date.UTC(2026, 0, 1) + Math.floor(at / 4) * 60_000).toISOString();
    const parameters = { tags, createdAt, collaborators: [CAST[who].userId], map: { title: WORDS[at % 2] ?? '' } };
    const item = await createItem(site, crate, 'admin', parameters);
    const plays = PLAYS[at % 13];
    const stats = {
      ...(plays !== undefined && { plays }),
      ...(at % 4 !== 0 && { 'likes.all': at % 5 }),
      ...(at % 7 === 0 && { 'odd-name_1': at }),
    };
    if (Object.keys(stats).length > 0) await setStats(crate, item.itemId, stats);
    items.push({ ...item, stats });
  }
  // What is in the trash keeps its stats.
  const { itemId } = await createItem(site, crate, 'creator', { tags: ['red'] });
  await setStats(crate, itemId, { plays: 3, 'likes.all': 3 });
  await site.ask('staff', `${crate}/items/${itemId}`, { method: 'DELETE' });
});

async function setStats(path: string, itemId: string, stats: Record<string, number>): Promise<void> {
  const body = { setStats: stats };
  const response = await site.ask('staff', `${path}/items/${itemId}/stats`, { method: 'PATCH', body });
  expect(response.status).toBe(200);
}

const OPERATORS = ['<', '<=', '>', '>=', '='] as const;
const bounds = fc.record({
  stat: fc.constantFrom(...STATS),
  operator: fc.constantFrom(...OPERATORS),
  value: fc.oneof(fc.constantFrom(...PLAYS), fc.integer({ min: -1, max: 50 })),
});
const searches = fc.record({
  who: fc.constantFrom<CastName | undefined>(undefined, 'player', 'creator', 'staff'),
  stats: fc.array(bounds, { minLength: 1, maxLength: 3 }),
  included: fc.subarray(TAGS, { maxLength: 2 }),
  excluded: fc.subarray(TAGS, { maxLength: 1 }),
  owner: fc.option(fc.constantFrom<CastName>('player', 'creator')),
  isNamed: fc.boolean(),
  word: fc.option(fc.constantFrom(...WORDS)),
  before: fc.option(fc.integer({ min: 0, max: 12 })),
  sort: fc.constantFrom('createdAt', '-createdAt', '-updatedAt', 'stats.plays', '-stats.plays', 'stats.likes.all'),
  limit: fc.integer({ min: 1, max: 9 }),
});
type ExpectedSearch = typeof searches extends fc.Arbitrary<infer Value> ? Value : never;
type Bound = ExpectedSearch['stats'][number];

test('a search by stats gives the pages there and back, the count and the facets that reading every item gives', async () => {
  const run = fc.asyncProperty(searches, async (wanted) => {
    const expected = naive(wanted);
    const address = `${crate}/items?${queryOf(wanted)}`;
    const there = await walk(wanted.who, `${address}&limit=${wanted.limit}`, 'next');
    expect(there.ids).toEqual(expected.map(({ itemId }) => itemId));
    expect((await walk(wanted.who, there.last, 'prev')).ids).toEqual(there.ids);
    expect(await dataOf(await site.ask(wanted.who, `${address}&count=true`))).toBe(expected.length);
    const red = expected.filter(({ tags }) => tags.includes('red')).length;
    const facets = await dataOf(await site.ask(wanted.who, `${address}&facets=red`));
    expect(facets).toEqual(red === 0 ? {} : { red });
  });
  await fc.assert(run, { numRuns: countCases(150) });
});

const termOf = ({ stat, operator, value }: Bound) => `${stat}${operator}${Object.is(value, -0) ? '-0' : value}`;

function queryOf({ stats, included, excluded, owner, isNamed, word, before, sort }: ExpectedSearch): string {
  const query = new URLSearchParams({ stats: stats.map(termOf).join(','), sort });
  query.set('tags', [...included, ...excluded.map((tag) => `-${tag}`)].join(','));
  if (owner !== null) query.set('userIds', CAST[owner].userId);
  if (isNamed) query.set('itemIds', named().join(','));
  if (word !== null) query.set('q', word);
  if (before !== null) query.set('dates', `createdAt<${momentOf(before)}`);
  return query.toString();
}

const named = () => items.slice(0, 20).map(({ itemId }) => itemId);
const momentOf = (minute: number) => new Date(Date.UTC(2026, 0, 1) + minute * 60_000).toISOString();

function meets({ stats }: Item, { stat, operator, value }: Bound): boolean {
  const own = stats[stat];
  if (own === undefined) return false;
  return operator.includes(own < value ? '<' : own > value ? '>' : '=');
}

function naive({ who, stats, included, excluded, owner, isNamed, word, before, sort }: ExpectedSearch): Item[] {
  const me = who === undefined ? undefined : CAST[who].userId;
  const sorted = sort.replace(/^-/, '');
  const sortStat = sorted.startsWith('stats.') ? sorted.slice('stats.'.length) : undefined;
  const key = (item: Item) => (sortStat === undefined ? Date.parse(item.createdAt) : (item.stats[sortStat] ?? 0));
  const ids = new Set(named());
  const found = items.filter((item, at) => {
    const sees = who === 'staff' || !item.tags.includes('hidden') || item.collaborators.includes(me ?? '');
    const tagged = included.every((tag) => item.tags.includes(tag)) && !excluded.some((tag) => item.tags.includes(tag));
    const owned = owner === null || item.userId === CAST[owner].userId;
    const worded = word === null || word === WORDS[at % 2];
    const dated = before === null || item.createdAt < momentOf(before);
    const isSorted = sortStat === undefined || item.stats[sortStat] !== undefined;
    const picked = !isNamed || ids.has(item.itemId);
    return (
      sees && tagged && owned && worded && dated && isSorted && picked && stats.every((bound) => meets(item, bound))
    );
  });
  // Stats do not change an item’s `updatedAt`: the order of updates is that in which the items were made.
  const byUpdate = sorted === 'updatedAt';
  const rising = found.toSorted((one, other) => {
    if (byUpdate && one.updatedAt !== other.updatedAt) return one.updatedAt < other.updatedAt ? -1 : 1;
    return (byUpdate ? 0 : key(one) - key(other)) || (one.itemId < other.itemId ? -1 : 1);
  });
  return sort.startsWith('-') ? rising : rising.toReversed();
}

async function walk(
  who: CastName | undefined,
  start: string,
  rel: 'next' | 'prev',
): Promise<{ ids: string[]; last: string }> {
  const ids: string[] = [];
  let last = start;
  for (let address: string | undefined = start; address !== undefined;) {
    last = address;
    const response: Response = await site.ask(who, address);
    expect(response.status).toBe(200);
    const page = (await dataOf<Item[]>(response)).map(({ itemId }) => itemId);
    ids.splice(rel === 'next' ? ids.length : 0, 0, ...page);
    address = linksOf(response)[rel];
  }
  return { ids, last };
}

describe('a bound on a stat', () => {
  const WORDS_OF_400 = 'Invalid stats: at most 8 bounds such as plays>=100, separated by commas';

  test.each([
    'plays',
    'plays>=',
    'plays>=many',
    'plays>=0x10',
    'plays>=1e999',
    'plays>=1.2.3',
    'plays!=1',
    '>=1',
    '9plays>=1',
    'plays>=1;drop',
    `${'p'.repeat(65)}>=1`,
    Array.from({ length: 9 }, (_, at) => `plays>=${at}`).join(','),
  ])('that says “%s” is refused in words', async (stats) => {
    const response = await site.ask(undefined, `${crate}/items?${new URLSearchParams({ stats })}`);
    const [status, words] = await refusalOf(response);
    expect([status, words.startsWith(WORDS_OF_400)]).toEqual([400, true]);
  });

  test.each(['other>=1', 'constructor>=1', '__proto__>=1', 'plays>=1,other<2'])(
    'that the policy does not name, as in “%s”, is refused',
    async (stats) => {
      const query = new URLSearchParams({ stats });
      const [status] = await refusalOf(await site.ask(undefined, `${crate}/items?${query}`));
      expect(status).toBe(400);
    },
  );

  test.each([
    ['plays>=1e+200', 'plays>=1e 200'],
    ['plays>=3,plays<=3', 'plays=3'],
    ['plays=-0', 'plays=0'],
    ['', 'plays>=-1e9,'],
  ])('says in “%s” what “%s” says', async (one, other) => {
    const found = await Promise.all(
      [one === '' ? 'plays>=-1e9' : one, other].map(async (stats) => {
        const query = new URLSearchParams({ stats, limit: '64' });
        return dataOf<Item[]>(await site.ask('staff', `${crate}/items?${query}`));
      }),
    );
    expect(found[0]?.length).toBeGreaterThan(0);
    expect(found[0]?.map(({ itemId }) => itemId)).toEqual(found[1]?.map(({ itemId }) => itemId));
  });

  test('counts as one of the twenty terms of a search', async () => {
    const tags = Array.from({ length: 19 }, (_, at) => `-t${at}`).join(',');
    const ask = (stats: string) => site.ask(undefined, `${crate}/items?${new URLSearchParams({ tags, stats })}`);
    expect((await ask('plays>=1')).status).toBe(200);
    expect((await ask('plays>=1,plays<9')).status).toBe(400);
  });

  test('makes a search of its own, whose cursor no other takes', async () => {
    const cursor = async (stats: string) => {
      const response = await site.ask(undefined, `${crate}/items?limit=1&${new URLSearchParams({ stats })}`);
      return new URL(linksOf(response).next ?? '', 'http://localhost').searchParams.get('after') ?? '';
    };
    const after = await cursor('plays>=0');
    for (const stats of ['plays>0', 'plays>=1', 'likes.all>=0', '']) {
      const query = new URLSearchParams({ stats, after, limit: '1' });
      expect((await refusalOf(await site.ask(undefined, `${crate}/items?${query}`)))[0]).toBe(400);
    }
  });
});

describe('nobody learns by bounds the stat of an item that they may not see', () => {
  let secret: string;
  let path: string;

  beforeAll(async () => {
    path = await createCrate(site, 'secrets', {
      ...OPEN_POLICY,
      list: ['public', { to: 'staff', tags: ['draft'] }],
      hide: { draft: 'staff', unlisted: 'direct' },
      stats: { plays: {} },
    });
    secret = (await createItem(site, path, 'creator', { name: 'secret', tags: ['draft'] })).itemId;
    await setStats(path, secret, { plays: 42 });
    for (const plays of [41, 43]) {
      const { itemId } = await createItem(site, path, 'creator', { tags: ['red'] });
      await setStats(path, itemId, { plays });
    }
  });

  const QUERIES = ['', '&names=secret', '&itemIds=SECRET', '&sort=stats.plays', '&tags=draft', '&q=secret', '&limit=1'];

  test.each(QUERIES)('in a search with %s, its count, its facets and its pages', async (more) => {
    const tell = async (who: CastName | undefined, stats: string) => {
      const address = `${path}/items?${new URLSearchParams({ stats })}${more.replace('SECRET', secret)}`;
      const page = await site.ask(who, address);
      const count = await site.ask(who, `${address}&count=true`);
      const facets = await site.ask(who, `${address}&facets=draft,red`);
      const ids = (await dataOf<Item[]>(page)).map(({ itemId }) => itemId);
      const links = Object.keys(linksOf(page)).toSorted();
      return { status: page.status, ids, links, count: await dataOf(count), facets: await dataOf(facets) };
    };
    for (const who of [undefined, 'player'] as const) {
      const [right, wrong] = await Promise.all([tell(who, 'plays>41,plays<43'), tell(who, 'plays>41.5,plays<41.9')]);
      expect(right).toEqual(wrong);
      expect(right).toMatchObject({ ids: [], count: 0, facets: {}, links: [] });
    }
    // The bounds do find it, for whoever may see it: a collaborator and staff.
    expect((await tell('staff', 'plays>41,plays<43')).ids).toEqual([secret]);
    expect((await tell('creator', 'plays>41,plays<43')).ids).toEqual([secret]);
  });

  test('of a crate that they may not list', async () => {
    const closed = await createCrate(site, 'closed', { ...OPEN_POLICY, list: ['staff'], stats: { plays: {} } });
    const { itemId } = await createItem(site, closed, 'creator');
    await setStats(closed, itemId, { plays: 5 });
    const ask = async (stats: string) => {
      const response = await site.ask('player', `${closed}/items?${new URLSearchParams({ stats })}`);
      return refusalOf(response);
    };
    expect(await ask('plays=5')).toEqual(await ask('plays=6'));
    // Not even whether there is such a stat.
    expect(await ask('none=5')).toEqual(await ask('plays=5'));
  });
});
