import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { sql } from '#lib/database/sql.server.ts';
import { CAST } from '#test/cast.ts';
import type { CastName } from '#test/cast.ts';
import { linksOf } from '#test/links.ts';
import { crateState, usageOf } from '#test/random-writes.ts';
import { useTestSite } from '#test/site.ts';
import { strayTagRows, historyFaults } from '#test/storage-state.ts';
import { OPEN_POLICY, createCrate, createItem, dataOf, etagAfter, refusalOf, revOf } from '#test/storage.ts';

import type { Policy } from '../crates/policy.ts';
import type { Item } from '../item.ts';
import type { TrashedItem, Version } from './history.ts';

const site = useTestSite();
const POLICY: Policy = { ...OPEN_POLICY, history: ['owner'] };
let crate: string;
beforeAll(async () => void (crate = await createCrate(site, 'trash', POLICY)));
afterAll(async () => {
  expect([...(await historyFaults(site)), ...(await strayTagRows(site))]).toEqual([]);
});

const remove = (place: string, { itemId }: Item, who: CastName = 'admin') =>
  site.ask(who, `${place}/items/${itemId}`, { method: 'DELETE' });
const undelete = (who: CastName | undefined, place: string, { itemId }: Pick<Item, 'itemId'>) =>
  site.ask(who, `${place}/trash/${itemId}/restore`, { method: 'POST' });
const purge = (who: CastName | undefined, place: string, { itemId }: Pick<Item, 'itemId'>) =>
  site.ask(who, `${place}/trash/${itemId}`, { method: 'DELETE' });
const trashOf = async (who: CastName, place: string, query = '') =>
  dataOf<TrashedItem[]>(await site.ask(who, `${place}/trash${query}`));
const NO_ITEM = [404, 'Item does not exist'];

describe('the trash', () => {
  test('holds deleted items in their last state, the latest deletion first', async () => {
    const first = await createItem(site, crate, 'player', { name: 'first', tags: ['a'], note: 'n', map: { k: 1 } });
    const second = await createItem(site, crate, 'player');
    await remove(crate, first, 'player');
    site.clock.now = new Date(Date.now() + 60_000);
    await remove(crate, second, 'staff');
    const [newest, oldest] = await trashOf('player', crate);
    expect([newest?.itemId, oldest?.itemId]).toEqual([second.itemId, first.itemId]);
    expect(newest).toMatchObject({ deletedBy: CAST.staff.userId, deletedAt: site.clock.now.toISOString() });
    const { itemId, crateId, name, userId, collaborators, tags, map, note, bytes, mimetype } = first;
    const deletedAt = oldest?.deletedAt ?? '';
    expect(oldest).toEqual({
      itemId,
      crateId,
      name,
      userId,
      collaborators,
      tags,
      map,
      note,
      bytes,
      mimetype,
      createdAt: first.createdAt,
      updatedAt: first.updatedAt,
      rev: revOf(first.etag),
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      updatedBy: CAST.player.userId,
      deletedAt,
      deletedBy: CAST.player.userId,
      purgedAt: new Date(Date.parse(deletedAt) + 30 * 86_400_000).toISOString(),
    });
    expect((await site.ask('player', `${crate}/items/${first.itemId}`)).status).toBe(404);
  });

  test('has pages with Link headers, whose cursors are good for this crate alone', async () => {
    const paged = await createCrate(site, 'paged-trash');
    const made: string[] = [];
    for (let at = 0; at < 5; at += 1) {
      const item = await createItem(site, paged, 'player');
      made.push(item.itemId);
      site.clock.now = new Date(Math.max(site.clock.now.getTime(), Date.now()) + (at % 2) * 1000);
      await remove(paged, item);
    }
    const seen: string[] = [];
    let next: string | undefined = `${paged}/trash?limit=2&local-cache-id=x`;
    while (next !== undefined) {
      const response: Response = await site.ask('player', next);
      seen.push(...(await dataOf<TrashedItem[]>(response)).map(({ itemId }) => itemId));
      next = linksOf(response).next;
      const elsewhere = next?.replace('paged-trash', 'trash') ?? '';
      if (next !== undefined) expect((await site.ask('player', elsewhere)).status).toBe(400);
    }
    expect(seen).toEqual(made.toReversed());
    for (const query of ['?after=x', '?after=a.b', '?limit=0', '?limit=129']) {
      expect((await site.ask('player', `${paged}/trash${query}`)).status).toBe(400);
    }
  });

  test('shows everyone what they may delete and read, by the tags and collaborators that it had last', async () => {
    const policy: Policy = {
      ...OPEN_POLICY,
      read: ['owner', 'collaborator', 'staff'],
      hide: { secret: 'admin' },
      delete: ['owner', { to: 'collaborator', tags: ['shared'] }, { to: 'authenticated', tags: ['open'] }, 'staff'],
    };
    const place = await createCrate(site, 'seen-trash', policy);
    const collaborators = [CAST.creator.userId, CAST.collaborator.userId];
    for (const tags of [[], ['shared'], ['open'], ['secret']]) {
      await remove(
        place,
        await createItem(site, place, 'admin', { tags, note: tags.join('') || 'plain', collaborators }),
      );
    }
    const notes = async (who: CastName) => (await trashOf(who, place)).map(({ note }) => note ?? '').toSorted();
    expect(await notes('player')).toEqual([]);
    expect(await notes('creator')).toEqual(['open', 'plain', 'secret', 'shared']);
    expect(await notes('collaborator')).toEqual(['open', 'shared']);
    expect(await notes('staff')).toEqual(['open', 'plain', 'shared']);
    expect(await notes('admin')).toEqual(['open', 'plain', 'secret', 'shared']);
    for (const item of await trashOf('admin', place)) {
      for (const who of ['player', 'collaborator', 'staff', 'creator'] as const) {
        const sees = (await notes(who)).includes(item.note ?? '');
        if (!sees) expect(await refusalOf(await purge(who, place, item))).toEqual(NO_ITEM);
        const response = await undelete(who, place, item);
        expect([who, item.note, response.status]).toEqual([who, item.note, sees ? 200 : 404]);
        if (sees) await remove(place, { ...item, etag: '' } as Item & TrashedItem);
      }
    }
  });
});

