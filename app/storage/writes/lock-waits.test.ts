import { expect, test } from 'vitest';

import { sql } from '#lib/database/sql.server.ts';
import { useTestSite } from '#test/site.ts';
import type { TestSite } from '#test/site.ts';
import { strayTagRows } from '#test/storage-state.ts';
import { createCrate, createItem, dataOf } from '#test/storage.ts';

import type { Item } from '../item.ts';

const site = useTestSite();

test('a delete does not wait for additions to stats, and the stats stay with the item in the trash', async () => {
  const crate = await createCrate(site, 'knot');
  const doomed = await createItem(site, crate, 'player');
  const add = () =>
    site.ask('player', `${crate}/items/${doomed.itemId}/stats`, { method: 'PATCH', body: { changeStats: { old: 1 } } });
  await add();
  let addition: Promise<Response> | undefined;
  await site.stranger.transaction(async (stranger) => {
    await stranger.query(sql`select from item_stats where item_id = ${doomed.itemId} for update`);
    addition = add();
    await expect.poll(waiting).toBe(1);
    expect((await site.ask('player', `${crate}/items/${doomed.itemId}`, { method: 'DELETE' })).status).toBe(204);
  });
  expect((await addition)?.status).toBe(200);
  const kept = await site.parts.db.query(sql`select name, value from item_stats where item_id = ${doomed.itemId}`);
  expect(kept).toEqual([{ name: 'old', value: 2 }]);
});

async function waiting(): Promise<number> {
  const rows = await site.parts.db.query(
    sql`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
  );
  return rows.length;
}

test('two processes that change tags at once leave the rows of the tags as the item has them', async () => {
  const beside = await site.openBeside();
  const crate = await createCrate(site, 'pair');
  const { itemId } = await createItem(site, crate, 'player', { tags: ['start'] });
  const change = (at: TestSite, tag: string) =>
    at.ask('player', `${crate}/items/${itemId}/metadata`, { method: 'PUT', body: { tags: [tag, 'on'] } });
  const changes: Promise<Response>[] = [];
  // Both see the item as it was, and wait for the same stranger.
  await site.stranger.transaction(async (stranger) => {
    await stranger.query(sql`select from items where item_id = ${itemId} for update`);
    changes.push(change(site, 'left'), change(beside, 'right'));
    await expect.poll(waiting).toBe(2);
  });
  expect((await Promise.all(changes)).map(({ status }) => status)).toEqual([200, 200]);
  expect(await strayTagRows(site)).toEqual([]);
  const found = await site.ask('player', `${crate}/items?tags=on,start&count=true`);
  expect(await dataOf<number>(found)).toBe(0);
  await beside.close();
});

test('a change of tags succeeds among writers that never stop', async () => {
  const crate = await createCrate(site, 'crowd');
  const { itemId } = await createItem(site, crate, 'player');
  const done = new AbortController();
  const { signal } = done;
  const request = { method: 'PUT', body: { tags: ['through'] } };
  const holding = Promise.withResolvers<void>();
  let next = write(itemId, holding.promise);
  await next.wrote;
  const change = site.ask('player', `${crate}/items/${itemId}/metadata`, request).finally(() => done.abort());
  let release = holding.resolve;
  // Each stranger writes as soon as the one before has ended, with the change waiting in between every time.
  for (let round = 0; round < 20 && !signal.aborted; round += 1) {
    await expect.poll(() => signal.aborted || waiting(), { interval: 1 }).toBeTruthy();
    const { promise, resolve } = Promise.withResolvers<void>();
    const stranger = write(itemId, promise);
    await expect.poll(async () => signal.aborted || (await waiting()) > 1, { interval: 1 }).toBeTruthy();
    release();
    await next.ended;
    [next, release] = [stranger, resolve];
    await Promise.race([stranger.wrote, change]);
  }
  const isThrough = signal.aborted;
  release();
  await next.ended;
  expect(isThrough).toBe(true);
  expect((await change).status).toBe(200);
  const after = await dataOf<Item>(await site.ask('player', `${crate}/items/${itemId}`));
  expect(after.tags).toEqual(['through']);
});

test('a change succeeds whose first three tries other writers have made void', async () => {
  const crate = await createCrate(site, 'patience');
  const { itemId } = await createItem(site, crate, 'player');
  // As after such writers, each of these tries changes nothing, although every condition holds.
  await site.stranger.query(sql`create sequence updates_tried`);
  await site.stranger.query(sql`create function make_void() returns trigger language plpgsql as $$ begin
      return case when nextval('updates_tried') > 3 then new end;
    end $$`);
  await site.stranger.query(sql`create trigger make_void before update on items for each row
    when (old.tags = '{}') execute function make_void()`);
  const change = { method: 'PUT', body: { tags: ['through'] } };
  const response = await site.ask('player', `${crate}/items/${itemId}/metadata`, change);
  await site.stranger.query(sql`drop trigger make_void on items`);
  expect(response.status).toBe(200);
  expect((await dataOf<Item>(response)).tags).toEqual(['through']);
});

/** Holds the lock of the item until it is ended. */
function write(itemId: string, end: Promise<void>): { wrote: Promise<void>; ended: Promise<void> } {
  const { promise: wrote, resolve } = Promise.withResolvers<void>();
  const ended = site.stranger.transaction(async (stranger) => {
    await stranger.query(sql`update items set rev = rev + 1 where item_id = ${itemId}`);
    resolve();
    await end;
  });
  return { wrote, ended };
}
