import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';

import { inTransaction } from '#app/current/current.server.ts';
import { systemCurrent } from '#app/door/parts.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import { CAST } from '#test/cast.ts';
import type { CastName } from '#test/cast.ts';
import { countCases } from '#test/properties/cases.ts';
import { useTestSite } from '#test/site.ts';
import type { TestSite } from '#test/site.ts';
import { createCrate, createItem, dataOf } from '#test/storage.ts';

import { accessTo, mayAct } from '../crates/policy.ts';
import type { Policy } from '../crates/policy.ts';
import type { Item } from '../item.ts';
import { updateMetadata } from '../writes/updates.server.ts';
import type { SetName } from './set-query.ts';
import { sharedSetsCache } from './sets-cache.server.ts';

const site = useTestSite();
const TAGS = ['red', 'green', 'kind:level', 'kind:maker', 'kind', 'hidden', 'unlisted'];
const WHO: (CastName | undefined)[] = [undefined, 'player', 'creator', 'collaborator', 'staff'];
const POLICY: Policy = {
  list: ['owner', 'collaborator', 'staff', { to: 'public', tags: ['red'] }, { to: 'authenticated', tags: ['-green'] }],
  read: ['public'],
  create: ['authenticated'],
  update: ['public'],
  delete: ['public'],
  tag: ['public'],
  collaborate: ['public'],
  hide: { hidden: 'staff', unlisted: 'direct' },
};
let beside: TestSite;
let crate: string;
beforeAll(async () => {
  crate = await createCrate(site, 'counted', POLICY);
  beside = await site.openBeside();
  return () => beside.close();
});

interface CountedItem {
  tags: string[];
  collaborators: string[];
}

/** What the rows themselves say, judged one by one. */
async function naive(who: CastName | undefined, included: string[], excluded: string[]): Promise<CountedItem[]> {
  const actor = who === undefined ? { userId: undefined, role: 'public' as const } : CAST[who];
  const access = accessTo(POLICY, 'list', { userId: actor.userId, role: actor.role as 'staff' }, false);
  const rows = await site.parts.db.query<CountedItem & object>(
    sql`select tags, collaborators from items where crate_id = 'counted'`,
  );
  return rows.filter(
    (row) =>
      mayAct(access, row) &&
      included.every((tag) => row.tags.includes(tag)) &&
      !excluded.some((tag) => row.tags.includes(tag)),
  );
}

function facetsOf(rows: CountedItem[], keys: string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const tag of rows.flatMap(({ tags }) => tags)) {
    if (keys.some((key) => tag === key || tag.startsWith(`${key}:`))) counts[tag] = (counts[tag] ?? 0) + 1;
  }
  return counts;
}

const some = fc.subarray(TAGS, { maxLength: 3 });
const writes = fc.record({
  kind: fc.constantFrom('create', 'create', 'tag', 'share', 'delete'),
  at: fc.nat(1000),
  tags: some,
  owner: fc.constantFrom('player', 'creator', 'collaborator'),
  isShared: fc.boolean(),
  isBeside: fc.boolean(),
});
type CountWrite = typeof writes extends fc.Arbitrary<infer Value> ? Value : never;
const questions = fc.record({
  who: fc.constantFrom(...WHO),
  included: some,
  excluded: some,
  keys: fc.subarray(['kind', 'red'], { minLength: 1 }),
  isBeside: fc.boolean(),
});

const items: Item[] = [];

async function write({ kind, at, tags, owner, isShared, isBeside }: CountWrite): Promise<void> {
  const through = isBeside ? beside : site;
  const people = isShared ? [CAST[owner].userId, CAST.creator.userId] : [CAST[owner].userId];
  const collaborators = [...new Set(people)];
  const item = items[at % (items.length || 1)];
  if (item === undefined || kind === 'create') {
    items.push(await createItem(through, crate, 'admin', { tags, collaborators }));
    return;
  }
  const address = `${crate}/items/${item.itemId}`;
  if (kind === 'delete') {
    items.splice(items.indexOf(item), 1);
    await through.ask('admin', address, { method: 'DELETE' });
  } else {
    const body = kind === 'tag' ? { tags } : { collaborators };
    await through.ask('admin', `${address}/metadata`, { method: 'PUT', body });
  }
}

