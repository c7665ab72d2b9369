import { beforeAll, describe, expect, test } from 'vitest';

import type { CreatedAppKey } from '#app/apps/app-key.ts';
import { CAST } from '#test/cast.ts';
import type { CastName } from '#test/cast.ts';
import { linksOf } from '#test/links.ts';
import { askByKey, createKey } from '#test/people/keys.ts';
import { SET_POLICY, readCounts } from '#test/sets.ts';
import { useTestSite } from '#test/site.ts';
import { createCrate, createItem, dataOf, refusalOf } from '#test/storage.ts';

import type { SetEntry } from './set.ts';

const site = useTestSite();
let crate: string;
const { player, creator } = CAST;
const BOUNDLESS = [401, 'Bad credentials!'];
const FORBIDDEN = [403, "You aren't allowed in here."];
const NO_SET = [404, 'The crate has no such set.'];
const NOTHING = [404, "We don't have what you're looking for."];

beforeAll(async () => void (crate = await createCrate(site, 'arcade', SET_POLICY)));

const members = (set: string, owner: string, more = '') => `${crate}/sets/${set}/owners/${owner}/members${more}`;
const holders = (set: string, member: string, more = '') => `${crate}/sets/${set}/members/${member}/owners${more}`;
const put = (who: CastName | undefined, path: string) => site.ask(who, path, { method: 'PUT' });
const remove = (who: CastName | undefined, path: string) => site.ask(who, path, { method: 'DELETE' });
const list = async (who: CastName | undefined, path: string) =>
  (await dataOf<SetEntry[]>(await site.ask(who, path))).map(({ member, owner }) => `${owner} ${member}`);
const answerOf = async (response: Response) => (response.status < 400 ? response.status : refusalOf(response));

