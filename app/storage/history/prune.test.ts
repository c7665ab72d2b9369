import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { systemCurrent } from '#app/door/parts.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import type { Sql } from '#lib/database/sql.server.ts';
import { usageOf } from '#test/random-writes.ts';
import { useTestSite } from '#test/site.ts';
import { filesOf, storageState, strayTagRows } from '#test/storage-state.ts';
import { OPEN_POLICY, createCrate, createItem, dataOf, parametersHeader, revOf } from '#test/storage.ts';

import type { Policy } from '../crates/policy.ts';
import type { Item } from '../item.ts';
import { storageJobs } from '../jobs.server.ts';
import { sweepFiles } from '../sweep.server.ts';
import type { TrashedItem, Version } from './history.ts';

const site = useTestSite();
const POLICY: Policy = {
  ...OPEN_POLICY,
  history: ['owner'],
  quotas: { user: { bytes: 1e12 }, crate: { bytes: 1e12 } },
};
const DAY = 86_400_000;
let crate: string;
beforeAll(async () => void (crate = await createCrate(site, 'pruned', POLICY)));
afterAll(async () => {
  expect(await strayTagRows(site)).toEqual([]);
});

/** Moves the clock on; all of a file together less than a session lasts. */
function wait(days: number): void {
  site.clock.now = new Date(Math.max(site.clock.now.getTime(), Date.now()) + days * DAY);
}

/** Runs jobs as they will be run in so many days. */
async function runIn(days: number, ...jobs: string[]): Promise<void> {
  const at = new Date(Math.max(site.clock.now.getTime(), Date.now()) + days * DAY);
  const all = storageJobs(() => ({ ...systemCurrent(site.parts), now: () => at }), []);
  for (const name of jobs) await all.find((job) => job.name === `storage:${name}`)?.run({});
}

const put = (place: string, { itemId }: Item, body: string, who: 'player' | 'admin' = 'player') =>
  site.ask(who, `${place}/items/${itemId}`, { method: 'PUT', body });
const remove = (place: string, { itemId }: Item) => site.ask('admin', `${place}/items/${itemId}`, { method: 'DELETE' });
const trashOf = async (place: string) =>
  (await dataOf<TrashedItem[]>(await site.ask('admin', `${place}/trash?limit=128`))).map(({ itemId }) => itemId);
const revsOf = async (place: string, { itemId, etag }: Item) => {
  const versions = await dataOf<Version[]>(await site.ask('player', `${place}/items/${itemId}/versions?limit=128`));
  return versions.map(({ rev }) => rev - revOf(etag));
};
const rowsOf = async (table: string, where: Sql) =>
  (await site.parts.db.query(sql`select from ${sql.raw(table)} where ${where}`)).length;

describe('a job', () => {
  test('purges trashed items after 30 days with their versions, stats, records and turns, and nothing else', async () => {
    const policy: Policy = { ...POLICY, stats: { slow: { minInterval: 60 } } };
    const place = await createCrate(site, 'purged', policy);
    const [old, young, kept] = [
      await createItem(site, place, 'player'),
      await createItem(site, place, 'player'),
      await createItem(site, place, 'player'),
    ];
    for (const item of [old, young, kept]) {
      await put(place, item, 'new');
      const updates = { changeStats: { slow: 1 }, submitRecords: { best: 5 } };
      const stats = { method: 'PATCH', body: updates };
      expect((await site.ask('player', `${place}/items/${item.itemId}/stats`, stats)).status).toBe(200);
    }
    await remove(place, old);
    wait(1);
    await remove(place, young);
    await runIn(29.5, 'purgeTrash');
    expect(await trashOf(place)).toEqual([young.itemId]);
    for (const table of ['item_versions', 'item_stats', 'item_records', 'item_stat_turns', 'trashed_items']) {
      const rows = (item: Item) => rowsOf(table, sql`item_id = ${item.itemId}`);
      const held = { item_versions: [2, 1], trashed_items: [1, 0] }[table] ?? [1, 1];
      expect([table, await rows(old), await rows(young), await rows(kept)]).toEqual([table, 0, ...held]);
    }
    const back = await site.ask('admin', `${place}/trash/${young.itemId}/restore`, { method: 'POST' });
    expect(await dataOf(back)).toMatchObject({ stats: { slow: 1 }, records: { best: [{ value: 5 }] } });
    const { known, counted } = await usageOf(site, place);
    expect(known).toEqual(counted);
  });

  test('purges several hundred trashed items at one time', async () => {
    const items = await Promise.all(Array.from({ length: 230 }, () => createItem(site, crate, 'player')));
    await Promise.all(items.map((item) => remove(crate, item)));
    await runIn(31, 'purgeTrash');
    expect(await rowsOf('trashed_items', sql`crate_id = 'pruned'`)).toBe(0);
  });
});

