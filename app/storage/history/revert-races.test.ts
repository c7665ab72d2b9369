import { afterAll, describe, expect, test } from 'vitest';

import { sql } from '#lib/database/sql.server.ts';
import { tick, usageOf } from '#test/random-writes.ts';
import { useTestSite } from '#test/site.ts';
import { strayTagRows, historyFaults } from '#test/storage-state.ts';
import { OPEN_POLICY, createCrate, createItem, dataOf } from '#test/storage.ts';

import type { Policy } from '../crates/policy.ts';
import type { Item } from '../item.ts';

const site = useTestSite();
afterAll(async () => {
  expect([...(await historyFaults(site)), ...(await strayTagRows(site))]).toEqual([]);
});

const POLICY: Policy = { ...OPEN_POLICY, quotas: { user: { bytes: 1e12 }, crate: { bytes: 1e12 } } };
const make = (crate: string, parameters: object) => {
  tick(site);
  return createItem(site, crate, 'player', parameters);
};
const rename = (crate: string, { itemId }: Item, name: string | null) => {
  tick(site);
  return site.ask('player', `${crate}/items/${itemId}/metadata`, { method: 'PATCH', body: { name } });
};
const revert = (crate: string, to: Date) => {
  tick(site);
  return site.ask('admin', `${crate}/revert`, { method: 'POST', body: { to: to.toISOString(), dryRun: false } });
};

async function waiting(): Promise<number> {
  const rows = await site.parts.db.query(
    sql`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
  );
  return rows.length;
}

describe('a revert', () => {
  test('leaves and reports what someone is changing when it begins', async () => {
    const crate = await createCrate(site, 'busy', POLICY);
    const [busy, idle] = [await make(crate, { name: 'busy' }), await make(crate, { name: 'idle' })];
    const to = tick(site);
    for (const item of [busy, idle]) await rename(crate, item, null);
    const pending: Promise<Response>[] = [];
    await site.stranger.transaction(async (stranger) => {
      await stranger.query(sql`select from items where item_id = ${busy.itemId} for update`);
      pending.push(rename(crate, busy, 'later'));
      await expect.poll(waiting).toBe(1);
      pending.push(revert(crate, to));
      await expect.poll(waiting).toBe(2);
    });
    const [changed, done] = await Promise.all(pending);
    expect(changed?.status).toBe(200);
    const conflicts = { count: 1, items: [{ itemId: busy.itemId, name: null, reason: 'changedMeanwhile' }] };
    expect(done && (await dataOf(done))).toMatchObject({ restored: { count: 1 }, conflicts });
    const names = await dataOf<Item[]>(await site.ask('player', `${crate}/items?sort=-createdAt`));
    expect(names.map(({ name }) => name)).toEqual(['later', 'idle']);
  });

  test('beside other writes keeps all rows consistent, and neither refuses nor blocks them without a reason', async () => {
    const crate = await createCrate(site, 'crowded', POLICY);
    const items = await Promise.all(
      Array.from({ length: 12 }, (_, at) => make(crate, { name: `p${at}`, tags: ['a'] })),
    );
    const to = tick(site);
    const path = (at: number) => `${crate}/items/${items[at % 12]?.itemId}`;
    const deeds: ((at: number) => Promise<Response>)[] = [
      (at) => site.ask('player', path(at), { method: 'PUT', body: `${at}` }),
      (at) =>
        site.ask('player', `${path(at)}/metadata`, {
          method: 'PATCH',
          body: { tags: [`t${at % 3}`], name: `p${at % 5}` },
        }),
      (at) => site.ask('player', path(at), { method: 'DELETE' }),
      (at) => site.ask('player', path(at).replace('items', 'trash').concat('/restore'), { method: 'POST' }),
      () => revert(crate, to),
      (at) => site.ask('player', `${crate}/items`, { method: 'POST', body: `${at}` }),
    ];
    const statuses = await Promise.all(
      Array.from({ length: 240 }, async (_, at) => (await deeds[at % 6]?.(at))?.status),
    );
    // Forty reverts at once are more than the heavy connections take.
    const expected = (at: number) => (at % 6 === 4 ? [200, 503] : [200, 201, 204, 404, 409]);
    expect(statuses.filter((status, at) => !expected(at).includes(status ?? 0))).toEqual([]);
    expect((await revert(crate, to)).status).toBe(200);
    const { known, counted } = await usageOf(site, crate);
    expect(known).toEqual(counted);
  });
});
