import { beforeAll, describe, expect, test } from 'vitest';

import { setAccount } from '#app/accounts/accounts.server.ts';
import { systemCurrent } from '#app/door/parts.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import { useTestSite } from '#test/site.ts';
import { storageState } from '#test/storage-state.ts';
import { createCrate, createItem, dataOf, etagAfter, parametersHeader, refusalOf, revOf } from '#test/storage.ts';

import type { Item } from './item.ts';

const site = useTestSite();
let crate: string;
beforeAll(async () => void (crate = await createCrate(site, 'things')));

describe('POST creates an item', () => {
  test('and answers 201 with its metadata, its creator as owner and first collaborator', async () => {
    const parameters = {
      name: 'first-thing',
      tags: ['topic:levelhead', 'funny'],
      map: { title: 'A thing' },
      note: 'mine',
    };
    const response = await site.ask('player', `${crate}/items`, {
      method: 'POST',
      body: 'hello',
      headers: { ...parametersHeader(parameters), 'if-match': '*', 'content-type': 'text/plain' },
    });
    expect(response.status).toBe(201);
    const item = await dataOf<Item>(response);
    expect(item).toMatchObject({
      crateId: 'things',
      name: 'first-thing',
      userId: 'pl4yer',
      collaborators: ['pl4yer'],
      note: 'mine',
      tags: ['topic:levelhead', 'funny'],
      map: { title: 'A thing' },
      bytes: 5,
      mimetype: 'text/plain',
      createdAgo: 0,
      updatedAgo: 0,
      stats: {},
      records: {},
    });
    expect(item._id).toBe(item.itemId);
    expect(item.itemId).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/);
    expect(response.headers.get('etag')).toBe(item.etag);
    expect(revOf(item.etag)).toBe(Date.parse(item.createdAt));
    expect(response.headers.get('location')).toBe(`${crate}/items/${item.itemId}`);
    const read = await site.ask(undefined, `${crate}/items/${item.itemId}`);
    expect({ ...(await dataOf<Item>(read)), createdAgo: 0, updatedAgo: 0 }).toEqual(item);
  });

  test('a second item of a name in one crate is refused with 409', async () => {
    await createItem(site, crate, 'player', { name: 'taken' });
    const again = await site.ask('creator', `${crate}/items`, {
      method: 'POST',
      body: 'x',
      headers: parametersHeader({ name: 'taken' }),
    });
    expect(await refusalOf(again)).toEqual([409, 'Another item of the crate has that name.']);
  });

  test.each([
    ['malformed JSON', '%7Bnope'],
    ['broken percent-encoding', '%E0%A4%A'],
    ['a tag with a comma', encodeURIComponent(JSON.stringify({ tags: ['a,b'] }))],
    ['a tag with a leading -', encodeURIComponent(JSON.stringify({ tags: ['-a'] }))],
    ['a tag of 65 bytes', encodeURIComponent(JSON.stringify({ tags: ['é'.repeat(33)] }))],
    ['70 tags', encodeURIComponent(JSON.stringify({ tags: Array.from({ length: 70 }, (_, index) => `t${index}`) }))],
    ['__proto__ as a tag', encodeURIComponent(JSON.stringify({ tags: ['__proto__'] }))],
    ['__proto__ as a key of the map', encodeURIComponent('{"map":{"__proto__":"x"}}')],
    ['wrong types', encodeURIComponent(JSON.stringify({ tags: 'a', name: 5 }))],
    [
      'a name that looks like an id',
      encodeURIComponent(JSON.stringify({ name: '01890a5d-ac96-774b-bcce-b302099a8057' })),
    ],
    ['a null character', encodeURIComponent(JSON.stringify({ note: 'a\0b' }))],
  ])('%s in the parameters is refused with the specification’s sentence, and nothing is made', async (_, header) => {
    const before = await countOf();
    const response = await site.ask('player', `${crate}/items`, {
      method: 'POST',
      body: 'x',
      headers: { 'Rumpus-Item-Parameters': header },
    });
    expect(await refusalOf(response)).toEqual([400, 'Invalid metadata']);
    expect(await countOf()).toBe(before);
  });
});

