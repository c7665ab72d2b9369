import { beforeEach, describe, expect, test } from 'vitest';

import { callClientFor, useScriptedServer } from '#test/scripted-server.ts';
import type { ReceivedRequest, ScriptedAnswer } from '#test/scripted-server.ts';

import { ItemStore } from './item-store.ts';
import type { Item } from './item.ts';

const server = useScriptedServer();
const PATH = '/api/storage/crates/posts/items';
let logged: string[];
/** The crate as the server has it. */
let crate: Map<string, { item: Item; body: string }>;

beforeEach(() => {
  logged = [];
  crate = new Map(['a', 'b', 'c'].map((itemId) => [itemId, { item: itemOf(itemId), body: `# ${itemId}` }]));
  server.script = serve;
});

function openStore(): ItemStore {
  return new ItemStore(callClientFor(server), (message) => void logged.push(message));
}

const ids = (items: readonly Item[]) => items.map(({ itemId }) => itemId);
const heardOf = (method: string) => server.heard.filter((heard) => heard.method === method);

describe('search results', () => {
  test('are kept per search id with a next-page url per search', async () => {
    const store = openStore();
    const first = await store.search('home', 'posts', { tags: '-hidden,-unlisted', sort: 'createdAt', limit: 2 });
    await store.search('all', 'posts', {});
    expect(ids(first)).toEqual(['a', 'b']);
    expect(server.heard[0]?.query).toMatchObject({ tags: '-hidden,-unlisted', sort: 'createdAt', limit: '2' });
    await Promise.all([store.nextPage('home'), store.nextPage('home')]);
    expect(ids(await store.nextPage('home'))).toEqual(['a', 'b', 'c']);
    expect(server.heard[2]?.query).toMatchObject({ tags: '-hidden,-unlisted', after: 'b', limit: '2' });
    expect(server.heard).toHaveLength(3);
    expect(ids(store.items.results('all'))).toEqual(['a', 'b', 'c']);
    expect(store.items.results('nobody searched')).toEqual([]);
  });

  test('are those of the later of two searches', async () => {
    const store = openStore();
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    server.script = async (heard) => {
      if (heard.query.q === 'slow') await held;
      return serve(heard);
    };
    const slow = store.search('home', 'posts', { q: 'slow', limit: 1 });
    await store.search('home', 'posts', { limit: 2 });
    release();
    await slow;
    expect(ids(store.items.results('home'))).toEqual(['a', 'b']);
  });

  test('stay the same list until something changes, which calls the listeners', async () => {
    const store = openStore();
    let calls = 0;
    store.items.subscribe(() => void (calls += 1));
    await store.search('home', 'posts', {});
    expect([calls, store.items.results('home') === store.items.results('home')]).toEqual([1, true]);
  });

  test('of names are those that are there, each asked for once, in batches of 100', async () => {
    const store = openStore();
    const names = Array.from({ length: 230 }, (_, at) => `level${at}`);
    server.script = ({ query }) => ({ json: { data: (query.names ?? '').split(',').map((name) => itemOf(name)) } });
    const found = await store.findNamed('levelhead', [...names, ...names], { tags: 'level' });
    expect(ids(found)).toEqual(names);
    expect(store.items.item('level229')).toBe(found.at(-1));
    expect(server.heard.map(({ query }) => [query.names?.split(',').length, query.limit, query.tags])).toEqual([
      [100, '100', 'level'],
      [100, '100', 'level'],
      [30, '30', 'level'],
    ]);
    expect(await store.findNamed('levelhead', [])).toEqual([]);
  });

  test('have a number by count', async () => {
    expect(await openStore().count('posts', { tags: '-hidden' })).toBe(3);
  });
});

describe('kept items', () => {
  test('have tags of the form key:value as fields, and plain tags as states', async () => {
    const store = openStore();
    await store.search('home', 'posts', {});
    expect(store.items.item('a')).toMatchObject({ fields: { topic: 'news' }, states: new Set(['pinned']), map: {} });
  });

  test('are downloaded once when they lack data', async () => {
    const store = openStore();
    await store.search('home', 'posts', {});
    await Promise.all([store.download('a'), store.download('a')]);
    await store.downloadResults('home');
    expect(store.items.results('home').map(({ data }) => data)).toEqual(['# a', '# b', '# c']);
    await store.search('home', 'posts', {});
    await store.downloadResults('home');
    expect(server.heard.filter(({ query }) => query.download === 'true')).toHaveLength(3);
  });

  test('lack data again when they have changed since', async () => {
    const store = openStore();
    await store.search('home', 'posts', {});
    await store.download('a');
    crate.set('a', { item: { ...itemOf('a'), etag: '"9"' }, body: '{"version":2}' });
    await store.load('posts', 'a');
    expect((await store.download('a')).data).toBe('{"version":2}');
  });
});

