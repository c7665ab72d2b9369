import { beforeAll, describe, expect, test } from 'vitest';

import { systemCurrent } from '#app/door/parts.server.ts';
import type { SiteParts } from '#app/door/parts.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import { untilFinal } from '#test/follower.ts';
import { useTestSite } from '#test/site.ts';
import { createCrate, createItem, dataOf } from '#test/storage.ts';

import type { SetName } from './set-query.ts';
import { SetsCache, sharedSetsCache } from './sets-cache.server.ts';

const site = useTestSite();
let crate: string;
beforeAll(async () => void (crate = await createCrate(site, 'busy')));

const countOf = async (tags: string, address = crate) =>
  dataOf<number>(await site.ask('staff', `${address}/items?tags=${tags}&count=true`));
const kept = () => sharedSetsCache(systemCurrent(site.parts));

/** Items as a write leaves them, made in bulk; with `isApart` each in a transaction of its own. */
async function addItems(number: number, tag: string, isApart: boolean): Promise<void> {
  await site.parts.db.query(
    sql.raw(`do $$ begin
    for n in 1..${number} loop
      with item as (
        insert into items (crate_id, item_id, rev, user_id, collaborators, tags, mimetype, bytes, body, created_at, updated_at)
        values ('busy', gen_random_uuid(), 1, 'me', '{me}', '{${tag}}', 'text/plain', 0, '', now(), now()) returning *
      ), tagged as (insert into item_tags select crate_id, tags[1], created_at, item_id, ordinal from item)
      insert into item_changes (crate_id, item_id, ordinal, rev, kind, at, tags, collaborators)
      select crate_id, item_id, ordinal, rev, 'create', updated_at, tags, collaborators from item;
      ${isApart ? 'commit;' : ''}
    end loop; end $$`),
  );
}

describe('more changes than one fetch takes', () => {
  test('are counted at once by SQL, and soon by the sets', async () => {
    expect(await countOf('small')).toBe(0);
    await addItems(6000, 'small', true);
    expect(await countOf('small')).toBe(6000);
    await expect.poll(() => kept().now('busy', (sets) => sets.count('tag:small')), { timeout: 10_000 }).toBe(6000);
  });

  test('load the sets anew when they are of one transaction', async () => {
    expect(await countOf('large')).toBe(0);
    await addItems(6000, 'large', false);
    expect(await countOf('large')).toBe(6000);
    expect(await countOf('small')).toBe(6000);
    await createItem(site, crate, 'admin', { tags: ['large'] });
    // Until then, while a transaction is older than that one, SQL counts.
    for (let turn = 0; turn < 200 && kept().lately('busy', ['tag:large']) === undefined; turn += 1) {
      expect(await countOf('large')).toBe(6001);
    }
    expect(kept().lately('busy', ['tag:large'])).toBeDefined();
  });
});

test('the cache drops sets beyond its budget, those not used for the longest first', async () => {
  const small = new SetsCache(site.parts, 4000);
  const names = Array.from({ length: 12 }, (_, at): SetName => `tag:t${at}`);
  for (const name of names) {
    await small.load('busy', [name]);
    small.lately('busy', ['tag:t0']);
  }
  expect(small.bytes).toBeLessThan(4000);
  const there = names.filter((name) => small.lately('busy', [name]) !== undefined);
  expect(there).toContain('tag:t0');
  expect(there).toContain('tag:t11');
  expect(there).not.toContain('tag:t1');
});

test('a cache without any room asks the database for nothing', async () => {
  const failures: unknown[] = [];
  const log = { warn: (failure: unknown) => void failures.push(failure) } as unknown as SiteParts['log'];
  const none = new SetsCache({ db: {} as SiteParts['db'], log }, 0);
  await none.load('busy', ['tag:small']);
  expect([failures, none.lately('busy', ['tag:small'])]).toEqual([[], undefined]);
});

test('the cache loads sets anew whose next changes were pruned', async () => {
  expect(await countOf('swept')).toBe(0);
  await createItem(site, crate, 'admin', { tags: ['swept'] });
  await site.parts.db.query(sql`delete from item_changes where crate_id = 'busy'`);
  await site.parts.db.query(
    sql`update crates set changes_from = pg_snapshot_xmax(pg_current_snapshot()) where crate_id = 'busy'`,
  );
  expect(await countOf('swept')).toBe(1);
});

test('the cache forgets the sets of a crate that is made again under its id', async () => {
  const address = await createCrate(site, 'again');
  const { itemId } = await createItem(site, address, 'admin', { tags: ['red'] });
  expect(await countOf('red', address)).toBe(1);
  await site.ask('admin', `${address}/items/${itemId}`, { method: 'DELETE' });
  expect((await site.ask('admin', address, { method: 'DELETE' })).status).toBe(204);
  await createCrate(site, 'again');
  expect(await countOf('red', address)).toBe(0);
  await createItem(site, address, 'admin', { tags: ['red'] });
  expect(await countOf('red', address)).toBe(1);
});

test('the cache answers many counts at one time by few fetches', async () => {
  await countOf('small');
  const counts = await Promise.all(Array.from({ length: 200 }, () => countOf('small')));
  expect(new Set(counts)).toEqual(new Set([6000]));
});

test('the cache forgets all sets when the connection to the database was lost, whose numbers of transactions may start anew', async () => {
  const before = await createItem(site, crate, 'admin', { tags: ['lost'] });
  // Above where the feed was read it would be fetched again, and be right again.
  await untilFinal(site);
  expect(await countOf('lost')).toBe(1);
  // What a crash can leave: a change that stands below where the feed was read.
  await site.parts.db.query(sql`delete from item_tags where crate_id = 'busy' and item_id = ${before.itemId}`);
  await site.parts.db.query(sql`update items set tags = '{}' where crate_id = 'busy' and item_id = ${before.itemId}`);
  expect(await countOf('lost')).toBe(1);
  const { epoch } = site.parts.rowCache;
  await site.parts.db.query(sql`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'listener' and datname = current_database()`);
  await expect.poll(() => site.parts.rowCache.epoch).toBeGreaterThan(epoch);
  expect(await countOf('lost')).toBe(0);
});
