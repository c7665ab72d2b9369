import { randomBytes } from 'node:crypto';
import { readdir, readlink } from 'node:fs/promises';

import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';

import { sql } from '#lib/database/sql.server.ts';
import { countCases } from '#test/properties/cases.ts';
import { useTestSite } from '#test/site.ts';
import { filesOf, strayTagRows } from '#test/storage-state.ts';
import { createCrate, createItem } from '#test/storage.ts';
import { exported, imported, linesOf } from '#test/transfer.ts';

import type { Item } from '../item.ts';

const site = useTestSite();
let bytes: Buffer;
let text: string;
/** Where each line begins. */
let starts: number[];

beforeAll(async () => {
  const crate = await createCrate(site, 'source');
  for (let at = 0; at < 40; at += 1) {
    const size = at % 8 === 0 ? 70_000 + at * 3000 : at * 20;
    await createItem(site, crate, 'player', { name: `item-${at}`, tags: [`t${at % 3}`] }, randomBytes(size));
  }
  const empty = await createItem(site, crate, 'player', { name: 'empty' }, '');
  await site.parts.db.query(
    sql`insert into item_records
      select 'source', ${empty.itemId}, 'time', 'u' || n, n, '2026-01-01Z' from generate_series(1, 2500) n`,
  );
  await createItem(site, crate, 'player', { name: 'last' });
  text = await exported(site, crate);
  bytes = Buffer.from(text);
  starts = [0, ...[...bytes.entries()].filter(([, byte]) => byte === 10).map(([at]) => at + 1)];
});

/** A body whose sender goes away. */
function cutOff(part: Uint8Array): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start: (controller) => controller.enqueue(part),
    pull: (controller) => controller.error(new Error('gone')),
  });
}

const withoutHeader = (export_: string) => export_.slice(export_.indexOf('\n'));
let crates = 0;

test('an import that ends anywhere, and is run again, ends as if it had never been interrupted', async () => {
  const place = fc.oneof(
    fc.nat(bytes.length),
    fc.constantFrom(...starts),
    fc.constantFrom(...starts).map((at) => Math.max(0, at - 1)),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(place, { minLength: 1, maxLength: 3 }), fc.boolean(), async (places, isAbrupt) => {
      const crate = await createCrate(site, `target-${(crates += 1)}`);
      const before = (await filesOf(site)).length;
      for (const at of places) {
        const part = bytes.subarray(0, at);
        const result = (await imported(site, crate, isAbrupt ? cutOff(part) : part)).at(-1);
        // All of it may have come: who goes away without saying that it was all is cut off.
        expect(result?.complete).toBe(at >= bytes.length - 1 && !isAbrupt);
      }
      const last = (await imported(site, crate, text)).at(-1);
      expect(last).toMatchObject({ complete: true, refused: 0 });
      expect(Number(last?.imported) + Number(last?.skipped)).toBe(42);
      expect(withoutHeader(await exported(site, crate))).toBe(withoutHeader(text));
      expect((await filesOf(site)).length - before).toBe(5);
    }),
    {
      numRuns: countCases(15),
      examples: [
        [[bytes.length], true],
        [[bytes.length - 1], false],
      ],
    },
  );
  expect(await strayTagRows(site)).toEqual([]);
}, 60_000);

test('an import stores an item once the line after it has come', async () => {
  const crate = await createCrate(site, 'half');
  const lines = text.split('\n');
  const upTo = lines.findIndex((line) => line.includes('"name":"item-20"'));
  const part = Buffer.from(`${lines.slice(0, upTo).join('\n')}\n${lines[upTo]?.slice(0, 30)}`);
  expect((await imported(site, crate, cutOff(part))).at(-1)).toMatchObject({
    complete: false,
    imported: 19,
    refused: 0,
    problem: { code: 'call.bodyCutOff' },
  });
  expect(linesOf(await exported(site, crate)).at(-1)?.manifest?.items).toBe(19);
});

test('two imports of one export at one time bring everything in once', async () => {
  const crate = await createCrate(site, 'together');
  const results = await Promise.all([imported(site, crate, text), imported(site, crate, text)]);
  const [one, other] = results.map((lines) => lines.at(-1));
  for (const result of [one, other]) expect(result).toMatchObject({ complete: true, refused: 0 });
  expect(Number(one?.imported) + Number(other?.imported)).toBe(42);
  expect(withoutHeader(await exported(site, crate))).toBe(withoutHeader(text));
});

test('an export has a body that is replaced meanwhile as it then is, leaves out a deleted item, and names a lost body', async () => {
  const crate = await createCrate(site, 'shifting');
  const create = (name: string) => createItem(site, crate, 'player', { name }, randomBytes(200_000));
  const names = ['first', 'replaced', 'deleted', 'lost'];
  const made: Item[] = [];
  for (const name of names) made.push(await create(name));
  const [, replaced, deleted, lost] = made;
  const files = await site.parts.db.query<{ file_key: string }>(
    sql`select file_key from items where crate_id = 'shifting' and name <> 'first'`,
  );
  const reader = (await site.ask('admin', `${crate}/export`)).body?.getReader();
  const chunks = [(await reader?.read())?.value];
  await site.ask('player', `${crate}/items/${replaced?.itemId}`, { method: 'PUT', body: 'short' });
  await site.ask('player', `${crate}/items/${deleted?.itemId}`, { method: 'DELETE' });
  await Promise.all(files.map((row) => site.parts.files.remove(row.file_key)));
  for (let chunk = await reader?.read(); chunk?.done === false; chunk = await reader?.read()) chunks.push(chunk.value);
  const lines = linesOf(Buffer.concat(chunks.map((chunk) => chunk ?? new Uint8Array())).toString());
  expect(lines.flatMap(({ item }) => (item ? [[item.name, item.bytes]] : []))).toEqual([
    ['first', 200_000],
    ['replaced', 5],
  ]);
  expect(lines.flatMap(({ missing }) => missing ?? [])).toEqual([{ itemId: lost?.itemId }]);
  expect(lines.at(-1)?.manifest?.items).toBe(2);
});

test('an export whose reader stops leaves no file open', async () => {
  for (let at = 0; at < 30; at += 1) {
    const response = await site.ask('admin', '/api/storage/crates/source/export');
    const reader = response.body?.getReader();
    for (let chunk = 0; chunk < at % 5; chunk += 1) await reader?.read();
    await reader?.cancel();
  }
  const links = await Promise.all(
    (await readdir('/proc/self/fd')).map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')),
  );
  expect(links.filter((link) => link.includes('/files/'))).toEqual([]);
});
