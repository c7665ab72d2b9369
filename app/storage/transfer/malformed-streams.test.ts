import fc from 'fast-check';
import { expect, test } from 'vitest';

import { sql } from '#lib/database/sql.server.ts';
import { countCases } from '#test/properties/cases.ts';
import { useTestSite } from '#test/site.ts';
import { strayTagRows } from '#test/storage-state.ts';
import { createCrate, createItem } from '#test/storage.ts';
import { exported, imported, linesOf } from '#test/transfer.ts';

const site = useTestSite();
const HEADER = '{"format":1,"crate":{"crateId":"x"}}';

test('an import of any stream ends without a bug, and stores no half items', async () => {
  const to = await createCrate(site, 'noise');
  const from = await createCrate(site, 'quiet');
  for (let at = 0; at < 4; at += 1)
    await createItem(site, from, 'player', { name: `n${at}`, tags: ['t'] }, 'x'.repeat(at * 30_000));
  const whole = Buffer.from(await exported(site, from));
  const hostile = fc.oneof(
    fc.constantFrom(
      'null',
      '{"item":null}',
      '{"item":{}}',
      '{"body":5}',
      '{"manifest":{}}',
      '{"records":[]}',
      HEADER,
      '"',
      '\ufeff{}',
    ),
    fc.json({ maxDepth: 3 }),
    fc.json({ maxDepth: 2 }).map((json) => `{"item":${json}}`),
    fc
      .dictionary(fc.constantFrom('itemId', 'tags', 'bytes', 'map', 'rev', 'sha256', '__proto__'), fc.jsonValue())
      .map((item) => JSON.stringify({ item })),
    fc.string({ unit: 'binary', maxLength: 60 }),
  );
  const edit = fc.record({
    at: fc.nat(whole.length),
    drop: fc.nat(200),
    put: fc.oneof(
      hostile.map((line) => `\n${line}\n`),
      fc.string({ maxLength: 5 }),
    ),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(edit, { minLength: 1, maxLength: 4 }),
      fc.constantFrom('', '?ids=new', '?replace=true'),
      async (edits, query) => {
        let bytes = whole;
        for (const { at, drop, put } of edits)
          bytes = Buffer.concat([bytes.subarray(0, at), Buffer.from(put), bytes.subarray(at + drop)]);
        const result = (await imported(site, to, bytes, query)).at(-1);
        expect(result?.problem).not.toMatchObject({ code: 'call.serverError' });
        if (!bytes.equals(whole) && result?.complete) expect(withoutNotes(bytes)).toEqual(withoutNotes(whole));
      },
    ),
    { numRuns: countCases(100) },
  );
  expect(await strayTagRows(site)).toEqual([]);
  const { db } = site.parts;
  expect(
    await db.query(
      sql`select from items
        where digest is null or (body is not null and (digest <> sha256(body) or bytes <> length(body)))`,
    ),
  ).toEqual([]);
  expect(
    await db.query(
      sql`select from items i where not exists (
        select from item_changes c where (c.crate_id, c.item_id, c.rev) = (i.crate_id, i.item_id, i.rev))`,
    ),
  ).toEqual([]);
}, 60_000);

/** What of an export its manifest answers for; bodies are held to the digests in it. */
function withoutNotes(bytes: Buffer): unknown[] {
  return linesOf(bytes.toString()).flatMap(({ item, records }) => item ?? records ?? []);
}
