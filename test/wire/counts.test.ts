import { beforeAll, describe, expect, inject, test } from 'vitest';

import type { WireCastName } from './cast.ts';
import { ask } from './client.ts';
import { OPEN_POLICY, useCrate } from './crate.ts';
import type { Item } from './item.ts';

const crate = useCrate('counts', { policy: { ...OPEN_POLICY, stats: { plays: {}, 'best.time': {} } } });
const { creator } = inject('cast');
const items: Record<string, Item> = {};

const SEEDS: [name: string, tags: string[], plays: number | undefined][] = [
  ['apple', ['difficulty:1', 'kind:level', 'red'], 5],
  ['banana', ['difficulty:1', 'kind:level'], 7],
  ['carrot', ['difficulty:2', 'kind:tower', 'red'], 5],
  ['date', ['difficulty:3', 'kind', 'hidden', 'secret:yes'], 99],
  ['elder', ['difficulty:10', 'kind:level:draft'], undefined],
];

beforeAll(async () => {
  for (const [name, tags, plays] of SEEDS) {
    items[name] = await crate.create('creator', { name, tags });
    if (plays !== undefined) await setStats(name, { plays });
  }
});

async function setStats(name: string, setStats: Record<string, number>): Promise<void> {
  const reply = await ask('staff', `PATCH ${crate.items}/${items[name]?.itemId}/stats`, { body: { setStats } });
  expect(reply.status).toBe(200);
}

async function dataFor(query: string, who?: WireCastName): Promise<unknown> {
  const reply = await ask(who, `GET ${crate.items}?${query}`);
  if (reply.status !== 200) throw new Error(`${query}: ${reply.refusal.join(' ')}`);
  return reply.data();
}

describe('facets count the items of a search by each tag of a key', () => {
  test.each([
    ['facets=difficulty', { 'difficulty:1': 2, 'difficulty:2': 1, 'difficulty:10': 1 }],
    ['facets=difficulty&tags=red', { 'difficulty:1': 1, 'difficulty:2': 1 }],
    ['facets=difficulty&tags=-red', { 'difficulty:1': 1, 'difficulty:10': 1 }],
    ['facets=kind', { 'kind:level': 2, 'kind:tower': 1, 'kind:level:draft': 1 }],
    ['facets=kind:level', { 'kind:level': 2, 'kind:level:draft': 1 }],
    ['facets=kind,red&tags=difficulty:1', { 'kind:level': 2, red: 1 }],
    ['facets=difficulty&q=apple', { 'difficulty:1': 1 }],
    ['facets=difficulty&names=apple,carrot', { 'difficulty:1': 1, 'difficulty:2': 1 }],
    ['facets=difficulty&tags=red&dates=createdAt>2024-01-01', { 'difficulty:1': 1, 'difficulty:2': 1 }],
    ['facets=difficulty&sort=stats.plays', { 'difficulty:1': 2, 'difficulty:2': 1 }],
    ['facets=difficult,ind', {}],
    ['facets=difficulty&tags=absent', {}],
    // Of what the asker may not see there is no sign.
    ['facets=secret,hidden', {}],
  ])('%s', async (query, expected) => {
    expect(await dataFor(query)).toEqual(expected);
  });

  test('include hidden items for those who may see them', async () => {
    expect(await dataFor('facets=secret,hidden,kind', 'staff')).toMatchObject({ 'secret:yes': 1, hidden: 1, kind: 1 });
    expect(await dataFor('facets=secret', 'creator')).toEqual({ 'secret:yes': 1 });
    expect(await dataFor('facets=secret', 'player')).toEqual({});
    expect(await dataFor(`facets=secret&userIds=${creator.userId}`, 'staff')).toEqual({ 'secret:yes': 1 });
  });

  test('give way to the items when empty, and to the count for count=true', async () => {
    expect(await dataFor('facets=&tags=red')).toHaveLength(2);
    expect(await dataFor('facets=kind&tags=red&count=true')).toBe(2);
  });

  test.each(['-kind', '--', 'a\nb', 'k'.repeat(65), '1,2,3,4,5,6,7,8,9'])('%j is refused', async (value) => {
    const reply = await ask(undefined, `GET ${crate.items}?facets=${encodeURIComponent(value)}`);
    expect(reply.refusal).toEqual([400, 'Invalid facets: at most 8 keys of tags, or tags, separated by commas']);
  });

  test('are refused for a key of more than 256 tags', async () => {
    for (let from = 0; from < 257; from += 60) {
      const tags = Array.from({ length: Math.min(60, 257 - from) }, (_, at) => `serial:${from + at}`);
      await crate.create('creator', { tags: [...tags, 'many'] });
    }
    const refused = await ask(undefined, `GET ${crate.items}?facets=serial`);
    expect(refused.refusal).toEqual([400, 'Invalid facets: a key of more than 256 tags.']);
    expect(await dataFor('facets=many')).toEqual({ many: 5 });
  });
});

test('a count is exact at once after each write', async () => {
  expect(await dataFor('tags=fresh,-hidden&count=true')).toBe(0);
  const { itemId } = await crate.create('creator', { tags: ['fresh'] });
  expect(await dataFor('tags=fresh,-hidden&count=true')).toBe(1);
  await ask('creator', `PUT ${crate.items}/${itemId}/metadata`, { body: { tags: ['fresh', 'hidden'] } });
  expect(await dataFor('tags=fresh,-hidden&count=true', 'staff')).toBe(0);
  expect([await dataFor('tags=fresh&count=true'), await dataFor('tags=fresh&count=true', 'creator')]).toEqual([0, 1]);
  await ask('creator', `DELETE ${crate.items}/${itemId}`);
  expect(await dataFor('tags=fresh&count=true', 'creator')).toBe(0);
});

describe('the order by a stat', () => {
  const names = async (query: string, who?: WireCastName) =>
    ((await dataFor(query, who)) as Item[]).map(({ name }) => name).join(' ');

  test.each([
    ['sort=stats.plays', 'banana carrot apple'],
    ['sort=-stats.plays', 'apple carrot banana'],
    ['sort=stats.plays&tags=red', 'carrot apple'],
    ['sort=stats.plays&tags=-red', 'banana'],
    ['sort=stats.plays&tags=difficulty:10', ''],
    ['sort=stats.best.time', ''],
  ])('of “%s” gives “%s”', async (query, expected) => {
    expect(await names(query)).toBe(expected);
    expect(await dataFor(`${query}&count=true`)).toBe(expected.split(' ').filter(Boolean).length);
  });

  test('pages by its cursor, and shows staff what is hidden', async () => {
    expect(await names('sort=stats.plays', 'staff')).toBe('date banana carrot apple');
    const first = await ask(undefined, `GET ${crate.items}?sort=stats.plays&limit=2`);
    const { next = '' } = first.links;
    expect((await ask(undefined, `GET ${next}`)).items.map(({ name }) => name)).toEqual(['apple']);
  });

  test('is told from a bound of such a stat, which is refused too', async () => {
    const reply = await ask(undefined, `GET ${crate.items}?stats=likes>=1`);
    expect(reply.refusal).toEqual([400, 'Invalid stats: the policy of the crate names no such stat.']);
  });

  test.each(['stats.likes', '-stats.likes', 'stats.best', 'stats.toString'])(
    'is refused for a stat that the policy does not name: %s',
    async (sort) => {
      const reply = await ask(undefined, `GET ${crate.items}?sort=${sort}`);
      expect(reply.refusal).toEqual([400, 'Invalid sort: the policy of the crate names no such stat.']);
    },
  );
});
