import { beforeAll, expect, test } from 'vitest';

import { api } from '#app/nouns.server.ts';
import { sql } from '#lib/database/sql.server.ts';

import { useTestSite } from '../site.ts';
import { createCrate, createItem } from '../storage.ts';

const site = useTestSite();
const ROLES = [undefined, 'player', 'creator', 'staff', 'admin', 'super'] as const;
const PAGES = [
  '/',
  '/ja-JP',
  '/games/crashlands',
  '/post/a-post',
  '/dev/mail',
  '/dev/sign-in/x',
  '/nothing',
  '/404',
  '/__manifest?paths=/about',
];
let values: Record<string, string>;

beforeAll(async () => {
  const crate = await createCrate(site, 'posts');
  const item = await createItem(site, crate, 'player', { name: 'a-post', tags: ['fresh'] });
  await createItem(site, crate, 'creator', { name: 'another', tags: ['hidden'] });
  values = { crateId: 'posts', itemId: item.itemId, userId: '@me', context: 'rumpus' };
});

/** Every row of every table, but for those of the limits, as one text for each table. */
async function everything(): Promise<Record<string, string>> {
  const tables = await site.parts.db.query<{
    name: string;
  }>(sql`select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> 'limit_leases'`);
  const rows = tables.map(async ({ name }) => {
    const [row] = await site.parts.db.query<{ digest: string }>(
      sql`select count(*) || ' ' || coalesce(md5(string_agg(to_jsonb(t)::text, ',' order by to_jsonb(t)::text)), '') as digest
        from ${sql.raw(name)} t`,
    );
    return [name, row?.digest ?? ''] as const;
  });
  return Object.fromEntries(await Promise.all(rows));
}

const addressOf = (path: string) => path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => values[name] ?? 'x');
const reads = api.map(({ call }) => call).filter(({ method, id }) => method === 'GET' && id !== 'login.logout');

test('no call that reads changes anything, whoever asks, with HEAD or GET, plain or as a download', async () => {
  const before = await everything();
  expect(Object.keys(before).length).toBeGreaterThan(8);
  expect(reads.length).toBeGreaterThan(6);
  for (const who of ROLES) {
    for (const { path } of reads) {
      for (const query of ['', '?download=true', '?count=true&limit=1', '?masquerade=authenticated']) {
        for (const method of ['GET', 'HEAD']) await site.ask(who, `${addressOf(path)}${query}`, { method });
      }
    }
  }
  expect(await everything()).toEqual(before);
});

test('no page changes anything by being looked at, whoever looks', async () => {
  const before = await everything();
  for (const who of ROLES) {
    for (const path of PAGES) {
      for (const method of ['GET', 'HEAD']) await site.ask(who, path, { method });
      await site.ask(who, `${path}${path.includes('?') ? '&' : '?'}masquerade=authenticated`);
    }
    await site.ask(who, '/_root.data');
  }
  expect(await everything()).toEqual(before);
});

test('what is compared here does show a change', async () => {
  const before = await everything();
  await site.ask('player', '/api/storage/crates/posts/items', { method: 'POST', body: 'x' });
  const changed = Object.entries(await everything()).filter(([table, digest]) => before[table] !== digest);
  expect(changed.map(([table]) => table)).toContain('items');
});
