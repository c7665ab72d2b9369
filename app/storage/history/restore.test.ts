import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { sql } from '#lib/database/sql.server.ts';
import { CAST } from '#test/cast.ts';
import type { CastName } from '#test/cast.ts';
import { useTestSite } from '#test/site.ts';
import { filesOf, strayTagRows, historyFaults } from '#test/storage-state.ts';
import {
  OPEN_POLICY,
  createCrate,
  createItem,
  dataOf,
  etagAfter,
  parametersHeader,
  refusalOf,
  revOf,
} from '#test/storage.ts';

import type { Policy } from '../crates/policy.ts';
import type { Item } from '../item.ts';

const site = useTestSite();
const POLICY: Policy = { ...OPEN_POLICY, history: ['collaborator', 'staff'] };
let crate: string;
beforeAll(async () => void (crate = await createCrate(site, 'restores', POLICY)));
afterAll(async () => {
  expect([...(await historyFaults(site)), ...(await strayTagRows(site))]).toEqual([]);
});

const restore = (who: CastName, place: string, { itemId, etag }: Item, headers: Record<string, string> = {}) =>
  site.ask(who, `${place}/items/${itemId}/versions/${revOf(etag)}/restore`, { method: 'POST', headers });
const change = (place: string, { itemId }: Item, parameters: object, body = 'later') =>
  site.ask('admin', `${place}/items/${itemId}`, { method: 'PUT', body, headers: parametersHeader(parameters) });
const read = async (place: string, { itemId }: Item) =>
  dataOf<Item>(await site.ask('admin', `${place}/items/${itemId}`));

/** What of an item a restore gives back, all but its revision and its last change. */
function stateOf(item: Item): object {
  const kept = Object.entries(item).filter(
    ([field]) => !['etag', 'updatedAt', 'updatedAgo', 'createdAgo'].includes(field),
  );
  return Object.fromEntries(kept);
}

describe('a restore', () => {
  test.each(['', 'small', 'large '.repeat(20_000)])(
    'gives body and metadata back as they were, as a new version, and keeps the stats (%#)',
    async (body) => {
      const { userId } = CAST.player;
      const people = { collaborators: [userId, CAST.collaborator.userId] };
      const metadata = { tags: ['b', 'a', 'k:v'], map: { title: 'İ', n: 1.5, none: null }, note: 'a note', ...people };
      const item = await createItem(site, crate, 'admin', { name: `r${body.length}`, ...metadata }, body);
      await site.ask('player', `${crate}/items/${item.itemId}/stats`, {
        method: 'PATCH',
        body: { changeStats: { a: 2 } },
      });
      const other = { name: null, tags: ['a'], map: {}, note: null, collaborators: [CAST.creator.userId] };
      expect((await change(crate, item, other)).status).toBe(200);
      const files = await filesOf(site);
      const response = await restore('admin', crate, item);
      expect(response.status).toBe(200);
      const restored = await dataOf<Item>(response);
      expect(response.headers.get('etag')).toBe(etagAfter(item.etag, 2));
      expect(restored).toEqual(await read(crate, item));
      expect(stateOf(restored)).toEqual({ ...stateOf(item), stats: { a: 2 } });
      const download = await site.ask('admin', `${crate}/items/${item.itemId}?download=true`);
      expect([await download.text(), download.headers.get('content-type')]).toEqual([body, item.mimetype]);
      // A file is shared with the version, not copied.
      expect(await filesOf(site)).toEqual(files);
    },
  );

  test('of the current version is a new version too', async () => {
    const item = await createItem(site, crate, 'player', { tags: ['a'] });
    const restored = await dataOf<Item>(await restore('player', crate, item));
    expect(restored.etag).toBe(etagAfter(item.etag, 1));
    expect(stateOf(restored)).toEqual(stateOf(item));
  });

  test('obeys If-Match and If-None-Match, and needs one where the crate does', async () => {
    const item = await createItem(site, crate, 'player');
    await change(crate, item, { note: 'new' });
    const stale = await restore('player', crate, item, { 'if-match': item.etag });
    expect(stale.status).toBe(412);
    expect(await stale.json()).toMatchObject({ etag: etagAfter(item.etag, 1), changed: ['note', 'body'] });
    expect((await restore('player', crate, item, { 'if-none-match': '*' })).status).toBe(412);
    const met = await restore('player', crate, item, { 'if-match': etagAfter(item.etag, 1) });
    expect(met.headers.get('etag')).toBe(etagAfter(item.etag, 2));
    const strict = await createCrate(site, 'strict-restores', { ...POLICY, requirePrecondition: true });
    const other = await createItem(site, strict, 'player');
    expect((await restore('player', strict, other)).status).toBe(428);
    expect((await restore('player', strict, other, { 'if-match': other.etag })).status).toBe(200);
  });

  test('to a name that another item has answers 409 and changes nothing', async () => {
    const item = await createItem(site, crate, 'player', { name: 'wanted' });
    await change(crate, item, { name: 'given up' });
    await createItem(site, crate, 'player', { name: 'wanted' });
    const before = await read(crate, item);
    expect(await refusalOf(await restore('player', crate, item))).toEqual([
      409,
      'Another item of the crate has that name.',
    ]);
    expect(await read(crate, item)).toMatchObject({ etag: before.etag, name: 'given up' });
  });

  test('beyond a quota answers 507 and changes nothing', async () => {
    const full = await createCrate(site, 'full-restores', { ...POLICY, quotas: { user: { bytes: 12 } } });
    const item = await createItem(site, full, 'player', {}, 'sixsix');
    await change(full, item, {}, 'three');
    expect((await restore('player', full, item)).status).toBe(507);
    expect((await read(full, item)).etag).toBe(etagAfter(item.etag, 1));
  });

  test('happens once for several requests under one condition, and for each of them without one', async () => {
    const item = await createItem(site, crate, 'player');
    const all = await Promise.all(
      Array.from({ length: 8 }, () => restore('player', crate, item, { 'if-match': item.etag })),
    );
    expect(all.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, ...Array(7).fill(412)]);
    const free = await Promise.all(Array.from({ length: 8 }, () => restore('player', crate, item)));
    expect(free.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect((await read(crate, item)).etag).toBe(etagAfter(item.etag, 9));
  });

  test('with an Idempotency-Key happens once', async () => {
    const item = await createItem(site, crate, 'player');
    const headers = { 'idempotency-key': 'restore-1' };
    const etags = [await restore('player', crate, item, headers), await restore('player', crate, item, headers)];
    expect(etags.map((response) => response.headers.get('etag'))).toEqual(Array(2).fill(etagAfter(item.etag, 1)));
  });
});

