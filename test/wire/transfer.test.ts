import { createHash, randomUUID } from 'node:crypto';

import { describe, expect, inject, test } from 'vitest';

import type { WireCastName } from './cast.ts';
import { ask } from './client.ts';
import { createCrate, useCrate } from './crate.ts';
import type { Item } from './item.ts';

const source = useCrate('transfer');
const target = useCrate('transferred');
const small = source.keep('creator', { name: 'small', tags: ['a', 'n:1'], map: { title: 'Ü' }, note: 'x' });
const large = source.keep('creator', { name: 'large' }, Buffer.alloc(200_000, 7));
const REFUSED: Record<number, string> = {
  401: 'Bad credentials!',
  403: "You aren't allowed in here.",
  404: "We don't have what you're looking for.",
};

interface WireLine {
  [member: string]: unknown;
  item?: Item;
  manifest?: { items: number; bytes: number; sha256: string };
  refusal?: { line: number; code: string; itemId?: string };
}

const linesOf = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as WireLine);

async function exported(path: string): Promise<string> {
  const reply = await ask('admin', `GET ${path}/export`);
  expect([reply.status, reply.headers['content-type']]).toEqual([200, 'application/x-ndjson']);
  return reply.text;
}

async function imported(path: string, body: string | readonly string[]): Promise<WireLine[]> {
  const reply = await ask('admin', `POST ${path}`, { body });
  expect([reply.status, reply.headers['content-type']]).toEqual([200, 'application/x-ndjson']);
  return linesOf(reply.text);
}

describe('a crate is moved', () => {
  test('line by line: an import of an export has the same items, and a second one changes nothing', async () => {
    const text = await exported(source.path);
    const [first, ...lines] = linesOf(text);
    expect(first).toMatchObject({ format: 1, after: null, crate: { crateId: source.crateId } });
    expect(lines.flatMap(({ item }) => item?.name ?? [])).toEqual(['small', 'large']);
    expect(lines.at(-1)?.manifest).toMatchObject({ items: 2, bytes: small().bytes + large().bytes });
    const pieces = text.match(/[^]{1,60000}/g) ?? [];
    expect((await imported(`${target.path}/import`, pieces)).at(-1)).toMatchObject({ complete: true, imported: 2 });
    expect((await imported(`${target.path}/import`, text)).at(-1)).toMatchObject({ complete: true, skipped: 2 });
    const there = (await ask('admin', `GET ${target.items}/${small().itemId}`)).item;
    const { etag, name, tags, map, note, createdAt, updatedAt } = small();
    expect(there).toMatchObject({ etag, name, tags, map, note, createdAt, updatedAt });
    const body = await ask('admin', `GET ${target.items}/${large().itemId}?download=true`);
    expect(body.bytes.equals(Buffer.alloc(200_000, 7))).toBe(true);
    const rest = (export_: string) => export_.slice(export_.indexOf('\n'));
    expect(rest(await exported(target.path))).toBe(rest(text));
  });

  test('from the line where it was cut off', async () => {
    const text = await exported(source.path);
    const after = await ask('admin', `GET ${source.path}/export?after=${small().itemId}`);
    expect(linesOf(after.text).flatMap(({ item }) => item?.name ?? [])).toEqual(['large']);
    const result = (await imported(`${target.path}/import`, text.slice(0, -30))).at(-1);
    expect(result).toMatchObject({ complete: false });
  });

  test('into copies, with ids of their own', async () => {
    const crateId = `wire-${inject('run')}-copies`;
    await createCrate(crateId, {});
    const path = `/api/storage/crates/${crateId}`;
    const answer = await imported(`${path}/import?ids=new`, await exported(source.path));
    const ids = answer.flatMap((line) => Object.entries((line.ids as Record<string, string> | undefined) ?? {}));
    expect(ids.map(([old]) => old)).toEqual([small().itemId, large().itemId]);
    for (const [, itemId] of ids) {
      expect((await ask('admin', `DELETE ${path}/items/${itemId}`, { headers: { 'if-match': '*' } })).status).toBe(204);
    }
  });
});

test('a refused line of an import is reported by its number, and the others are imported', async () => {
  const line = (more: object) => {
    const sha256 = createHash('sha256').update('').digest('hex');
    const item = { itemId: randomUUID(), collaborators: ['abc'], bytes: 0, sha256, ...more };
    return JSON.stringify({ item });
  };
  const header = '{"format":1,"crate":{"crateId":"x"}}';
  const lines = [header, line({}), line({ tags: ['a,b'] }), line({ bytes: 3 }), line({}), line({}), '{'];
  const answer = await imported(`${target.path}/import`, `${lines.join('\n')}\n{"progress":{}}\n`);
  expect(answer.flatMap(({ refusal }) => (refusal ? [[refusal.line, refusal.code]] : []))).toEqual([
    [3, 'storage.invalidLine'],
    [4, 'storage.wrongDigest'],
    [6, 'storage.notWhole'],
    [7, 'storage.invalidLine'],
  ]);
  expect(answer.at(-1)).toMatchObject({ complete: false, imported: 2, refused: 4 });
  expect((await imported(`${target.path}/import?replace=true`, 'hello')).at(-1)).toMatchObject({
    complete: false,
    imported: 0,
    problem: { code: 'storage.noExport' },
  });
});

describe('only admins move crates', () => {
  test.each<[WireCastName | undefined, number]>([
    [undefined, 401],
    ['creator', 403],
    ['staff', 403],
  ])('%s: %i', async (who, status) => {
    for (const line of [`GET ${source.path}/export`, `POST ${source.path}/import`]) {
      expect((await ask(who, line)).refusal).toEqual([status, REFUSED[status]]);
    }
  });

  test('from existing crates, with known parameters, from our own pages', async () => {
    for (const line of ['GET /api/storage/crates/none/export', 'POST /api/storage/crates/none/import']) {
      expect((await ask('admin', line)).refusal).toEqual([404, REFUSED[404]]);
    }
    const [status, sentence] = (await ask('admin', `GET ${source.path}/export?after=x`)).refusal;
    expect([status, sentence]).toEqual([400, 'Invalid after: the id of an item, or `after` of a progress line']);
    const wrong = (await ask('admin', `POST ${target.path}/import?ids=other`)).refusal;
    expect(wrong).toEqual([400, 'Invalid ids: keep or new']);
    const headers = { cookie: inject('cast').admin.cookie };
    expect((await ask(undefined, `POST ${target.path}/import`, { headers })).refusal).toEqual([
      403,
      'This did not come from our own pages. Reload and try again.',
    ]);
  });
});
