import { beforeEach, describe, expect, test } from 'vitest';

import { callClientFor, useScriptedServer } from '#test/scripted-server.ts';

import { ALIAS_LIFETIME_MS, AliasCache, MAX_CACHED_ALIASES } from './alias-cache.ts';

const server = useScriptedServer();
let clock: { now: number };
let logged: string[];

beforeEach(() => {
  clock = { now: 1_000_000 };
  logged = [];
  server.script = ({ query }) => ({
    json: {
      data: (query.userIds ?? '')
        .split(',')
        .map((userId) => (userId === 'gone' ? { userId, anonymous: true } : { userId, alias: `The ${userId}` })),
    },
  });
});

function openCache(): AliasCache {
  return new AliasCache(callClientFor(server), { now: () => clock.now, log: (message) => void logged.push(message) });
}

const requested = () => server.heard.map(({ query }) => query.userIds?.split(',') ?? []);

describe('AliasCache.lookUp', () => {
  test('returns the alias and its updated time, and no alias for a user without one', async () => {
    const cache = openCache();
    const names = await cache.lookUp(['a', 'gone']);
    expect(Object.fromEntries(names)).toEqual({
      a: { alias: 'The a', updatedAt: 1_000_000 },
      gone: { updatedAt: 1_000_000 },
    });
    expect(server.heard[0]?.path).toBe('/api/aliases/contexts/rumpus/users');
    expect(cache.get('a')?.alias).toBe('The a');
  });

  test('requests each id once, within a lookup, between concurrent lookups and with cached names', async () => {
    const cache = openCache();
    await Promise.all([cache.lookUp(['a', 'b', 'a']), cache.lookUp(['b', 'c'])]);
    await cache.lookUp(['c', 'd', 'gone']);
    await cache.lookUp(['gone', '']);
    expect(requested()).toEqual([
      ['a', 'b', 'c'],
      ['d', 'gone'],
    ]);
  });

  test('does not request an id again while its request is running', async () => {
    const cache = openCache();
    const answered = server.script;
    let second: Promise<unknown> | undefined;
    server.script = async (heard) => {
      second ??= cache.lookUp(['a', 'z']);
      return answered(heard);
    };
    await cache.lookUp(['a']);
    await second;
    expect(requested()).toEqual([['a'], ['z']]);
  });

  test('sends batches of at most 100 ids', async () => {
    const userIds = Array.from({ length: 230 }, (_, index) => `u${index}`);
    const names = await openCache().lookUp(userIds);
    const sizes = requested().map((ids) => ids.length);
    expect(sizes.sort((a, b) => b - a)).toEqual([100, 100, 30]);
    expect(new Set(requested().flat())).toEqual(new Set(userIds));
    expect(names.size).toBe(230);
  });

  test('requests a name again once it is an hour old', async () => {
    const cache = openCache();
    await cache.lookUp(['a']);
    clock.now += ALIAS_LIFETIME_MS;
    await cache.lookUp(['a']);
    expect(requested()).toEqual([['a'], ['a']]);
  });

  test('only logs its errors, and tries again the next time', async () => {
    const answered = server.script;
    server.script = () => ({ status: 500, json: { message: 'Everything is on fire.' } });
    const cache = openCache();
    expect(await cache.lookUp(['a'])).toEqual(new Map());
    expect(logged).toHaveLength(1);
    server.script = answered;
    expect((await cache.lookUp(['a'])).get('a')?.alias).toBe('The a');
  });

  test('asks for no name that an answer has said otherwise', async () => {
    const cache = openCache();
    cache.keep([{ userId: 'a', alias: 'Ada' }, { userId: 'gone' }]);
    expect(Object.fromEntries(await cache.lookUp(['a', 'gone', 'b']))).toEqual({
      a: { alias: 'Ada', updatedAt: 1_000_000 },
      gone: { updatedAt: 1_000_000 },
      b: { alias: 'The b', updatedAt: 1_000_000 },
    });
    expect(requested()).toEqual([['b']]);
  });

  test('calls its listeners', async () => {
    const cache = openCache();
    let calls = 0;
    const end = cache.subscribe(() => void (calls += 1));
    await cache.lookUp(['a']);
    end();
    await cache.lookUp(['b']);
    expect(calls).toBe(1);
  });
});

describe('the stored names', () => {
  function openStorage(text?: string) {
    const items = new Map(text === undefined ? [] : [['aliases', text]]);
    return {
      getItem: (key: string) => items.get(key) ?? null,
      setItem: (key: string, value: string) => void items.set(key, value),
    };
  }
  const openCache = (storage: ReturnType<typeof openStorage>) =>
    new AliasCache(callClientFor(server), { now: () => clock.now, storage });

  test('are read on the next page with their updated time, and not requested again within the hour', async () => {
    const storage = openStorage();
    await openCache(storage).lookUp(['a', 'gone']);
    expect(JSON.parse(storage.getItem('aliases') ?? '')).toEqual({
      a: { alias: 'The a', updatedAt: 1_000_000 },
      gone: { updatedAt: 1_000_000 },
    });
    const next = openCache(storage);
    expect(next.get('a')?.alias).toBe('The a');
    await next.lookUp(['a', 'gone']);
    clock.now += ALIAS_LIFETIME_MS;
    await next.lookUp(['a']);
    expect(requested()).toEqual([['a', 'gone'], ['a']]);
  });

  test.each(['', 'x', '7', 'null', '[]', '{"a":7,"b":null,"c":{"alias":1}}'])(
    'count as none when the storage holds %j',
    async (text) => {
      const cache = openCache(openStorage(text));
      expect((await cache.lookUp(['a'])).get('a')?.alias).toBe('The a');
    },
  );

  test('are at most 500', async () => {
    const storage = openStorage();
    const cache = openCache(storage);
    await cache.lookUp(Array.from({ length: MAX_CACHED_ALIASES + 50 }, (_, index) => `user${index}`));
    expect(Object.keys(JSON.parse(storage.getItem('aliases') ?? '') as object)).toHaveLength(MAX_CACHED_ALIASES);
  });
});
