import { describe, expect, test } from 'vitest';

import { systemCurrent } from '#app/door/parts.server.ts';
import { CAST } from '#test/cast.ts';
import { useTestSite } from '#test/site.ts';
import { createCrate, createItem, dataOf } from '#test/storage.ts';

import { SearchQuery } from '../search/search.ts';
import { countItems, findItems } from '../search/searches.server.ts';

const site = useTestSite();

describe('lists leave out what the caller may not see', () => {
  test.each([
    [undefined, 1, 1, 2],
    ['player', 1, 1, 2],
    ['creator', 3, 3, 3],
    ['collaborator', 3, 3, 3],
    ['staff', 3, 3, 3],
    ['admin', 3, 3, 3],
    ['super', 3, 3, 3],
  ] as const)(
    '%s finds %i of a plain, a hidden and an unlisted item, counts %i, and %i by their names',
    async (who, found, counted, named) => {
      const crate = await createCrate(site, `shelf-${who ?? 'public'}`);
      const collaborators = [CAST.creator.userId, CAST.collaborator.userId];
      for (const tag of ['plain', 'hidden', 'unlisted']) {
        await createItem(site, crate, 'admin', { name: `${tag}-one`, tags: [tag, 'all'], collaborators });
      }
      const find = async (query: string) => dataOf<unknown[]>(await site.ask(who, `${crate}/items?${query}`));
      const names = 'names=plain-one,hidden-one,unlisted-one';
      expect([(await find('')).length, await find('count=true'), (await find(names)).length]).toEqual([
        found,
        counted,
        named,
      ]);
      expect([(await find('tags=all')).length, await find('tags=all&count=true')]).toEqual([found, counted]);
      expect(await find(`${names}&count=true`)).toBe(named);
      expect(await find('tags=hidden&count=true')).toBe(found === 3 ? 1 : 0);
    },
  );
});

test('a search among given items leaves out what the caller may not list, and no address asks for one', async () => {
  const crate = await createCrate(site, 'among');
  const tags = ['plain', 'plain', 'hidden', 'unlisted', 'other'];
  const items = await Promise.all(tags.map((tag) => createItem(site, crate, 'creator', { tags: [tag] })));
  const [first, , ...others] = items.map(({ itemId }) => itemId);
  const search = { ...SearchQuery.parse({ tags: '-other', limit: '1' }), among: [first ?? '', ...others] };
  const system = systemCurrent(site.parts);
  const found = (role: 'public' | 'staff') => {
    const current = { ...system, actor: { ...system.actor, role } };
    return Promise.all([findItems(current, 'among', search), countItems(current, 'among', search)]);
  };
  const [page, count] = await found('public');
  expect([page.items.map(({ itemId }) => itemId), page.next, count]).toEqual([[first], undefined, 1]);
  const [ofStaff, countOfStaff] = await found('staff');
  expect([ofStaff.items.length, typeof ofStaff.next, countOfStaff]).toEqual([1, 'string', 3]);
  expect(await dataOf(await site.ask(undefined, `${crate}/items?count=true&among=${first}`))).toBe(3);
});
