import { beforeAll, expect, test } from 'vitest';

import { sql } from '#lib/database/sql.server.ts';
import { useTestSite } from '#test/site.ts';
import type { TestSite } from '#test/site.ts';
import { historyFaults } from '#test/storage-state.ts';
import { OPEN_POLICY, createCrate, createItem, parametersHeader } from '#test/storage.ts';

const site = useTestSite();
let plain: string;
beforeAll(async () => void (plain = await createCrate(site, 'plain', { ...OPEN_POLICY, keep: { versions: 0 } })));

async function waiting(): Promise<number> {
  const rows = await site.parts.db.query(
    sql`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
  );
  return rows.length;
}

test('of two writes under one etag one succeeds, whatever the case of the id', async () => {
  const { itemId, etag } = await createItem(site, plain, 'player');
  const put = (id: string) =>
    site.ask('player', `${plain}/items/${id}`, { method: 'PUT', body: id, headers: { 'if-match': etag } });
  const answers = await Promise.all([put(itemId), put(itemId.toUpperCase()), put(itemId), put(itemId.toUpperCase())]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 412, 412, 412]);
  expect(await historyFaults(site)).toEqual([]);
});

test('two processes that create the same names in opposite orders create each name once', async () => {
  const beside = await site.openBeside();
  const names = Array.from({ length: 24 }, (_, at) => `name ${at}`);
  const create = async (at: TestSite, name: string) =>
    (await at.ask('player', `${plain}/items`, { method: 'POST', body: 'x', headers: parametersHeader({ name }) }))
      .status;
  const statuses = await Promise.all([
    ...names.map((name) => create(site, name)),
    ...names.toReversed().map((name) => create(beside, name)),
  ]);
  await beside.close();
  expect(statuses.filter((status) => status === 201)).toHaveLength(24);
  expect(statuses.filter((status) => status === 409)).toHaveLength(24);
});

test.each(['create', 'hand-over', 'change'])(
  'a %s that deadlocks with another transaction is retried',
  async (what) => {
    const crateId = `knot-${what}`;
    const crate = await createCrate(site, crateId, { ...OPEN_POLICY, quotas: { crate: { bytes: 1e9 } } });
    const [mine, other] = [await createItem(site, crate, 'player'), await createItem(site, crate, 'player')];
    const headers = parametersHeader({ name: 'wanted' });
    const patch = (body: object) =>
      site.ask('player', `${crate}/items/${mine.itemId}/metadata`, { method: 'PATCH', body });
    const writes: Record<string, () => Promise<Response>> = {
      create: () => site.ask('player', `${crate}/items`, { method: 'POST', body: 'x', headers }),
      'hand-over': () => patch({ name: 'wanted', collaborators: mine.collaborators }),
      change: () => patch({ name: 'wanted' }),
    };
    const lost: unknown[] = [];
    let written: Promise<Response> | undefined;
    const stranger = site.stranger.transaction(async (stranger) => {
      await stranger.query(sql`update usage set bytes = bytes where crate_id = ${crateId}`);
      written = writes[what]?.();
      await expect.poll(waiting, { interval: 20 }).toBe(1);
      await stranger.query(sql`update items set name = 'wanted' where item_id = ${other.itemId}`);
    });
    await stranger.catch((error: unknown) => lost.push(error));
    // PostgreSQL lets one of the two go on; either way nobody gets an error.
    expect([200, 201, 409]).toContain((await written)?.status);
    expect(lost.length).toBe((await written)?.status === 409 ? 0 : 1);
  },
);
