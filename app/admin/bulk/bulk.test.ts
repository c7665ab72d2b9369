import { beforeAll, describe, expect, test } from 'vitest';

import { systemCurrent } from '#app/door/parts.server.ts';
import { runBulkActs } from '#app/storage/bulk/steps.server.ts';
import type { Item } from '#app/storage/item.ts';
import { CAST } from '#test/cast.ts';
import { useTestSite } from '#test/site.ts';
import { OPEN_POLICY, createCrate, createItem, dataOf } from '#test/storage.ts';

const site = useTestSite();
const PLACE = '/admin/crates/shelf/bulk';
let items: Item[];

beforeAll(async () => {
  const crate = await createCrate(site, 'shelf', OPEN_POLICY);
  items = [];
  for (let at = 0; at < 6; at += 1) {
    const tags = [at % 2 === 0 ? 'even' : 'odd', '=formula'];
    items.push(await createItem(site, crate, 'player', { name: `level ${at}`, tags, map: { at } }, `body ${at}`));
  }
});

/** @returns the address of the act */
async function preview(fields: [name: string, value: string][]): Promise<string> {
  const response = await site.submit('admin', PLACE, [['intent', 'bulk.preview'], ...fields]);
  expect(response.status, await response.clone().text()).toBe(303);
  return response.headers.get('location') ?? '';
}

async function press(path: string, intent: string): Promise<void> {
  expect((await site.submit('admin', path, { intent })).status).toBe(200);
  await runBulkActs(systemCurrent(site.parts));
}

async function read(path: string): Promise<string> {
  const response = await site.ask('admin', path);
  expect(response.status).toBe(200);
  return response.text();
}

const tagsOf = async ({ itemId }: Item) =>
  (await dataOf<Item>(await site.ask('player', `/api/storage/crates/shelf/items/${itemId}`))).tags;

test('chosen items are previewed with their count and samples, changed by a job, listed and given back', async () => {
  const chosen = items.slice(0, 3).map(({ itemId }): [string, string] => ['item', itemId]);
  const path = await preview([['kind', 'tags'], ['add', 'new, newer'], ['remove', 'even'], ...chosen]);
  const page = await read(path);
  expect(page).toContain('Change 3 items');
  expect(page).toContain('even, =formula');
  expect(page).toContain('=formula, new, newer');
  expect(await tagsOf(items[0]!)).toEqual(['even', '=formula']);
  await press(path, 'bulk.run');
  expect(await tagsOf(items[0]!)).toEqual(['=formula', 'new', 'newer']);
  expect(await tagsOf(items[3]!)).toEqual(['odd', '=formula']);
  expect((await read(`${path}/outcome.csv`)).split('\r\n')[1]).toMatch(/^[0-9a-f-]{36},\d+,changed,\d+,,,$/);
  expect(await read(`${path}?show=all`)).toContain(items[0]!.itemId);
  await press(path, 'bulk.undo');
  expect(await tagsOf(items[0]!)).toEqual(['even', '=formula']);
  expect(await read(PLACE)).toContain('Undone');
  expect(await read(`${PLACE}?before=${path.split('/').at(-1)}`)).toContain('Nothing was changed in bulk yet');
});

test('all that a search finds is chosen by its address, of the list and of its own page', async () => {
  expect(await read(`${PLACE}?of=tags%3Dodd`)).toContain('3 items are found by');
  const list = await read('/admin/crates/shelf/items?tags=odd');
  expect(list.match(/type="checkbox"[^>]*name="item"|name="item"[^>]*type="checkbox"/g)).toHaveLength(3);
  const path = await preview([
    ['kind', 'collaborators'],
    ['add', `@${CAST.creator.userId}`],
    ['whole', 'on'],
    ['of', 'tags=odd'],
  ]);
  await press(path, 'bulk.run');
  const { collaborators } = await dataOf<Item>(
    await site.ask('player', `/api/storage/crates/shelf/items/${items[1]!.itemId}`),
  );
  expect(collaborators).toEqual([CAST.player.userId, CAST.creator.userId]);
  await press(path, 'bulk.undo');
});

test('what a search by a stat finds is what is kept, and a stat that is gone chooses nothing', async () => {
  const crate = await createCrate(site, 'counted', { ...OPEN_POLICY, stats: { plays: {} } });
  for (const plays of [5, 10, 15]) {
    const { itemId } = await createItem(site, crate, 'player', { name: `played ${plays}` });
    await site.ask('staff', `${crate}/items/${itemId}/stats`, { method: 'PATCH', body: { setStats: { plays } } });
  }
  const ask = (of: string): Promise<Response> =>
    site.submit('admin', '/admin/crates/counted/bulk', {
      intent: 'bulk.preview',
      kind: 'export',
      whole: 'on',
      of: String(new URLSearchParams({ stats: of, sort: 'stats.plays' })),
    });
  const kept = await ask('plays>5');
  const lines = (await read(`${kept.headers.get('location')}/export/jsonl`)).trim().split('\n');
  const names = lines.map((line) => (JSON.parse(line) as Item).name);
  expect(new Set(names)).toEqual(new Set(['played 10', 'played 15']));
  const gone = await ask('gone>5');
  expect([gone.status, (await gone.text()).includes('names no such stat')]).toEqual([400, true]);
});

