import { randomUUID } from 'node:crypto';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';

import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';

import { toQuery, sql, SQL_CHANNEL } from '#lib/database/sql.server.ts';
import type { Sql, SqlMessage } from '#lib/database/sql.server.ts';

import { createDatabase } from './database.ts';
import { findMisfits, findTemplates, neverSent } from './statements/proof.ts';

let client: pg.Client;
beforeAll(async () => {
  const connectionString = await createDatabase(inject('databaseUrl'), `statements_${randomUUID().slice(0, 8)}`);
  client = new pg.Client({ connectionString });
  await client.connect();
  await client.query('create table planted (rev int)');
});
afterAll(() => client.end());

/** What a run writes down of statements. */
const messagesOf = (...statements: Sql[]): SqlMessage[] => {
  const messages: SqlMessage[] = [];
  const listen = (message: unknown) => void messages.push(message as SqlMessage);
  subscribe(SQL_CHANNEL, listen);
  statements.forEach(toQuery);
  unsubscribe(SQL_CHANNEL, listen);
  return messages;
};

const SOURCE = `
const whole = sql\`select rev from planted where \${condition}\`;
const part = sql\`rev = \${1}\`;
const lonely = sql\`lost = \${2}\\t\`;
const anew = sql\`\${sql.unprepared}select lost from planted\`;
// sql\`no code\`
`;
const source = { path: 'app/planted/planted.server.ts', text: SOURCE };

test('a template that no test sends is told with its place, a part of one that is sent is not', () => {
  const templates = findTemplates(source);
  const statement = (condition: Sql) => sql`select rev from planted where ${condition}`;
  const places = [2, 3, 4, 5].map((line) => `app/planted/planted.server.ts:${line}`);
  expect(neverSent(templates, [])).toEqual(places);
  expect(neverSent(templates, messagesOf(statement(sql`rev = ${1}`)))).toEqual(places.slice(2));
  expect(neverSent(templates, messagesOf(statement(sql`rev = ${1}`), statement(sql`lost = ${2}\t`)))).toEqual(
    places.slice(3),
  );
});

test('a statement that does not fit the schema is told with its place; those of tests are not asked', async () => {
  const templates = findTemplates(source);
  const messages = messagesOf(
    sql`select rev from planted where ${sql`rev = ${3}`}`,
    sql`select rev from planted where ${sql`lost = ${4}\t`}`,
    sql`select nothing from nowhere`,
    sql`${sql.unprepared}select lost from planted`,
  );
  const [misfit, unprepared, ...others] = await findMisfits(client, templates, messages);
  expect(misfit).toMatch(/^app\/planted\/planted\.server\.ts:2: column "lost" does not exist in\nselect rev/);
  expect(unprepared).toMatch(/^app\/planted\/planted\.server\.ts:5: column "lost" does not exist in\nselect lost/);
  expect(others).toEqual([]);
});

test('a statement may read a table that another makes for their transaction', async () => {
  const make = sql`create temporary table planted_plan (rev int) on commit drop`;
  const read = sql`select rev from planted_plan`;
  const templates = [make, read].map(({ strings }) => ({ place: 'planted', key: JSON.stringify(strings) }));
  const messages = messagesOf(read, make);
  expect(await findMisfits(client, templates, messages)).toEqual([]);
  expect(await findMisfits(client, templates, messages.slice(0, 1))).toHaveLength(1);
});
