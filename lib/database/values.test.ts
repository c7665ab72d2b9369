import fc from 'fast-check';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';

import { openDatabase } from './database.server.ts';
import type { Database } from './database.server.ts';
import { sql } from './sql.server.ts';
import type { Sql, SqlValue } from './sql.server.ts';

let db: Database;
beforeAll(() => {
  const connection = { connectionString: inject('databaseUrl') };
  db = openDatabase({ connection, size: 2, statementTimeout: 10_000 });
});
afterAll(() => db.close());

const back = async <Value extends SqlValue>(value: Value, type: Sql): Promise<Value | undefined> =>
  (await db.query<{ value: Value }>(sql`select ${value}::${type} as value`))[0]?.value;

test('any array of text survives a round trip', async () => {
  const text = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom('NULL', 'null', '', ' ', 'a,b', '{', '}', '"', '\\'),
  );
  const kept = text.filter((one) => !one.includes('\0') && one.isWellFormed());
  await fc.assert(
    fc.asyncProperty(fc.array(kept, { maxLength: 6 }), async (list) => {
      expect(await back(list, sql`text[]`)).toEqual(list);
    }),
    { numRuns: 300 },
  );
  expect(await back([null, 'x'], sql`text[]`)).toEqual([null, 'x']);
});

test('any moment of the years 1 to 9999 survives a round trip', async () => {
  const date = fc.date({
    min: new Date('0001-01-02T00:00:00Z'),
    max: new Date('9999-12-30T00:00:00Z'),
    noInvalidDate: true,
  });
  await fc.assert(
    fc.asyncProperty(date, async (moment) => {
      expect(await back(moment, sql`timestamptz`)).toEqual(moment);
    }),
    { numRuns: 300 },
  );
  for (const text of ['infinity', '0044-03-15 BC', '2026-11-20 12:00:00.123456+05:30', null]) {
    const [row] = await db.query<{ value: unknown }>(sql`select ${text}::timestamptz as value`);
    expect(typeof row?.value).toMatch(/object|number/);
  }
});
