import { afterAll, describe, expect, test } from 'vitest';

import { sql } from '#lib/database/sql.server.ts';
import { CAST } from '#test/cast.ts';
import type { CastName } from '#test/cast.ts';
import { crateState, tick, usageOf } from '#test/random-writes.ts';
import { useTestSite } from '#test/site.ts';
import type { SiteRequest } from '#test/site.ts';
import { strayTagRows, historyFaults } from '#test/storage-state.ts';
import { OPEN_POLICY, createCrate, createItem, dataOf, etagAfter } from '#test/storage.ts';

import type { Policy } from '../crates/policy.ts';
import type { Item } from '../item.ts';
import type { Revert } from './history.ts';

const site = useTestSite();
afterAll(async () => {
  expect([...(await historyFaults(site)), ...(await strayTagRows(site))]).toEqual([]);
});

let crates = 0;
const newCrate = (policy: Policy = {}) =>
  createCrate(site, `case-${(crates += 1)}`, { ...OPEN_POLICY, history: ['owner'], ...policy });
const ask = (who: CastName | undefined, crate: string, body: unknown) =>
  site.ask(who, `${crate}/revert`, { method: 'POST', body });

async function revert(crate: string, to: Date, more: object = {}): Promise<Revert> {
  tick(site);
  const response = await ask('admin', crate, { to: to.toISOString(), dryRun: false, ...more });
  expect(response.status).toBe(200);
  return dataOf<Revert>(response);
}

async function write(crate: string, { itemId }: Item, request: SiteRequest, ending = ''): Promise<void> {
  tick(site);
  expect((await site.ask('admin', `${crate}/items/${itemId}${ending}`, request)).ok).toBe(true);
}
const rename = (crate: string, item: Item, name: string | null) =>
  write(crate, item, { method: 'PATCH', body: { name } }, '/metadata');
const remove = (crate: string, item: Item) => write(crate, item, { method: 'DELETE' });
const make = (crate: string, parameters: object = {}, body = 'hello') => {
  tick(site);
  return createItem(site, crate, 'player', parameters, body);
};
const namesOf = async (crate: string) => {
  const items = await dataOf<Item[]>(await site.ask('admin', `${crate}/items?limit=128&sort=-createdAt`));
  return items.map(({ name }) => name);
};

