import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { migrations } from '#database/migrations.ts';
import { sql } from '#lib/database/sql.server.ts';
import { useTestSite } from '#test/site.ts';

import { MIGRATION_ORDER } from './database.server.ts';

const site = useTestSite();

/** A value of each column type. */
const SAMPLES: Record<string, string> = {
  bit: '1',
  bool: 'true',
  bytea: '\\x00',
  date: '2026-11-20',
  float4: '0.5',
  float8: '1.5',
  int2: '1',
  int4: '1',
  int8: '9007199254740993',
  json: '{}',
  jsonb: '{}',
  numeric: '1.5',
  text: 'a',
  tsvector: 'a',
  timestamptz: '2026-11-20T07:30:00Z',
  uuid: '019a0000-0000-7000-8000-000000000000',
  xid8: '1',
};

test('the generated types match what the driver returns, column by column', async () => {
  const { db } = site.parts;
  const columns = await db.query<{ table_name: string; column_name: string; udt_name: string; is_nullable: string }>(
    sql`select table_name, column_name, udt_name, is_nullable from information_schema.columns
      where table_schema = 'public' order by table_name, column_name`,
  );
  const declared = declaredTypes();
  const ours = columns.filter(({ table_name }) => declared.has(table_name));
  const types = new Map<string, string>();
  for (const udt of new Set(ours.map(({ udt_name }) => udt_name))) {
    const element = udt.replace(/^_/, '');
    const sample = element === udt ? SAMPLES[udt] : `{${SAMPLES[element]}}`;
    const [row] = await db.query<{ value: unknown }>(sql`select ${sample ?? null}::${sql.raw(udt)} as value`);
    types.set(udt, /^jsonb?$/.test(udt) ? 'unknown' : typeOf(row?.value));
  }
  const read = ours.map(({ table_name, column_name, udt_name, is_nullable }) => [
    `${table_name}.${column_name}`,
    `${types.get(udt_name)}${is_nullable === 'YES' ? ' | null' : ''}`,
  ]);
  const written = [...declared].flatMap(([table, types]) =>
    [...types].map(([column, type]) => [`${table}.${column}`, type]),
  );
  expect(written.length).toBeGreaterThan(200);
  expect(Object.fromEntries(written)).toEqual(Object.fromEntries(read));
});

test('migrations are named in the order in which they were added, so that a site with older data runs each', () => {
  const added = readFileSync(MIGRATION_ORDER, 'utf8').trimEnd().split('\n');
  expect(added).toEqual(Object.keys(migrations).sort());
});

/** By table and column, as `Selectable` reads them. */
function declaredTypes(): Map<string, Map<string, string>> {
  const text = readFileSync('database/tables.ts', 'utf8');
  const bodies = new Map(
    [...text.matchAll(/export interface (\w+) \{\n([^}]*)\}/g)].map(([, name = '', body = '']) => [name, body]),
  );
  return new Map(membersOf(bodies.get('DB')).map(([table, name]) => [table, new Map(membersOf(bodies.get(name)))]));
}

function membersOf(body = ''): (readonly [string, string])[] {
  return [...body.matchAll(/^ {2}(\w+): (.+);$/gm)].map(([, name = '', type = '']) => [
    name,
    type
      .replace(/^Generated<(.+)>$/, '$1')
      .replace(/\bInt8\b/, 'string')
      .replace(/\bArrayType<(\w+)>/, '$1[]')
      .replace(/\bTimestamp\b/, 'Date'),
  ]);
}

function typeOf(value: unknown): string {
  if (Array.isArray(value)) return `${typeOf(value[0])}[]`;
  if (Buffer.isBuffer(value)) return 'Buffer';
  return value instanceof Date ? 'Date' : typeof value;
}
