import { describe, expect, test } from 'vitest';

import { sql } from '#lib/database/sql.server.ts';
import { useTestSite } from '#test/site.ts';
import { OPEN_POLICY, createCrate, createItem, dataOf, parametersHeader } from '#test/storage.ts';

import type { Policy } from '../crates/policy.ts';
import type { Item } from '../item.ts';

const site = useTestSite();
const SCHEMA: Policy['schema'] = {
  body: { type: 'object', properties: { level: { properties: { size: { type: 'integer' } } } }, required: ['level'] },
  map: { properties: { title: { type: 'string', maxLength: 8 } }, required: ['title'], additionalProperties: false },
};
const JSON_TYPE = { 'content-type': 'application/json' };
const MAP = { title: 'Tower' };

interface Refusal {
  code: string;
  message: string;
  fields: Record<string, string>;
}

async function refused(response: Response): Promise<[number, string, Record<string, string>]> {
  const { message, fields } = (await response.json()) as Refusal;
  return [response.status, message, fields];
}

const put = async (path: string, policy: Policy) => {
  const response = await site.ask('admin', path, { method: 'PUT', body: { policy } });
  expect(response.status).toBe(200);
};

function write(method: 'POST' | 'PUT', path: string, body: unknown, parameters: object = { map: MAP }, headers = {}) {
  const sent = typeof body === 'string' ? body : JSON.stringify(body);
  const all = { ...JSON_TYPE, ...parametersHeader(parameters), ...headers };
  return site.ask('creator', path, { method, body: sent, headers: all });
}

const UNFIT = 'The body does not fit the schema of the crate.';

describe('a crate with a schema', () => {
  test('takes bodies of JSON that fit, and names the field of those that do not', async () => {
    const crate = await createCrate(site, 'fitted', { ...OPEN_POLICY, schema: SCHEMA });
    const made = await write('POST', `${crate}/items`, { level: { size: 3 } });
    expect(made.status).toBe(201);
    const { itemId } = await dataOf<Item>(made);
    const cases: [unknown, Record<string, string>][] = [
      [{}, { 'body.level': 'there' }],
      [{ level: { size: 'big' } }, { 'body.level.size': 'a whole number' }],
      ['{"level":', { body: 'JSON' }],
      ['', { body: 'JSON' }],
    ];
    for (const [body, fields] of cases) {
      expect(await refused(await write('POST', `${crate}/items`, body))).toEqual([400, UNFIT, fields]);
      const changed = await write('PUT', `${crate}/items/${itemId}`, body);
      expect(await refused(changed)).toEqual([400, UNFIT, fields]);
    }
    expect(await site.parts.db.query(sql`select rev from items where crate_id = 'fitted'`)).toHaveLength(1);
    for (const type of ['application/problem+json; charset=utf-8', 'Application/JSON']) {
      const typed = await write('POST', `${crate}/items`, {}, { map: MAP }, { 'content-type': type });
      expect(typed.status).toBe(400);
    }
    const picture = await write('POST', `${crate}/items`, 'png', { map: MAP }, { 'content-type': 'image/png' });
    expect(picture.status).toBe(201);
  });

  test('checks large bodies, which are files, and leaves none of those that it refuses', async () => {
    const crate = await createCrate(site, 'large', { ...OPEN_POLICY, schema: SCHEMA });
    const pad = 'x'.repeat(100_000);
    expect((await write('POST', `${crate}/items`, { level: {}, pad })).status).toBe(201);
    const files = async () => (await Array.fromAsync(site.parts.files.listOlderThan(new Date(8e15)))).length;
    const before = await files();
    expect(await refused(await write('POST', `${crate}/items`, { pad }))).toEqual([
      400,
      UNFIT,
      { 'body.level': 'there' },
    ]);
    const huge = await write('POST', `${crate}/items`, { level: {}, pad: 'x'.repeat(1_100_000) });
    expect(await refused(huge)).toEqual([400, UNFIT, { body: 'at most 1048576 bytes of JSON' }]);
    expect(await files()).toBe(before);
  });

  test('checks the map, also what a patch makes of it', async () => {
    const crate = await createCrate(site, 'mapped', { ...OPEN_POLICY, schema: { map: SCHEMA.map } });
    const none = await write('POST', `${crate}/items`, {}, {});
    expect(await refused(none)).toEqual([400, 'Invalid metadata', { 'map.title': 'there' }]);
    const { itemId } = await createItem(site, crate, 'creator', { map: MAP });
    const path = `${crate}/items/${itemId}`;
    const patch = (map: unknown) => site.ask('creator', `${path}/metadata`, { method: 'PATCH', body: { map } });
    const cases: [unknown, Record<string, string>][] = [
      [{ title: 'far too long' }, { 'map.title': 'at most 8 characters' }],
      [{ other: 1 }, { 'map.other': 'left out' }],
      [{ title: null }, { 'map.title': 'there' }],
      [null, { 'map.title': 'there' }],
    ];
    for (const [map, fields] of cases)
      expect(await refused(await patch(map))).toEqual([400, 'Invalid metadata', fields]);
    const put = await write('PUT', path, {}, { map: {} });
    expect(await refused(put)).toEqual([400, 'Invalid metadata', { 'map.title': 'there' }]);
    expect((await dataOf<Item>(await site.ask('creator', path))).map).toEqual(MAP);
    expect((await patch({ title: 'New' })).status).toBe(200);
    expect((await write('PUT', path, { any: 1 }, {})).status).toBe(200);
  });

  test('of patches that fit alone and not together, takes one', async () => {
    const schema = { map: { maxProperties: 1 } };
    const crate = await createCrate(site, 'raced', { ...OPEN_POLICY, schema });
    const { itemId } = await createItem(site, crate, 'creator');
    const patches = Array.from({ length: 8 }, (_, at) =>
      site.ask('creator', `${crate}/items/${itemId}/metadata`, {
        method: 'PATCH',
        body: { map: { [`key${at}`]: at } },
      }),
    );
    const statuses = (await Promise.all(patches)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 400)).toHaveLength(7);
  });

  test('leaves what is there, and what does not fit can go away and come back', async () => {
    const crate = await createCrate(site, 'older');
    const { itemId, etag } = await createItem(site, crate, 'creator', { map: { odd: true } });
    const path = `${crate}/items/${itemId}`;
    await put(crate, { ...OPEN_POLICY, schema: SCHEMA });
    expect((await site.ask(undefined, path)).status).toBe(200);
    const tagged = await site.ask('creator', `${path}/metadata`, { method: 'PATCH', body: { tags: ['red'] } });
    expect(tagged.status).toBe(200);
    expect((await write('PUT', path, { level: {} }, { map: MAP })).status).toBe(200);
    const restore = `${path}/versions/${etag.slice(1, -1)}/restore`;
    const restored = await site.ask('admin', restore, { method: 'POST', headers: { 'if-match': '*' } });
    expect((await dataOf<Item>(restored)).map).toEqual({ odd: true });
  });
});

