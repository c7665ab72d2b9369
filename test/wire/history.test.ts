import { afterAll, describe, expect, test } from 'vitest';

import type { WireCastName } from './cast.ts';
import { ask } from './client.ts';
import { OPEN_POLICY, useCrate } from './crate.ts';
import type { Item } from './item.ts';

const POLICY = { ...OPEN_POLICY, history: ['owner', 'staff'] };
const crate = useCrate('history', { policy: POLICY });
const strict = useCrate('history-strict', { policy: { ...POLICY, requirePrecondition: true } });
const small = useCrate('history-small', { policy: { ...POLICY, quotas: { user: { bytes: 12, items: 1 } } } });
const secret = useCrate('history-secret', { policy: {} });

// Who cleans up after the tests says no conditions.
afterAll(() => ask('admin', `PUT ${strict.path}`, { body: { policy: POLICY } }));

interface WireVersion extends Item {
  rev: number;
  endedAt: string | null;
  deletedBy: string | null;
}

const UNKNOWN = '01890000-0000-7000-8000-000000000000';
const NO_ITEM = [404, 'Item does not exist'];
const NO_CRATE = [404, "We don't have what you're looking for."];
const NO_VERSION = [404, 'That version is not kept.'];
const revOf = ({ etag }: Item) => Number(etag.slice(1, -1));
const versionsOf = (item: Item) => `${crate.items}/${item.itemId}/versions`;
const trashOf = (item: Item) => `${crate.path}/trash/${item.itemId}`;
const put = async (item: Item, body: string, parameters: object = {}, place = crate) =>
  (await ask('player', `PUT ${place.items}/${item.itemId}`, { body, parameters })).item;
const remove = (item: Item, place = crate) => ask('admin', `DELETE ${place.items}/${item.itemId}`);

