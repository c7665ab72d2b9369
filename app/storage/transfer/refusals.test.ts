import { createHash } from 'node:crypto';

import { beforeAll, describe, expect, test } from 'vitest';

import { sql } from '#lib/database/sql.server.ts';
import { useTestSite } from '#test/site.ts';
import { filesOf, strayTagRows } from '#test/storage-state.ts';
import { OPEN_POLICY, createCrate, createItem, dataOf } from '#test/storage.ts';
import { exported, imported, linesOf } from '#test/transfer.ts';
import type { TransferLine } from '#test/transfer.ts';

import type { Item } from '../item.ts';

const site = useTestSite();
const HEADER = '{"format":1,"crate":{"crateId":"x"}}';
let crate: string;
let ids = 0;
beforeAll(async () => void (crate = await createCrate(site, 'target')));

const newId = () => `01900000-0000-7000-8000-${(ids += 1).toString(16).padStart(12, '0')}`;

/** The lines of one item; what `other` names stands for what is right. */
function itemLines(other: Record<string, unknown> = {}, body = 'hello'): string[] {
  const sha256 = createHash('sha256').update(body).digest('hex');
  const item = { itemId: newId(), collaborators: ['pl4yer'], bytes: Buffer.byteLength(body), sha256, ...other };
  return [
    JSON.stringify({ item }),
    ...(body === '' ? [] : [JSON.stringify({ body: Buffer.from(body).toString('base64') })]),
  ];
}

async function sendLines(lines: string[], query = '', to = crate): Promise<TransferLine[]> {
  return imported(site, to, `${[HEADER, ...lines, '{"progress":{}}'].join('\n')}\n`, query);
}

const refusalsOf = (answer: TransferLine[]) =>
  answer.flatMap(({ refusal }) => (refusal as { line: number; code: string } | undefined) ?? []);

describe('an import refuses one item with the number of its line, and takes its neighbours', () => {
  test.each<[string, Record<string, unknown>, string, string]>([
    ['a tag with a comma', { tags: ['a,b'] }, 'hello', 'storage.invalidLine'],
    ['a name that looks like an id', { name: '01890a5d-ac96-774b-bcce-b302099a8057' }, 'hello', 'storage.invalidLine'],
    ['no collaborator', { collaborators: [] }, 'hello', 'storage.invalidLine'],
    ['no id', { itemId: 'x' }, 'hello', 'storage.invalidLine'],
    ['the id of nothing', { itemId: '00000000-0000-0000-0000-000000000000' }, 'hello', 'storage.invalidLine'],
    ['a year that is none', { createdAt: '0000-01-01T00:00:00Z' }, 'hello', 'storage.invalidLine'],
    ['a revision out of range', { rev: 1e16 }, 'hello', 'storage.invalidLine'],
    ['a stat that is no number', { stats: { a: 'x' } }, 'hello', 'storage.invalidLine'],
    ['a type that is none', { mimetype: 'x\ny' }, 'hello', 'storage.invalidLine'],
    ['another digest', { sha256: '0'.repeat(64) }, 'hello', 'storage.wrongDigest'],
    ['another length', { bytes: 4 }, 'hello', 'storage.wrongDigest'],
    ['no body', { bytes: 5 }, '', 'storage.wrongDigest'],
    ['a body where none should be', { bytes: 0 }, 'hello', 'storage.wrongDigest'],
    ['a large body of another digest', { sha256: '0'.repeat(64) }, 'x'.repeat(80_000), 'storage.wrongDigest'],
    ['a large body that is too long', { bytes: 79_999 }, 'x'.repeat(80_000), 'storage.wrongDigest'],
    ['a body over the limit of the crate', { bytes: 17_000_000 }, 'x', 'storage.bodyTooLarge'],
    [
      'a map that no row holds',
      { map: Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`k${at}`, 'x'.repeat(4000)])) },
      'hello',
      'storage.invalidMetadata',
    ],
    ['a taken name', { name: 'taken' }, 'hello', 'storage.nameTaken'],
  ])('%s', async (_what, other, body, code) => {
    await sendLines(itemLines({ name: 'taken' }));
    const answer = await sendLines([...itemLines(), ...itemLines(other, body), ...itemLines()]);
    expect(refusalsOf(answer)).toMatchObject([{ line: 4, code }]);
    expect(answer.at(-1)).toMatchObject({ imported: 2, refused: 1, complete: false });
    expect(await filesOf(site)).toEqual([]);
  });

  test.each([
    ['one line', ['["a","pl4yer",1,"2026-01-01T00:00:00Z"],["a","pl4yer",2,"2026-01-02T00:00:00Z"]'], 5],
    ['two lines', ['["a","pl4yer",1,"2026-01-01T00:00:00Z"]', '["a","pl4yer",2,"2026-01-02T00:00:00Z"]'], 6],
  ])('a holder twice in %s', async (_what, records, number) => {
    const [item = '', body = ''] = itemLines();
    const lines = [...itemLines(), item, ...records.map((holders) => `{"records":[${holders}]}`), body, ...itemLines()];
    const answer = await sendLines(lines);
    const { itemId } = (JSON.parse(item) as { item: { itemId: string } }).item;
    expect(refusalsOf(answer)).toMatchObject([{ line: number, itemId, code: 'storage.invalidLine' }]);
    expect(answer.at(-1)).toMatchObject({ imported: 2, refused: 1 });
    expect(await filesOf(site)).toEqual([]);
  });

  test.each([
    ['the map', { map: { score: 0 } }, 'map.score'],
    ['a stat', { stats: { plays: 0 } }, 'stats.plays'],
  ])('a whole number in %s that JSON does not keep, with its field', async (_what, other, field) => {
    const [item = '', body = ''] = itemLines(other);
    const large = item.replace(/("score"|"plays"):0/, '$1:9007199254740993');
    const answer = await sendLines([...itemLines(), large, body, ...itemLines()]);
    expect(refusalsOf(answer)).toMatchObject([
      { line: 4, fields: { [field]: expect.stringContaining('900719925474') } },
    ]);
    expect(answer.at(-1)).toMatchObject({ imported: 2, refused: 1, complete: false });
  });

  test('but takes one that an export wrote, since it comes back as it was', async () => {
    const [item = '', body = ''] = itemLines({ map: { steam: 0 } });
    const answer = await sendLines([item.replace('"steam":0', '"steam":76561197960287940'), body]);
    expect(refusalsOf(answer)).toEqual([]);
    expect(answer.at(-1)).toMatchObject({ imported: 1, refused: 0 });
  });

  test('a record that JSON does not keep, with its line and field', async () => {
    const [item = '', body = ''] = itemLines();
    const records = '{"records":[["Best","pl4yer",9007199254740993,"2026-01-01T00:00:00Z"]]}';
    const answer = await sendLines([...itemLines(), item, records, body]);
    expect(refusalsOf(answer)).toContainEqual(
      expect.objectContaining({ line: 5, fields: { 'records.0.2': expect.any(String) } }),
    );
    expect(answer.at(-1)).toMatchObject({ imported: 1 });
  });

  test('refuses a record without a valid name', async () => {
    const [item = '', body = ''] = itemLines();
    const answer = await sendLines([
      ...itemLines(),
      item,
      '{"records":[["1","pl4yer",1,"2026-01-01T00:00:00Z"]]}',
      body,
    ]);
    expect(refusalsOf(answer).map(({ line }) => line)).toContain(5);
  });
});

