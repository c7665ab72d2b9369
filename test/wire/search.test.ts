import { beforeAll, describe, expect, inject, test } from 'vitest';

import { ask } from './client.ts';
import { useCrate } from './crate.ts';
import type { Item } from './item.ts';

const crate = useCrate('search');
const { creator, player } = inject('cast');
const items: Record<string, Item> = {};

/** Made in this order, so that the newest stands last. */
const SEEDS: [name: string, who: 'creator' | 'player', tags: string[], map: object][] = [
  ['apple', 'creator', ['fruit', 'topic:levelhead', 'red'], { title: 'A red Apple tree' }],
  ['banana', 'creator', ['fruit', 'topic:spotlight'], { title: 'Yellow Crocodile 17.36 patch notes' }],
  ['carrot', 'player', ['root', 'topic:levelhead'], { title: 'Orange root' }],
  ['date', 'player', ['fruit', 'red', 'Größe'], { title: 'Sweet' }],
];

beforeAll(async () => {
  for (const [at, [name, who, tags, map]] of SEEDS.entries()) {
    const collaborators = [inject('cast')[who].userId];
    const createdAt = new Date(Date.UTC(2024, 0, 1 + at)).toISOString();
    items[name] = await crate.create('super', { name, tags, map, collaborators, createdAt });
  }
});

async function names(query: string, who?: 'creator' | 'player'): Promise<string> {
  const reply = await ask(who, `GET ${crate.items}?${query}`);
  if (reply.status !== 200) throw new Error(`${query}: ${reply.refusal.join(' ')}`);
  return reply.items.map(({ name }) => name).join(' ');
}

const idOf = (name: string) => items[name]?.itemId ?? '';

describe('a search finds', () => {
  test.each([
    ['', 'date carrot banana apple'],
    ['tags=fruit', 'date banana apple'],
    ['tags=fruit,red', 'date apple'],
    ['tags=fruit,-red', 'banana'],
    ['tags=-fruit', 'carrot'],
    ['tags=-fruit,-root', ''],
    ['tags=topic:levelhead', 'carrot apple'],
    ['tags=-topic:levelhead', 'date banana'],
    ['tags=topic', ''],
    ['tags=levelhead', ''],
    ['tags=Fruit', ''],
    ['tags=Gr%C3%B6%C3%9Fe', 'date'],
    ['tags=Gro%CC%88%C3%9Fe', 'date'],
    ['tags=fruit,', 'date banana apple'],
    ['tags=fruit,fruit', 'date banana apple'],
    ['names=apple', 'apple'],
    ['names=apple,carrot,nobody', 'carrot apple'],
    ['names=app', ''],
    [`userIds=${creator.userId}`, 'banana apple'],
    [`userIds=${creator.userId},${player.userId}`, 'date carrot banana apple'],
    ['userIds=nobody', ''],
    ['q=apple', 'apple'],
    ['q=yellow%20CROC', 'banana'],
    ['q=yellow%20apple', ''],
    ['q=17.36', 'banana'],
    ['q=17', 'banana'],
    ['q=17.37', ''],
    ['dates=createdAt%3C%3D2024-01-02T00:00:00.000Z', 'banana apple'],
    ['dates=createdAt<=2024-01-02', 'banana apple'],
    ['dates=createdAt%3C2024-01-02', 'apple'],
    ['dates=createdAt%3E%3D2024-01-03', 'date carrot'],
    ['dates=createdAt%3E2024-01-03', 'date'],
    ['dates=createdAt%3D2024-01-03', 'carrot'],
    ['dates=createdAt%3E%3D2024-01-02,createdAt%3C%3D2024-01-03', 'carrot banana'],
    ['dates=updatedAt%3E2024-01-01', 'date carrot banana apple'],
    ['dates=createdAt%3C%3DTue%20Jan%2002%202024%2000:00:00%20GMT%2B0000%20(UTC)', 'banana apple'],
    ['dates=createdAt%3C%3D2024-01-02%2000:00:00.000', 'banana apple'],
    ['dates=createdAt%3C%3D2024-01-02T02:00:00%2B02:00', 'banana apple'],
    ['dates=createdAt<=2024-01-02T02:00:00+02:00', 'banana apple'],
    ['dates=createdAt<=2024-01-02T01:59:59.999+0200', 'apple'],
    ['tags=fruit&names=apple,carrot', 'apple'],
    ['sort=createdAt', 'date carrot banana apple'],
    ['sort=-createdAt', 'apple banana carrot date'],
    ['sort=updatedAt', 'date carrot banana apple'],
    ['sort=-updatedAt', 'apple banana carrot date'],
    ['sort=name', 'date carrot banana apple'],
    ['sort=-name', 'apple banana carrot date'],
    ['sort=-name&tags=fruit', 'apple banana date'],
    ['limit=1', 'date'],
    ['limit=128', 'date carrot banana apple'],
    ['limit=2&sort=-createdAt&tags=-root', 'apple banana'],
  ])('with the query “%s” the items “%s”', async (query, expected) => {
    expect(await names(query)).toBe(expected);
    if (query.includes('limit')) return;
    const count = await ask(undefined, `GET ${crate.items}?${query}&count=true`);
    expect(count.data()).toBe(expected.split(' ').filter(Boolean).length);
  });

  test('by ids, in either case, and those of the user by @me', async () => {
    expect(await names(`itemIds=${idOf('apple')},${idOf('date').toUpperCase()}`)).toBe('date apple');
    expect(await names(`itemIds=${idOf('apple')},01890000-0000-7000-8000-000000000000`)).toBe('apple');
    expect(await names('userIds=@me', 'player')).toBe('date carrot');
    const refused = await ask(undefined, `GET ${crate.items}?userIds=@me`);
    expect(refused.refusal).toEqual([401, 'Bad credentials!']);
  });
});

