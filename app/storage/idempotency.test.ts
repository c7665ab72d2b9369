import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';

import { systemCurrent } from '#app/door/parts.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import type { CastName } from '#test/cast.ts';
import { useTestSite } from '#test/site.ts';
import type { SiteRequest } from '#test/site.ts';
import { filesOf } from '#test/storage-state.ts';
import { OPEN_POLICY, createCrate, createItem, dataOf, parametersHeader, refusalOf } from '#test/storage.ts';

import { sweepKeys } from './idempotency.server.ts';
import type { Item } from './item.ts';

const site = useTestSite();
const HOUR = 3_600_000;
let crate: string;
let items = 0;
let keys = 0;
beforeAll(async () => void (crate = await createCrate(site, 'retries', { ...OPEN_POLICY, stat: ['public'] })));

const newKey = () => `key-${(keys += 1)}`;
const newItem = (parameters = {}) => createItem(site, crate, 'player', { name: `item-${(items += 1)}`, ...parameters });
const read = async (itemId: string) => dataOf<Item>(await site.ask('player', `${crate}/items/${itemId}`));
const countItems = async () => dataOf<number>(await site.ask('player', `${crate}/items?count=true`));
function send(who: CastName | undefined, key: string, line: string, request: SiteRequest = {}): Promise<Response> {
  const [method = '', path = ''] = line.split(' ');
  return site.ask(who, path, { ...request, method, headers: { 'idempotency-key': key, ...request.headers } });
}
const create = (key: string, body: SiteRequest['body'] = 'hello', parameters: object = {}, who: CastName = 'player') =>
  send(who, key, `POST ${crate}/items`, { body, headers: parametersHeader(parameters) });
const add = (key: string, itemId: string, body: object = { changeStats: { plays: 1 } }, who?: CastName) =>
  send(who, key, `PATCH ${crate}/items/${itemId}/stats`, { body });
const plays = async (itemId: string) => (await read(itemId)).stats.plays ?? 0;

describe('a request that is sent again with its key', () => {
  const CALLS: [call: string, line: (item: Item) => string, asked: SiteRequest, who: CastName][] = [
    [
      'createItem',
      () => `POST ${crate}/items`,
      { body: 'hello', headers: parametersHeader({ tags: ['b', 'a'] }) },
      'player',
    ],
    ['patchMetadata', ({ itemId }) => `PATCH ${crate}/items/${itemId}/metadata`, { body: { note: 'new' } }, 'player'],
    [
      'updateStats',
      ({ itemId }) => `PATCH ${crate}/items/${itemId}/stats`,
      { body: { changeStats: { likes: 0.1 } } },
      'player',
    ],
    [
      'updateManyStats',
      () => `PATCH ${crate}/items/@batch/stats`,
      { body: { updates: [{ name: 'not there \ud800', changeStats: { likes: 1 } }] } },
      'player',
    ],
    ['createCrate', () => 'POST /api/storage/crates', { body: { crateId: 'made-once' } }, 'admin'],
  ];

  test.each(CALLS)('%s is run once and gets the same answer, to the letter', async (_call, lineOf, request, who) => {
    const item = await newItem();
    const line = lineOf(item);
    const key = newKey();
    const first = await send(who, key, line, request);
    const itemsBefore = await countItems();
    const then = await read(item.itemId);
    const second = await send(who, `"${key}"`, line, request);
    const body = await first.text();
    expect([second.status, await second.text()]).toEqual([first.status, body]);
    expect(first.status).toBeLessThan(300);
    for (const name of ['etag', 'location', 'content-type']) {
      expect([name, second.headers.get(name)]).toEqual([name, first.headers.get(name)]);
    }
    expect([first, second].map(({ headers }) => headers.get('idempotency-replayed'))).toEqual([null, 'true']);
    expect(await countItems()).toBe(itemsBefore);
    const { updatedAgo: _, createdAgo: __, ...now } = await read(item.itemId);
    expect(now).toEqual({ ...then, updatedAgo: undefined, createdAgo: undefined });
  });

  test('is the same in any order of its members, and another with any other difference', async () => {
    const { itemId } = await newItem();
    const key = newKey();
    expect((await add(key, itemId, { changeStats: { a: 1, b: 2 }, setStats: { c: 3 } })).status).toBe(200);
    expect((await add(key, itemId, { setStats: { c: 3 }, changeStats: { b: 2, a: 1 } }, 'player')).status).toBe(200);
    const other = newKey();
    expect((await add(other, itemId, { changeStats: { a: 1 } }, 'player')).status).toBe(200);
    expect(await refusalOf(await add(other, itemId, { changeStats: { a: 2 } }, 'player'))).toEqual([
      422,
      'This Idempotency-Key was used for another request.',
    ]);
    expect((await read(itemId)).stats).toEqual({ a: 3, b: 4, c: 3 });
  });

  test.each<[what: string, change: { body?: string; headers?: Record<string, string>; query?: string }]>([
    ['body', { body: 'hellO' }],
    ['metadata', { headers: parametersHeader({ tags: ['b'] }) }],
    ['type', { headers: { 'content-type': 'text/html' } }],
    ['precondition', { headers: { 'if-match': '*' } }],
    ['query', { query: '?a=1' }],
  ])('is refused with 422 when its %s is another', async (_what, { body = 'hello', headers = {}, query = '' }) => {
    const key = newKey();
    const plain = { ...parametersHeader({ tags: ['a'] }), 'content-type': 'text/plain' };
    expect((await send('player', key, `POST ${crate}/items`, { body: 'hello', headers: plain })).status).toBe(201);
    const before = await countItems();
    const changed = await send('player', key, `POST ${crate}/items${query}`, {
      body,
      headers: { ...plain, ...headers },
    });
    expect(changed.status).toBe(422);
    expect(await countItems()).toBe(before);
  });

  test('shares its key neither with other users nor with other URLs', async () => {
    const key = newKey();
    const [one, two] = [await newItem(), await newItem()];
    const made = await Promise.all([create(key), create(key, 'hello', {}, 'creator')]);
    expect(new Set(await Promise.all(made.map(async (response) => (await dataOf<Item>(response)).itemId))).size).toBe(
      2,
    );
    for (const { itemId } of [one, two]) {
      expect(
        (await add(key, itemId, { changeStats: { plays: 1 } }, 'player')).headers.get('idempotency-replayed'),
      ).toBeNull();
    }
    expect([await plays(one.itemId), await plays(two.itemId)]).toEqual([1, 1]);
  });

  test('without a sign-in shares its key with equal requests alone', async () => {
    const { itemId } = await newItem();
    const key = newKey();
    for (const by of [1, 2, 1, 2]) expect((await add(key, itemId, { changeStats: { plays: by } })).status).toBe(200);
    expect(await plays(itemId)).toBe(3);
  });
});