describe('an import refuses a malformed line with its number, and the item before it, whose records it may have been', () => {
  test.each([
    ['no JSON', '{'],
    ['something else', '{"a":1}'],
    ['a list', '[]'],
    ['deep', '['.repeat(500)],
    ['a null character', '{"item":{"note":"\\u0000"}}'],
    ['too long', `{"item":"${'x'.repeat(300_000)}"}`],
  ])('%s', async (_what, line) => {
    const answer = await sendLines([...itemLines(), line, ...itemLines()]);
    expect(refusalsOf(answer)).toMatchObject([{ line: 2, code: 'storage.notWhole' }, { line: 4 }]);
    expect(answer.at(-1)).toMatchObject({ imported: 1, complete: false });
  });

  test('an import refuses a body or records without an item', async () => {
    const records = '{"records":[["a","b",1,"2026-01-01T00:00:00Z"]]}';
    const answer = await sendLines(['{"body":"aGVsbG8="}', records, ...itemLines()]);
    expect(refusalsOf(answer)).toMatchObject([{ line: 2 }, { line: 3 }]);
    expect(answer.at(-1)).toMatchObject({ imported: 1, complete: false });
  });

  test('an import does not read what does not begin as an export', async () => {
    for (const text of ['', 'hello', itemLines().join('\n'), '{"format":2,"crate":{"crateId":"x"}}\n']) {
      const answer = await imported(site, crate, text);
      expect(answer).toHaveLength(1);
      expect(answer[0]).toMatchObject({ complete: false, imported: 0, problem: {} });
    }
  });

  test('an import ends after a thousand refusals', async () => {
    const answer = await sendLines([...Array.from({ length: 1500 }, () => '{}'), ...itemLines()]);
    expect(refusalsOf(answer)).toHaveLength(1000);
    expect(answer.at(-1)).toMatchObject({ imported: 0, refused: 1000, problem: { code: 'storage.tooManyRefusals' } });
  });
});