describe('versions', () => {
  test('are listed from the current state back, page by page', async () => {
    const item = await crate.create('player', { tags: ['a'] });
    await put(item, 'second');
    await put(item, 'third', { tags: ['b'] });
    const page = await ask('player', `GET ${versionsOf(item)}?limit=2`);
    const versions = page.data() as WireVersion[];
    expect(versions.map(({ rev, tags }) => [rev - revOf(item), tags])).toEqual([
      [2, ['b']],
      [1, ['a']],
    ]);
    expect(versions.map(({ endedAt }) => endedAt === null)).toEqual([true, false]);
    const { next } = page.links;
    const rest = await ask('player', `GET ${next}`);
    expect((rest.data() as WireVersion[]).map(({ etag }) => etag)).toEqual([item.etag]);
    expect(rest.headers.link).toBeUndefined();
    for (const query of ['limit=0', 'limit=129', 'limit=x', 'before=0', 'before=x', 'before=1.5']) {
      expect((await ask('player', `GET ${versionsOf(item)}?${query}`)).status).toBe(400);
    }
  });

  test('are read and downloaded like the item in that state', async () => {
    const item = await crate.create('player', { note: 'first' }, 'first body');
    await put(item, 'second', { note: null });
    const line = `GET ${versionsOf(item)}/${revOf(item)}`;
    const read = await ask('player', line);
    expect([read.headers.etag, read.item.note]).toEqual([item.etag, 'first']);
    expect((await ask('player', line, { headers: { 'if-none-match': item.etag } })).status).toBe(304);
    const whole = await ask('player', `${line}?download=true`);
    expect([whole.text, whole.headers.etag]).toEqual(['first body', item.etag]);
    expect(whole.headers['content-security-policy']).toBe("sandbox; default-src 'none'");
    const part = await ask('player', `${line}?download=true`, { headers: { range: 'bytes=0-4' } });
    expect([part.status, part.text]).toEqual([206, 'first']);
    const outside = await ask('player', `${line}?download=true`, { headers: { range: 'bytes=10-' } });
    expect(outside.refusal).toEqual([416, 'The body is shorter than that.']);
    expect((await ask('player', `${line}?download=maybe`)).status).toBe(400);
  });

  test('are compared field by field', async () => {
    const item = await crate.create('player', { tags: ['a', 'b'], map: { size: 1 } }, 'one');
    await put(item, 'other', { tags: ['b', 'c'], map: { size: 2 } });
    const line = `GET ${versionsOf(item)}/${revOf(item) + 1}/changes`;
    const changes = (await ask('player', line)).data();
    expect(changes).toMatchObject({
      from: revOf(item),
      to: revOf(item) + 1,
      fields: ['tags', 'map', 'body'],
      tags: { added: ['c'], removed: ['a'] },
      map: { added: [], removed: [], changed: ['size'] },
      body: { from: { bytes: 3 }, to: { bytes: 5 } },
    });
    expect((await ask('player', `${line}?from=${revOf(item)}`)).data()).toEqual(changes);
    for (const kept of [`${line}?from=1`, line.replace(/\d+\/changes$/, `${revOf(item)}/changes`)]) {
      expect((await ask('player', kept)).refusal).toEqual(NO_VERSION);
    }
    expect((await ask('player', `${line}?from=x`)).status).toBe(400);
  });

  test('are restored as a new version, byte for byte', async () => {
    const item = await crate.create('player', { tags: ['a'], map: { k: 'v' }, note: 'n' }, 'first body');
    const later = await put(item, 'second', { tags: [], map: {}, note: null });
    const line = `POST ${versionsOf(item)}/${revOf(item)}/restore`;
    const stale = await ask('player', line, { headers: { 'if-match': item.etag } });
    expect([stale.refusal, stale.json().etag]).toEqual([[412, 'The item has changed meanwhile.'], later.etag]);
    const restored = await ask('player', line, { headers: { 'if-match': later.etag } });
    expect(restored.headers.etag).toBe(`"${revOf(item) + 2}"`);
    expect(restored.item).toMatchObject({ tags: ['a'], map: { k: 'v' }, note: 'n', bytes: 10 });
    expect((await ask('player', `GET ${crate.items}/${item.itemId}?download=true`)).text).toBe('first body');
  });

  test('are restored only to a free name, within the quota, and by If-Match where the crate requires it', async () => {
    const named = await crate.create('player', { name: 'history-name' });
    await put(named, 'x', { name: null });
    await crate.create('player', { name: 'history-name' });
    const taken = await ask('player', `POST ${versionsOf(named)}/${revOf(named)}/restore`);
    expect(taken.refusal).toEqual([409, 'Another item of the crate has that name.']);
    const full = await small.create('player', {}, 'sixsix');
    await put(full, 'three', {}, small);
    const line = `POST ${small.items}/${full.itemId}/versions/${revOf(full)}/restore`;
    const beyond = await ask('player', line, { expects: 507 });
    expect(beyond.refusal).toEqual([507, 'That is more than the quota has left.']);
    const item = await strict.create('player');
    const bare = await ask('player', `POST ${strict.items}/${item.itemId}/versions/${revOf(item)}/restore`);
    expect(bare.refusal).toEqual([428, 'Say by If-Match which state of the item this changes.']);
  });

  const LINES: [name: string, line: (item: string, rev: number) => string][] = [
    ['list', (item) => `GET ${item}/versions`],
    ['read', (item, rev) => `GET ${item}/versions/${rev}`],
    ['compare', (item, rev) => `GET ${item}/versions/${rev}/changes?from=${rev}`],
    ['restore', (item, rev) => `POST ${item}/versions/${rev}/restore`],
  ];
  test.each(LINES)('are open to those whom the crate’s policy names: %s', async (_name, line) => {
    const item = await crate.create('player');
    const path = `${crate.items}/${item.itemId}`;
    const refusalFor = async (who: WireCastName | undefined) => (await ask(who, line(path, revOf(item)))).refusal;
    expect(await refusalFor(undefined)).toEqual([401, 'Bad credentials!']);
    expect(await refusalFor('creator')).toEqual([403, "You aren't allowed in here."]);
    expect((await refusalFor('player'))[0]).toBe(200);
    expect((await refusalFor('staff'))[0]).toBe(200);
    expect((await ask('player', line(`${crate.items}/${UNKNOWN}`, 1))).refusal).toEqual(NO_ITEM);
    const hidden = await secret.create('admin');
    expect((await ask('player', line(`${secret.items}/${hidden.itemId}`, revOf(hidden)))).refusal).toEqual(NO_CRATE);
    if (line('', 1).includes('/1')) expect((await ask('player', line(path, 1))).refusal).toEqual(NO_VERSION);
  });
});