describe('a restore needs the rights of the same change by hand:', () => {
  const PLAYER = CAST.player.userId;
  const OTHER = CAST.collaborator.userId;
  const own = { collaborators: [PLAYER] };
  let place = 0;
  test.each<[what: string, policy: Policy, from: object, to: object, status: number]>([
    ['nothing but to update for a body', {}, {}, {}, 200],
    ['to update', { update: ['staff'] }, {}, {}, 403],
    ['to see the history', { history: ['staff'] }, {}, {}, 403],
    ['to read', { read: ['staff'] }, {}, {}, 404],
    ['to tag, when tags change', { tag: ['staff'] }, { tags: ['a'] }, { tags: ['b'] }, 403],
    ['and only then', { tag: ['staff'] }, { tags: ['a'] }, { note: 'x' }, 200],
    ['to put on a protected tag', { protect: { star: 'staff' } }, { tags: ['star'] }, { tags: [] }, 403],
    ['to take it off', { protect: { star: 'staff' } }, { tags: [] }, { tags: ['star'] }, 403],
    ['neither when it stays', { protect: { star: 'staff' } }, { tags: ['star'] }, { tags: ['star', 'b'] }, 200],
    ['to collaborate', { collaborate: ['admin'] }, { collaborators: [PLAYER, OTHER] }, own, 403],
    ['which the crate may give', { collaborate: ['owner', 'admin'] }, { collaborators: [PLAYER, OTHER] }, own, 200],
    [
      'to transfer',
      { collaborate: ['collaborator'] },
      { collaborators: [OTHER, PLAYER] },
      { collaborators: [PLAYER, OTHER] },
      200,
    ],
    [
      'which only the owner may',
      { collaborate: ['collaborator'] },
      { collaborators: [PLAYER, OTHER] },
      { collaborators: [OTHER, PLAYER] },
      403,
    ],
  ])('%s', async (_what, policy, from, to, status) => {
    const own = await createCrate(site, `rights-${(place += 1)}`, { ...POLICY, ...policy });
    const item = await createItem(site, own, 'admin', { collaborators: [PLAYER], ...from });
    expect((await change(own, item, to)).status).toBe(200);
    expect((await restore('player', own, item)).status).toBe(status);
    expect((await read(own, item)).etag).toBe(etagAfter(item.etag, status === 200 ? 2 : 1));
  });

  test('a version whose tags hide it from the actor does not exist for them', async () => {
    const anyone: Policy = { history: ['public'], update: ['authenticated'], tag: ['authenticated'] };
    const open = await createCrate(site, 'hiding-restores', { ...POLICY, ...anyone });
    const item = await createItem(site, open, 'player', { tags: ['hidden'] });
    await change(open, item, { tags: [] });
    expect(await refusalOf(await restore('creator', open, item))).toEqual([404, 'That version is not kept.']);
    expect((await restore('player', open, item)).status).toBe(200);
  });

  test('a restore that changes an item’s owner is in the audit', async () => {
    const item = await createItem(site, crate, 'admin', { collaborators: [OTHER] });
    await change(crate, item, { collaborators: [PLAYER] });
    await restore('admin', crate, item);
    const deeds = await site.parts.db.query(
      sql`select before, after from audit
        where target = ${`item/restores/${item.itemId}`} and action = 'item.handOver' order by audit_id desc limit 1`,
    );
    expect(deeds).toEqual([{ before: { userId: PLAYER }, after: { userId: OTHER } }]);
  });
});