describe('an export', () => {
  let path: string;
  beforeAll(
    async () =>
      void (path = await preview([
        ['kind', 'export'],
        ['whole', 'on'],
        ['of', 'tags=even'],
      ])),
  );

  test('has the items as lines of JSON and as a spreadsheet of chosen columns', async () => {
    const lines = (await read(`${path}/export/jsonl`))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Item);
    expect(lines.map(({ name }) => name)).toEqual(['level 0', 'level 2', 'level 4']);
    const csv = await read(`${path}/export/csv?columns=name,tags,map.at,stats.none,nonsense`);
    expect(csv.split('\r\n').slice(0, 2)).toEqual(['name,tags,map.at,stats.none', 'level 0,"even,=formula",0,']);
  });

  test('has them whole in the format that an import takes', async () => {
    await createCrate(site, 'copy', OPEN_POLICY);
    const body = await read(`${path}/export/ndjson`);
    const answer = await (await site.ask('admin', '/api/storage/crates/copy/import', { method: 'POST', body })).text();
    expect(JSON.parse(answer.trim().split('\n').at(-1) ?? '')).toMatchObject({ complete: true, imported: 3 });
  });

  test.each(['html', 'constructor', '%0D%0Ax', '%E6%97%A5', 'x%22%3B%20filename%3Da.html'])(
    'has no format %s',
    async (format) => expect((await site.ask('admin', `${path}/export/${format}`)).status).toBe(404),
  );

  test('is nothing that runs', async () => {
    expect((await site.submit('admin', path, { intent: 'bulk.run' })).status).toBe(409);
  });
});

test.each<[fields: [string, string][], status: number, words: string]>([
  [[['kind', 'delete']], 400, 'There are no items to do that to.'],
  [
    [
      ['kind', 'delete'],
      ['item', 'none'],
    ],
    400,
    'There are no items to do that to.',
  ],
  [
    [
      ['kind', 'delete'],
      ['whole', 'on'],
      ['of', 'tags=none'],
    ],
    400,
    'There are no items to do that to.',
  ],
  [
    [
      ['kind', 'delete'],
      ['whole', 'on'],
      ['of', 'trash=true'],
    ],
    400,
    'There are no items to do that to.',
  ],
  [
    [
      ['kind', 'delete'],
      ['whole', 'on'],
      ['of', 'dates=yesterday'],
    ],
    400,
    'dates: such as',
  ],
  [
    [
      ['kind', 'tags'],
      ['whole', 'on'],
    ],
    400,
    'something to add or to remove',
  ],
  [
    [
      ['kind', 'tags'],
      ['add', '-x'],
      ['whole', 'on'],
    ],
    400,
    'bytes without a comma',
  ],
  [
    [
      ['kind', 'collaborators'],
      ['add', 'Nobody Atall'],
      ['whole', 'on'],
    ],
    400,
    'nobody is called Nobody Atall',
  ],
  [
    [
      ['kind', 'collaborators'],
      ['add', '@nob0dy'],
      ['whole', 'on'],
    ],
    400,
    'there is no user of the id nob0dy',
  ],
  [
    [
      ['kind', 'stats'],
      ['set', 'plays=many'],
      ['whole', 'on'],
    ],
    400,
    'number',
  ],
  [
    [
      ['kind', 'stats'],
      ['set', '__proto__=1'],
      ['whole', 'on'],
    ],
    400,
    'stats',
  ],
  [
    [
      ['kind', 'explode'],
      ['whole', 'on'],
    ],
    400,
    'Invalid',
  ],
])('%j is refused with its reason', async (fields, status, words) => {
  const response = await site.submit('admin', PLACE, [['intent', 'bulk.preview'], ...fields]);
  expect([response.status, (await response.text()).includes(words)]).toEqual([status, true]);
});

test('on production there is no such page, and a player finds none anywhere', async () => {
  const production = await site.openBeside({ STAGE: 'www' });
  const path = await preview([
    ['kind', 'export'],
    ['whole', 'on'],
  ]);
  for (const address of [PLACE, path, `${path}/outcome.csv`, `${path}/export/csv`]) {
    expect([address, (await production.ask('super', address)).status]).toEqual([address, 404]);
    expect([address, (await site.ask('player', address)).status]).toEqual([address, 404]);
    expect([address, (await site.ask('staff', address)).status]).toEqual([address, 403]);
  }
  await production.close();
});
