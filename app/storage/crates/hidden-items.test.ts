import { describe, expect, test } from 'vitest';

import { CAST } from '#test/cast.ts';
import { useTestSite } from '#test/site.ts';
import { createCrate, createItem, dataOf } from '#test/storage.ts';

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
