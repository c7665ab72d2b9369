import { beforeAll, describe, expect, test } from 'vitest';

import { CAST } from '#test/cast.ts';
import { useTestSite } from '#test/site.ts';
import { storageState, strayTagRows, historyFaults } from '#test/storage-state.ts';
import { createCrate, createItem, dataOf, etagAfter, refusalOf } from '#test/storage.ts';

import type { Item } from '../item.ts';

const site = useTestSite();
let crate: string;
beforeAll(async () => void (crate = await createCrate(site, 'patched')));

const FULL = { name: 'first', tags: ['a', 'b'], map: { title: 'One', level: 3, draft: true }, note: 'mind the gap' };
const patch = (itemId: string, body: unknown, headers: Record<string, string> = {}) =>
  site.ask('player', `${crate}/items/${itemId}/metadata`, { method: 'PATCH', body, headers });

describe('a merge patch of the metadata (RFC 7396)', () => {
  test.each<[patch: object, after: object]>([
    [{ name: 'second' }, { name: 'second' }],
    [
      { name: null, note: null },
      { name: null, note: null },
    ],
    [{ tags: null }, { tags: [] }],
    [{ tags: [] }, { tags: [] }],
    [{ tags: ['b', 'c', 'b'] }, { tags: ['b', 'c'] }],
    [{ map: { level: 4, author: 'me' } }, { map: { title: 'One', level: 4, draft: true, author: 'me' } }],
    [{ map: { title: null, missing: null } }, { map: { level: 3, draft: true } }],
    [{ map: null }, { map: {} }],
    [{ map: {} }, {}],
    [{ collaborators: [CAST.player.userId, CAST.collaborator.userId] }, { collaborators: ['pl4yer', 'c0llab'] }],
  ])('%j', async (body, after) => {
    const { itemId, etag } = await createItem(site, crate, 'player', { ...FULL, name: undefined });
    const response = await patch(itemId, body, { 'content-type': 'application/merge-patch+json' });
    expect(response.status).toBe(200);
    const item = await dataOf<Item>(response);
    const { tags, map, note } = FULL;
    expect(item).toMatchObject({ name: null, tags, map, note, etag: etagAfter(etag, 1), ...after });
    expect(await dataOf<Item>(await site.ask('player', `${crate}/items/${itemId}`))).toEqual(item);
    expect(await strayTagRows(site)).toEqual([]);
    expect(await historyFaults(site)).toEqual([]);
    await site.ask('player', `${crate}/items/${itemId}`, { method: 'DELETE' });
  });

  test.each<[what: string, body: unknown]>([
    ['nothing', {}],
    ['what is not patched', { rev: 7 }],
    ['an owner by another name', { userId: 'cre4tor' }],
    ['stats', { stats: { plays: 1e9 } }],
    ['no collaborators', { collaborators: [] }],
    ['null collaborators', { collaborators: null }],
    ['a list', [{ tags: [] }]],
    ['a deep value', { map: { a: { b: 1 } } }],
    ['a map that grows too large', { map: Object.fromEntries(letters(17).map((key) => [key, 'x'.repeat(4096)])) }],
  ])('of %s answers 400 Invalid metadata and changes nothing', async (_, body) => {
    const { itemId } = await createItem(site, crate, 'player');
    const before = await storageState(site);
    expect(await refusalOf(await patch(itemId, body))).toEqual([400, 'Invalid metadata']);
    expect(await storageState(site)).toEqual(before);
  });

  test('of another media type answers 415 with the accepted types', async () => {
    const { itemId } = await createItem(site, crate, 'player');
    const response = await patch(itemId, 'tags=a', { 'content-type': 'text/plain' });
    expect(response.status).toBe(415);
    expect(response.headers.get('accept-patch')).toBe('application/merge-patch+json, application/json');
  });

  test('obeys If-Match, and loses no key when 32 clients write one each', async () => {
    const { itemId, etag } = await createItem(site, crate, 'player');
    const keys = letters(32);
    const answers = await Promise.all(keys.map((key) => patch(itemId, { map: { [key]: key } })));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const { map } = await dataOf<Item>(await site.ask('player', `${crate}/items/${itemId}`));
    expect(map).toEqual(Object.fromEntries(keys.map((key) => [key, key])));
    expect((await patch(itemId, { note: 'late' }, { 'if-match': etag })).status).toBe(412);
  });
});

function letters(count: number): string[] {
  return Array.from({ length: count }, (_, at) => `k${at}`);
}
