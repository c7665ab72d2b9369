import { describe, expect, inject, test } from 'vitest';

import { ask, parametersHeader } from './client.ts';
import { OPEN_POLICY, useCrate } from './crate.ts';

const crate = useCrate('items');
const { creator, collaborator, player } = inject('cast');
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

describe('POST creates an item', () => {
  test('and answers 201 with all of its metadata, its etag and its address', async () => {
    const parameters = {
      name: 'Größe 1, äh: no',
      tags: ['a', 'topic:levelhead'],
      collaborators: [creator.userId, collaborator.userId],
      map: { title: 'Überraschung 🎉', plays: 3, best: 1.5, done: false, none: null },
      note: 'mind the gap',
    };
    const named = { ...parameters, name: 'Größe 1 äh: no' };
    const reply = await ask('creator', `POST ${crate.items}`, {
      parameters: named,
      body: 'hällo',
      headers: { 'content-type': 'text/plain; charset=utf-8' },
    });
    const item = reply.item;
    expect(reply.status).toBe(201);
    expect(item).toMatchObject({ ...named, crateId: crate.crateId, userId: creator.userId, stats: {}, records: {} });
    expect(item).toMatchObject({ bytes: 6, mimetype: 'text/plain; charset=utf-8', createdAgo: 0, updatedAgo: 0 });
    expect(item.itemId).toMatch(UUID);
    expect(item._id).toBe(item.itemId);
    expect(item.etag).toMatch(/^"\d+"$/);
    expect(reply.headers.etag).toBe(item.etag);
    expect(reply.headers.location).toBe(`${crate.items}/${item.itemId}`);
    const read = await ask(undefined, `GET ${crate.items}/${item.itemId}`);
    expect(read.data()).toEqual({ ...item, createdAgo: expect.any(Number), updatedAgo: expect.any(Number) });
    const refused = await ask('creator', `POST ${crate.items}`, { parameters, body: '' });
    expect(refused.refusal).toEqual([400, 'Invalid metadata']);
  });

  test('without parameters: nameless, untagged, owned by its creator', async () => {
    const item = await crate.create('player', undefined, '');
    const nothing = { name: null, tags: [], map: {}, note: null, bytes: 0, mimetype: 'application/octet-stream' };
    expect(item).toMatchObject({ ...nothing, userId: player.userId, collaborators: [player.userId] });
  });

  test('with If-Match * too, which is what the clients send', async () => {
    const item = await crate.create('creator', {}, 'x', { 'if-match': '*' });
    expect(item.bytes).toBe(1);
  });

  test('with repeated tags and collaborators only once', async () => {
    const item = await crate.create('creator', {
      tags: ['b', 'a', 'b'],
      collaborators: [creator.userId, collaborator.userId, collaborator.userId],
    });
    expect([item.tags, item.collaborators]).toEqual([
      ['b', 'a'],
      [creator.userId, collaborator.userId],
    ]);
  });

  test('for somebody else, or with a date of its own, only by an admin', async () => {
    const collaborators = [player.userId];
    const refused = await ask('creator', `POST ${crate.items}`, { parameters: { collaborators }, body: '' });
    expect(refused.refusal).toEqual([403, "You aren't allowed in here."]);
    const createdAt = '2021-05-01T00:00:00.000Z';
    const old = await crate.create('admin', { collaborators, createdAt });
    expect(old).toMatchObject({ userId: player.userId, createdAt });
    expect(old.createdAgo).toBe(Math.floor(old.createdAgo));
    expect(old.createdAgo).toBeGreaterThan(170_000_000);
    expect((await crate.create('creator', { createdAt })).createdAgo).toBe(0);
  });

  test('with name and tags in one normal form', async () => {
    const apart = 'größer'.normalize('NFD');
    const item = await crate.create('creator', { name: apart, tags: [apart, 'größer'] });
    expect([item.name, item.tags]).toEqual(['größer', ['größer']]);
    const again = await ask('creator', `POST ${crate.items}`, { parameters: { name: 'größer' }, body: '' });
    expect(again.refusal).toEqual([409, 'Another item of the crate has that name.']);
    const found = await ask(undefined, `GET ${crate.items}?names=${encodeURIComponent(apart)}`);
    expect(found.items.map(({ itemId }) => itemId)).toEqual([item.itemId]);
  });

  test('never under a name that is taken, and changes nothing then', async () => {
    const { itemId, etag } = await crate.create('creator', { name: 'the-one' });
    const again = await ask('player', `POST ${crate.items}`, { parameters: { name: 'the-one' }, body: '' });
    expect(again.refusal).toEqual([409, 'Another item of the crate has that name.']);
    const other = await crate.create('creator', { name: 'the-other' });
    const renamed = await ask('creator', `PUT ${crate.items}/${other.itemId}`, {
      parameters: { name: 'the-one', note: 'lost' },
      body: 'lost',
    });
    expect(renamed.refusal).toEqual([409, 'Another item of the crate has that name.']);
    expect((await ask(undefined, `GET ${crate.items}/${other.itemId}`)).data()).toMatchObject({
      etag: other.etag,
      note: null,
    });
    expect((await ask(undefined, `GET ${crate.items}/${itemId}`)).headers.etag).toBe(etag);
  });
});

