import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';

import { migrations } from '#database/migrations.ts';
import { migrate } from '#lib/database/migrate.server.ts';
import type { SqlMessage } from '#lib/database/sql.server.ts';
import { migrateJobs } from '#lib/jobs/jobs.server.ts';

import { productCode, readTree } from '../architecture/source.ts';
import { createDatabase } from '../database.ts';
import { findMisfits, findTemplates, neverSent } from './proof.ts';

const folder = process.env.SQL_RECORDS ?? '';
const messages = readdirSync(folder).flatMap((name) =>
  readFileSync(join(folder, name), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as SqlMessage),
);
const templates = productCode(readTree('.')).flatMap(findTemplates);

let client: pg.Client;
beforeAll(async () => {
  const connectionString = await createDatabase(inject('databaseUrl'), 'statements');
  const pool = new pg.Pool({ connectionString });
  pool.on('error', () => undefined);
  await migrate(pool, migrations);
  await migrateJobs(pool, pino({ level: 'silent' }));
  await pool.end();
  client = new pg.Client({ connectionString });
  await client.connect();
});
afterAll(() => client.end());

test('every template of a statement is sent by a test', () => {
  expect(templates.length).toBeGreaterThan(30);
  expect(neverSent(templates, messages)).toEqual([]);
});

test('every statement that a test has sent fits the schema', async () => {
  expect(await findMisfits(client, templates, messages)).toEqual([]);
});
