import { beforeAll, expect, test, vi } from 'vitest';

import { systemCurrent } from '#app/door/parts.server.ts';
import { toQuery, sql } from '#lib/database/sql.server.ts';
import type { Sql } from '#lib/database/sql.server.ts';
import type { CastName } from '#test/cast.ts';
import { useTestSite } from '#test/site.ts';
import { OPEN_POLICY, createCrate, createItem, dataOf } from '#test/storage.ts';

import type { Item } from '../item.ts';
import { runSearch } from './searches.server.ts';

const site = useTestSite();
let crate: string;

beforeAll(async () => {
  crate = await createCrate(site, 'shared', { ...OPEN_POLICY, list: ['owner', 'staff'] });
});

const idsOf = async (who: CastName, terms: string) => {
  const found = await dataOf<Item[]>(await site.ask(who, `${crate}/items?${terms}`));
  return found.map(({ itemId }) => itemId);
};

const waitingSearches = async () => {
  const [row] = await site.parts.db.query<{ size: number }>(sql`select count(*)::int as size from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query like '%from item_tags%'`);
  return row?.size ?? 0;
};

test('searches that are the same share a statement while one waits for it, and others have their own', async () => {
  const own = await createItem(site, crate, 'player', { tags: ['one', 'two'] });
  // What it needs of crates and sessions is known then.
  await idsOf('staff', 'tags=one,-no');
  const { answers } = await site.stranger.transaction(async (stranger) => {
    await stranger.query(sql`lock table item_tags in access exclusive mode`);
    const terms = ['tags=one,-no', 'tags=two,-no'].flatMap((one) => Array.from({ length: 20 }, () => one));
    const searches = Promise.all(terms.map((one) => idsOf('staff', one)));
    await vi.waitUntil(async () => (await waitingSearches()) >= 2);
    expect(await waitingSearches()).toBe(2);
    // Not awaited before the lock is gone.
    return { answers: searches };
  });
  expect(await answers).toEqual(Array.from({ length: 40 }, () => [own.itemId]));
});

test('the same search by people of different rights finds each what they may see', async () => {
  const [mine, theirs] = [
    await createItem(site, crate, 'player', { tags: ['rights'] }),
    await createItem(site, crate, 'creator', { tags: ['rights'] }),
  ];
  const people = Array.from({ length: 8 }, () => ['player', 'creator', 'staff'] as const).flat();
  const found = await Promise.all(people.map((who) => idsOf(who, 'tags=rights,-no')));
  const wanted = { player: [mine.itemId], creator: [theirs.itemId], staff: [theirs.itemId, mine.itemId] };
  expect(found).toEqual(people.map((who) => wanted[who]));
});

test('statements that are not kept prepared share nothing by their values alone', async () => {
  const { db, actor } = systemCurrent(site.parts);
  const run = async (statement: Sql) => {
    const [row] = await runSearch<{ found: number }>({ db, actor, address: undefined }, statement, false);
    return row?.found;
  };
  const chain = (operator: string, count: number) =>
    sql`select 0 + ${sql.join(Array(count).fill(1), operator)} as found`;
  // Beyond so many variants none is prepared.
  for (let count = 1; count <= 514; count += 1) toQuery(chain(' + ', count));
  const variants = [chain(' + ', 600), chain(' - ', 600)];
  expect(variants.map((statement) => toQuery(statement).name)).toEqual([undefined, undefined]);
  const unprepared = [
    sql`${sql.unprepared}select ${1}::int as found`,
    sql`${sql.unprepared}select -${1}::int as found`,
  ];
  expect(await Promise.all([...variants, ...unprepared].map(run))).toEqual([600, -598, 1, -1]);
});

test('no search is answered from before it was asked, though another like it is on its way', async () => {
  const search = 'tags=fresh,-no&limit=128';
  await Promise.all(Array.from({ length: 128 }, () => createItem(site, crate, 'player', { tags: ['fresh'] })));
  const asking = new AbortController();
  const askOn = async () => {
    while (!asking.signal.aborted) await idsOf('player', search);
  };
  const others = [askOn(), askOn()];
  try {
    for (let written = 0; written < 40; written += 1) {
      const { itemId } = await createItem(site, crate, 'player', { tags: ['fresh'] });
      expect(await idsOf('player', search)).toContain(itemId);
    }
  } finally {
    asking.abort();
    await Promise.all(others);
  }
});
