import { describe, expect, inject, test } from 'vitest';

import { ask } from './client.ts';
import type { WireRequest } from './client.ts';
import { createCrate, OPEN_POLICY, useCrate } from './crate.ts';
import type { WireCrate } from './crate.ts';
import { expectRefusal, expectRow, readTable } from './roles.ts';

const open = useCrate('roles-open');
const bare = useCrate('roles-bare', {});
const listed = useCrate('roles-listed', { policy: { ...OPEN_POLICY, read: ['owner'], stat: ['staff'] } });
const { creator, collaborator } = inject('cast');
const collaborators = [creator.userId, collaborator.userId];
const NO_ITEM = [404, 'Item does not exist'];

/** Items by what their name tells, made when first needed and again when someone has deleted them. */
const kept = new Map<string, string>();

/** Puts the id of an item for `{plain}`, `{hidden}`, `{unlisted}` and of a new crate for `{empty}`. */
function prepareIn(crate: WireCrate): (line: string) => Promise<string> {
  return async (line) => {
    const kind = /\{(\w+)\}/.exec(line.replace('{crate}', ''))?.[1];
    if (kind === undefined) return line.replace('{crate}', crate.path);
    const made = kind === 'empty' ? await emptyCrate() : await itemOf(crate, kind, line.startsWith('DELETE'));
    return line.replace('{crate}', crate.path).replace(`{${kind}}`, made);
  };
}

async function itemOf(crate: WireCrate, kind: string, isConsumed: boolean): Promise<string> {
  const key = `${crate.crateId} ${kind}`;
  const known = kept.get(key);
  if (known !== undefined && (await ask('super', `GET ${crate.items}/${known}`)).status === 200) return known;
  const who = isConsumed ? 'super' : 'admin';
  const { itemId } = await crate.create(who, { collaborators, tags: kind === 'plain' ? ['plain'] : [kind] });
  kept.set(key, itemId);
  return itemId;
}

let empty = 0;
async function emptyCrate(): Promise<string> {
  const crateId = `wire-${inject('run')}-empty-${(empty += 1)}`;
  await createCrate(crateId, {});
  return crateId;
}

const OPEN = `
  call                                                 | body                   | public player owner collab. staff admin super
  GET    {crate}/items                                 |                        | 200    200    200   200     200   200   200
  GET    {crate}/items?tags=hidden&count=true          |                        | 200    200    200   200     200   200   200
  GET    {crate}/items?count=true&permissionsOverride=true |                    | 401    403    403   403     200   200   200
  GET    {crate}/items/{plain}                         |                        | 200    200    200   200     200   200   200
  GET    {crate}/items/{plain}?download=true           |                        | 200    200    200   200     200   200   200
  GET    {crate}/items/{hidden}                        |                        | 404    404    200   200     200   200   200
  GET    {crate}/items/{hidden}?download=true          |                        | 404    404    200   200     200   200   200
  GET    {crate}/items/{hidden}?permissionsOverride=true |                      | 401    403    403   403     200   200   200
  GET    {crate}/items/{unlisted}                      |                        | 200    200    200   200     200   200   200
  POST   {crate}/items                                 | {}                     | 401    201    201   201     201   201   201
  PUT    {crate}/items/{plain}                         | {}                     | 401    403    200   200     200   200   200
  PUT    {crate}/items/{hidden}                        | {}                     | 401    404    200   200     200   200   200
  PUT    {crate}/items/{plain}/metadata                | {"tags":["plain"]}     | 401    403    200   200     200   200   200
  PUT    {crate}/items/{hidden}/metadata               | {"tags":["hidden"]}    | 401    404    200   200     200   200   200
  PUT    {crate}/items/{plain}/metadata                | {"collaborators":["${creator.userId}","${collaborator.userId}"]} | 401 403 200 200 200 200 200
  GET    {crate}/items/{plain}/access                  |                        | 401    403    403   403     200   200   200
  GET    {crate}/usage                                 |                        | 401    200    200   200     200   200   200
  GET    {crate}/usage?userId=${creator.userId}        |                        | 401    403    200   403     403   200   200
  PATCH  {crate}/items/{plain}/stats                   | {"setStats":{"a":1}}   | 401    200    200   200     200   200   200
  PATCH  {crate}/items/{hidden}/stats                  | {"setStats":{"a":1}}   | 401    404    200   200     200   200   200
  PATCH  {crate}/items/@batch/stats                    | {"updates":[{"name":"none","setStats":{"a":1}}]} | 401 200 200 200 200 200 200
  DELETE {crate}/items/{plain}                         |                        | 401    403    204   403     204   204   204
  DELETE {crate}/items/{hidden}                        |                        | 401    404    204   403     204   204   204
  DELETE {crate}/items/{plain}?permissionsOverride=true |                       | 401    403    403   403     204   204   204
`;