test('a search finds words, whatever stands between them', async () => {
  for (const q of [
    "apple' & !tree",
    'apple:*|x',
    '(apple)',
    'a%',
    'İstanbul',
    'ǅ Ⅷ ٣ ß',
    '日本語',
    '🎉',
    '---',
    "\\'",
  ]) {
    expect([q, (await ask(undefined, `GET ${crate.items}?q=${encodeURIComponent(q)}`)).status]).toEqual([q, 200]);
  }
  expect(await names('q=%27apple%27%20%26%20tree')).toBe('apple');
});

test('unknown parameters are ignored, empty ones mean unset, of a repeated one the first counts', async () => {
  const all = 'date carrot banana apple';
  expect(await names('tag=race&DieBlopfish=1&maxDiamons=3&local-cache-id=x&__proto__=1&constructor=2')).toBe(all);
  expect(await names('tags=&names=&itemIds=&userIds=&dates=&q=&sort=&limit=&after=&before=&count=&download=')).toBe(
    all,
  );
  expect(await names('tags=root&tags=fruit')).toBe('carrot');
  expect(await names('tags=,')).toBe(all);
});

test('a search with count=false and download=false answers the items', async () => {
  expect(await names('count=false&download=false&permissionsOverride=false&limit=1')).toBe('date');
});

const TERMS = (count: number) => Array.from({ length: count }, (_, at) => `t${at}`).join(',');

describe('a bad value answers 400 and names its parameter', () => {
  test.each([
    [
      'limit',
      'a whole number from 1 to 128',
      ['0', '129', '-1', '1.5', 'many', 'NaN', '1e309', '0x10', '1e1', ' 5', '+5'],
    ],
    [
      'sort',
      'createdAt, updatedAt, name or stats. and a stat; a leading - is ascending',
      ['plays', '--name', '__proto__', 'constructor', 'stats.', 'stats', 'stats.a b', 'stats.__proto__'],
    ],
    [
      'dates',
      'such as createdAt<=2026-11-20T00:00:00Z',
      [
        'yesterday',
        'createdAt<=yesterday',
        'stats<=2024-01-01',
        'createdAt<=',
        'createdAt<=+275760-09-13',
        'createdAt==2026',
        'createdAt<=>2026',
      ],
    ],
    ['itemIds', 'item ids separated by commas', ['nonsense', '1', "' or 1=1"]],
    ['userIds', 'user ids separated by commas', ['a b', '@you', 'a'.repeat(33)]],
    ['names', 'names separated by commas', ['n'.repeat(129), TERMS(129)]],
    ['count', 'true or false', ['1', 'yes', 'TRUE']],
    ['download', 'true or false', ['1', 'yes', 'TRUE']],
    ['permissionsOverride', 'true or false', ['1', 'yes', 'TRUE']],
    [
      'tags',
      'tags separated by commas, each excluded by a leading -',
      ['--a', 'a\nb', '__proto__', 't'.repeat(65), 'ü'.repeat(33)],
    ],
    ['tags', 'at most 20 terms', [TERMS(21)]],
    ['q', 'words to look for', ['q'.repeat(65), 'q '.repeat(200)]],
  ])('%s: %s', async (name, sentence, values) => {
    for (const value of values) {
      const reply = await ask(undefined, `GET ${crate.items}?${name}=${encodeURIComponent(value)}`);
      expect([value, ...reply.refusal]).toEqual([value, 400, `Invalid ${name}: ${sentence}`]);
    }
  });

  test('and so does a null character, wherever it stands', async () => {
    for (const name of ['tags', 'names', 'itemIds', 'userIds', 'dates', 'sort', 'limit', 'after', 'before', 'count']) {
      const reply = await ask(undefined, `GET ${crate.items}?${name}=a%00b`);
      expect([name, ...reply.refusal]).toEqual([name, 400, expect.stringMatching(new RegExp(`^Invalid .*${name}`))]);
    }
  });

  test('and so do more than 20 terms of tags and words together', async () => {
    const reply = await ask(undefined, `GET ${crate.items}?tags=${TERMS(18)}&q=one%20two%20three`);
    expect(reply.refusal).toEqual([400, 'Invalid tags: at most 20 terms']);
    for (const more of ['names=a,b,c', 'userIds=@me', `dates=createdAt<=2024-01-01`, 'facets=kind']) {
      const refused = await ask('player', `GET ${crate.items}?tags=${TERMS(20)}&${more}`);
      expect([more, ...refused.refusal]).toEqual([more, 400, 'Invalid tags: at most 20 terms']);
    }
    const most = TERMS(20).replaceAll('t', '-t');
    expect(await names(`tags=${most}`)).toBe('date carrot banana apple');
  });

  test('on a single item too, for download and permissionsOverride', async () => {
    for (const name of ['download', 'permissionsOverride']) {
      const reply = await ask(undefined, `GET ${crate.items}/${idOf('apple')}?${name}=maybe`);
      expect(reply.refusal).toEqual([400, `Invalid ${name}: true or false`]);
    }
    const reply = await ask('staff', `DELETE ${crate.items}/${idOf('apple')}?permissionsOverride=maybe`);
    expect(reply.refusal).toEqual([400, 'Invalid permissionsOverride: true or false']);
  });
});

test('HEAD of a search has its Link and no body', async () => {
  const reply = await ask(undefined, `HEAD ${crate.items}?limit=1`);
  expect([reply.status, reply.bytes.length]).toEqual([200, 0]);
  expect(reply.headers.link).toMatch(/rel="next"/);
});
