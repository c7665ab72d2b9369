import { expect, inject, test } from 'vitest';

import { ask } from './client.ts';
import { createCrate, OPEN_POLICY, useCrate } from './crate.ts';

const filled = useCrate('filled');
const run = inject('run');

test('a crate is created, read, changed and deleted; what a change leaves out stays', async () => {
  const crateId = `wire-${run}-life`;
  const path = `/api/storage/crates/${crateId}`;
  const created = (await createCrate(crateId, {})).data();
  expect(created).toMatchObject({ crateId, name: crateId, policy: {}, maxBytes: 16 * 1024 * 1024 });
  expect((await ask('admin', `GET ${path}`)).data()).toEqual(created);
  const named = await ask('admin', `PUT ${path}`, { body: { name: 'Life', maxBytes: 10 } });
  expect(named.data()).toMatchObject({ name: 'Life', policy: {}, maxBytes: 10 });
  const ruled = await ask('admin', `PUT ${path}`, { body: { policy: OPEN_POLICY } });
  expect(ruled.data()).toMatchObject({ name: 'Life', policy: OPEN_POLICY, maxBytes: 10 });
  const gone = await ask('super', `DELETE ${path}`);
  expect([gone.status, gone.text]).toEqual([204, '']);
  for (const method of ['GET', 'DELETE']) {
    expect((await ask('admin', `${method} ${path}`)).refusal).toEqual([404, "We don't have what you're looking for."]);
  }
  expect((await ask('admin', `PUT ${path}`, { body: { name: 'x' } })).status).toBe(404);
});

test('a change that names another state is refused with the etag of the present one', async () => {
  const before = await ask('admin', `GET ${filled.path}`);
  const etag = (before.data() as { etag: string }).etag;
  const change = (headers: Record<string, string>) =>
    ask('admin', `PUT ${filled.path}`, { body: { policy: OPEN_POLICY }, headers });
  expect((await change({ 'if-match': etag })).status).toBe(200);
  const refused = await change({ 'if-match': etag });
  expect(refused.refusal).toEqual([412, 'The crate has changed meanwhile.']);
  expect((await ask('admin', `GET ${filled.path}`)).headers['etag']).toBe(refused.headers['etag']);
});

test('a changed policy counts at once', async () => {
  const item = await filled.create('creator', { tags: ['rule'] });
  const line = `GET ${filled.items}/${item.itemId}`;
  await ask('admin', `PUT ${filled.path}`, { body: { policy: { ...OPEN_POLICY, read: ['staff'] } } });
  expect((await ask(undefined, line)).status).toBe(404);
  await ask('admin', `PUT ${filled.path}`, { body: { policy: OPEN_POLICY } });
  expect((await ask(undefined, line)).status).toBe(200);
});

test('an id that is taken, and a crate that holds items, answer 409', async () => {
  await filled.create('creator');
  expect((await createCrate(filled.crateId, {})).refusal).toEqual([409, 'There is a crate of that id already.']);
  const refused = await ask('admin', `DELETE ${filled.path}`);
  expect(refused.refusal).toEqual([409, 'The crate still holds items.']);
});

test('the list of crates is by id, at most `limit`, after an id', async () => {
  const all = (await ask('admin', 'GET /api/storage/crates')).items.map(({ crateId }) => crateId);
  expect(all).toContain(filled.crateId);
  expect(all).toEqual(all.toSorted());
  const two = await ask('admin', 'GET /api/storage/crates?limit=2');
  expect(two.items.map(({ crateId }) => crateId)).toEqual(all.slice(0, 2));
  const rest = await ask('admin', `GET /api/storage/crates?after=${all[0]}`);
  expect(rest.items.map(({ crateId }) => crateId)).toEqual(all.slice(1));
  for (const limit of ['0', '129', '1.5', 'many', '-1', '1e400']) {
    const [status, sentence] = (await ask('admin', `GET /api/storage/crates?limit=${limit}`)).refusal;
    expect([limit, status, sentence]).toEqual([limit, 400, 'Invalid limit: a whole number from 1 to 128']);
  }
});

const NUL = '\0';
const BAD_CRATES: [what: string, body: unknown][] = [
  ['no id', {}],
  ['an id with capitals', { crateId: 'Posts' }],
  ['an id of 65 characters', { crateId: 'a'.repeat(65) }],
  ['an id with NUL', { crateId: `a${NUL}` }],
  ['an empty name', { crateId: `wire-${run}-bad`, name: '' }],
  ['a name with NUL', { crateId: `wire-${run}-bad`, name: `a${NUL}b` }],
  ['a name with half a character', { crateId: `wire-${run}-bad`, name: 'a\ud800b' }],
  ['a number as name', { crateId: `wire-${run}-bad`, name: 7 }],
  ['an unknown role', { crateId: `wire-${run}-bad`, policy: { list: ['king'] } }],
  ['a bare role', { crateId: `wire-${run}-bad`, policy: { list: 'public' } }],
  ['a hiding tag with a comma', { crateId: `wire-${run}-bad`, policy: { hide: { 'a,b': 'staff' } } }],
  ['a record with NUL', { crateId: `wire-${run}-bad`, policy: { records: { [`a${NUL}`]: {} } } }],
  ['a record with half a character', { crateId: `wire-${run}-bad`, policy: { records: { '\ud800': {} } } }],
  ['a limit below 0', { crateId: `wire-${run}-bad`, maxBytes: -1 }],
  ['a limit of half a byte', { crateId: `wire-${run}-bad`, maxBytes: 0.5 }],
  ['a list', []],
  ['nothing', null],
];

test.each(BAD_CRATES)('a crate of %s is refused and not made', async (_what, body) => {
  const headers = { 'content-type': 'application/json' };
  const reply = await ask('super', 'POST /api/storage/crates', { body: JSON.stringify(body), headers });
  const gone = await ask('admin', `DELETE /api/storage/crates/wire-${run}-bad`);
  expect([reply.status, gone.status]).toEqual([400, 404]);
});

test('a change of the wrong shape is refused and changes nothing', async () => {
  const before = (await ask('admin', `GET ${filled.path}`)).data();
  for (const body of [{ name: '' }, { name: 'a\0' }, { policy: { read: ['nobody'] } }, { maxBytes: '5' }]) {
    expect((await ask('admin', `PUT ${filled.path}`, { body })).status).toBe(400);
  }
  expect((await ask('admin', `GET ${filled.path}`)).data()).toEqual(before);
});

test('an invalid id is that of no crate', async () => {
  for (const line of ['GET', 'PUT', 'DELETE'].map((method) => `${method} /api/storage/crates/Not%00A-Crate`)) {
    expect((await ask('admin', line, { body: {} })).refusal).toEqual([404, "We don't have what you're looking for."]);
  }
});
