import { beforeAll, describe, expect, test } from 'vitest';

import { CAST } from '#test/cast.ts';
import { useTestSite } from '#test/site.ts';
import { storageState } from '#test/storage-state.ts';
import { OPEN_POLICY, createCrate, createItem, etagAfter, parametersHeader } from '#test/storage.ts';

const site = useTestSite();
let open: string;
let strict: string;
beforeAll(async () => {
  open = await createCrate(site, 'open');
  strict = await createCrate(site, 'strict', { ...OPEN_POLICY, requirePrecondition: true });
});

describe('a 412 response has etag, updatedAt, updatedBy and the fields that changed', () => {
  const SECOND = { name: 'renamed', tags: ['b'], map: { a: 2 }, note: 'new' };
  test.each<[change: object, body: string, type: string, changed: string[]]>([
    [{}, 'hello', 'text/plain', []],
    [{}, 'other', 'text/plain', ['body']],
    [{}, 'hello', 'text/html', ['mimetype']],
    [{ tags: ['b'] }, 'hello', 'text/plain', ['tags']],
    [{ collaborators: ['pl4yer', 'c0llab'] }, 'hello', 'text/plain', ['collaborators']],
    [SECOND, 'other', 'text/plain', ['name', 'tags', 'map', 'note', 'body']],
  ])('%j %s %s', async (change, body, type, changed) => {
    const { itemId, etag } = await createItem(site, open, 'player', { tags: ['a'], map: { a: 1 } });
    const path = `${open}/items/${itemId}`;
    const headers = (more: object, of: string) => ({ ...parametersHeader(more), 'content-type': of });
    await site.ask('player', path, { method: 'PUT', body: 'hello', headers: headers({}, 'text/plain') });
    const mine = etagAfter(etag, 1);
    await site.ask('staff', path, { method: 'PUT', body, headers: headers({ ...change, name: undefined }, type) });
    const late = await site.ask('player', path, { method: 'PUT', body: 'late', headers: { 'if-match': mine } });
    expect(late.status).toBe(412);
    const problem = (await late.json()) as Record<string, unknown>;
    const item = await site.ask('player', path);
    const { data } = (await item.json()) as { data: { updatedAt: string } };
    expect(problem).toMatchObject({
      etag: item.headers.get('etag'),
      updatedAt: data.updatedAt,
      updatedBy: CAST.staff.userId,
      changed: changed.filter((field) => field !== 'name'),
    });
    const now = { 'if-match': String(problem.etag) };
    expect((await site.ask('player', path, { method: 'PUT', body: 'mine', headers: now })).status).toBe(200);
  });

  test('does not list the changes since a version that was pruned', async () => {
    const { itemId, etag } = await createItem(site, open, 'player');
    const headers = { 'if-match': etagAfter(etag, -5) };
    const late = await site.ask('player', `${open}/items/${itemId}`, { method: 'PUT', body: 'x', headers });
    expect(await late.json()).toMatchObject({ status: 412, etag, changed: null });
  });
});

describe('a crate that requires preconditions', () => {
  const writes: [method: string, ending: string, body: unknown][] = [
    ['PUT', '', 'new'],
    ['DELETE', '', undefined],
    ['PUT', '/metadata', { tags: ['b'] }],
    ['PATCH', '/metadata', { tags: ['b'] }],
  ];
  test.each(writes)('answers %s …%s without If-Match with 428 and the etag, and changes nothing', async (...write) => {
    const [method, ending, body] = write;
    const { itemId, etag } = await createItem(site, strict, 'player', { tags: ['a'] });
    const path = `${strict}/items/${itemId}${ending}`;
    const before = await storageState(site);
    const refused = await site.ask('player', path, { method, body });
    expect([refused.status, refused.headers.get('etag')]).toEqual([428, etag]);
    expect(await storageState(site)).toEqual(before);
    const done = await site.ask('player', path, { method, body, headers: { 'if-match': etag } });
    expect(done.status).toBe(method === 'DELETE' ? 204 : 200);
  });

  test.each(writes)('refuses %s …%s for a missing right before anything else', async (method, ending, body) => {
    const { itemId } = await createItem(site, strict, 'player', { tags: ['a'] });
    const path = `${strict}/items/${itemId}${ending}`;
    expect((await site.ask('creator', path, { method, body })).status).toBe(403);
    expect((await site.ask(undefined, path, { method, body })).status).toBe(401);
    const nowhere = `${strict}/items/01890000-0000-7000-8000-000000000000${ending}`;
    expect((await site.ask('player', nowhere, { method, body })).status).toBe(404);
  });
});