describe('PUT', () => {
  test('never creates: an unknown id answers 404', async () => {
    const unknown = await site.ask('player', `${crate}/items/01890a5d-ac96-774b-bcce-b302099a8057`, {
      method: 'PUT',
      body: 'x',
    });
    expect(await refusalOf(unknown)).toEqual([404, 'Item does not exist']);
    expect(await refusalOf(await site.ask('player', `${crate}/items/nope`, { method: 'PUT', body: 'x' }))).toEqual([
      404,
      'Item does not exist',
    ]);
  });

  test('replaces the body and the fields that the header names, and keeps the others', async () => {
    const item = await createItem(site, crate, 'player', { tags: ['a', 'b'], map: { k: 'v' }, note: 'n' });
    const bare = await dataOf<Item>(
      await site.ask('player', `${crate}/items/${item.itemId}`, { method: 'PUT', body: 'new body' }),
    );
    expect(bare).toMatchObject({
      tags: ['a', 'b'],
      map: { k: 'v' },
      note: 'n',
      bytes: 8,
      etag: etagAfter(item.etag, 1),
    });
    const named = await site.ask('player', `${crate}/items/${item.itemId}`, {
      method: 'PUT',
      body: '',
      headers: parametersHeader({ tags: ['c'], note: null }),
    });
    expect(await dataOf<Item>(named)).toMatchObject({
      tags: ['c'],
      map: { k: 'v' },
      note: null,
      bytes: 0,
      etag: etagAfter(item.etag, 2),
    });
    for (const [tag, hits] of [
      ['a', 0],
      ['c', 1],
    ] as const) {
      const found = await site.ask(undefined, `${crate}/items?tags=${tag}&itemIds=${item.itemId}&count=true`);
      expect(await dataOf<number>(found)).toBe(hits);
    }
  });

  test('takes a list and * in If-Match, and answers 412 with the current etag to a stale one', async () => {
    const { itemId, etag } = await createItem(site, crate, 'player');
    const put = (ifMatch: string) =>
      site.ask('player', `${crate}/items/${itemId}`, { method: 'PUT', body: 'x', headers: { 'if-match': ifMatch } });
    expect((await put(`"7", ${etag}`)).status).toBe(200);
    expect((await put('*')).status).toBe(200);
    const stale = await put(etag);
    expect(stale.status).toBe(412);
    const latest = etagAfter(etag, 2);
    expect(await stale.json()).toMatchObject({ code: 'storage.changedMeanwhile', etag: latest });
    const weak = await put(`W/${latest}`);
    expect([weak.status, await weak.json()]).toMatchObject([412, { code: 'call.weakEtag', etag: latest }]);
    expect((await put(latest.replace(/"$/, '-gzip"'))).status).toBe(200);
    const exists = await site.ask('player', `${crate}/items/${itemId}`, {
      method: 'PUT',
      body: 'x',
      headers: { 'if-none-match': '*' },
    });
    expect(exists.status).toBe(412);
  });

  test('refuses one of two writers with one etag with 412', async () => {
    const { itemId, etag } = await createItem(site, crate, 'player', { tags: ['race'] });
    const put = (tag: string) =>
      site.ask('player', `${crate}/items/${itemId}`, {
        method: 'PUT',
        body: tag,
        headers: { 'if-match': etag, ...parametersHeader({ tags: [tag] }) },
      });
    const statuses = (await Promise.all([put('left'), put('right')])).map(({ status }) => status);
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 412]);
  });
});

describe('metadata', () => {
  test('are replaced by PUT, which answers them', async () => {
    const { itemId, etag } = await createItem(site, crate, 'player', { tags: ['old'] });
    const response = await site.ask('player', `${crate}/items/${itemId}/metadata`, {
      method: 'PUT',
      body: { tags: ['new'], collaborators: ['pl4yer', 'c0llab'] },
    });
    expect(await dataOf<Item>(response)).toMatchObject({
      tags: ['new'],
      collaborators: ['pl4yer', 'c0llab'],
      etag: etagAfter(etag, 1),
    });
  });

  test('names a collaborator who is no user, on a create and on every kind of update, and changes nothing', async () => {
    const item = await createItem(site, crate, 'player', { tags: ['kept'] });
    const path = `${crate}/items/${item.itemId}`;
    const collaborators = ['pl4yer', 'n0body', 'c0llab', 'n0b0dy'];
    const headers = parametersHeader({ collaborators });
    const before = await storageState(site);
    for (const refused of [
      await site.ask('player', `${crate}/items`, { method: 'POST', body: 'x', headers }),
      await site.ask('player', path, { method: 'PUT', body: 'x', headers }),
      await site.ask('player', `${path}/metadata`, { method: 'PUT', body: { collaborators } }),
      await site.ask('player', `${path}/metadata`, { method: 'PATCH', body: { collaborators } }),
    ])
      expect([refused.status, await refused.json()]).toMatchObject([
        400,
        {
          message: 'Invalid metadata',
          fields: { collaborators: 'there is no user of the id n0body, n0b0dy' },
        },
      ]);
    expect(await storageState(site)).toEqual(before);
  });

  test('keeps a collaborator whose account is gone, and tells nobody without the right who is a user', async () => {
    await setAccount(systemCurrent(site.parts), 'g0ne', 'authenticated');
    const item = await createItem(site, crate, 'player', { collaborators: ['pl4yer', 'g0ne'] });
    const path = `${crate}/items/${item.itemId}/metadata`;
    await site.parts.db.query(sql`delete from accounts where user_id = 'g0ne'`);
    site.parts.rowCache.forget({ topic: 'account' }, 'g0ne');
    const put = async (who: 'player' | 'creator', collaborators: string[]) =>
      (await site.ask(who, path, { method: 'PUT', body: { collaborators } })).status;
    expect(await put('player', ['pl4yer', 'g0ne', 'c0llab'])).toBe(200);
    expect(await put('creator', ['pl4yer', 'n0body'])).toBe(403);
  });

  test.each([[{}], [{ tags: [] }], [{ tags: 'a' }], [{ tags: ['a,b'] }], [{ collaborators: [] }], ['[[[['], [null]])(
    'needs at least one tag or collaborator, else Invalid metadata: %j',
    async (body) => {
      const { itemId } = await createItem(site, crate, 'player');
      const headers = { 'content-type': 'application/json' };
      const response = await site.ask('player', `${crate}/items/${itemId}/metadata`, {
        method: 'PUT',
        body: typeof body === 'string' ? body : JSON.stringify(body),
        headers,
      });
      expect(await refusalOf(response)).toEqual([400, 'Invalid metadata']);
    },
  );

  test('are read from a form as from the same JSON', async () => {
    const { itemId } = await createItem(site, crate, 'player');
    const response = await site.ask('player', `${crate}/items/${itemId}/metadata`, {
      method: 'PUT',
      body: 'tags=one&tags=two',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(await dataOf<Item>(response)).toMatchObject({ tags: ['one', 'two'] });
  });
});

describe('DELETE', () => {
  test('removes the item, its tags and its stats', async () => {
    const { itemId } = await createItem(site, crate, 'player', { tags: ['doomed'] });
    expect((await site.ask('player', `${crate}/items/${itemId}`, { method: 'DELETE' })).status).toBe(204);
    expect((await site.ask('player', `${crate}/items/${itemId}`)).status).toBe(404);
    expect(await dataOf<number>(await site.ask(undefined, `${crate}/items?tags=doomed&count=true`))).toBe(0);
  });

  test('takes permissionsOverride from staff by their effective role, and writes it to the audit', async () => {
    const policy = { list: ['public'], read: ['public'], create: ['authenticated'], delete: ['owner'] } as const;
    const strict = await createCrate(site, 'strict', {
      ...policy,
      list: [...policy.list],
      read: [...policy.read],
      create: [...policy.create],
      delete: [...policy.delete],
    });
    const { itemId } = await createItem(site, strict, 'player');
    const remove = (who: 'creator' | 'staff', query: string, cookie?: string) =>
      site.ask(who, `${strict}/items/${itemId}${query}`, { method: 'DELETE', ...(cookie && { headers: { cookie } }) });
    expect((await remove('staff', '')).status).toBe(403);
    expect((await remove('creator', '?permissionsOverride=true')).status).toBe(403);
    expect((await remove('staff', '?permissionsOverride=true')).status).toBe(204);
    const noted = await site.parts.db.query(
      sql`select user_id, action, target from audit where target = ${`item/strict/${itemId}`}`,
    );
    expect(noted).toEqual([{ user_id: 'st4ff1', action: 'item.delete.override', target: `item/strict/${itemId}` }]);
  });
});

async function countOf(): Promise<number> {
  return dataOf<number>(await site.ask(undefined, `${crate}/items?count=true`));
}
