import { beforeEach, describe, expect, test } from 'vitest';

import { callClientFor, useScriptedServer } from '#test/scripted-server.ts';
import type { ReceivedRequest, ScriptedAnswer } from '#test/scripted-server.ts';

import { ItemStore } from './item-store.ts';
import type { Item } from './item.ts';
import type { StatsUpdate } from './stats/stats.ts';

const server = useScriptedServer();
const PATH = '/api/storage/crates/posts/items/a';
let logged: string[];
/** The item as the server has it; each change of it is a new etag. */
let item: Item;

beforeEach(() => {
  logged = [];
  const stamp = '2026-11-20T00:00:00.000Z';
  item = {
    _id: 'a',
    itemId: 'a',
    crateId: 'posts',
    name: null,
    userId: 'u1',
    collaborators: ['u1', 'u2'],
    tags: ['pinned', 'topic:news'],
    map: {},
    note: null,
    etag: '"1"',
    bytes: 3,
    mimetype: 'text/plain',
    createdAt: stamp,
    updatedAt: stamp,
    createdAgo: 1,
    updatedAgo: 1,
    stats: { likes: 1 },
    records: {},
  };
  server.script = serve;
});

async function openStore(): Promise<ItemStore> {
  const store = new ItemStore(callClientFor(server), (message) => void logged.push(message));
  await store.load('posts', 'a');
  await store.download('a');
  server.heard.splice(0);
  return store;
}

const saved = () =>
  server.heard.filter(({ method }) => method === 'PUT').map(({ body }) => JSON.parse(body) as unknown);

describe('item states', () => {
  test('add their tag when set to true, remove it when set to false, and save the metadata', async () => {
    const store = await openStore();
    await store.setStates('a', { pinned: false, hot: true, cold: false });
    expect(saved()).toEqual([{ tags: ['topic:news', 'hot'] }]);
    expect(server.heard[0]?.path).toBe(`${PATH}/metadata`);
    expect(store.items.item('a')).toMatchObject({ states: new Set(['hot']), data: 'body', etag: '"2"' });
  });

  test('save nothing when they do not change', async () => {
    const store = await openStore();
    await store.setStates('a', { pinned: true, cold: false });
    expect(server.heard).toEqual([]);
  });

  test('save the collaborators with it when the last tag goes', async () => {
    item.tags = ['pinned'];
    const store = await openStore();
    await store.setStates('a', { pinned: false });
    expect(saved()).toEqual([{ tags: [], collaborators: ['u1', 'u2'] }]);
  });

  test('are saved one after the other when two are set at once, and neither is lost', async () => {
    const store = await openStore();
    await Promise.all([store.setStates('a', { hot: true }), store.setStates('a', { new: true })]);
    expect(item.tags).toEqual(['pinned', 'topic:news', 'hot', 'new']);
    expect(logged).toEqual([]);
  });

  test('are set on the item as it is when someone else has changed it meanwhile', async () => {
    const store = await openStore();
    item = { ...item, tags: ['theirs'], etag: '"7"' };
    await store.setStates('a', { hot: true, pinned: false });
    expect(item.tags).toEqual(['theirs', 'hot']);
    expect(logged).toEqual([]);
  });

  test('only log a failure to save', async () => {
    const store = await openStore();
    server.script = () => ({ status: 500, json: {} });
    await store.setStates('a', { hot: true });
    expect(logged).toHaveLength(1);
    expect(store.items.item('a')?.states).toEqual(new Set(['pinned']));
  });
});

test('an update without a tag or collaborator throws ’Invalid metadata’', async () => {
  const store = await openStore();
  await expect(store.saveMetadata(item, { tags: [], collaborators: [] })).rejects.toMatchObject({
    message: 'Invalid metadata',
  });
  expect(server.heard).toEqual([]);
});

describe('stats', () => {
  test('are updated, and the kept item shows those of the response', async () => {
    const store = await openStore();
    const written = await store.updateStats('posts', 'a', { changeStats: { likes: 2 }, submitRecords: { best: 3 } });
    expect(server.heard[0]).toMatchObject({ method: 'PATCH', path: `${PATH}/stats` });
    expect(JSON.parse(server.heard[0]?.body ?? '')).toEqual({ changeStats: { likes: 2 }, submitRecords: { best: 3 } });
    expect(written.stats).toEqual({ likes: 3 });
    expect(store.items.item('a')).toMatchObject({ stats: { likes: 3 }, data: 'body' });
  });

  test('of many items are updated at once', async () => {
    const store = await openStore();
    const problem = { status: 404, message: 'Item does not exist' };
    server.script = () => ({
      json: {
        data: [
          { itemId: 'a', stats: { likes: 9 }, records: {} },
          { name: 'x', problem },
        ],
      },
    });
    const updates = [
      { itemId: 'a', changeStats: { likes: 8 } },
      { name: 'x', setStats: { likes: 1 } },
    ];
    expect(await store.updateManyStats('posts', updates)).toMatchObject([{ itemId: 'a' }, { name: 'x', problem }]);
    expect(server.heard[0]?.path).toBe('/api/storage/crates/posts/items/@batch/stats');
    expect(JSON.parse(server.heard[0]?.body ?? '')).toEqual({ updates });
    expect(store.items.item('a')?.stats).toEqual({ likes: 9 });
  });

  test.each<[string, string, StatsUpdate, string]>([
    ['posts', 'a', {}, 'Updates require something to update'],
    ['posts', 'a', { changeStats: {} }, 'Updates require something to update'],
    ['', 'a', { changeStats: { likes: 1 } }, 'crate and item ids required'],
    ['posts', '', { changeStats: { likes: 1 } }, 'crate and item ids required'],
  ])('of crate %j and item %j with %j are refused before any request', async (crateId, itemId, update, message) => {
    const store = await openStore();
    await expect(store.updateStats(crateId, itemId, update)).rejects.toMatchObject({ message });
    expect(server.heard).toEqual([]);
  });

  test.each([
    [[], 'Invalid Updates'],
    [Array.from({ length: 101 }, () => ({ name: 'x', changeStats: { likes: 1 } })), 'Invalid Updates'],
    [[{ changeStats: { likes: 1 } }], 'Updates require itemId or name'],
    [[{ name: 'x' }], 'Updates require something to update'],
  ])('of a batch %# are refused before any request', async (updates, message) => {
    const store = await openStore();
    await expect(store.updateManyStats('posts', updates)).rejects.toMatchObject({ message });
    expect(server.heard).toEqual([]);
  });
});

/** What the store needs of the storage calls, on one item. */
function serve({ method, path, query, headers, body }: ReceivedRequest): ScriptedAnswer {
  if (query.download === 'true') return { body: 'body', headers: { 'content-type': 'text/plain', etag: item.etag } };
  if (method === 'PATCH' && path.endsWith('/a/stats'))
    return { json: { data: { itemId: 'a', stats: { likes: 3 }, records: {} } } };
  if (method === 'PUT') {
    if (headers['if-match'] !== item.etag) return { status: 412, json: { message: 'The item has changed meanwhile.' } };
    item = { ...item, ...(JSON.parse(body) as Partial<Item>), etag: `"${Number(item.etag.slice(1, -1)) + 1}"` };
  }
  return { json: { data: item } };
}