describe('who may do what with a set is in the policy of its crate', () => {
  const CALLERS = [undefined, 'player', 'creator', 'staff'] as const;
  const DEEDS: [name: string, method: string, path: () => string][] = [
    ['add', 'PUT', () => members('SET', player.userId, '/a,b')],
    ['list', 'GET', () => members('SET', player.userId)],
    ['count', 'GET', () => members('SET', player.userId, '?count=true')],
    ['look up', 'GET', () => members('SET', player.userId, '?members=a')],
    ['holders', 'GET', () => holders('SET', 'a')],
    ['count holders', 'GET', () => holders('SET', 'a', '?count=true')],
    ['own as holder', 'GET', () => holders('SET', 'a', `?owners=${player.userId}`)],
    ['remove', 'DELETE', () => members('SET', player.userId, '/a')],
    ['clear', 'DELETE', () => members('SET', player.userId)],
  ];
  /** Of a player's set: a visitor, the player, another player and staff. */
  const TABLE: Record<string, Record<string, number[]>> = {
    likes: {
      add: [401, 204, 403, 204],
      list: [200, 200, 200, 200],
      count: [200, 200, 200, 200],
      'look up': [200, 200, 200, 200],
      holders: [200, 200, 200, 200],
      'count holders': [200, 200, 200, 200],
      'own as holder': [200, 200, 200, 200],
      remove: [401, 204, 403, 204],
      clear: [401, 204, 403, 204],
    },
    bookmarks: {
      add: [401, 204, 403, 204],
      list: [401, 200, 403, 200],
      count: [401, 200, 403, 200],
      'look up': [401, 200, 403, 200],
      holders: [401, 403, 403, 200],
      'count holders': [401, 403, 403, 200],
      'own as holder': [401, 200, 403, 200],
      remove: [401, 204, 403, 204],
      clear: [401, 204, 403, 204],
    },
    following: {
      add: [401, 204, 403, 403],
      list: [200, 200, 200, 200],
      remove: [401, 204, 403, 403],
      clear: [401, 204, 403, 403],
    },
    closed: { add: [401, 403, 403, 403], list: [401, 403, 403, 403], holders: [401, 403, 403, 403] },
    unknown: { add: [404, 404, 404, 404], list: [404, 404, 404, 404], holders: [404, 404, 404, 404] },
    constructor: { add: [404, 404, 404, 404], list: [404, 404, 404, 404] },
  };

  test.each(Object.entries(TABLE))('%s', async (set, rows) => {
    const statuses: Record<string, number[]> = {};
    for (const [name, method, path] of DEEDS.filter(([name]) => rows[name] !== undefined)) {
      statuses[name] = [];
      for (const who of CALLERS) {
        const response = await site.ask(who, path().replace('SET', set), { method });
        statuses[name].push(response.status);
        await response.body?.cancel();
      }
    }
    expect(statuses).toEqual(rows);
    expect((await readCounts(site, 'arcade')).drifted).toEqual([]);
  });

  test('the refusals say which', async () => {
    expect(await answerOf(await put(undefined, members('likes', player.userId, '/a')))).toEqual(BOUNDLESS);
    expect(await answerOf(await put('creator', members('likes', player.userId, '/a')))).toEqual(FORBIDDEN);
    expect(await answerOf(await put('player', members('nothing', player.userId, '/a')))).toEqual(NO_SET);
    await createCrate(site, 'secret', { sets: { likes: { write: ['owner'] } } });
    const secret = '/api/storage/crates/secret/sets';
    expect(await answerOf(await site.ask('player', `${secret}/other/owners/x/members`))).toEqual(NOTHING);
    expect(await answerOf(await site.ask('player', `${secret}/likes/owners/@me/members`))).toEqual(NOTHING);
    expect(await answerOf(await put('player', `${secret}/likes/owners/@me/members/a`))).toBe(204);
  });

  test('a masquerade lowers the role and leaves the person', async () => {
    const asPlayer = '?masquerade=authenticated';
    expect((await site.ask('staff', members('bookmarks', player.userId, asPlayer))).status).toBe(403);
    expect((await site.ask('staff', members('bookmarks', '@me', asPlayer))).status).toBe(200);
  });

  test('a tool needs the permission for lists, that for items is not enough', async () => {
    const key = async (...ids: Parameters<typeof createKey>[2]) => (await createKey(site, 'player', ids)).key;
    const [reads, writes, items] = [
      await key('rumpus-sets-read'),
      await key('rumpus-sets-write'),
      await key('rumpus-items-read', 'rumpus-items-write'),
    ];
    const asks = (key: string) => [
      askByKey(site, key, members('bookmarks', '@me', '/a'), { method: 'PUT' }),
      askByKey(site, key, members('bookmarks', player.userId)),
      askByKey(site, key, members('bookmarks', creator.userId)),
      askByKey(site, key, members('bookmarks', creator.userId, '/a'), { method: 'PUT' }),
    ];
    const statuses = async (key: string) => (await Promise.all(asks(key))).map(({ status }) => status);
    expect(await statuses(writes)).toEqual([204, 403, 403, 403]);
    expect(await statuses(reads)).toEqual([403, 200, 403, 403]);
    expect(await statuses(items)).toEqual([403, 403, 403, 403]);
  });

  test('a game’s server names the owner, in the crates and sets that are open to it', async () => {
    const keyFor = async (crateId: string, ...may: string[]) => {
      const body = { appId: 'levelhead', name: 'Servers', scopes: [{ crateId, may }], days: 1 };
      return (await dataOf<CreatedAppKey>(await site.ask('admin', '/api/apps/keys', { method: 'POST', body }))).key;
    };
    const ask = async (key: string, set: string, method = 'PUT') => {
      const path = members(set, player.userId, method === 'PUT' ? '/byapp' : '');
      return (await site.ask(undefined, path, { method, headers: { 'rumpus-app-key': key } })).status;
    };
    const writes = await keyFor('arcade', 'write');
    expect([await ask(writes, 'likes'), await ask(writes, 'bookmarks'), await ask(writes, 'following')]).toEqual([
      204, 403, 403,
    ]);
    expect(await ask(await keyFor('arcade', 'read', 'stats'), 'likes')).toBe(403);
    expect(await ask(await keyFor('elsewhere', 'write'), 'likes')).toBe(403);
    expect(await list(undefined, members('likes', player.userId))).toContain(`${player.userId} byapp`);
  });
});

