import { beforeAll, expect, test } from 'vitest';

import { useTestSite } from '#test/site.ts';
import { createCrate, createItem, dataOf } from '#test/storage.ts';

import type { Item } from '../item.ts';

const site = useTestSite();
const TITLES = [
  'Rumpus 17.36 patch notes',
  'Ask support@rumpus.example twice',
  'A well-known side quest',
  "O'Brien's C:\\Games",
];
let crate: string;

beforeAll(async () => {
  crate = await createCrate(site, 'library');
  for (const title of TITLES) await createItem(site, crate, 'player', { map: { title } });
});

async function titlesOf(q: string): Promise<unknown[]> {
  const response = await site.ask(undefined, `${crate}/items?q=${encodeURIComponent(q)}&sort=-createdAt`);
  expect([q, response.status]).toEqual([q, 200]);
  return (await dataOf<Item[]>(response)).map(({ map }) => map.title);
}

test.each([
  ['17.36', 0],
  ['17', 0],
  ['17.3', 0],
  ['RUMPUS 17.36 notes', 0],
  ['patch, notes!', 0],
  ['support@rumpus.example', 1],
  ['support', 1],
  ['well-known', 2],
  ['known', 2],
  ['side quest', 2],
  ["O'Brien", 3],
  ["brien's", 3],
  ['C:\\Games', 3],
])('a search finds words as they were indexed: %s', async (q, at) => {
  expect(await titlesOf(q)).toEqual([TITLES[at]]);
});

test.each(['İstanbul', 'ΟΔΟΣ', 'ΟΔΟΣ ΠΑΝΤΟΣ', 'ǅungla', 'STRASSE ẞ'])(
  'a search takes letters as they were indexed, whatever their small ones are: %s',
  async (title) => {
    await createItem(site, crate, 'player', { map: { title } });
    expect(await titlesOf(title)).toEqual([title]);
  },
);

test.each(['17.37', 'rumpus quest', "quest' | 'patch", 'patch | quest', '!patch & quest', 'quest:B'])(
  'a search takes operators in words as words: %s',
  async (q) => {
    expect(await titlesOf(q)).toEqual([]);
  },
);

test('a search finds words as people type them, in every script, and most of them where no item has all', async () => {
  const shop = await createCrate(site, 'shop');
  const maps = [
    { title: 'Crashed on a Straße', note: 'ゲームの更新', code: 'AB-1234', count: 7 },
    { title: 'Loading IŞIK in İstanbul', note: 'เกมใหม่ของเรา' },
    { title: 'Nothing', hidden: 'zorilla' },
  ];
  for (const [at, map] of maps.entries()) {
    await createItem(site, shop, 'player', { map, tags: at === 2 ? ['hidden'] : [] });
  }
  const find = async (q: string, more = '') => {
    const response = await site.ask(undefined, `${shop}/items?q=${encodeURIComponent(q)}&sort=-createdAt${more}`);
    const titles = new Set((await dataOf<Item[]>(response)).map(({ map }) => map.title));
    return maps.flatMap(({ title }, at) => (titles.has(title) ? [at] : []));
  };
  for (const [q, found] of [
    ['crashes', [0]],
    ['crahsed', [0]],
    ['strasse', [0]],
    ['更新', [0]],
    ['ゲーム', [0]],
    ['ムの更', [0]],
    ['1234', [0]],
    ['ab-12', [0]],
    ['isik istanbul', [1]],
    ['ışık', [1]],
    ['loaded', [1]],
    ['ใหม่', [1]],
    ['loading isik teapot', [1]],
    ['loading teapot', []],
    ['12345', []],
    ['更武', []],
  ] as const) {
    expect([q, await find(q)]).toEqual([q, found]);
  }
});

test.each([
  "'",
  "''",
  '\\',
  "\\'",
  "'\\",
  "quest'",
  'quest\\',
  "'quest'",
  "quest\\'':*",
  'quest & | ! ( ) <-> :*',
  "' | 'quest",
])('a search takes quotes, backslashes and signs: %s', async (q) => {
  expect(await titlesOf(q)).toEqual(q.includes('quest') ? [TITLES[2]] : await titlesOf('---'));
});