describe('a job', () => {
  test('prunes versions that ended more days ago than their crate’s policy says, or 365, and no current state', async () => {
    const place = await createCrate(site, 'ten-days', { ...POLICY, keep: { days: 10 } });
    const [short, long] = [await createItem(site, place, 'player'), await createItem(site, crate, 'player')];
    for (const [at, item] of [
      [place, short],
      [crate, long],
    ] as const) {
      await put(at, item, 'one');
    }
    wait(9);
    await put(place, short, 'two');
    await put(crate, long, 'two');
    await runIn(2, 'pruneVersions');
    expect([await revsOf(place, short), await revsOf(crate, long)]).toEqual([
      [2, 1],
      [2, 1, 0],
    ]);
    await runIn(355, 'pruneVersions');
    expect([await revsOf(place, short), await revsOf(crate, long)]).toEqual([[2], [2, 1, 0]]);
    await runIn(357, 'pruneVersions');
    expect(await revsOf(crate, long)).toEqual([2, 1]);
    const { known, counted } = await usageOf(site, place);
    expect(known).toEqual(counted);
  });

  test('prunes many versions in batches, and keeps the last state of what is in the trash', async () => {
    const place = await createCrate(site, 'one-day', { ...POLICY, keep: { days: 1, versions: 700 } });
    const item = await createItem(site, place, 'player');
    const trashed = await createItem(site, place, 'player');
    for (let write = 0; write < 600; write += 1) await put(place, item, `${write}`, write % 2 ? 'player' : 'admin');
    await remove(place, trashed);
    expect(await rowsOf('item_versions', sql`item_id = ${item.itemId}`)).toBe(600);
    await runIn(2, 'pruneVersions');
    expect(await rowsOf('item_versions', sql`item_id = ${item.itemId}`)).toBe(0);
    expect((await site.ask('player', `${place}/trash/${trashed.itemId}/restore`, { method: 'POST' })).status).toBe(200);
  });
});

describe('a stored file', () => {
  test('stays as long as an item, a version or the trash names it', async () => {
    const place = await createCrate(site, 'files', { ...POLICY, keep: { days: 5 } });
    const large = (letter: string) => letter.repeat(70_000);
    const item = await createItem(site, place, 'player', {}, large('a'));
    const file = async () =>
      (
        await site.parts.db.query<{ file_key: string }>(sql`select file_key from items where item_id = ${item.itemId}`)
      )[0]?.file_key;
    const first = await file();
    const isStored = async (key?: string) => {
      await sweepFiles(systemCurrent(site.parts));
      return (await filesOf(site)).includes(key ?? '');
    };
    await put(place, item, large('b'));
    wait(1);
    expect(await isStored(first)).toBe(true);
    await remove(place, item);
    expect(await isStored(first)).toBe(true);
    const restore = `${place}/items/${item.itemId}/versions/${revOf(item.etag)}/restore`;
    await site.ask('player', `${place}/trash/${item.itemId}/restore`, { method: 'POST' });
    expect((await site.ask('player', restore, { method: 'POST' })).status).toBe(200);
    const second = await file();
    expect(second).toBe(first);
    await runIn(6, 'pruneVersions');
    expect(await isStored(first)).toBe(true);
    expect(await (await site.ask('player', `${place}/items/${item.itemId}?download=true`)).text()).toBe(large('a'));
    await remove(place, item);
    await runIn(31, 'purgeTrash');
    expect(await isStored(first)).toBe(false);
  });
});