const BARE = `
  call                                                 | body                   | public player owner collab. staff admin super
  GET    {crate}/items                                 |                        | 404    404    404   404     404   200   200
  GET    {crate}/items?permissionsOverride=true        |                        | 404    404    404   404     200   200   200
  GET    {crate}/items/{plain}                         |                        | 404    404    404   404     404   200   200
  GET    {crate}/items/{plain}?download=true           |                        | 404    404    404   404     404   200   200
  GET    {crate}/items/{plain}?permissionsOverride=true |                       | 404    404    404   404     200   200   200
  POST   {crate}/items                                 | {}                     | 404    404    404   404     404   201   201
  PUT    {crate}/items/{plain}                         | {}                     | 404    404    404   404     404   200   200
  PUT    {crate}/items/{plain}/metadata                | {"tags":["a"]}         | 404    404    404   404     404   200   200
  GET    {crate}/items/{plain}/access                  |                        | 401    403    403   403     200   200   200
  GET    {crate}/usage                                 |                        | 404    404    404   404     404   200   200
  PATCH  {crate}/items/{plain}/stats                   | {"setStats":{"a":1}}   | 404    404    404   404     404   200   200
  PATCH  {crate}/items/@batch/stats                    | {"updates":[{"name":"none","setStats":{"a":1}}]} | 404 404 404 404 404 200 200
  DELETE {crate}/items/{plain}                         |                        | 404    404    404   404     404   204   204
  DELETE {crate}/items/{plain}?permissionsOverride=true |                       | 404    404    404   404     204   204   204
`;

const SITE = `
  call                                                 | body                   | public player owner collab. staff admin super
  GET    /api/storage/crates                           |                        | 401    403    403   403     403   200   200
  POST   /api/storage/crates                           | {"crateId":"posts"}    | 401    403    403   403     403   409   409
  GET    {crate}                                       |                        | 401    403    403   403     403   200   200
  PUT    {crate}                                       | {}                     | 401    403    403   403     403   200   200
  DELETE /api/storage/crates/{empty}                   |                        | 401    403    403   403     403   204   204
  GET    /api/audit?limit=1                            |                        | 401    403    403   403     403   200   200
  GET    /api/version                                  |                        | 200    200    200   200     200   200   200
  GET    /api/openapi.json                             |                        | 200    200    200   200     200   200   200
  GET    /api/aliases/contexts/rumpus/users?userIds=x  |                        | 200    200    200   200     200   200   200
  GET    /api/aliases/contexts/rumpus/users?userIds=@me |                       | 401    200    200   200     200   200   200
  GET    /api/auth/accounts/@me                        |                        | 401    200    200   200     200   200   200
  GET    /api/auth/accounts/${creator.userId}          |                        | 401    403    200   403     403   200   200
  GET    /metrics                                      |                        | 200    200    200   200     200   200   200
`;

describe('in a crate whose policy lets anyone read, players create, and owners and collaborators change', () => {
  test.each(readTable(OPEN))('$line', (row) => expectRow(row, prepareIn(open)));
});

describe('without a policy a crate is open to admins alone', () => {
  test.each(readTable(BARE))('$line', (row) => expectRow(row, prepareIn(bare)));
});

describe('calls beside those about items answer every role as they should', () => {
  test.each(readTable(SITE))('$line', (row) => expectRow(row, prepareIn(open)));

  test('the super deletes the empty crates that nobody else was allowed to delete', async () => {
    for (let at = 1; at <= empty; at += 1) {
      const { status } = await ask('super', `DELETE /api/storage/crates/wire-${inject('run')}-empty-${at}`);
      expect([204, 404]).toContain(status);
    }
  });
});

test('an invisible item does not exist, neither in a list nor in its number', async () => {
  const tag = 'seen';
  const ids: Record<string, string> = {};
  for (const kind of ['open', 'hidden', 'unlisted']) {
    ids[kind] = (await open.create('creator', { name: `seen-${kind}`, tags: [tag, kind] })).itemId;
  }
  const find = async (who: 'player' | 'creator' | 'staff', query: string) => {
    const [page, count] = [await ask(who, `GET ${open.items}?${query}`), `GET ${open.items}?${query}&count=true`];
    const found = page.items.map(({ itemId }) => itemId);
    expect((await ask(who, count)).data()).toBe(found.length);
    return new Set(found);
  };
  const { open: plain = '', hidden = '', unlisted = '' } = ids;
  const names = 'names=seen-open,seen-hidden,seen-unlisted';
  expect(await find('player', `tags=${tag}`)).toEqual(new Set([plain]));
  expect(await find('player', names)).toEqual(new Set([plain, unlisted]));
  expect(await find('player', `itemIds=${plain},${hidden},${unlisted}`)).toEqual(new Set([plain, unlisted]));
  for (const who of ['creator', 'staff'] as const) {
    expect(await find(who, `tags=${tag}`)).toEqual(new Set([plain, hidden, unlisted]));
  }
});