test('counts and facets are exact at once after any writes, in every process, for everyone', async () => {
  const rounds = fc.tuple(
    fc.array(writes, { minLength: 1, maxLength: 6, size: 'max' }),
    fc.array(questions, { minLength: 1, maxLength: 4, size: 'max' }),
  );
  const run = fc.asyncProperty(rounds, async ([some, queries]) => {
    await Promise.all(some.map(write));
    for (const { who, included, excluded, keys, isBeside } of queries) {
      const through = isBeside ? beside : site;
      const tags = [...included, ...excluded.map((tag) => `-${tag}`)].join();
      const expected = await naive(who, included, excluded);
      const count = await through.ask(who, `${crate}/items?tags=${tags}&count=true`);
      expect([who, tags, await dataOf<number>(count)]).toEqual([who, tags, expected.length]);
      const facets = await through.ask(who, `${crate}/items?tags=${tags}&facets=${keys.join()}`);
      expect([who, tags, keys, await dataOf(facets)]).toEqual([who, tags, keys, facetsOf(expected, keys)]);
      const list = await through.ask(who, `${crate}/items?tags=${tags}&limit=128`);
      if (expected.length < 128) expect(await dataOf<Item[]>(list)).toHaveLength(expected.length);
    }
  });
  // Chance may ask for some people in the other process alone, and the sets below are those of this one.
  const made = { kind: 'create', at: 0, owner: 'player', isShared: true, isBeside: false } as const;
  const query = { included: ['red'], excluded: [], keys: ['kind'], isBeside: false };
  const all = [
    { ...query, who: 'player' as const },
    { ...query, who: 'creator' as const },
  ];
  await fc.assert(run, { numRuns: countCases(60), examples: [[[[{ ...made, tags: ['red'] }], all]]] });
  const names: SetName[] = ['tag:red', 'tag:hidden', `owner:${CAST.player.userId}`, `sharer:${CAST.creator.userId}`];
  expect(sharedSetsCache(systemCurrent(site.parts)).lately('counted', names)).toBeDefined();
}, 120_000);

const countOf = async (query: string, through: TestSite = site) =>
  dataOf<number>(await through.ask('staff', `${crate}/items?${query}&count=true`));

describe('a count', () => {
  test('has an open transaction’s writes when that commits and not before, and others’ at once', async () => {
    const held = await createItem(site, crate, 'admin', { tags: ['held'] });
    const later = await createItem(site, crate, 'admin', { tags: ['held'] });
    expect([await countOf('tags=held'), await countOf('tags=let-go'), await countOf('tags=held', beside)]).toEqual([
      2, 0, 2,
    ]);
    const gate = Promise.withResolvers<void>();
    const written = Promise.withResolvers<void>();
    const open = inTransaction(systemCurrent(site.parts), async (current) => {
      await updateMetadata(current, 'counted', held.itemId, { tags: ['let-go'] }, {});
      written.resolve();
      await gate.promise;
    });
    await written.promise;
    for (const tags of [['let-go'], ['held'], ['let-go']]) {
      await site.ask('admin', `${crate}/items/${later.itemId}/metadata`, { method: 'PUT', body: { tags } });
      const counts = [await countOf('tags=held'), await countOf('tags=let-go'), await countOf('tags=held', beside)];
      expect([tags, counts]).toEqual([tags, tags[0] === 'held' ? [2, 0, 2] : [1, 1, 1]]);
    }
    gate.resolve();
    await open;
    expect([await countOf('tags=held'), await countOf('tags=let-go'), await countOf('tags=held', beside)]).toEqual([
      0, 2, 0,
    ]);
  });
});

describe('an undeleted item', () => {
  test('counts again', async () => {
    const { itemId } = await createItem(site, crate, 'admin', { tags: ['lost'] });
    expect(await countOf('tags=lost')).toBe(1);
    await site.ask('admin', `${crate}/items/${itemId}`, { method: 'DELETE' });
    expect(await countOf('tags=lost')).toBe(0);
    expect((await site.ask('admin', `${crate}/trash/${itemId}/restore`, { method: 'POST' })).status).toBe(200);
    expect([await countOf('tags=lost'), await countOf('tags=lost', beside)]).toEqual([1, 1]);
  });
});
