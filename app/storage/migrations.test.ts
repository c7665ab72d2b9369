import { createHash, randomUUID } from 'node:crypto';

import { afterAll, beforeAll, expect, inject, test } from 'vitest';

import { migrations } from '#database/migrations.ts';
import { openDatabase } from '#lib/database/database.server.ts';
import type { Database } from '#lib/database/database.server.ts';
import { migrate } from '#lib/database/migrate.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import { createDatabase } from '#test/database.ts';

const FIRST = '0001-foundation.sql';
let db: Database;

beforeAll(async () => {
  const connectionString = await createDatabase(inject('databaseUrl'), `upgrade_${randomUUID().slice(0, 8)}`);
  db = openDatabase({ connection: { connectionString }, size: 1, statementTimeout: 30_000 });
  await migrate(db.pool, { [FIRST]: migrations[FIRST] ?? '' });
  await db.query(sql`insert into crates (crate_id, name, policy) values ('old', 'Old', '{"leastRecords":["Time"]}')`);
  await db.query(sql`insert into items (crate_id, item_id, rev, user_id, collaborators, tags, mimetype, bytes, body, file_key, created_at, updated_at)
      select 'old', gen_random_uuid(), 7, 'a', case when n % 2 = 0 then '{a,b,c}' else '{a}' end::text[], '{x,y:z}',
        'text/plain', 5, case when n < 3 then 'hello'::bytea end, case when n = 3 then 'key' end, now(), now()
      from generate_series(0, 3) n`);
  await db.query(sql`insert into item_tags select crate_id, unnest(tags), created_at, item_id from items`);
  await db.query(sql`insert into item_stats select crate_id, item_id, 'plays', 3 from items`);
  expect(await migrate(db.pool, migrations)).not.toContain(FIRST.replace('.sql', ''));
});

afterAll(() => db.close());

test('the migrations keep items of an older database and give them ordinals, digests, shares and rules of records', async () => {
  const items = await db.query<{ ordinal: string; digest: Buffer | null; body: Buffer | null }>(
    sql`select ordinal, digest, body from items`,
  );
  expect(new Set(items.map(({ ordinal }) => ordinal)).size).toBe(4);
  const digest = createHash('sha256').update('hello').digest();
  for (const item of items) expect(item.digest).toEqual(item.body === null ? null : digest);
  expect(await db.query(sql`select from item_tags t join items i using (crate_id, item_id, ordinal)`)).toHaveLength(8);
  const shares = await db.query(
    sql`select s.user_id from item_shares s join items using (crate_id, item_id, ordinal) order by 1`,
  );
  expect(shares.map(({ user_id: user }) => user as string)).toEqual(['b', 'b', 'c', 'c']);
  expect(await db.query(sql`select from item_stats where value = 3 and not ranked`)).toHaveLength(4);
  const [crate] = await db.query(sql`select policy from crates`);
  expect(crate).toEqual({ policy: { records: { Time: { best: 'min' } } } });
});
