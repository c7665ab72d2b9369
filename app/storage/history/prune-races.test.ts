import { expect, test } from 'vitest';

import { systemCurrent } from '#app/door/parts.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import { tick } from '#test/random-writes.ts';
import { useTestSite } from '#test/site.ts';
import { historyFaults } from '#test/storage-state.ts';
import { createCrate, createItem, dataOf } from '#test/storage.ts';

import type { Revert } from './history.ts';
import { pruneVersions } from './prune.server.ts';

const site = useTestSite();

async function waiting(): Promise<number> {
  const rows = await site.parts.db.query(
    sql`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
  );
  return rows.length;
}

test('a revert leaves items whose versions were pruned while it waited, and reports them', async () => {
  const crate = await createCrate(site, 'pruned');
  const [gone, kept] = [await createItem(site, crate, 'player'), await createItem(site, crate, 'player')];
  const to = tick(site).toISOString();
  for (const { itemId } of [gone, kept]) {
    tick(site);
    await site.ask('player', `${crate}/items/${itemId}/metadata`, { method: 'PATCH', body: { note: 'later' } });
  }
  tick(site);
  await site.ask('player', `${crate}/items/${gone.itemId}`, { method: 'DELETE' });
  tick(site);
  let reverting: Promise<Response> | undefined;
  await site.stranger.transaction(async (stranger) => {
    await stranger.query(sql`select from trashed_items where item_id = ${gone.itemId} for update`);
    reverting = site.ask('admin', `${crate}/revert`, { method: 'POST', body: { to, dryRun: false } });
    await expect.poll(waiting).toBe(1);
    const later = new Date(site.clock.now.getTime() + 800 * 86_400_000);
    await pruneVersions({ ...systemCurrent(site.parts), now: () => later });
  });
  const reverted = await dataOf<Revert>((await reverting)!);
  expect([reverted.restored.count, reverted.undeleted.count, reverted.conflicts.count]).toEqual([0, 0, 2]);
  const trash = await site.parts.db.query(sql`select from trashed_items where item_id = ${gone.itemId}`);
  expect(trash).toHaveLength(1);
  expect(await dataOf(await site.ask('player', `${crate}/items/${kept.itemId}`))).toMatchObject({ note: 'later' });
  expect(await historyFaults(site)).toEqual([]);
});

test('a deleted crate takes all of its versions along, even those that others were deleting', async () => {
  const crate = await createCrate(site, 'large');
  await site.parts.db
    .query(sql`insert into item_versions (crate_id, item_id, rev, user_id, collaborators, tags, map, mimetype,
      bytes, body, updated_at, ended_at)
    select 'large', gen_random_uuid(), 1, 'u', '{u}', '{}', '{}', 'text/plain', 0, '', now(), now()
    from generate_series(1, 12000)`);
  let ending: Promise<Response> | undefined;
  await site.stranger.transaction(async (stranger) => {
    await stranger.query(sql`delete from item_versions where ctid = any(array(
      select ctid from item_versions where crate_id = 'large' limit 5))`);
    ending = site.ask('admin', crate, { method: 'DELETE' });
    await expect.poll(waiting, { timeout: 8000 }).toBe(1);
  });
  expect((await ending)?.status).toBe(204);
  expect(await site.parts.db.query(sql`select from item_versions where crate_id = 'large'`)).toEqual([]);
});