describe('PUT updates an item', () => {
  test('and keeps all metadata when the header is absent', async () => {
    const before = await crate.create('creator', { name: 'kept', tags: ['a'], map: { k: 'v' }, note: 'n' }, 'one');
    const reply = await ask('collaborator', `PUT ${crate.items}/${before.itemId}`, { body: 'stolen' });
    expect(reply.status).toBe(403);
    const after = (await ask('creator', `PUT ${crate.items}/${before.itemId}`, { body: 'longer' })).item;
    const { name, tags, map, note, collaborators, createdAt } = before;
    expect(after).toMatchObject({ name, tags, map, note, collaborators, createdAt, bytes: 6 });
    expect(Date.parse(after.updatedAt)).toBeGreaterThanOrEqual(Date.parse(before.updatedAt));
    expect(after.etag).not.toBe(before.etag);
  });

  test('and replaces only the fields that the header names; null takes name and note away', async () => {
    const { itemId } = await crate.create('creator', { name: 'named', tags: ['a'], map: { k: 'v' }, note: 'n' });
    const put = async (parameters: object) =>
      (await ask('creator', `PUT ${crate.items}/${itemId}`, { parameters, body: 'b' })).item;
    expect(await put({ tags: ['b'] })).toMatchObject({ name: 'named', tags: ['b'], map: { k: 'v' }, note: 'n' });
    expect(await put({ map: { z: 1 } })).toMatchObject({ name: 'named', tags: ['b'], map: { z: 1 }, note: 'n' });
    expect(await put({ name: null, note: null, tags: [] })).toMatchObject({ name: null, tags: [], note: null });
  });

  test('and never creates one: an unknown id answers 404, whatever it looks like', async () => {
    for (const id of ['01890000-0000-7000-8000-000000000000', 'no-id', '@batch', 'a%2Fb', '%F0%9F%8E%89']) {
      const reply = await ask('creator', `PUT ${crate.items}/${id}`, { body: 'x' });
      expect([id, ...reply.refusal]).toEqual([id, 404, 'Item does not exist']);
    }
  });

  test('and lets only the owner and admins hand it over', async () => {
    const collaborators = [creator.userId, collaborator.userId];
    const { itemId } = await crate.create('creator', { collaborators });
    const line = `PUT ${crate.items}/${itemId}`;
    const taken = await ask('collaborator', line, { parameters: { collaborators: [collaborator.userId] }, body: '' });
    expect(taken.status).toBe(403);
    const given = await ask('creator', line, { parameters: { collaborators: collaborators.toReversed() }, body: '' });
    expect(given.data()).toMatchObject({ userId: collaborator.userId, collaborators: collaborators.toReversed() });
  });
});

