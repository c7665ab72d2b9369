import { expect, inject, test } from 'vitest';

import { ask } from './client.ts';
import { OPEN_POLICY, useCrate } from './crate.ts';
import { expectRow, readTable } from './roles.ts';

const { creator } = inject('cast');
const PLAYER = '/api/perks/players/pl4yer';
const TABLE = `
  call                                                     | body                | public player owner collab. staff admin super
  GET /api/perks/players/pl4yer                            |                     | 401 403 403 403 200 200 200
  PUT /api/perks/none/purchases/wire                       | {"userId":"pl4yer"} | 401 403 403 403 404 404 404
  DELETE /api/perks/none/purchases/wire                    |                     | 401 403 403 403 404 404 404
`;

test.each(readTable(TABLE))('$line answers every role as the table says', async (row) => {
  await expectRow(row, (line) => Promise.resolve(line));
});

test('a purchase and its refund are told as often as it takes, and the game sees what the player holds', async () => {
  const purchase = `/api/perks/golden-hat/purchases/wire-${Date.now()}`;
  const buy = (userId: string, line = purchase) => ask('staff', `PUT ${line}`, { body: { userId } });
  const held = async () => {
    const found = (await ask('staff', `GET ${PLAYER}?perkId=golden-hat`)).data() as { count: number }[];
    return found[0]?.count ?? 0;
  };
  const before = await held();
  expect([(await buy('pl4yer')).status, (await buy('pl4yer')).status]).toEqual([201, 200]);
  expect(await held()).toBe(before + 1);
  const { headers } = await ask('staff', `GET ${PLAYER}`);
  const asked = { 'if-none-match': headers.etag ?? '' };
  expect([headers['cache-control'], (await ask('staff', `GET ${PLAYER}`, { headers: asked })).status]).toEqual([
    'private, no-store',
    304,
  ]);
  expect((await buy(creator.userId)).refusal).toEqual([409, 'That purchase was told of another player already.']);
  const [first, again] = [await ask('staff', `DELETE ${purchase}`), await ask('staff', `DELETE ${purchase}`)];
  expect([first.status, again.data()]).toEqual([200, first.data()]);
  expect(await held()).toBe(before);
  expect((await buy('pl4yer')).refusal).toEqual([409, 'That purchase was refunded already.']);
});

const NOTHING = [404, "We don't have what you're looking for."];

test('what cannot be bought says why', async () => {
  const refusal = async (method: string, path: string, body?: object) =>
    (await ask('staff', `${method} /api/perks/${path}`, body && { body })).refusal;
  const userId = 'pl4yer';
  expect(await refusal('PUT', 'none/purchases/wire', { userId })).toEqual([404, 'There is no such perk.']);
  expect(await refusal('DELETE', 'none/purchases/wire')).toEqual([404, 'There is no such perk.']);
  expect(await refusal('DELETE', 'golden-hat/purchases/never')).toEqual([404, 'There is no such purchase.']);
  expect(await refusal('PUT', 'golden-hat/purchases/wire', { userId: 'n0body' })).toEqual([
    404,
    'There is no player with that Lookup Code.',
  ]);
  expect(await refusal('PUT', 'first-duck/purchases/wire', { userId })).toEqual([409, 'You have this perk already.']);
  expect(await refusal('PUT', 'soundtrack/purchases/wire', { userId })).toEqual([
    409,
    'We’ve run out of keys. Try again later.',
  ]);
  expect((await ask('staff', `GET ${PLAYER}?perkId=No+Perk`)).status).toBe(400);
  const long = `golden-hat/purchases/${'x'.repeat(129)}`;
  for (const method of ['PUT', 'DELETE']) {
    expect(await refusal(method, long, { userId })).toEqual([400, 'Invalid purchaseId: at most 128 characters']);
  }
  for (const path of [
    'PUT /api/perks/%ff/purchases/one',
    'DELETE /api/perks/%ff/purchases/one',
    'GET /api/perks/players/%ff',
  ])
    expect((await ask('staff', path, path.startsWith('PUT') ? { body: { userId } } : {})).refusal).toEqual(NOTHING);
  const line = 'PUT /api/perks/golden-hat/purchases/wire';
  expect((await ask('staff', line, { body: { userId: 7 } })).status).toBe(400);
  expect((await ask('staff', line, { body: 'a', headers: { 'content-type': 'text/yaml' } })).status).toBe(415);
  const large = JSON.stringify({ userId, more: 'x'.repeat(2_000_000) });
  const type = { 'content-type': 'application/json' };
  expect((await ask('staff', line, { body: large, headers: type })).status).toBe(413);
});

const schema = { body: { type: 'object', required: ['shine'] } };
const strict = useCrate('perks', { policy: { ...OPEN_POLICY, schema } });

test('what staff have limited, archived or filled with a broken item cannot be bought', async () => {
  const { origin } = new URL(process.env.BASE_URL ?? '');
  const headers = { origin, 'content-type': 'application/x-www-form-urlencoded' };
  const submit = async (path: string, fields: Record<string, string>) => {
    const { status } = await ask('admin', `POST ${path}`, { headers, body: String(new URLSearchParams(fields)) });
    expect([200, 303], path).toContain(status);
  };
  const make = async (name: string, fields: Record<string, string>) => {
    const perkId = `wire-${inject('run')}-${name}`;
    await submit('/admin/perks', { intent: 'perks.create', kind: 'entitlement', ...fields, perkId, name });
    return perkId;
  };
  const buy = async (perkId: string, userId: string) =>
    ask('staff', `PUT /api/perks/${perkId}/purchases/${userId}`, { body: { userId } });
  const one = await make('one', { most: '1' });
  expect((await buy(one, 'pl4yer')).status).toBe(201);
  expect((await buy(one, creator.userId)).refusal).toEqual([409, 'All of these have been given away.']);
  const archived = await make('archived', {});
  await submit(`/admin/perks/${archived}`, { intent: 'perks.archive' });
  expect((await buy(archived, 'pl4yer')).refusal).toEqual([409, 'This perk isn’t given to anybody anymore.']);
  const broken = await make('broken', { kind: 'item', crateId: strict.crateId, body: '{}' });
  expect((await buy(broken, 'pl4yer')).refusal).toEqual([409, 'What comes with this perk can’t be made right now.']);
});

test('a session tells purchases and refunds from our own pages alone', async () => {
  const { cookie } = inject('cast').staff;
  for (const method of ['PUT', 'DELETE']) {
    const line = `${method} /api/perks/golden-hat/purchases/wire`;
    const body = method === 'PUT' ? { userId: 'pl4yer' } : undefined;
    const { refusal } = await ask(undefined, line, { headers: { cookie }, ...(body && { body }) });
    expect(refusal).toEqual([403, 'This did not come from our own pages. Reload and try again.']);
  }
});