test('a kept item is loaded again when its body is newer than the list', async () => {
  const store = openStore();
  await store.search('home', 'posts', {});
  crate.set('a', { item: { ...itemOf('a'), etag: '"9"', tags: ['new'] }, body: '# new' });
  expect(await store.download('a')).toMatchObject({ data: '# new', etag: '"9"', tags: ['new'] });
});

describe('items', () => {
  test("throw 'Item does not exist' when they are not kept", async () => {
    await expect(openStore().download('a')).rejects.toMatchObject({ message: 'Item does not exist' });
    await expect(openStore().setStates('a', { pinned: true })).rejects.toMatchObject({
      message: 'Item does not exist',
    });
  });

  test('leave the local store and the search results when their deletion succeeds', async () => {
    const store = openStore();
    await store.search('home', 'posts', {});
    await store.search('two', 'posts', { limit: 2 });
    await store.remove('posts', 'a', true);
    expect(heardOf('DELETE')[0]).toMatchObject({ path: `${PATH}/a`, query: { permissionsOverride: 'true' } });
    server.script = () => ({ status: 403, json: { message: "You aren't allowed in here." } });
    await expect(store.remove('posts', 'b')).rejects.toMatchObject({ status: 403 });
    expect(heardOf('DELETE')[1]?.query).toEqual({});
    expect([store.items.item('a'), ids(store.items.results('home')), ids(store.items.results('two'))]).toEqual([
      undefined,
      ['b', 'c'],
      ['b'],
    ]);
  });

  test('are created and updated with If-Match, encoded parameters and content type', async () => {
    const store = openStore();
    const parameters = { name: 'größer', tags: ['x'] };
    server.script = () => ({ status: 201, json: { data: itemOf('new') } });
    await store.create('posts', { body: '# New', contentType: 'text/markdown', parameters });
    await store.update('posts', 'new', { body: new Blob(['{}'], { type: 'application/json' }) }, '"3"');
    const [created, updated] = server.heard;
    expect(created).toMatchObject({ method: 'POST', path: PATH, body: '# New' });
    expect(created?.headers).toMatchObject({ 'if-match': '*', 'content-type': 'text/markdown' });
    expect(JSON.parse(decodeURIComponent(String(created?.headers['rumpus-item-parameters'])))).toEqual(parameters);
    expect(updated).toMatchObject({ method: 'PUT', path: `${PATH}/new`, body: '{}' });
    expect(updated?.headers).toMatchObject({ 'if-match': '"3"', 'content-type': 'application/json' });
    expect(updated?.headers['rumpus-item-parameters']).toBeUndefined();
    expect(store.items.item('new')).toBeDefined();
  });
});

function itemOf(itemId: string): Item {
  const stamp = '2026-11-20T00:00:00.000Z';
  return {
    _id: itemId,
    itemId,
    crateId: 'posts',
    name: null,
    userId: 'u1',
    collaborators: ['u1'],
    tags: ['pinned', 'topic:news'],
    map: {},
    note: null,
    etag: '"1"',
    bytes: 3,
    mimetype: 'text/markdown',
    createdAt: stamp,
    updatedAt: stamp,
    createdAgo: 1,
    updatedAgo: 1,
    stats: {},
    records: {},
  };
}

/** What the store needs of the storage calls, on three items. */
function serve({ method, path, query }: ReceivedRequest): ScriptedAnswer {
  const itemId = path.slice(PATH.length + 1);
  const found = crate.get(itemId);
  if (method === 'DELETE') return { status: 204 };
  if (found !== undefined && query.download === 'true')
    return { body: found.body, headers: { 'content-type': 'text/markdown', etag: found.item.etag } };
  if (found !== undefined) return { json: { data: found.item } };
  if (query.count === 'true') return { json: { data: crate.size } };
  const limit = Number(query.limit ?? 16);
  const rest = [...crate.values()].map(({ item }) => item).filter((item) => item.itemId > (query.after ?? ''));
  const page = rest.slice(0, limit);
  const next = new URLSearchParams({ ...query, after: page.at(-1)?.itemId ?? '' });
  return { json: { data: page }, headers: rest.length > limit ? { link: `<${PATH}?${next}>; rel="next"` } : {} };
}
