import { randomBytes } from 'node:crypto';

import { beforeAll, describe, expect, test } from 'vitest';

import { sql } from '#lib/database/sql.server.ts';
import type { Sql } from '#lib/database/sql.server.ts';
import { CAST } from '#test/cast.ts';
import { useTestSite } from '#test/site.ts';
import { filesOf, strayTagRows } from '#test/storage-state.ts';
import { OPEN_POLICY, createCrate, createItem, dataOf, refusalOf } from '#test/storage.ts';
import { exported, imported, linesOf, shakenChunks } from '#test/transfer.ts';

import type { Item } from '../item.ts';

const home = useTestSite();
const away = useTestSite();
let path: string;
let text: string;
let edits = 0;

/** A crate with some of everything: stats, records of many holders, names, maps, bodies of all sizes. */
beforeAll(async () => {
  path = await createCrate(home, 'things', { ...OPEN_POLICY, stats: { likes: {} } });
  for (const [at, size] of [0, 1, 65_536, 65_537, 98_304, 300_001].entries()) {
    const parameters = {
      name: `named ${at} – é`,
      tags: ['a', `n:${at}`],
      map: { ü: 'x"\\', n: 1.5, no: null },
      note: 'a\nb',
    };
    const own = at === 1 ? { collaborators: [CAST.creator.userId, 'pl4yer', CAST.staff.userId] } : {};
    const item = await createItem(home, path, 'admin', { ...parameters, ...own }, randomBytes(size));
    if (at % 2 === 0) await addStats(item.itemId, at);
    if (at === 1) await trashOne();
  }
  for (let at = 0; at < 30; at += 1) await createItem(home, path, 'player', {}, `small ${at}`);
  const [, first] = linesOf(await exported(home, path));
  await home.parts.db.query(
    sql`insert into item_records
      select 'things', ${first?.item?.itemId ?? null}::uuid, 'long', 'u' || n, n, timestamptz '2026-01-01Z' + n * interval '1 s'
      from generate_series(1, 5000) n`,
  );
  text = await exported(home, path);
});

/** An item in the trash, which keeps its stats and records. */
async function trashOne(): Promise<void> {
  const { itemId } = await createItem(home, path, 'player');
  await addStats(itemId, 7);
  await home.ask('admin', `${path}/items/${itemId}`, { method: 'DELETE', headers: { 'if-match': '*' } });
}

async function addStats(itemId: string, value: number): Promise<void> {
  const { db } = home.parts;
  await db.query(sql`insert into item_stats (crate_id, item_id, name, value, ranked)
      values ('things', ${itemId}, 'likes', ${value}, true), ('things', ${itemId}, 'x.y', 0.1, false)`);
  await db.query(sql`insert into item_records (crate_id, item_id, name, user_id, value, created_at)
      select 'things', ${itemId}, name, user_id, ${value}, '2026-01-01 01:02:03.456Z'
      from unnest(array['time', 'constructor']) name, unnest(array['pl4yer', 'cr34tor']) user_id`);
}

test('an export has the crate’s settings, each item with its records and its body, and a manifest', () => {
  const lines = linesOf(text);
  expect(lines[0]).toMatchObject({ format: 1, after: null, crate: { crateId: 'things', maxBytes: 16_777_216 } });
  const items = lines.flatMap(({ item }) => item ?? []);
  expect(items).toHaveLength(36);
  expect(lines.at(-1)).toEqual({
    manifest: { items: 36, bytes: 529_379 + 30 * 7 + 20, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) as string },
  });
  expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThanOrEqual(256 * 1024);
  expect(lines.flatMap(({ records }) => records ?? [])).toHaveLength(5000 + 3 * 4);
});

describe('an import into another site', () => {
  let result: Record<string, unknown>[];
  beforeAll(async () => {
    const { crate } = linesOf(text)[0] as { crate: object };
    expect((await away.ask('admin', '/api/storage/crates', { method: 'POST', body: crate })).status).toBe(201);
    result = await imported(away, path, text);
  });

  test('reports its progress and that all of it came', () => {
    expect(result.at(-1)).toEqual({
      complete: true,
      imported: 36,
      replaced: 0,
      skipped: 0,
      refused: 0,
      bytes: expect.any(Number) as number,
      lastItemId: expect.any(String) as string,
    });
  });

  test('makes a crate whose export is the same', async () => {
    expect(await exported(away, path)).toBe(text);
  });

  test('makes items that every call answers as where they come from', async () => {
    const of = async (site: typeof home, query: string) => {
      const items = await dataOf<Item[]>(await site.ask('admin', `${path}/items?limit=128${query}`));
      return items.map(({ createdAgo: _created, updatedAgo: _updated, ...item }) => item);
    };
    for (const query of ['', '&tags=a', '&tags=n:1', '&sort=name', '&userId=pl4yer']) {
      expect(await of(away, query), query).toEqual(await of(home, query));
    }
    const [item] = await of(away, '&tags=n:5');
    const download = await away.ask('player', `${path}/items/${item?.itemId}?download=true`);
    const original = await home.ask('player', `${path}/items/${item?.itemId}?download=true`);
    expect(Buffer.from(await download.arrayBuffer()).equals(Buffer.from(await original.arrayBuffer()))).toBe(true);
  });

  test('writes the rows that go with an item', async () => {
    expect(await strayTagRows(away)).toEqual([]);
    const rows = async (site: typeof home) => {
      const { db } = site.parts;
      return [
        await db.query(sql`select item_id, user_id, created_at from item_shares order by 1, 2`),
        await db.query(sql`
          select i.item_id from items i join item_tags t using (crate_id, item_id) where t.ordinal <> i.ordinal`),
        await db.query(sql`
          select item_id, s.name, value from item_stats s join items using (crate_id, item_id) order by 1, 2`),
      ];
    };
    expect(await rows(away)).toEqual(await rows(home));
    const [changes] = await away.parts.db
      .query(sql`select count(*)::int, count(distinct item_id)::int as items, bool_and(kind = 'create') as created,
        bool_and(c.user_id = ${CAST.admin.userId}) as by_importer, bool_and(at > now() - interval '1 hour') as now
        from item_changes c where crate_id = 'things'`);
    expect(changes).toMatchObject({ count: 36, items: 36, created: true, by_importer: true, now: true });
    const wrong = await away.parts.db.query(sql`select from items where digest is null or digest <> sha256(body)`);
    expect(wrong).toEqual([]);
    const ranked = await away.parts.db.query<{ name: string }>(sql`select distinct name from item_stats where ranked`);
    expect(ranked).toEqual([{ name: 'likes' }]);
  });

  test('is in the audit with its numbers', async () => {
    const notes = await away.parts.db.query(
      sql`select after, user_id from audit where action = 'crate.import' order by audit_id`,
    );
    expect(notes[0]?.after).toMatchObject({ complete: true, imported: 36, skipped: 0, refused: 0 });
  });

  test('run again changes nothing', async () => {
    const again = await imported(away, path, text);
    expect(again.at(-1)).toMatchObject({ complete: true, imported: 0, skipped: 36, refused: 0 });
    expect(await exported(away, path)).toBe(text);
    expect(await filesOf(away)).toHaveLength(3);
  });
});

