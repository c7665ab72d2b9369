import { beforeAll, describe, expect, test } from 'vitest';

import { systemCurrent } from '#app/door/parts.server.ts';
import type { Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';
import { linksOf } from '#test/links.ts';
import { useTestSite } from '#test/site.ts';
import { OPEN_POLICY, createCrate, dataOf } from '#test/storage.ts';

import { setNamesIn, setQueryFor } from '../counts/set-query.ts';
import { sharedSetsCache } from '../counts/sets-cache.server.ts';
import { getCrate } from '../crates/crates.server.ts';
import type { Item } from '../item.ts';
import { manyItems } from '../rows.server.ts';
import type { ItemRow } from '../rows.server.ts';
import { chooseScan, planAfter } from './scan-plan.server.ts';
import { SearchQuery } from './search.ts';
import { prepareSearch } from './searches.server.ts';
import { pageStatement } from './statement.server.ts';

const site = useTestSite();
let crate: string;

/** The older half carries `old`, the newer `new`; a third is `third`, a few old ones are `rare`. */
beforeAll(async () => {
  crate = await createCrate(site, 'ways', { ...OPEN_POLICY, stats: { plays: {}, score: {} } });
  const { db } = site.parts;
  await db.query(sql`insert into items
      (crate_id, item_id, rev, name, user_id, collaborators, tags, mimetype, bytes, body, created_at, updated_at)
    select 'ways', gen_random_uuid(), 1, case when n % 2 = 0 then 'name-' || n end, 'me', '{me}',
      array_remove(array['all', case when n <= 5000 then 'old' else 'new' end, case when n % 3 = 0 then 'third' end,
        case when n % 500 = 1 and n <= 5000 then 'rare' end], null),
      'text/plain', 0, '', timestamptz '2026-01-01' + n * interval '1 second',
      timestamptz '2026-02-01' + (n * 7919 % 9973) * interval '1 second' from generate_series(1, 10000) n order by n`);
  await db.query(sql`insert into item_tags select crate_id, unnest(tags), created_at, item_id, ordinal from items`);
  await db.query(sql`insert into item_stats (crate_id, item_id, name, value, ranked)
    select crate_id, item_id, 'plays', ordinal % 7, true from items where ordinal % 5 = 0
    union all select crate_id, item_id, 'score', ordinal % 11, true from items`);
  await db.query(sql`analyze`);
});

const wayFor = async (query: Record<string, string>) => {
  const current = systemCurrent(site.parts);
  const plan = await prepareSearch(current, await getCrate(current, 'ways'), SearchQuery.parse(query));
  const way = await chooseScan(current, plan);
  if (way.by === 'stat') return `the stat ${way.stat}`;
  if (way.by === 'words') return 'the words';
  return way.by === 'tag' ? `the tag ${way.tag}` : way.by === 'items' ? `${way.ordinals.length} items` : 'the order';
};

const loadSets = async (query: Record<string, string>) => {
  const current = systemCurrent(site.parts);
  const { access } = await prepareSearch(current, await getCrate(current, 'ways'), SearchQuery.parse(query));
  await sharedSetsCache(current).load('ways', [...setNamesIn(setQueryFor(access, SearchQuery.parse(query))), 'all']);
};

async function walk(query: Record<string, string>): Promise<string[]> {
  const ids: string[] = [];
  let address: string | undefined = `${crate}/items?${new URLSearchParams(query)}`;
  while (address !== undefined && ids.length < 1000) {
    const response: Response = await site.ask('staff', address);
    ids.push(...(await dataOf<Item[]>(response)).map(({ itemId }) => itemId));
    address = linksOf(response).next;
  }
  return ids;
}

const SEARCHES: [query: Record<string, string>, before: string, after: string][] = [
  [{}, 'the order', 'the order'],
  [{ tags: 'third' }, 'the tag third', 'the tag third'],
  [{ tags: 'third,rare' }, 'the tag rare', 'the tag rare'],
  [{ tags: 'all,third' }, 'the tag all', 'the tag third'],
  // Its newest hits stand far down in the other's list.
  [{ tags: 'third,old' }, 'the tag third', 'the tag old'],
  [{ tags: 'third,old', sort: '-createdAt' }, 'the tag third', 'the tag third'],
  // Tags that exclude each other, and exclusions that leave next to nothing.
  [{ tags: 'old,new' }, 'the tag old', '0 items'],
  [{ tags: '-old,-new' }, 'the order', '0 items'],
  [{ tags: 'all,-old,-new' }, 'the tag all', '0 items'],
  [{ tags: '-new,-third', sort: 'updatedAt' }, 'the order', 'the order'],
  [{ tags: 'rare', sort: 'updatedAt' }, 'the tag rare', 'the tag rare'],
  [{ tags: 'third', sort: 'updatedAt' }, 'the order', 'the order'],
  [{ tags: 'old,new', sort: 'updatedAt' }, 'the order', '0 items'],
  [{ tags: 'rare', sort: 'name' }, 'the tag rare', 'the tag rare'],
  // Words that fill a page soon, that one item far down has, and that none has: in any order, all items lie before its end.
  [{ q: 'name' }, 'the order', 'the order'],
  [{ q: '4242' }, 'the words', 'the words'],
  [{ q: 'name 4242', sort: 'updatedAt' }, 'the words', 'the words'],
  [{ q: 'nowhere' }, 'the words', 'the words'],
  [{ q: 'name', tags: 'third' }, 'the tag third', 'the tag third'],
  [{ q: '4242', tags: 'third' }, 'the words', 'the words'],
  [{ q: 'name', tags: 'rare' }, 'the tag rare', 'the tag rare'],
  [{ q: '4240', sort: 'stats.plays' }, 'the words', 'the words'],
  [{ tags: 'old,new', sort: 'name' }, 'the order', '0 items'],
  [{ tags: 'rare', sort: 'stats.plays' }, 'the tag rare', 'the tag rare'],
  [{ tags: 'third', sort: '-stats.plays' }, 'the order', 'the order'],
  [{ tags: 'old,new', sort: 'stats.plays' }, 'the order', '0 items'],
  [{ tags: 'old', names: 'name-2,name-9998' }, 'the order', 'the order'],
  // All items have a score, a fifth of them plays.
  [{ stats: 'plays>=6' }, 'the stat plays', 'the stat plays'],
  [{ stats: 'plays>=6,plays<6' }, 'the stat plays', 'the stat plays'],
  [{ stats: 'score>=0' }, 'the order', 'the order'],
  [{ stats: 'score>=1', tags: 'third' }, 'the tag third', 'the tag third'],
  [{ stats: 'score>=0,plays=3', sort: 'updatedAt' }, 'the stat plays', 'the stat plays'],
  [{ stats: 'plays>=0', tags: 'rare' }, 'the tag rare', 'the tag rare'],
  [{ stats: 'plays>=0', tags: 'old,new' }, 'the stat plays', '0 items'],
  [{ stats: 'plays=3', sort: 'stats.plays' }, 'the order', 'the order'],
  [{ stats: 'plays>1,plays<=3', sort: '-stats.plays', tags: 'third' }, 'the order', 'the order'],
  [{ stats: 'plays=3', sort: 'stats.score', tags: '-old' }, 'the stat plays', 'the stat plays'],
];

const COLUMNS: Record<string, string> = { createdAt: 'created_at', updatedAt: 'updated_at', name: 'sort_name' };

/** The same in plain SQL that reads everything. */
async function naive({
  tags = '',
  names,
  stats = '',
  sort = 'createdAt',
  q = '',
}: Record<string, string | undefined>): Promise<string[]> {
  const terms = tags.split(',').filter(Boolean);
  const column = sql.raw(COLUMNS[sort.replace('-', '')] ?? 's.value');
  const direction = sort.startsWith('-') ? sql`asc` : sql`desc`;
  const stat = sort.split('stats.')[1];
  const ranked =
    stat === undefined
      ? sql.empty
      : sql`join item_stats s on s.crate_id = i.crate_id and s.item_id = i.item_id and s.name = ${stat}`;
  const bounds = (SearchQuery.parse({ stats }).stats ?? []).map(
    (bound) => sql`exists (select from item_stats b where b.crate_id = i.crate_id and b.item_id = i.item_id
      and b.name = ${bound.stat} and b.value ${sql.raw(bound.operator)} ${bound.value})`,
  );
  const included = terms.filter((term) => !term.startsWith('-'));
  const excluded = terms.filter((term) => term.startsWith('-')).map((term) => term.slice(1));
  const named = names === undefined ? sql`true` : sql`i.name = any(${names.split(',')})`;
  const words = q.split(' ').filter(Boolean);
  const rows = await site.parts.db.query<Pick<Row<'items'>, 'item_id'>>(sql`
    select i.item_id from items i ${ranked}
    where i.tags @> ${included} and not i.tags && ${excluded} and ${named}
      and ${sql.join([sql`true`, ...bounds], ' and ')}
      and (${words.length} = 0 or string_to_array(i.name, '-') @> ${words})
    order by ${column} ${direction}, i.item_id ${direction} limit 1000`);
  return rows.map((row) => row.item_id);
}

describe('a search scans the fewest rows', () => {
  test.each(SEARCHES)('%o without the sets: %s', async (query, before) => {
    expect(await wayFor({ limit: '100', ...query })).toBe(before);
  });
});

describe('a search with loaded sets scans the fewest rows', () => {
  test.each(SEARCHES)('%o: not %s, but %s', async (query, _, after) => {
    const terms = { limit: '100', ...query };
    const expected = await naive(query);
    expect(await walk(terms)).toEqual(expected);
    await loadSets(terms);
    expect(await wayFor(terms)).toBe(after);
    expect(await walk(terms)).toEqual(expected);
  });
});

test.each<Record<string, string>>([
  { stats: 'score>=9' },
  { stats: 'score<2,plays>=1', sort: '-createdAt' },
  { stats: 'score=4', tags: 'third,-old', sort: 'updatedAt' },
])('the second try of a search for %o goes through the same items, there and back', async (query) => {
  const current = systemCurrent(site.parts);
  const search = await prepareSearch(
    current,
    await getCrate(current, 'ways'),
    SearchQuery.parse({ limit: '64', ...query }),
  );
  const second = planAfter(search, { by: 'order', isLong: false });
  if (second === undefined) throw new Error('there is none');
  const read = async (from: Parameters<typeof pageStatement>[2], plan: typeof second) => {
    const rows = await site.parts.db.query<ItemRow>(pageStatement(search, plan, from));
    return rows.map((row) => row.item_id);
  };
  const expected = await naive(query);
  const order = { by: 'order', isLong: false } as const;
  expect(await read(undefined, second)).toEqual(expected.slice(0, 65));
  const [middle] = await manyItems(current, await getCrate(current, 'ways'), [
    ...(await site.parts.db.query<ItemRow>(pageStatement(search, order, undefined))).slice(40, 41),
  ]);
  const value = query['sort'] === 'updatedAt' ? middle!.updatedAt : middle!.createdAt;
  for (const backward of [false, true]) {
    const from = { position: { value, itemId: middle!.itemId }, backward };
    expect(await read(from, second)).toEqual(await read(from, order));
  }
  expect(expected.length).toBeGreaterThan(65);
});

test('a walk for a stat that takes too long is begun again without its tag, by the rows of the stat', async () => {
  const found = await site.stranger.transaction(async (stranger) => {
    await stranger.query(sql`lock table item_tags in access exclusive mode`);
    return site.ask('staff', `${crate}/items?tags=all&stats=score%3E%3D9&limit=9`);
  });
  expect(found.status).toBe(200);
  const ids = (await dataOf<Item[]>(found)).map(({ itemId }) => itemId);
  expect(ids).toEqual((await naive({ tags: 'all', stats: 'score>=9' })).slice(0, 9));
});

test('a page finds records and stats by the keys of its own items, however many there are of others', async () => {
  const { db } = site.parts;
  await db.query(sql`insert into item_records (crate_id, item_id, name, user_id, value, created_at)
    select 'elsewhere', gen_random_uuid(), 'best', 'somebody', 1, now() from generate_series(1, 3000)`);
  // Several per item and two crates mixed: a planner that expects slow random pages reads those by a bitmap.
  await db.query(sql`insert into item_stats (crate_id, item_id, name, value)
    select case when n % 2 = 0 then 'elsewhere' else 'nowhere' end, item_id, 'stat ' || n, 1
    from (select gen_random_uuid() as item_id from generate_series(1, 2500)) o, generate_series(1, 16) n`);
  await db.query(sql`analyze item_records, item_stats`);
  const current = systemCurrent(site.parts);
  const search = await prepareSearch(current, await getCrate(current, 'ways'), SearchQuery.parse({ limit: '20' }));
  const page = pageStatement(search, await chooseScan(current, search), undefined);
  const rows = await db.query<{ 'QUERY PLAN': string }>(sql`explain ${page}`);
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  for (const scan of [
    'Index Only Scan using item_records_\\w+ on item_records r',
    'Index Scan using item_stats_pkey on item_stats s',
  ]) {
    expect(plan).toMatch(
      new RegExp(`${scan} .*\\n\\s+Index Cond: \\(\\(crate_id = i\\.crate_id\\) AND \\(item_id = i\\.item_id\\)\\)`),
    );
  }
});
