import { afterEach, beforeAll, describe, expect, test } from 'vitest';

import { sql } from '#lib/database/sql.server.ts';
import { CAST } from '#test/cast.ts';
import { useTestSite } from '#test/site.ts';
import type { SiteRequest } from '#test/site.ts';
import { storageState } from '#test/storage-state.ts';
import { createCrate, createItem, dataOf, etagAfter, parametersHeader, revOf } from '#test/storage.ts';

import type { Item } from '../item.ts';

const site = useTestSite();
let crate: string;
beforeAll(async () => {
  crate = await createCrate(site, 'history');
  await createItem(site, crate, 'player', { name: 'taken' });
});

const read = async (itemId: string) => dataOf<Item>(await site.ask('player', `${crate}/items/${itemId}`));

describe('revisions', () => {
  test('count the accepted writes of an item without a gap, and no change of stats', async () => {
    const { itemId, etag: first } = await createItem(site, crate, 'player', { tags: ['on'] });
    const path = `${crate}/items/${itemId}`;
    const kinds: SiteRequest[] = [
      { method: 'PUT', body: 'x' },
      { method: 'PUT', body: 'x'.repeat(70_000) },
      { method: 'PUT', body: 'x', headers: parametersHeader({ tags: ['other'], note: 'n' }) },
      { method: 'PUT', body: 'x', headers: { 'if-match': first } },
      { method: 'PUT', body: 'x', headers: parametersHeader({ name: 'taken' }) },
      { method: 'PATCH', body: { changeStats: { plays: 1 } } },
      { method: 'PUT', body: { tags: ['on', 'off'] } },
      { method: 'PUT', body: { collaborators: ['pl4yer', 'c0llab'] } },
    ];
    const endings = ['', '', '', '', '', '/stats', '/metadata', '/metadata'];
    const etags = await Promise.all(
      Array.from({ length: 64 }, async (_, client) => {
        const response = await site.ask('player', `${path}${endings[client % 8]}`, kinds[client % 8]);
        return response.status === 200 ? response.headers.get('etag') : null;
      }),
    );
    const revs = etags.flatMap((etag) => (etag === null ? [] : [revOf(etag) - revOf(first)]));
    expect(revs.toSorted((a, b) => a - b)).toEqual(revs.map((_, at) => at + 1));
    expect(revs.length).toBeGreaterThanOrEqual(40);
    expect(await read(itemId)).toMatchObject({ etag: etagAfter(first, revs.length), stats: { plays: 8 } });
  });

  test.each<
    [what: string, who: 'player' | 'creator', ending: string, asked: (etag: string) => SiteRequest, status: number]
  >([
    ['a stale etag', 'player', '', (etag) => put({ 'if-match': etagAfter(etag, -1) }), 412],
    ['an etag that only looks alike', 'player', '', (etag) => put({ 'if-match': etag.replace('"', '"0') }), 412],
    ['a weak etag', 'player', '', (etag) => put({ 'if-match': `W/${etag}` }), 412],
    ['If-None-Match: *', 'player', '', () => put({ 'if-none-match': '*' }), 412],
    ['the etag in If-None-Match', 'player', '', (etag) => put({ 'if-none-match': etag }), 412],
    ['its weak form in If-None-Match', 'player', '', (etag) => put({ 'if-none-match': `"x", W/${etag}` }), 412],
    [
      'a stale etag of metadata',
      'player',
      '/metadata',
      (etag) => put({ 'if-match': etagAfter(etag, 1) }, { tags: ['y'] }),
      412,
    ],
    [
      'a stale etag of a delete',
      'player',
      '',
      (etag) => ({ method: 'DELETE', headers: { 'if-match': etagAfter(etag, 1) } }),
      412,
    ],
    ['a stranger', 'creator', '', () => put({}, 'y'.repeat(70_000)), 403],
    ['a stranger with the right etag', 'creator', '', (etag) => put({ 'if-match': etag }), 403],
    ['a stranger with a stale etag', 'creator', '', (etag) => put({ 'if-match': etagAfter(etag, 1) }), 403],
    ['a stranger', 'creator', '/metadata', () => put({}, { tags: ['y'] }), 403],
    ['a stranger', 'creator', '', () => ({ method: 'DELETE' }), 403],
    ['a taken name', 'player', '', () => put(parametersHeader({ name: 'taken', tags: ['y'] })), 409],
  ])('%s (%s%s) leaves nothing behind', async (what, who, ending, requestOf, status) => {
    const { itemId, etag } = await createItem(site, crate, 'player', { tags: ['x'] });
    const before = await storageState(site);
    const response = await site.ask(who, `${crate}/items/${itemId}${ending}`, requestOf(etag));
    expect(response.status).toBe(status);
    const message =
      what === 'a weak etag'
        ? (expect.stringMatching(/^If-Match takes strong etags/) as string)
        : 'The item has changed meanwhile.';
    if (status === 412) expect(await response.json()).toMatchObject({ etag, message });
    expect(await storageState(site)).toEqual(before);
  });

  test('start anew with each item, so that the etag of a deleted one never matches the next of its name', async () => {
    const old = await createItem(site, crate, 'player', { name: 'phoenix' });
    await site.ask('player', `${crate}/items/${old.itemId}`, { method: 'DELETE' });
    // The clock has gone on by then.
    site.clock.now = new Date(Date.now() + 1000);
    const { etag } = await createItem(site, crate, 'player', { name: 'phoenix' });
    expect(revOf(etag)).toBeGreaterThan(revOf(old.etag));
  });
});