describe('DELETE', () => {
  test('removes an item for good, its name with it', async () => {
    const { itemId } = await crate.create('creator', { name: 'free-again', tags: ['going'] });
    const line = `${crate.items}/${itemId}`;
    const gone = await ask('creator', `DELETE ${line}`);
    expect([gone.status, gone.text]).toEqual([204, '']);
    for (const again of [`DELETE ${line}`, `GET ${line}`, `GET ${line}?download=true`]) {
      expect((await ask('creator', again)).refusal).toEqual([404, 'Item does not exist']);
    }
    expect((await ask('creator', `GET ${crate.items}?tags=going&count=true`)).data()).toBe(0);
    expect((await crate.create('creator', { name: 'free-again' })).name).toBe('free-again');
  });

  test('with a condition that does not hold, changes nothing', async () => {
    const { itemId, etag } = await crate.create('creator');
    const line = `${crate.items}/${itemId}`;
    const stale = await ask('creator', `DELETE ${line}`, { headers: { 'if-match': '"0"' } });
    expect(stale.refusal).toEqual([412, 'The item has changed meanwhile.']);
    expect(stale.json().etag).toBe(etag);
    expect((await ask('creator', `DELETE ${line}`, { headers: { 'if-match': etag } })).status).toBe(204);
  });
});

test('every call on an unknown crate answers 404', async () => {
  const lines = ['GET items', 'POST items', 'GET items/x', 'PUT items/x', 'DELETE items/x'];
  const bodies = ['PUT items/x/metadata', 'PATCH items/x/stats', 'PATCH items/@batch/stats'];
  for (const crateId of ['no-such-crate', '%00', 'a%00b', '%F0%9F%8E%89', 'x'.repeat(2000)]) {
    for (const line of [...lines, ...bodies]) {
      const body = line.includes('batch')
        ? { updates: [{ name: 'a', setStats: { a: 1 } }] }
        : { tags: ['a'], setStats: { a: 1 } };
      const [method = '', rest = ''] = line.split(' ');
      const reply = await ask('staff', `${method} /api/storage/crates/${crateId}/${rest}`, {
        body: method === 'GET' ? undefined : body,
        headers: { 'if-match': '*' },
      });
      expect([crateId, line, ...reply.refusal]).toEqual([crateId, line, 404, "We don't have what you're looking for."]);
    }
  }
});

test('tags need the right to tag, on a create and on an update', async () => {
  await ask('admin', `PUT ${crate.path}`, { body: { policy: { ...OPEN_POLICY, tag: ['staff'] } } });
  const refused = await ask('creator', `POST ${crate.items}`, { parameters: { tags: ['a'] }, body: '' });
  expect(refused.status).toBe(403);
  const { itemId } = await crate.create('creator');
  const headers = { 'rumpus-item-parameters': parametersHeader({ tags: ['a'] }) };
  expect((await ask('creator', `PUT ${crate.items}/${itemId}`, { headers, body: '' })).status).toBe(403);
  expect((await ask('creator', `PUT ${crate.items}/${itemId}`, { body: '' })).status).toBe(200);
  await ask('admin', `PUT ${crate.path}`, { body: { policy: OPEN_POLICY } });
});

describe('a body that does not fit the schema of its crate', () => {
  const strict = useCrate('strict', { policy: { ...OPEN_POLICY, schema: { body: { required: ['size'] } } } });
  const json = { 'content-type': 'application/json' };

  test('is refused with the path of the field, and of another type is taken', async () => {
    const unfit = [400, 'The body does not fit the schema of the crate.'];
    const made = await strict.create('creator', {}, '{"size":1}', json);
    const lines = [`POST ${strict.items}`, `PUT ${strict.items}/${made.itemId}`];
    for (const line of lines) {
      const refused = await ask('creator', line, { body: '{}', headers: json });
      expect(refused.refusal).toEqual(unfit);
      expect(refused.text).toContain('"body.size"');
      expect(
        (await ask('creator', line, { body: 'text', headers: { 'content-type': 'text/plain' } })).status,
      ).toBeLessThan(300);
    }
  });
});