test('refusals by role distinguish visitors from users who are not allowed', async () => {
  expectRefusal(await ask(undefined, `POST ${open.items}`, { body: 'x' }));
  expectRefusal(await ask('player', `GET ${open.items}?permissionsOverride=true`));
  expectRefusal(await ask(undefined, `GET ${bare.path}`));
  expectRefusal(await ask('staff', `GET ${bare.path}`));
});

test('a crate without visible items is answered as one that does not exist', async () => {
  const { itemId } = await bare.create('admin', { name: 'unseen' });
  const updates = [{ name: 'unseen', setStats: { a: 1 } }];
  const calls: [line: string, asked?: WireRequest][] = [
    ['GET items'],
    ['GET items?count=true'],
    ['GET items?names=unseen&download=true'],
    ['GET items?permissionsOverride=true'],
    [`GET items/${itemId}`],
    [`GET items/${itemId}?download=true`],
    ['POST items', { body: 'x' }],
    [`PUT items/${itemId}`, { body: 'x' }],
    [`PUT items/${itemId}/metadata`, { body: { tags: ['a'] } }],
    ['PATCH items/@batch/stats', { body: { updates } }],
    [`DELETE items/${itemId}`],
  ];
  for (const who of [undefined, 'player'] as const) {
    for (const [line, request] of calls) {
      const [there, nowhere] = [bare.path, `${bare.path}-not`].map((path) => line.replace(' ', ` ${path}/`));
      const reply = await ask(who, there ?? '', request);
      expect([line, ...reply.refusal]).toEqual([line, 404, "We don't have what you're looking for."]);
      expect([line, ...(await ask(who, nowhere ?? '', request)).refusal]).toEqual([line, ...reply.refusal]);
    }
  }
});

test('a visitor must sign in where everyone may create, because an item needs an owner', async () => {
  const crateId = `wire-${inject('run')}-everyone`;
  await createCrate(crateId, { policy: { ...OPEN_POLICY, create: ['public'] } });
  const reply = await ask(undefined, `POST /api/storage/crates/${crateId}/items`, { body: 'x' });
  await ask('admin', `DELETE /api/storage/crates/${crateId}`);
  expect(reply.refusal).toEqual([401, 'Bad credentials!']);
});

test('an item that may be listed and not read is no download, whether by id or by search', async () => {
  const { itemId } = await listed.create('creator', { name: 'listed' });
  const [byId, bySearch] = [
    `GET ${listed.items}/${itemId}?download=true`,
    `GET ${listed.items}?names=listed&download=true`,
  ];
  for (const line of [byId, bySearch]) {
    expect((await ask(undefined, line)).refusal).toEqual([404, "We don't have what you're looking for."]);
    expect((await ask('player', line)).refusal).toEqual([404, 'Item does not exist']);
    expect((await ask('creator', line)).text).toBe('hello');
  }
});

test('an item that may be changed and not read is not changed either, because the answer would reveal it', async () => {
  const { itemId, etag } = await listed.create('creator', { collaborators });
  const line = `${listed.items}/${itemId}`;
  for (const who of ['collaborator', 'staff'] as const) {
    const updated = await ask(who, `PUT ${line}`, { body: 'lost' });
    const tagged = await ask(who, `PUT ${line}/metadata`, { body: { tags: ['lost'] } });
    expect([updated.refusal, tagged.refusal]).toEqual([NO_ITEM, NO_ITEM]);
  }
  expect((await ask('creator', `GET ${line}`)).headers.etag).toBe(etag);
});

test('a user who may see items and not change their stats is refused with that reason', async () => {
  const { itemId } = await listed.create('creator', { name: 'scored' });
  const update = { changeStats: { a: 1 } };
  for (const who of [undefined, 'player'] as const) {
    expectRefusal(await ask(who, `PATCH ${listed.items}/${itemId}/stats`, { body: update }));
    const updates = [{ name: 'scored', ...update }];
    expectRefusal(await ask(who, `PATCH ${listed.items}/@batch/stats`, { body: { updates } }));
  }
});

test('an item is known in its own crate only', async () => {
  const { itemId } = await open.create('creator');
  expect((await ask('super', `GET ${bare.items}/${itemId}`)).refusal).toEqual([404, 'Item does not exist']);
  expect((await ask('super', `DELETE ${bare.items}/${itemId}`)).refusal).toEqual([404, 'Item does not exist']);
  expect((await ask('super', `GET ${open.items}/${itemId.toUpperCase()}`)).item.itemId).toBe(itemId);
});