describe('an import of an item that exists', () => {
  test('with other content leaves and reports it, and with replace=true changes it as any write does', async () => {
    const path = await createCrate(site, 'source', OPEN_POLICY);
    const item = await createItem(site, path, 'player', { name: 'one', tags: ['a'] }, 'old');
    await createItem(site, path, 'player', {}, 'x'.repeat(70_000));
    const changed = (await exported(site, path)).replace('"a"', '"b"');
    const left = await imported(site, path, changed);
    expect(refusalsOf(left)).toMatchObject([{ line: 2, itemId: item.itemId, code: 'storage.itemDiffers' }]);
    expect(left.at(-1)).toMatchObject({ complete: false, skipped: 1, refused: 1 });
    const replaced = await imported(site, path, changed, '?replace=true');
    expect(replaced.at(-1)).toMatchObject({ replaced: 1, skipped: 1, refused: 0 });
    const now = await dataOf<Item>(await site.ask('player', `${path}/items/${item.itemId}`));
    expect([now.tags, Number(now.etag.slice(1, -1))]).toEqual([['b'], Number(item.etag.slice(1, -1)) + 1]);
    expect((await imported(site, path, changed, '?replace=true')).at(-1)).toMatchObject({ replaced: 0, skipped: 2 });
    expect(await strayTagRows(site)).toEqual([]);
  });

  test('with another large body replaces it, and the file with it', async () => {
    const path = await createCrate(site, 'large');
    const id = newId();
    const before = (await filesOf(site)).length;
    await sendLines(itemLines({ itemId: id }, 'x'.repeat(70_000)), '', path);
    await sendLines(itemLines({ itemId: id }, 'y'.repeat(70_000)), '', path);
    expect((await filesOf(site)).length - before).toBe(1);
    await sendLines(itemLines({ itemId: id }, 'y'.repeat(70_000)), '?replace=true', path);
    const body = await (await site.ask('admin', `${path}/items/${id}?download=true`)).text();
    expect(body).toBe('y'.repeat(70_000));
  });

  test('leaves it in the trash', async () => {
    const path = await createCrate(site, 'trashing');
    const item = await createItem(site, path, 'admin');
    const text = await exported(site, path);
    await site.ask('admin', `${path}/items/${item.itemId}`, { method: 'DELETE', headers: { 'if-match': '*' } });
    expect(refusalsOf(await imported(site, path, text, '?replace=true'))).toMatchObject([
      { code: 'storage.itemTrashed' },
    ]);
  });

  test('no more, not even in the trash, gives it a higher revision than its deletion had', async () => {
    const path = await createCrate(site, 'purged');
    const item = await createItem(site, path, 'admin');
    const text = await exported(site, path);
    await site.ask('admin', `${path}/items/${item.itemId}`, { method: 'DELETE', headers: { 'if-match': '*' } });
    for (const table of ['trashed_items', 'item_versions']) {
      await site.parts.db.query(sql`delete from ${sql.raw(table)} where crate_id = 'purged'`);
    }
    expect((await imported(site, path, text)).at(-1)).toMatchObject({ imported: 1 });
    const changes = await site.parts.db.query<{ kind: string }>(
      sql`select kind from item_changes where crate_id = 'purged' order by rev`,
    );
    expect(changes.map(({ kind }) => kind)).toEqual(['create', 'delete', 'create']);
  });

  test('writes it once when it comes twice in one stream', async () => {
    const lines = itemLines();
    expect((await sendLines([...lines, ...lines])).at(-1)).toMatchObject({ imported: 1, skipped: 1 });
  });
});

test('an import with ids=new copies a crate into another, with the same ids each time, and names both ids of each item', async () => {
  const from = await createCrate(site, 'copied');
  for (let at = 0; at < 3; at += 1) await createItem(site, from, 'player', { name: `n${at}` });
  const to = await createCrate(site, 'copies');
  const text = await exported(site, from);
  const answer = await imported(site, to, text, '?ids=new');
  expect(answer.at(-1)).toMatchObject({ complete: true, imported: 3 });
  const pairs = answer.flatMap(({ ids }) => Object.entries((ids as Record<string, string> | undefined) ?? {}));
  const itemsIn = (export_: string) => linesOf(export_).flatMap(({ item }) => item ?? []);
  const copies = new Map(itemsIn(await exported(site, to)).map((item) => [item.itemId, item.name]));
  expect(pairs.map(([, copy]) => copies.get(copy))).toEqual(itemsIn(text).map(({ name }) => name));
  expect(pairs.every(([old, copy]) => old !== copy && /^[0-9a-f-]{14}8[0-9a-f]{3}-[89ab]/.test(copy))).toBe(true);
  expect((await imported(site, to, text, '?ids=new')).at(-1)).toMatchObject({ skipped: 3 });
});

test('an import takes items of people without an account, and says once of whom', async () => {
  const strangers = [['pl4yer'], ['nob0dy', 'pl4yer', 'n0one'], ['pl4yer', 'n0one']];
  const answer = await sendLines(strangers.flatMap((collaborators) => itemLines({ collaborators })));
  expect(answer.at(-1)).toMatchObject({ imported: 3, refused: 0 });
  const fields = { collaborators: 'there is no user of the id nob0dy, n0one' };
  expect(answer.flatMap(({ warning }) => warning ?? [])).toEqual([{ line: 4, itemId: expect.any(String), fields }]);
});

test('an import keeps to quotas: it takes what fits, and refuses the rest with what is left', async () => {
  const to = await createCrate(site, 'bounded', { ...OPEN_POLICY, quotas: { user: { items: 7 } } });
  const answer = await sendLines(Array.from({ length: 10 }, () => itemLines()).flat(), '', to);
  expect(answer.at(-1)).toMatchObject({ imported: 7, refused: 3 });
  expect(refusalsOf(answer)[0]).toMatchObject({ code: 'storage.overQuota', whose: 'user', kind: 'items', left: 0 });
});
