import { afterAll, beforeAll, expect, inject, test } from 'vitest';

import { isSqlState, openDatabase } from './database.server.ts';
import type { Database } from './database.server.ts';
import { queryWithin } from './query-within.server.ts';
import { sql } from './sql.server.ts';

let database: Database;
beforeAll(() => {
  const connection = { connectionString: inject('databaseUrl') };
  database = openDatabase({ connection, size: 2, statementTimeout: 20_000 });
});
afterAll(() => database.close());

const sleep = (seconds: number | string, turn: number) =>
  sql`select pg_sleep(${seconds}) is null as done, ${turn}::int as turn`;

test('a statement is cancelled when its time is over, before it ends and before the limit of the pool', async () => {
  const error: unknown = await queryWithin(database, 50, sleep(15, 1)).catch((refusal: unknown) => refusal);
  expect(isSqlState(error, '57014')).toBe(true);
});

test('a statement is cancelled even when all connections of the pool are taken, and no other ends with it', async () => {
  const slow = () => queryWithin(database, 50, sleep(15, 1)).catch((error: unknown) => isSqlState(error, '57014'));
  const quick = (turn: number) => queryWithin<{ turn: number }>(database, 5000, sleep(0, turn));
  const answers = await Promise.all([slow(), slow(), ...Array.from({ length: 40 }, (_, turn) => quick(turn))]);
  expect(answers.slice(0, 2)).toEqual([true, true]);
  expect(answers.slice(2).map((rows) => (Array.isArray(rows) ? rows[0]?.turn : rows))).toEqual([...Array(40).keys()]);
});

test('a statement in time answers, and a refused one throws what PostgreSQL says', async () => {
  expect(await queryWithin<{ turn: number }>(database, 5000, sleep(0, 7))).toMatchObject([{ turn: 7 }]);
  const error: unknown = await queryWithin(database, 5000, sleep('soon', 1)).catch((refusal: unknown) => refusal);
  expect(isSqlState(error, '22P02')).toBe(true);
});