describe('the calls of sets', () => {
  test('page by Link, from both sides and in every order', async () => {
    for (let at = 10; at < 30; at += 1) await put('creator', members('following', '@me', `/f${at}`));
    const expected = Array.from({ length: 20 }, (_, at) => `f${at + 10}`);
    const walk = async (path: string) => {
      const found: string[] = [];
      for (let next: string | undefined = path; next !== undefined;) {
        const response: Response = await site.ask(undefined, next);
        found.push(...(await dataOf<SetEntry[]>(response)).map(({ member }) => member));
        next = linksOf(response).next;
      }
      return found;
    };
    const path = members('following', creator.userId);
    for (const sort of ['-createdAt', '-member']) {
      expect(await walk(`${path}?sort=${sort}&limit=7`), sort).toEqual(expected);
      expect(await walk(`${path}?sort=${sort.slice(1)}&limit=7`), sort).toEqual(expected.toReversed());
    }
    expect((await site.ask(undefined, `${path}?limit=20`)).headers.get('link')).toBeNull();
    await put('player', members('following', '@me', '/f10'));
    const both = [`${player.userId} f10`, `${creator.userId} f10`];
    expect(await list(undefined, holders('following', 'f10', '?limit=20'))).toEqual(both);
    expect(await list(undefined, holders('following', 'f10', '?limit=1'))).toEqual(both.slice(0, 1));
    expect(await dataOf(await site.ask(undefined, holders('following', 'f10', '?count=true')))).toBe(2);
    await put('creator', members('following', '@me', `/${player.userId}`));
    expect(await list('player', holders('following', '@me'))).toEqual([`${creator.userId} ${player.userId}`]);
    expect((await site.ask(undefined, holders('following', '@me'))).status).toBe(401);
    await remove('creator', members('following', '@me', `/${player.userId}`));
    expect(await dataOf(await site.ask(undefined, `${path}?count=true&limit=1`))).toBe(20);
  });

  test('take what tools send: empty parameters, unknown ones, a comma at the end', async () => {
    expect((await put('player', members('likes', '@me', '/b1,b2,,?DieBlopfish=7&tag='))).status).toBe(204);
    expect((await put('player', members('likes', '@me', '/b2,'))).status).toBe(204);
    const query = '?beforeId=&afterId=&members=b1,b2,&sort=&limit=&DieBlopfish=7';
    expect(await list('player', members('likes', '@me', query))).toEqual([
      `${player.userId} b2`,
      `${player.userId} b1`,
    ]);
    expect((await remove('player', members('likes', '@me', '/b1,never,'))).status).toBe(204);
    expect((await remove('player', members('likes', '@me', '/,'))).status).toBe(204);
    expect(await list('player', members('likes', '@me', '?members=b1,b2'))).toEqual([`${player.userId} b2`]);
  });

  test('refuse what is no id with a sentence, and keep ids in one Unicode form', async () => {
    const long = 'x'.repeat(65);
    const hostile = [
      long,
      'x'.repeat(10_000),
      '-a',
      '%20a',
      'a%0Ab',
      '%E2%80%8B',
      '%E2%80%AEa',
      '__proto__',
      'é'.repeat(40),
    ];
    for (const id of hostile) {
      const reply = await put('player', members('likes', '@me', `/ok,${id}`));
      expect(await answerOf(reply), id).toEqual([400, 'Invalid members']);
      expect((await remove('player', members('likes', '@me', `/${id}`))).status, id).toBe(204);
      if (id === '@me') continue;
      expect((await site.ask('player', members('likes', id))).status, id).toBe(400);
      expect((await site.ask('player', holders('likes', id))).status, id).toBe(400);
    }
    for (const id of ['%00', '%ff', '%F0%9F']) {
      expect((await put('player', members('likes', '@me', `/${id}`))).status, id).toBe(404);
    }
    expect(await list('player', members('likes', '@me', '?members=ok'))).toEqual([]);
    expect((await put('player', members('likes', '@me', `/${encodeURIComponent('größe')}`))).status).toBe(204);
    const apart = encodeURIComponent('größe'.normalize('NFD'));
    expect(await list('player', holders('likes', apart))).toEqual([`${player.userId} größe`]);
    const many = Array.from({ length: 129 }, (_, at) => `n${at}`).join();
    expect(await answerOf(await put('player', members('likes', '@me', `/${many}`)))).toEqual([400, 'Invalid members']);
    for (const query of ['?limit=0', '?limit=129', '?sort=owner', '?beforeId=7', '?count=yes']) {
      expect((await site.ask('player', members('likes', '@me', query))).status, query).toBe(400);
    }
    const fields = async (member: string) =>
      ((await (await put('player', members('levels', '@me', `/${member}`))).json()) as { fields: object }).fields;
    expect(await fields('abc')).toEqual({ members: 'digits' });
    expect(await fields('12345678')).toEqual({ members: '1 to 7 characters' });
    expect((await put('player', members('levels', '@me', '/1234567'))).status).toBe(204);
  });

  test('refuse what is more than the set takes, and add none of it', async () => {
    expect((await put('creator', members('bookmarks', '@me', '/1,2,3,4'))).status).toBe(204);
    const reply = await put('creator', members('bookmarks', '@me', '/4,5,6'));
    expect([reply.status, await reply.json()]).toMatchObject([
      507,
      { message: 'The set is full. Remove something first.', maxSize: 5 },
    ]);
    expect((await put('creator', members('bookmarks', '@me', '/1,2,5'))).status).toBe(204);
    expect(await dataOf(await site.ask('creator', members('bookmarks', '@me', '?count=true')))).toBe(5);
  });

  test('refuse a policy with more than 64 sets', async () => {
    const sets = Object.fromEntries(Array.from({ length: 65 }, (_, at) => [`s${at}`, {}]));
    const body = { crateId: 'many', policy: { sets } };
    const reply = await site.ask('admin', '/api/storage/crates', { method: 'POST', body });
    expect([reply.status, await reply.json()]).toMatchObject([400, { fields: { 'policy.sets': 'at most 64 sets' } }]);
  });

  test('take a cookie from our own pages only', async () => {
    for (const method of ['PUT', 'DELETE']) {
      const path = members('likes', '@me', '/a');
      const foreign = { 'x-xsrf-token': '', 'sec-fetch-site': 'cross-site' };
      expect((await site.ask('player', path, { method, headers: foreign })).status).toBe(403);
    }
  });

  test('end with their crate, which takes all of it along', async () => {
    const gone = await createCrate(site, 'gone', SET_POLICY);
    await createItem(site, gone, 'player');
    expect((await put('player', `${gone}/sets/following/owners/@me/members/a,b`)).status).toBe(204);
    expect((await remove('admin', gone)).status).toBe(409);
    const { items } = { items: await dataOf<{ itemId: string }[]>(await site.ask('player', `${gone}/items`)) };
    await site.ask('player', `${gone}/items/${items[0]?.itemId}`, { method: 'DELETE' });
    expect((await remove('admin', gone)).status).toBe(204);
    expect((await put('player', `${gone}/sets/following/owners/@me/members/a`)).status).toBe(404);
    const left = await readCounts(site, 'gone');
    expect([left.drifted, left.sizeOf('following', 'owner', player.userId)]).toEqual([[], 0]);
  });
});
