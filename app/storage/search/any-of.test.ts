import { beforeAll, expect, test } from 'vitest';

import { systemCurrent } from '#app/door/parts.server.ts';
import { CAST } from '#test/cast.ts';
import { useTestSite } from '#test/site.ts';
import { createCrate, createItem, dataOf } from '#test/storage.ts';

import type { Item } from '../item.ts';
import { SearchQuery } from './search.ts';
import type { ItemSearch } from './search.ts';
import { countItems, findItems, findNeighbours } from './searches.server.ts';

const site = useTestSite();
let crate: string;
const items = new Map<string, Item>();

/** The older first. */
const ITEMS: [string, string[], ('creator' | 'collaborator')[]][] = [
  ['one', ['a', 'x'], ['creator']],
  ['two', ['b', 'x'], ['creator']],
  ['three', ['c', 'x', 'hidden'], ['creator', 'collaborator']],
  ['four', ['b', 'c'], ['collaborator']],
  ['five', [], ['creator']],
];

beforeAll(async () => {
  crate = await createCrate(site, 'any');
  for (const [name, tags, people] of ITEMS) {
    const collaborators = people.map((who) => CAST[who].userId);
    items.set(name, await createItem(site, crate, 'super', { name, tags, collaborators }));
  }
});

const search = (terms: ItemSearch, tags = '') => ({ ...SearchQuery.parse({ tags, limit: '2' }), ...terms });
const visitor = () => {
  const current = systemCurrent(site.parts);
  return { ...current, actor: { ...current.actor, userId: undefined, role: 'public' } as const };
};
const tagged = (...tags: string[]) => ({ tags, userIds: [] });

async function namesOf(query: ItemSearch): Promise<(string | null)[]> {
  const names: (string | null)[] = [];
  let after: string | undefined;
  do {
    const page = await findItems(visitor(), 'any', { ...query, after });
    names.push(...page.items.map(({ name }) => name));
    after = page.next;
  } while (after !== undefined);
  return names;
}

test.each<[string, ItemSearch, string, string[]]>([
  ['one of several tags', { anyOf: [tagged('a', 'b')] }, '', ['four', 'two', 'one']],
  ['one of each group', { anyOf: [tagged('a', 'b'), tagged('c', 'x')] }, '', ['four', 'two', 'one']],
  ['a tag beside the group', { anyOf: [tagged('b', 'c')] }, 'x', ['two']],
  ['a tag or a collaborator', { anyOf: [{ tags: ['a'], userIds: [CAST.collaborator.userId] }] }, '-b', ['one']],
  ['nothing', { anyOf: [tagged()] }, '', []],
])('a search finds and counts items with %s, without hidden ones', async (_, terms, tags, names) => {
  const query = search(terms, tags);
  expect(await namesOf(query)).toEqual(names);
  // The first count is made in the sets, that of a search by dates in SQL.
  expect(await countItems(visitor(), 'any', query)).toBe(names.length);
  const since = SearchQuery.parse({ dates: 'createdAt>2000-01-01' }).dates;
  expect(await countItems(visitor(), 'any', { ...query, dates: since })).toBe(names.length);
});

test('no parameter of a call sets anyOf, and a cursor of one group is refused for another', async () => {
  const listed = await dataOf<Item[]>(await site.ask(undefined, `${crate}/items?anyOf=[{"tags":["a"]}]&limit=9`));
  expect(listed.map(({ name }) => name)).toEqual(['five', 'four', 'two', 'one']);
  const { next: after } = await findItems(visitor(), 'any', search({ anyOf: [tagged('a', 'b')] }));
  await expect(findItems(visitor(), 'any', { ...search({ anyOf: [tagged('x')] }), after })).rejects.toMatchObject({
    code: 'storage.foreignCursor',
  });
});

test.each([
  ['three', '', 'four', 'two'],
  ['five', '', undefined, 'four'],
  ['one', 'x', 'two', undefined],
])('beside %s in the search for “%s” are %s and %s, itself a hit or not', async (name, tags, previous, next) => {
  const item = items.get(name);
  if (item === undefined) throw new Error(name);
  const found = await findNeighbours(visitor(), 'any', search({}, tags), item);
  expect([found.previous?.name, found.next?.name]).toEqual([previous, next]);
});