test('an export goes on after a place or an item that it named, and its parts make the whole', async () => {
  await createCrate(home, 'many');
  await home.parts.db.query(fillSql('many', 2500));
  const all = await exported(home, '/api/storage/crates/many');
  const place = linesOf(all).findIndex(({ progress }) => progress?.items === 2000);
  const after = linesOf(all)[place]?.progress?.after ?? '';
  const rest = await exported(home, `/api/storage/crates/many`, `?after=${after}`);
  const head = all.split('\n').slice(0, place + 1);
  expect([...head, ...rest.split('\n').slice(1)].join('\n')).toBe(all);
  await createCrate(away, 'many');
  const joined = `${head.join('\n')}\n${rest}`;
  expect((await imported(away, '/api/storage/crates/many', joined)).at(-1)).toMatchObject({
    complete: true,
    imported: 2500,
  });
  const alone = await exported(home, '/api/storage/crates/many', `?after=${after.split('.')[0]}`);
  expect(linesOf(alone).at(-1)?.manifest?.items).toBe(500);
  expect((await imported(away, '/api/storage/crates/many', alone)).at(-1)).toMatchObject({
    complete: true,
    skipped: 500,
  });
  const gap = `${all
    .split('\n')
    .slice(0, place - 5)
    .join('\n')}\n${rest}`;
  expect((await imported(away, '/api/storage/crates/many', gap)).at(-1)).toMatchObject({ complete: false });
});

describe('an export or an import needs an admin', () => {
  test.each([
    [undefined, 401],
    ['player', 403],
    ['staff', 403],
    ['admin', 200],
    ['super', 200],
  ] as const)('%s: %i', async (who, status) => {
    const response = await home.ask(who, `${path}/export`);
    await response.text();
    const sent = await home.ask(who, `${path}/import`, { method: 'POST', body: text });
    await sent.text();
    expect([response.status, sent.status]).toEqual([status, status]);
  });

  test('of an unknown crate answers 404', async () => {
    const nowhere = '/api/storage/crates/nowhere';
    for (const request of [
      home.ask('admin', `${nowhere}/export`),
      home.ask('admin', `${nowhere}/import`, { method: 'POST' }),
    ]) {
      expect(await refusalOf(await request)).toEqual([404, "We don't have what you're looking for."]);
    }
  });
});

test.each([
  ['a byte order mark', (lines: string) => `\ufeff${lines}`],
  ['CRLF', (lines: string) => lines.replaceAll('\n', '\r\n')],
  ['a blank last line', (lines: string) => `${lines}\n`],
  ['all that an editor adds', (lines: string) => `\ufeff${lines.replaceAll('\n', '\r\n')}\r\n`],
])('an import takes %s, and nothing else changes', async (_what, edit) => {
  const crate = await createCrate(away, `edited-${(edits += 1)}`, { ...OPEN_POLICY, stats: { likes: {} } });
  expect((await imported(away, crate, edit(text))).at(-1)).toMatchObject({ complete: true, refused: 0 });
  const itemsOf = (lines: string) => linesOf(lines).slice(1);
  expect(itemsOf(await exported(away, crate))).toEqual(itemsOf(text));
});

test('an import takes pieces of any size', async () => {
  const answer = await away.ask('admin', `${path}/import`, { method: 'POST', body: shakenChunks(text, 7) });
  expect(linesOf(await answer.text()).at(-1)).toMatchObject({ complete: true, skipped: 36 });
});

function fillSql(crateId: string, items: number): Sql {
  return sql`with item as (
      insert into items (crate_id, item_id, rev, name, user_id, collaborators, tags, mimetype, bytes, body, digest, created_at, updated_at)
      select ${crateId}, ('01900000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 1, null, 'pl4yer', '{pl4yer}', array['t' || n % 7],
        'text/plain', 4, 'body', sha256('body'), date_trunc('milliseconds', now()), date_trunc('milliseconds', now())
      from generate_series(1, ${items}::int) n returning *)
    insert into item_tags select crate_id, unnest(tags), created_at, item_id, ordinal from item`;
}