test('a change of the schema counts for every write that begins after it', async () => {
  const crate = await createCrate(site, 'changing');
  const needs = (name: string): Policy => ({ ...OPEN_POLICY, schema: { map: { required: [name] } } });
  for (let round = 0; round < 6; round += 1) {
    const [wanted, other] = round % 2 === 0 ? (['a', 'b'] as const) : (['b', 'a'] as const);
    const meanwhile = Array.from({ length: 6 }, () => write('POST', `${crate}/items`, {}, { map: { [other]: 1 } }));
    await put(crate, needs(wanted));
    const after = Array.from({ length: 6 }, () => write('POST', `${crate}/items`, {}, { map: { [other]: 1 } }));
    expect((await Promise.all(after)).map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 400));
    for (const { status } of await Promise.all(meanwhile)) expect([201, 400]).toContain(status);
    expect((await write('POST', `${crate}/items`, {}, { map: { [wanted]: 1 } })).status).toBe(201);
  }
});

test('an import is held against the schema item by item, and what is there already is skipped', async () => {
  const from = await createCrate(site, 'exported', { ...OPEN_POLICY, create: ['authenticated'] });
  for (const map of [MAP, {}, { title: 'Also' }]) await createItem(site, from, 'creator', { map });
  const stream = await (await site.ask('admin', `${from}/export`)).text();
  const into = await createCrate(site, 'imported', { ...OPEN_POLICY, schema: { map: SCHEMA.map } });
  const load = async () => {
    const headers = { 'content-type': 'application/x-ndjson' };
    const reply = await site.ask('admin', `${into}/import?ids=new`, { method: 'POST', body: stream, headers });
    const lines = (await reply.text())
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    return { last: lines.at(-1), refusals: lines.flatMap(({ refusal }) => (refusal === undefined ? [] : [refusal])) };
  };
  const first = await load();
  expect(first.last).toMatchObject({ complete: true, imported: 2, refused: 1 });
  expect(first.refusals).toMatchObject([{ message: 'Invalid metadata', fields: { 'map.title': 'there' } }]);
  expect((await load()).last).toMatchObject({ complete: true, imported: 0, skipped: 2, refused: 1 });
  await put(into, { ...OPEN_POLICY, schema: { map: { required: ['nothing'] } } });
  expect((await load()).last).toMatchObject({ imported: 0, skipped: 2, refused: 1 });
});

test('a policy with a schema that is not understood, or that could stall, is refused with its path', async () => {
  const cases: [object, string][] = [
    [{ body: { properties: { a: { pattern: '(a+)+' } } } }, 'policy.schema.body.properties.a.pattern'],
    [{ body: { $ref: 'https://example.com/' } }, 'policy.schema.body.$ref'],
    [{ map: { oneOf: [{ type: 'text' }] } }, 'policy.schema.map.oneOf.0.type'],
    [{ map: [] }, 'policy.schema.map'],
  ];
  for (const [schema, path] of cases) {
    const response = await site.ask('admin', '/api/storage/crates', {
      method: 'POST',
      body: { crateId: 'never', policy: { schema } },
    });
    const [status, , fields] = await refused(response);
    expect([status, Object.keys(fields)]).toEqual([400, [path]]);
  }
});
