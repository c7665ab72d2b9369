import { randomUUID } from 'node:crypto';

import { expect, inject, onTestFinished, test } from 'vitest';

import { migrations } from '#database/migrations.ts';
import { openDatabase } from '#lib/database/database.server.ts';
import { migrate } from '#lib/database/migrate.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import { createDatabase } from '#test/database.ts';

const MIGRATION = '0087-account-choices.sql';

test('what people chose for their alerts stays, and what a planned digest made is no choice', async () => {
  const connectionString = await createDatabase(inject('databaseUrl'), `upgrade_${randomUUID().slice(0, 8)}`);
  const db = openDatabase({ connection: { connectionString }, size: 1, statementTimeout: 30_000 });
  onTestFinished(() => db.close());
  await migrate(db.pool, Object.fromEntries(Object.entries(migrations).filter(([name]) => name < MIGRATION)));
  await db.query(sql`insert into notification_readers
    (user_id, zone, digest_hour, digest_day, quiet_from, quiet_until, next_daily_at) values
    ('all', 'Europe/Berlin', 18, 5, 22, 7, now()), ('hour', 'UTC', 7, 1, null, null, null), ('planned', 'UTC', 9, 1, null, null, now())`);
  expect(await migrate(db.pool, migrations)).toContain(MIGRATION.replace('.sql', ''));
  const rows = await db.query<{ user_id: string; chosen: object }>(sql`
    select user_id, jsonb_object_agg(name, value) as chosen from account_choices group by user_id order by user_id`);
  const hour = { zone: 'UTC', digestHour: '7', digestDay: '1', quietFrom: '', quietUntil: '' };
  const all = { zone: 'Europe/Berlin', digestHour: '18', digestDay: '5', quietFrom: '22', quietUntil: '7' };
  expect(rows).toEqual([
    { user_id: 'all', chosen: all },
    { user_id: 'hour', chosen: hour },
  ]);
  expect(await db.query(sql`select from notification_readers where next_daily_at is not null`)).toHaveLength(2);
});