describe('a job', () => {
  test('prunes changes after 30 days, and notes from where on the crate has all', async () => {
    const place = await createCrate(site, 'changes', POLICY);
    const items: Item[] = [];
    for (let at = 0; at < 3; at += 1) items.push(await createItem(site, place, 'player'));
    const count = () => rowsOf('item_changes', sql`crate_id = 'changes'`);
    const [last] = await site.parts.db.query<{ xid: string }>(
      sql`select xid::text as xid from item_changes where crate_id = 'changes' order by item_changes.xid desc limit 1`,
    );
    wait(5);
    for (const item of items) await put(place, item, 'new');
    await runIn(24, 'pruneChanges');
    expect(await count()).toBe(6);
    await runIn(25.5, 'pruneChanges');
    expect(await count()).toBe(3);
    const [row] = await site.parts.db.query(sql`select changes_from::text from crates where crate_id = 'changes'`);
    expect(row).toEqual({ changes_from: last?.xid });
    await runIn(70, 'pruneChanges');
    expect(await count()).toBe(0);
  });

  test('keeps what a transaction has changed that began before others and ended long after them', async () => {
    const place = await createCrate(site, 'long-change');
    const [long] = [await createItem(site, place, 'player'), await createItem(site, place, 'player')];
    await site.parts.db.query(sql`update item_changes set at = at + interval '5 days' where item_id = ${long.itemId}`);
    await runIn(31, 'pruneChanges');
    expect(await rowsOf('item_changes', sql`crate_id = 'long-change'`)).toBe(2);
    await runIn(36, 'pruneChanges');
    expect(await rowsOf('item_changes', sql`crate_id = 'long-change'`)).toBe(0);
  });

  test('prunes more changes than a batch, among them a transaction of many, whole', async () => {
    const place = await createCrate(site, 'many-changes');
    await Promise.all(Array.from({ length: 30 }, () => createItem(site, place, 'player')));
    await site.parts.db
      .query(sql`insert into item_changes (crate_id, item_id, ordinal, rev, kind, at, tags, collaborators)
        select crate_id, item_id, ordinal, rev + n, 'update', at, '{}', '{}'
        from item_changes, generate_series(1, 70) n where crate_id = 'many-changes'`);
    const young = await createItem(site, place, 'player', {}, 'young');
    wait(5);
    await put(place, young, 'new');
    await runIn(26, 'pruneChanges');
    const kept = await site.parts.db.query(sql`select kind from item_changes where crate_id = 'many-changes'`);
    expect(kept).toEqual([{ kind: 'update' }]);
  });
});

test('a crate is deleted with its versions, trash, stats, records, turns, changes and usage, and no other crate’s', async () => {
  const before = await storageState(site);
  const place = await createCrate(site, 'ended', { ...POLICY, stats: { slow: { minInterval: 60 } } });
  for (let at = 0; at < 3; at += 1) {
    const parameters = { name: `n${at}`, tags: ['a'], collaborators: ['pl4yer', 'c0llab'] };
    const headers = parametersHeader(parameters);
    const made = await site.ask('player', `${place}/items`, { method: 'POST', body: 'x', headers });
    const item = await dataOf<Item>(made);
    const updates = { changeStats: { slow: 1 }, submitRecords: { best: 5 } };
    await site.ask('player', `${place}/items/${item.itemId}/stats`, { method: 'PATCH', body: updates });
    await put(place, item, 'new');
    expect((await site.ask('admin', place, { method: 'DELETE' })).status).toBe(409);
    await remove(place, item);
  }
  expect(await trashOf(place)).toHaveLength(3);
  expect((await site.ask('admin', place, { method: 'DELETE' })).status).toBe(204);
  const { audit: _before, ...was } = before;
  const { audit: _after, ...is } = await storageState(site);
  expect(is).toEqual(was);
});
