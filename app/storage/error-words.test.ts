import { beforeAll, describe, expect, test } from 'vitest';
import type * as z from 'zod/mini';

import { api } from '#app/nouns.server.ts';
import { issueWords } from '#lib/calls/issue-words.server.ts';
import { useTestSite } from '#test/site.ts';
import { OPEN_POLICY, createCrate, createItem, parametersHeader } from '#test/storage.ts';

import { ItemParameters } from './item.ts';

const site = useTestSite();
const calls = api.map(({ call }) => call).filter(({ id }) => id.startsWith('storage.'));
const LONG = 'y,'.repeat(3000);
/** Each is wrong for most fields. */
const WRONG: readonly unknown[] = [
  undefined,
  null,
  true,
  -1.5,
  1e300,
  '',
  LONG,
  '\ud800',
  'a\u200bb',
  '2026',
  '-',
  [],
  [null],
  ['', ''],
  ['\ud800'],
  {},
  { '': 1 },
  { 'a b': {} },
  { a: null },
  { to: 'king' },
  { to: 'staff', tags: [''] },
  Array.from({ length: 300 }, (_, at) => `t${at}`),
  Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`s${at}`, 1])),
];

/** The schema with wrong values in each of its places. */
function* wrongValues(schema: z.core.$ZodType): Generator {
  yield* WRONG;
  const { def } = schema._zod as unknown as { def: Record<string, unknown> };
  const inner = (def.innerType ?? def.element ?? def.valueType ?? def.in) as z.core.$ZodType | undefined;
  if (def.shape !== undefined) {
    for (const [name, field] of Object.entries(def.shape as Record<string, z.core.$ZodType>)) {
      for (const value of wrongValues(field)) yield { [name]: value };
    }
    yield { unknown: 1 };
  } else if (def.options !== undefined) {
    for (const option of def.options as z.core.$ZodType[]) yield* wrongValues(option);
  } else if (inner !== undefined) {
    for (const value of wrongValues(inner)) yield def.element ? [value] : def.valueType ? { a: value } : value;
  }
}

describe.each(calls.map((call) => [call.id, call] as const))('%s', (_, call) => {
  test('has words of its own for every wrong value of a field', () => {
    const json = typeof call.body === 'object' ? call.body.json : undefined;
    const schemas = [call.query, call.headers, json, call.body === 'bytes' ? ItemParameters : undefined];
    for (const schema of schemas.filter((one) => one !== undefined)) {
      for (const value of wrongValues(schema)) {
        const { error } = schema.safeParse(value, { error: issueWords });
        const messages = error?.issues.map(({ message }) => message) ?? [];
        expect(messages.filter((words) => words === '' || words.includes('Invalid'))).toEqual([]);
      }
    }
  });
});

let address: (path: string) => string;
beforeAll(async () => {
  const crate = await createCrate(site, 'words', OPEN_POLICY);
  const { itemId } = await createItem(site, crate, 'admin', { tags: ['a'] });
  const real: Record<string, string> = { crateId: 'words', itemId, rev: '1' };
  address = (path) => path.replaceAll(/\{(\w+)\}/g, (_, name: string) => real[name] ?? '');
});

const namesOf = (schema: unknown) => Object.keys((schema as { shape?: object } | undefined)?.shape ?? {});

async function expectFields(path: string, request: object, name: string): Promise<void> {
  const response = await site.ask('admin', path, request);
  const text = await response.text();
  expect(text).not.toContain('Invalid input');
  if (response.status !== 400) return;
  const { fields = {} } = JSON.parse(text) as { fields?: Record<string, string> };
  expect([path, Object.keys(fields).filter((field) => field.split('.')[0] === name)]).not.toEqual([path, []]);
}

describe('an answer says which field is wrong and why', () => {
  test.each(calls.map((call) => [call.id, call] as const))('%s', async (_, call) => {
    const { method } = call;
    for (const name of namesOf(call.query)) {
      await expectFields(`${address(call.path)}?${name}=${encodeURIComponent(LONG)}`, { method }, name);
    }
    const json = typeof call.body === 'object' ? call.body.json : undefined;
    for (const name of namesOf(json)) {
      const body = JSON.stringify({ [name]: '\ud800' });
      await expectFields(address(call.path), { method, body, headers: { 'content-type': 'application/json' } }, name);
    }
    for (const name of namesOf(call.headers).includes('rumpus-item-parameters') ? namesOf(ItemParameters) : []) {
      await expectFields(address(call.path), { method, body: 'x', headers: parametersHeader({ [name]: [{}] }) }, name);
    }
  });

  test('a refusal names the field, also where only the deed finds the error', async () => {
    const refusal = async (method: string, rest: string, body: unknown) => {
      const response = await site.ask('admin', address(`/api/storage/crates/{crateId}/items/${rest}`), {
        method,
        body,
      });
      return (await response.json()) as unknown;
    };
    const metadata = { status: 400, message: 'Invalid metadata' };
    expect(await refusal('PUT', '{itemId}/metadata', {})).toMatchObject({
      ...metadata,
      fields: { body: 'at least one tag or collaborator' },
    });
    expect(await refusal('PATCH', '{itemId}/metadata', {})).toMatchObject({
      ...metadata,
      fields: { body: 'at least one of name, tags, collaborators, map and note' },
    });
    expect(await refusal('PATCH', '@batch/stats', { updates: [] })).toMatchObject({
      status: 400,
      message: 'Invalid Updates',
      fields: { updates: '1 to 100 entries' },
    });
  });
});
