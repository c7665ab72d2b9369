import { beforeAll, expect, test } from 'vitest';

import { asPerson } from '#app/current/current.server.ts';
import { systemCurrent } from '#app/door/parts.server.ts';
import { CAST } from '#test/cast.ts';
import type { CastName } from '#test/cast.ts';
import { useTestSite } from '#test/site.ts';
import { createCrate, createItem } from '#test/storage.ts';

import { Collection } from './collection.server.ts';
import { readText } from './downloads.server.ts';
import { INLINE_BYTES } from './item.ts';
import type { Item } from './item.ts';
import { getItemBody } from './items.server.ts';
import { jsonBody, markdownBody } from './writes/bodies.server.ts';

const site = useTestSite();
const SHELF = new Collection('shelf');
const NOWHERE = new Collection('nowhere');
let path: string;
let plain: Item;
let nameless: Item;
let hidden: Item;

const as = (who: CastName | undefined) => {
  const system = systemCurrent(site.parts);
  const role = who === 'staff' ? 'staff' : who === undefined ? 'public' : 'authenticated';
  return asPerson(system, { userId: who && CAST[who].userId, role }, system.now());
};
const namesOf = (items: readonly Item[]) => items.map(({ name }) => name);

beforeAll(async () => {
  path = await createCrate(site, SHELF.crateId);
  plain = await createItem(site, path, 'creator', { name: 'plain', tags: ['kept'] });
  nameless = await createItem(site, path, 'creator', { tags: ['kept'] });
  hidden = await createItem(site, path, 'creator', { name: 'secret', tags: ['hidden'] });
});

test('an item is found by its exact name or its id, by whoever may see it', async () => {
  const idOf = async (who: CastName | undefined, name: string) => (await SHELF.find(as(who), name))?.itemId;
  expect(await idOf(undefined, 'plain')).toBe(plain.itemId);
  expect(await idOf(undefined, plain.itemId)).toBe(plain.itemId);
  expect(await idOf(undefined, nameless.itemId.toUpperCase())).toBe(nameless.itemId);
  expect(await idOf('creator', 'secret')).toBe(hidden.itemId);
  for (const name of ['secret', hidden.itemId]) expect(await idOf(undefined, name)).toBeUndefined();
});

test('no item is found by what is no name, or nearly one', async () => {
  const long = 'x'.repeat(9000);
  for (const name of ['', ' plain', 'PLAIN', 'plain,secret', 'plain\0', '\ud800', long, crypto.randomUUID()]) {
    expect(await SHELF.find(as('staff'), name)).toBeUndefined();
  }
});

test('a page has the newest first, and its cursors lead to the pages beside it and are those of its search alone', async () => {
  const tags = { included: ['kept'] };
  const first = await SHELF.page(as(undefined), { tags, limit: 1, after: '' });
  expect([first.items[0]?.itemId, first.previous]).toEqual([nameless.itemId, undefined]);
  const second = await SHELF.page(as(undefined), { tags, limit: 1, after: first.next, before: null });
  expect([namesOf(second.items), second.next]).toEqual([['plain'], undefined]);
  const back = await SHELF.page(as(undefined), { tags, limit: 1, before: second.previous });
  expect(back.items).toEqual(first.items);
  for (const after of [first.next, 'anything', 'x'.repeat(9000)]) {
    await expect(SHELF.page(as(undefined), { limit: 1, after })).rejects.toMatchObject({
      code: 'storage.foreignCursor',
    });
  }
});

test('all are found in pages of the most that a search finds, or as many as are wanted', async () => {
  const many = new Collection('many');
  await createCrate(site, many.crateId);
  const names = Array.from({ length: 150 }, (_, at) => `number-${String(at).padStart(3, '0')}`);
  for (const name of names) await many.create(as('creator'), { name }, markdownBody(name));
  const search = { sort: { field: 'name', ascending: true } } as const;
  expect(namesOf(await Array.fromAsync(many.all(as(undefined), search)))).toEqual(names);
  for (const limit of [0, 1, 128, 130, 150, 200]) {
    const found = await Array.fromAsync(many.all(as(undefined), { ...search, limit }));
    expect(namesOf(found)).toEqual(names.slice(0, limit));
  }
});

test('bodies come in the order of their ids, without those that the caller may not read', async () => {
  const ids = [nameless, hidden, plain].map(({ itemId }) => itemId);
  const found = await SHELF.bodies(as(undefined), [...ids, crypto.randomUUID()]);
  expect([...found.keys()]).toEqual([nameless.itemId, plain.itemId]);
  expect(found.get(plain.itemId)?.body.inline?.toString()).toBe('hello');
  expect([...(await SHELF.bodies(as('staff'), ids)).keys()]).toEqual(ids);
});

test('where there is no crate, or none that the caller may look into, nothing is found', async () => {
  const closed = new Collection('closed');
  await createCrate(site, closed.crateId, { list: ['staff'], read: ['staff'], create: ['staff'] });
  const { itemId } = await closed.create(
    as('staff'),
    { name: 'one', collaborators: [CAST.staff.userId] },
    jsonBody({}),
  );
  for (const one of [NOWHERE, closed]) {
    expect(await one.find(as('player'), 'one')).toBeUndefined();
    expect(await one.page(as('player'), {})).toEqual({ items: [] });
    expect(await Array.fromAsync(one.all(as('player')))).toEqual([]);
    expect(await one.bodies(as('player'), [itemId])).toEqual(new Map());
  }
  await expect(NOWHERE.create(as('staff'), {}, jsonBody({}))).rejects.toMatchObject({ code: 'storage.noCrate' });
});

test.each([
  ['small', 'words'],
  ['large', 'ä'.repeat(INLINE_BYTES)],
])('a %s body is written and read again as it is, with its type and size', async (name, text) => {
  const written = await SHELF.create(as('creator'), { name }, markdownBody(text));
  expect([written.mimetype, written.bytes]).toEqual(['text/markdown; charset=utf-8', Buffer.byteLength(text)]);
  const stored = await getItemBody(as(undefined), SHELF.crateId, written.itemId);
  expect(stored.body.inline === null).toBe(text.length >= INLINE_BYTES);
  expect(await readText(as(undefined), stored)).toBe(text);
  const saved = await SHELF.save(as('creator'), written.itemId, {}, jsonBody({ text }), written.etag);
  expect(saved.mimetype).toBe('application/json');
  const refused = SHELF.save(as('creator'), written.itemId, {}, jsonBody({}), written.etag);
  await expect(refused).rejects.toMatchObject({ status: 412 });
});

test('a body beyond the most that the crate takes is refused', async () => {
  const small = new Collection('small');
  await createCrate(site, small.crateId);
  await site.ask('admin', `/api/storage/crates/${small.crateId}`, { method: 'PUT', body: { maxBytes: 8 } });
  await small.create(as('creator'), {}, markdownBody('12345678'));
  await expect(small.create(as('creator'), {}, markdownBody('123456789'))).rejects.toMatchObject({ status: 413 });
});