describe('the trash', () => {
  test('holds deleted items, the latest deletion first, page by page', async () => {
    const items = [await crate.create('player', { note: 'in the trash' }), await crate.create('player')];
    for (const item of items) await remove(item);
    const page = await ask('player', `GET ${crate.path}/trash?limit=1`);
    expect(page.items.map(({ itemId }) => itemId)).toEqual([items[1]?.itemId]);
    const { next } = page.links;
    const rest = (await ask('player', `GET ${next}`)).data() as WireVersion[];
    expect(rest[0]).toMatchObject({ itemId: items[0]?.itemId, note: 'in the trash', deletedBy: expect.any(String) });
    const foreign = await ask('player', `GET ${crate.path}/trash?after=x`);
    expect(foreign.refusal).toEqual([400, 'Invalid after or before: not a cursor of this search.']);
    expect((await ask('player', `GET ${crate.path}/trash?limit=0`)).status).toBe(400);
  });

  test('gives an item back with its id, versions and stats', async () => {
    const item = await crate.create('player', { tags: ['back'], note: 'n' });
    await put(item, 'second');
    await ask('player', `PATCH ${crate.items}/${item.itemId}/stats`, { body: { changeStats: { plays: 2 } } });
    await remove(item);
    expect((await ask('player', `GET ${crate.items}/${item.itemId}`)).refusal).toEqual(NO_ITEM);
    const back = await ask('player', `POST ${trashOf(item)}/restore`);
    expect(back.headers.etag).toBe(`"${revOf(item) + 3}"`);
    expect(back.item).toMatchObject({ itemId: item.itemId, tags: ['back'], note: 'n', stats: { plays: 2 } });
    expect(back.item.createdAt).toBe(item.createdAt);
    const versions = (await ask('player', `GET ${versionsOf(item)}`)).data() as WireVersion[];
    expect(versions.map(({ rev }) => rev - revOf(item))).toEqual([3, 1, 0]);
    expect((await ask('player', `POST ${trashOf(item)}/restore`)).refusal).toEqual(NO_ITEM);
  });

  test('restores no name that was taken, nor an item beyond the quota', async () => {
    const item = await crate.create('player', { name: 'trash-name' });
    await remove(item);
    await crate.create('player', { name: 'trash-name' });
    const taken = await ask('player', `POST ${trashOf(item)}/restore`);
    expect(taken.refusal).toEqual([409, 'Another item of the crate has that name.']);
    const full = await small.create('creator', {}, 'x');
    await remove(full, small);
    const other = await small.create('creator', {}, 'y');
    const beyond = await ask('creator', `POST ${small.path}/trash/${full.itemId}/restore`, { expects: 507 });
    expect(beyond.refusal).toEqual([507, 'That is more than the quota has left.']);
    await remove(other, small);
  });

  test('is emptied item by item', async () => {
    const item = await crate.create('player');
    expect((await ask('player', `DELETE ${trashOf(item)}`)).refusal).toEqual(NO_ITEM);
    await remove(item);
    expect((await ask('player', `DELETE ${trashOf(item)}`)).status).toBe(204);
    expect((await ask('player', `DELETE ${trashOf(item)}`)).refusal).toEqual(NO_ITEM);
    expect((await ask('player', `POST ${trashOf(item)}/restore`)).refusal).toEqual(NO_ITEM);
  });

  const closed = useCrate('history-closed', { policy: { ...POLICY, delete: ['admin'] } });
  test.each([
    ['GET', ''],
    ['POST', `/${UNKNOWN}/restore`],
    ['DELETE', `/${UNKNOWN}`],
  ])('%s trash%s is for those who may delete', async (method, ending) => {
    const refusals: unknown[] = [];
    for (const who of [undefined, 'staff'] as const) {
      refusals.push((await ask(who, `${method} ${closed.path}/trash${ending}`)).refusal);
    }
    expect(refusals).toEqual([
      [401, 'Bad credentials!'],
      [403, "You aren't allowed in here."],
    ]);
    expect((await ask('staff', `${method} ${secret.path}/trash${ending}`)).refusal).toEqual(NO_CRATE);
    const none = await ask('admin', `${method} /api/storage/crates/none/trash${ending}`);
    expect(none.refusal).toEqual(NO_CRATE);
  });

  test('hides what the user may not delete', async () => {
    const item = await crate.create('player');
    await remove(item);
    const seen = (await ask('creator', `GET ${crate.path}/trash?limit=128`)).items.map(({ itemId }) => itemId);
    expect(seen).not.toContain(item.itemId);
    expect((await ask('creator', `POST ${trashOf(item)}/restore`)).refusal).toEqual(NO_ITEM);
    expect((await ask('creator', `DELETE ${trashOf(item)}`)).refusal).toEqual(NO_ITEM);
  });
});