function put(headers: Record<string, string>, body: string | object = 'y'): SiteRequest {
  return { method: 'PUT', body, headers };
}

describe('the audit of an override', () => {
  afterEach(() => site.parts.db.query(sql`drop trigger if exists nobody_writes on audit`));
  const audit = (target: string) =>
    site.parts.db.query(
      sql`select user_id, role, masquerade, action, before from audit where target = ${target} order by audit_id`,
    );

  test('holds the user, the role, the action and the state before', async () => {
    const closed = await createCrate(site, 'closed', {});
    const { itemId } = await createItem(site, closed, 'admin', {
      name: 'secret',
      tags: ['a'],
      collaborators: ['pl4yer'],
    });
    const path = `${closed}/items/${itemId}`;
    expect((await site.ask('staff', `${path}?permissionsOverride=true`)).status).toBe(200);
    expect((await site.ask('super', `${path}?permissionsOverride=true&download=true&masquerade=staff`)).status).toBe(
      200,
    );
    for (const masquerade of ['', '&masquerade=authenticated']) {
      const who = masquerade === '' ? 'player' : 'super';
      expect((await site.ask(who, `${path}?permissionsOverride=true${masquerade}`)).status).toBe(404);
    }
    expect((await site.ask('staff', `${closed}/items?count=true&permissionsOverride=true`)).status).toBe(200);
    expect(
      (
        await site.ask('staff', `${path}?permissionsOverride=true`, {
          method: 'DELETE',
          headers: { 'if-match': '"9"' },
        })
      ).status,
    ).toBe(412);
    expect((await site.ask('staff', `${path}?permissionsOverride=true`, { method: 'DELETE' })).status).toBe(204);
    const staff = { user_id: CAST.staff.userId, role: 'staff', masquerade: null, before: null };
    expect(await audit('crate/closed')).toContainEqual({ ...staff, action: 'item.list.override' });
    expect(await audit(`item/closed/${itemId}`)).toEqual([
      { ...staff, action: 'item.read.override' },
      { ...staff, user_id: CAST.super.userId, role: 'super', masquerade: 'staff', action: 'item.read.override' },
      { ...staff, action: 'item.delete.override', before: { name: 'secret', tags: ['a'], collaborators: ['pl4yer'] } },
    ]);
  });

  test('is committed with its action or not at all', async () => {
    const { itemId } = await createItem(site, crate, 'player', { tags: ['x'] });
    await site.parts.db.query(
      sql`create trigger nobody_writes before insert on audit for each row execute function refuse_change()`,
    );
    const before = await storageState(site);
    const requests = [
      site.ask('staff', `${crate}/items/${itemId}?permissionsOverride=true`, { method: 'DELETE' }),
      site.ask('admin', '/api/storage/crates', { method: 'POST', body: { crateId: 'unnoted' } }),
      site.ask('admin', crate, { method: 'PUT', body: { name: 'Unnoted' } }),
    ];
    expect((await Promise.all(requests)).map(({ status }) => status)).toEqual([500, 500, 500]);
    expect(await storageState(site)).toEqual(before);
  });
});