describe('an undelete', () => {
  test('gives an item back with its id, body, metadata, versions, stats, records and collaborators', async () => {
    const collaborators = [CAST.player.userId, CAST.collaborator.userId];
    const metadata = { name: 'back', tags: ['b', 'a'], map: { k: 'v' }, note: 'n', collaborators };
    const item = await createItem(site, crate, 'admin', metadata, 'x'.repeat(70_000));
    const path = `${crate}/items/${item.itemId}`;
    const updates = { changeStats: { plays: 3 }, submitRecords: { time: 12 } };
    await site.ask('player', `${path}/stats`, { method: 'PATCH', body: updates });
    await site.ask('player', `${path}/metadata`, { method: 'PATCH', body: { note: 'newer' } });
    const before = await dataOf<Item>(await site.ask('player', path));
    const state = (await crateState(site, crate)).items.get(item.itemId);
    await remove(crate, item);
    const response = await undelete('player', crate, item);
    expect([response.status, response.headers.get('etag')]).toEqual([200, etagAfter(item.etag, 3)]);
    const after = await dataOf<Item>(response);
    const { etag, updatedAt, updatedAgo, createdAgo } = after;
    expect(after).toEqual({ ...before, etag, updatedAt, updatedAgo, createdAgo });
    expect((await crateState(site, crate)).items.get(item.itemId)).toBe(state);
    const versions = await dataOf<Version[]>(await site.ask('player', `${path}/versions`));
    expect(versions.map(({ rev }) => rev - revOf(item.etag))).toEqual([3, 1, 0]);
    expect(await (await site.ask('player', `${path}?download=true`)).text()).toHaveLength(70_000);
    expect((await trashOf('player', crate)).map(({ itemId }) => itemId)).not.toContain(item.itemId);
    const found = await dataOf<Item[]>(await site.ask('player', `${crate}/items?tags=a,b&names=back`));
    expect(found).toHaveLength(1);
    expect(await refusalOf(await undelete('player', crate, item))).toEqual(NO_ITEM);
  });

  test('of an item whose name was taken meanwhile answers 409 and leaves it in the trash', async () => {
    const item = await createItem(site, crate, 'player', { name: 'free' });
    await remove(crate, item);
    const other = await createItem(site, crate, 'player', { name: 'free' });
    expect(await refusalOf(await undelete('player', crate, item))).toEqual([
      409,
      'Another item of the crate has that name.',
    ]);
    expect((await trashOf('player', crate)).map(({ itemId }) => itemId)).toContain(item.itemId);
    await remove(crate, other);
    expect((await undelete('player', crate, item)).status).toBe(200);
  });

  test('happens once, by many at one time or beside a purge', async () => {
    for (let round = 0; round < 8; round += 1) {
      const item = await createItem(site, crate, 'player', { tags: ['a'] });
      await remove(crate, item);
      const requests = [undelete('player', crate, item), purge('staff', crate, item), undelete('staff', crate, item)];
      const statuses = (await Promise.all(requests)).map(({ status }) => status);
      expect(statuses.filter((status) => status < 300)).toHaveLength(1);
      expect(statuses.filter((status) => status === 404)).toHaveLength(2);
    }
  });

  test('takes no more room than the trash did where a quota is full, and then leaves no version of the deletion', async () => {
    const quotas = { user: { bytes: 10, items: 1 }, crate: { items: 9 } };
    const full = await createCrate(site, 'full-trash', { ...POLICY, quotas });
    const item = await createItem(site, full, 'player', {}, 'tenletters');
    await remove(full, item, 'player');
    expect((await undelete('player', full, item)).status).toBe(200);
    const versions = await site.ask('player', `${full}/items/${item.itemId}/versions`);
    expect((await dataOf<Version[]>(versions)).map(({ rev }) => rev - revOf(item.etag))).toEqual([2]);
    const { known, counted } = await usageOf(site, full);
    expect(known).toEqual(counted);
    await remove(full, item, 'player');
    const small = await site.ask('admin', full, {
      method: 'PUT',
      body: { policy: { ...POLICY, quotas: { user: { items: 0 } } } },
    });
    expect(small.status).toBe(200);
    expect((await undelete('player', full, item)).status).toBe(507);
  });

  test('of many items at one time gives all of them back', async () => {
    const place = await createCrate(site, 'many-trash');
    const items = await Promise.all(
      Array.from({ length: 200 }, (_, at) =>
        createItem(site, place, 'player', { name: `n${at}`, tags: [`t${at % 7}`, 'x'] }, `body ${at}`),
      ),
    );
    const before = (await crateState(site, place)).items;
    await Promise.all(items.map((item) => remove(place, item)));
    expect((await crateState(site, place)).items.size).toBe(0);
    await Promise.all(items.map((item) => undelete('player', place, item)));
    expect((await crateState(site, place)).items).toEqual(before);
  });
});