describe('a key', () => {
  test.each(['', ' ', '""', '"', 'a b', '"a b"', 'a"b', 'a,b', '"a", "b"', 'ä', '"a', 'a'.repeat(256), '"a";b=1'])(
    'that is %j is refused, and nothing is done',
    async (key) => {
      const { itemId } = await newItem();
      const refused = await add(key, itemId);
      expect(await refusalOf(refused)).toEqual([
        400,
        'An Idempotency-Key is 1 to 255 visible characters, in quotes or bare.',
      ]);
      expect(await plays(itemId)).toBe(0);
    },
  );

  test.each([
    ['bare', 'a', '"a"'],
    ['a UUID', '8e03978e-40d5-43dd-bc93-6894a57f9324', '"8e03978e-40d5-43dd-bc93-6894a57f9324"'],
    ['of 255 characters', 'b'.repeat(255), `"${'b'.repeat(255)}"`],
    ['with escapes', '"a\\"b\\\\c"', '"a\\"b\\\\c"'],
    ['of marks', "!#$%&'()*+-./:<=>?@[]^_`{|}~", '"!#$%&\'()*+-./:<=>?@[]^_`{|}~"'],
  ])('%s is taken, bare or in quotes', async (_what, first, second) => {
    const { itemId } = await newItem();
    for (const key of [first, second]) expect((await add(key, itemId)).status).toBe(200);
    expect(await plays(itemId)).toBe(1);
  });

  test('of a refused request is free for the next', async () => {
    const key = newKey();
    const { itemId, name } = await newItem();
    expect((await create(key, 'hello', { name })).status).toBe(409);
    expect((await site.ask('player', `${crate}/items/${itemId}`, { method: 'DELETE' })).status).toBe(204);
    const made = await create(key, 'hello', { name });
    expect([made.status, made.headers.get('idempotency-replayed')]).toEqual([201, null]);
    expect((await create(key, 'hello', { name })).headers.get('idempotency-replayed')).toBe('true');
  });

  test('of a request that fails half-way leaves nothing of it', async () => {
    const { itemId } = await newItem();
    const key = newKey();
    const { db } = site.parts;
    await db.query(
      sql`create function refuse() returns trigger language plpgsql as 'begin raise exception ''no''; end'`,
    );
    await db.query(sql`create trigger refuse before insert on idempotency_keys for each row execute function refuse()`);
    expect((await add(key, itemId)).status).toBe(500);
    await db.query(sql`drop function refuse cascade`);
    expect(await plays(itemId)).toBe(0);
    const next = await add(key, itemId);
    expect([next.status, next.headers.get('idempotency-replayed')]).toEqual([200, null]);
    expect(await plays(itemId)).toBe(1);
  });

  test('is valid for 24 hours, swept or not', async () => {
    const { now } = site.clock;
    onTestFinished(() => void (site.clock.now = now));
    const { itemId } = await newItem();
    const key = newKey();
    await add(key, itemId);
    site.clock.now = new Date(Date.now() + 24 * HOUR - 10_000);
    await sweepKeys(systemCurrent(site.parts));
    expect((await add(key, itemId)).headers.get('idempotency-replayed')).toBe('true');
    site.clock.now = new Date(Date.now() + 24 * HOUR + 10_000);
    expect((await add(key, itemId)).headers.get('idempotency-replayed')).toBeNull();
    expect((await add(key, itemId)).headers.get('idempotency-replayed')).toBe('true');
    expect(await plays(itemId)).toBe(2);
  });

  test('that has expired is swept, however many there are, and no other', async () => {
    await site.parts.db.query(sql`delete from idempotency_keys`);
    const { itemId } = await newItem();
    await add(newKey(), itemId);
    await site.parts.db.query(sql`insert into idempotency_keys
      select 'someone', n::text, '', 200, '{}', null, now() - interval '25 hours' from generate_series(1, 2500) n`);
    await sweepKeys(systemCurrent(site.parts));
    expect(await site.parts.db.query(sql`select count(*)::int as left from idempotency_keys`)).toEqual([{ left: 1 }]);
  });
});

test('the file of a body that is not stored is removed: of a replay, of another request, of a malformed key', async () => {
  const body = new Uint8Array(100_000).fill(1);
  const key = newKey();
  expect((await create(key, body)).status).toBe(201);
  const files = await filesOf(site);
  expect((await create(key, body)).headers.get('idempotency-replayed')).toBe('true');
  expect((await create(key, new Uint8Array(100_000).fill(2))).status).toBe(422);
  expect((await create('a b', body)).status).toBe(400);
  expect(await filesOf(site)).toEqual(files);
});