describe('a revert', () => {
  test('reports each item by its kind, with the version it goes back to', async () => {
    const crate = await newCrate();
    const [kept, edited, deleted] = [await make(crate), await make(crate, { name: 'edited' }), await make(crate)];
    const to = tick(site);
    await rename(crate, edited, 'other');
    const late = await make(crate, { name: 'late' });
    await remove(crate, deleted);
    await remove(crate, await make(crate));
    const rev = (item: Item) => Number(item.etag.slice(1, -1));
    expect(await revert(crate, to)).toEqual({
      crateId: crate.split('/').at(-1),
      to: to.toISOString(),
      userId: null,
      dryRun: false,
      restored: { count: 1, items: [{ itemId: edited.itemId, name: 'edited', rev: rev(edited) }] },
      trashed: { count: 1, items: [{ itemId: late.itemId, name: 'late' }] },
      undeleted: { count: 1, items: [{ itemId: deleted.itemId, name: null, rev: rev(deleted) }] },
      conflicts: { count: 0, items: [] },
    });
    const read = async ({ itemId }: Item) => dataOf<Item>(await site.ask('admin', `${crate}/items/${itemId}`));
    expect((await read(kept)).etag).toBe(kept.etag);
    expect((await read(edited)).etag).toBe(etagAfter(edited.etag, 2));
    expect((await read(deleted)).etag).toBe(etagAfter(deleted.etag, 2));
  });

  test('gives names back that items have exchanged, or that a later item has taken', async () => {
    const crate = await newCrate();
    const names = ['a', 'b', 'c', 'd'];
    const items: Item[] = [];
    for (const name of names) items.push(await make(crate, { name }));
    const to = tick(site);
    for (const item of items) await rename(crate, item, null);
    for (const [at, item] of items.slice(0, 3).entries()) await rename(crate, item, names[(at + 1) % 3] ?? null);
    const taker = await make(crate, { name: 'd' });
    expect(await namesOf(crate)).toEqual(['b', 'c', 'a', null, 'd']);
    expect((await revert(crate, to)).trashed.items).toEqual([{ itemId: taker.itemId, name: 'd' }]);
    expect(await namesOf(crate)).toEqual(names);
  });

  test('leaves an item whose name another keeps, and each whose name that one keeps in turn', async () => {
    const crate = await newCrate({ keep: { versions: 2 } });
    const a = await make(crate, { name: 'x' });
    const c = await make(crate, { name: 'y' });
    const deleted = await make(crate, { name: 'z' });
    const b = await make(crate);
    const to = tick(site);
    await rename(crate, a, 'free');
    await rename(crate, c, 'w');
    await remove(crate, deleted);
    await rename(crate, a, 'y');
    await rename(crate, c, 'z');
    // What `b` was then is no longer kept, so that it stays as it is.
    for (const name of ['1', '2', 'x']) await rename(crate, b, name);
    const before = await crateState(site, crate);
    const { conflicts, ...rest } = await revert(crate, to);
    const reasons = Object.fromEntries(conflicts.items.map(({ itemId, reason }) => [itemId, reason]));
    const taken = [a, c, deleted].map(({ itemId }) => [itemId, 'nameTaken']);
    expect(reasons).toEqual({ ...Object.fromEntries(taken), [b.itemId]: 'notKept' });
    expect([rest.restored.count, rest.trashed.count, rest.undeleted.count]).toEqual([0, 0, 0]);
    expect(await crateState(site, crate)).toEqual(before);
    await rename(crate, b, null);
    expect((await revert(crate, to)).conflicts.items).toEqual([{ itemId: b.itemId, name: null, reason: 'notKept' }]);
    expect(await namesOf(crate)).toEqual(['x', 'y', 'z', null]);
  });

  test('keeps what an item was while it was in the trash apart from what it was before', async () => {
    const crate = await newCrate();
    const item = await make(crate, { name: 'before' });
    const there = tick(site);
    await remove(crate, item);
    const gone = tick(site);
    tick(site);
    expect((await site.ask('player', `${crate}/trash/${item.itemId}/restore`, { method: 'POST' })).status).toBe(200);
    await rename(crate, item, 'after');
    expect((await revert(crate, gone)).trashed.count).toBe(1);
    expect(await namesOf(crate)).toEqual([]);
    expect((await revert(crate, there)).undeleted.count).toBe(1);
    expect(await namesOf(crate)).toEqual(['before']);
  });

  test('does not take a state that was not kept for a deletion', async () => {
    const crate = await newCrate();
    const item = await make(crate, { name: 'first' });
    const keep = async (versions: number) => {
      const policy = { ...OPEN_POLICY, keep: { versions } };
      expect((await site.ask('admin', crate, { method: 'PUT', body: { policy } })).status).toBe(200);
    };
    await rename(crate, item, 'second');
    const to = tick(site);
    await keep(0);
    await rename(crate, item, 'third');
    await keep(64);
    await rename(crate, item, 'fourth');
    const { conflicts, trashed } = await revert(crate, to);
    expect([conflicts.items, trashed.count]).toEqual([[{ itemId: item.itemId, name: 'fourth', reason: 'notKept' }], 0]);
    expect(await namesOf(crate)).toEqual(['fourth']);
  });

  test('counts everything and names the first 128', async () => {
    const crate = await newCrate();
    const to = tick(site);
    for (let at = 0; at < 130; at += 1) await make(crate);
    const dry = await revert(crate, to, { dryRun: true });
    expect([dry.trashed.count, dry.trashed.items.length]).toEqual([130, 128]);
    expect((await revert(crate, to)).trashed.count).toBe(130);
    expect(await namesOf(crate)).toEqual([]);
  });

  test('is one row of the audit, with numbers before and after, and a dry run none', async () => {
    const crate = await newCrate();
    const crateId = crate.split('/').at(-1);
    const item = await make(crate);
    const to = tick(site);
    await rename(crate, item, 'x');
    await remove(crate, await make(crate));
    await make(crate);
    await revert(crate, to, { dryRun: true });
    await revert(crate, to);
    const rows = await site.parts.db.query(
      sql`select user_id, before, after from audit where target = ${`crate/${crateId}`} and action = 'crate.revert'`,
    );
    const changes = { restored: 1, trashed: 1, undeleted: 0, conflicts: 0 };
    expect(rows).toEqual([
      {
        user_id: CAST.admin.userId,
        before: { items: 2, trash: 1 },
        after: { items: 1, trash: 2, to: to.toISOString(), userId: null, changes },
      },
    ]);
  });

  test('beyond a quota answers 507 and changes nothing', async () => {
    const crate = await newCrate({ quotas: { user: { versions: 2 }, crate: { bytes: 1e9 } } });
    const items = [await make(crate), await make(crate)];
    const to = tick(site);
    for (const item of items) await rename(crate, item, `new ${item.itemId}`);
    const before = await crateState(site, crate);
    expect((await ask('admin', crate, { to: to.toISOString(), dryRun: false })).status).toBe(507);
    expect(await crateState(site, crate)).toEqual(before);
    const { known, counted } = await usageOf(site, crate);
    expect(known).toEqual(counted);
  });
});