describe('a purge', () => {
  test('removes an item for good, with versions, stats and records, and is in the audit', async () => {
    const item = await createItem(site, crate, 'player', { name: 'gone', tags: ['a'] });
    const path = `${crate}/items/${item.itemId}`;
    await site.ask('player', path, { method: 'PUT', body: 'new' });
    const updates = { changeStats: { plays: 3 }, submitRecords: { time: 12 } };
    await site.ask('player', `${path}/stats`, { method: 'PATCH', body: updates });
    expect(await refusalOf(await purge('player', crate, item))).toEqual(NO_ITEM);
    await remove(crate, item);
    expect((await purge('player', crate, item)).status).toBe(204);
    for (const table of ['items', 'item_versions', 'trashed_items', 'item_tags', 'item_stats', 'item_records']) {
      const rows = await site.parts.db.query(sql`select from ${sql.raw(table)} where item_id = ${item.itemId}`);
      expect([table, rows.length]).toEqual([table, 0]);
    }
    const [deed] = await site.parts.db.query(
      sql`select user_id, before from audit where action = 'item.purge' and target = ${`item/trash/${item.itemId}`}`,
    );
    const before = { name: 'gone', tags: ['a'], collaborators: [CAST.player.userId] };
    expect(deed).toEqual({ user_id: CAST.player.userId, before });
    expect(await refusalOf(await purge('player', crate, item))).toEqual(NO_ITEM);
    expect(await refusalOf(await undelete('player', crate, item))).toEqual(NO_ITEM);
  });
});
