import { expect, test } from 'vitest';

import { sql } from '#lib/database/sql.server.ts';
import { useTestSite } from '#test/site.ts';
import { OPEN_POLICY, createCrate, dataOf } from '#test/storage.ts';

import type { Policy } from '../crates/policy.ts';
import type { Item } from '../item.ts';

const site = useTestSite();
const PEOPLE = ['player', 'creator', 'collaborator', 'staff'] as const;
const WRITERS = 16;

/** Numbers that look random and are the same in each run. */
function numbers(seed: number): (below: number) => number {
  let state = seed * 2_654_435_761 + 1;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Creates, updates and deletes as fast as it goes; gives the status of each write. */
async function storm(crate: string, writer: number, writes: number): Promise<number[]> {
  const random = numbers(writer);
  const who = PEOPLE[writer % PEOPLE.length] ?? 'player';
  const mine: string[] = [];
  const statuses: number[] = [];
  for (let count = 0; count < writes; count += 1) {
    const at = random(mine.length);
    const path = `${crate}/items/${mine[at]}`;
    const body = 'x'.repeat(random(100));
    const deed = mine.length === 0 ? 0 : random(4);
    let response: Response;
    if (deed === 0) {
      response = await site.ask(who, `${crate}/items`, { method: 'POST', body });
      if (response.ok) mine.push((await dataOf<Item>(response)).itemId);
    } else if (deed === 1) {
      response = await site.ask(who, path, { method: 'DELETE' });
      mine.splice(at, 1);
    } else {
      response = await site.ask(who, path, { method: 'PUT', body });
    }
    statuses.push(response.status);
  }
  return statuses;
}

const storms = async (crate: string, writes: number) =>
  (await Promise.all(Array.from({ length: WRITERS }, (_, writer) => storm(crate, writer, writes)))).flat();

/** What everyone holds, from the rows themselves. */
async function recount(crateId: string) {
  const rows = await site.parts.db.query<{
    user_id: string;
    bytes: number;
    items: number;
    versions: number;
  }>(sql`select user_id, sum(bytes)::int as bytes, sum(items)::int as items, sum(versions)::int as versions from (
      select user_id, bytes, 1 as items, 0 as versions from items where crate_id = ${crateId}
      union all select user_id, bytes, 0, (not trashed)::int from item_versions where crate_id = ${crateId}) held
    group by user_id order by user_id`);
  const sum = (kind: 'bytes' | 'items' | 'versions') => rows.reduce((total, row) => total + row[kind], 0);
  return [{ user_id: '', bytes: sum('bytes'), items: sum('items'), versions: sum('versions') }, ...rows];
}

const charged = (crateId: string) =>
  site.parts.db.query(
    sql`select user_id, bytes::int, items::int, versions::int from usage where crate_id = ${crateId} order by user_id`,
  );

test('after many concurrent writes at the limit of quotas every user is charged to the byte, and nobody is over', async () => {
  const quotas = { user: { bytes: 2000, items: 12, versions: 25 }, crate: { bytes: 7000, items: 40 } };
  const crate = await createCrate(site, 'storm', { ...OPEN_POLICY, keep: { versions: 3 }, quotas });
  const statuses = await storms(crate, 30);
  expect(new Set(statuses)).toEqual(new Set([200, 201, 204, 507]));
  const [whole, ...people] = await recount('storm');
  expect(await charged('storm')).toEqual([whole, ...people]);
  for (const { bytes, items, versions } of people) {
    expect([bytes <= 2000, items <= 12, versions <= 25]).toEqual([true, true, true]);
  }
  expect([whole!.bytes <= 7000, whole!.items <= 40]).toEqual([true, true]);
}, 120_000);

test('a crate whose quotas change during concurrent writes charges each write exactly once', async () => {
  const crate = await createCrate(site, 'midst');
  const change = async (policy: Policy) =>
    expect((await site.ask('admin', crate, { method: 'PUT', body: { policy } })).status).toBe(200);
  const writes = storms(crate, 30);
  for (let bytes = 1_000_000; bytes < 1_000_012; bytes += 1) {
    const quotas = { user: { bytes }, crate: { items: bytes } };
    await change(bytes % 3 === 2 ? OPEN_POLICY : { ...OPEN_POLICY, quotas });
  }
  expect(new Set(await writes)).toEqual(new Set([200, 201, 204]));
  expect(await charged('midst')).toEqual(await recount('midst'));
}, 120_000);
