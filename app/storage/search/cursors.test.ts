import { beforeAll, describe, expect, test } from 'vitest';

import { CAST } from '#test/cast.ts';
import type { CastName } from '#test/cast.ts';
import { linksOf } from '#test/links.ts';
import { useTestSite } from '#test/site.ts';
import { storageState } from '#test/storage-state.ts';
import { createCrate, createItem, dataOf, refusalOf } from '#test/storage.ts';

import type { Item } from '../item.ts';

const site = useTestSite();
const FOREIGN = [400, 'Invalid after or before: not a cursor of this search.'];
const SORTS = ['createdAt', '-createdAt', 'updatedAt', '-updatedAt', 'name', '-name'];
const WALKS = SORTS.flatMap((sort) =>
  ['', '&tags=on', '&tags=on,-off', '&userIds=pl4yer'].map((filter) => [sort, filter]),
);

// A clock that stands still, so that many items share the moment of their last change.
beforeAll(() => void (site.clock.now = new Date(Date.now() + 3_600_000)));

interface Shelf {
  crate: string;
  /** The items that stay, and those that go away while somebody walks. */
  kept: Set<string>;
  doomed: string[];
  made: number;
}

async function fillShelf(crateId: string): Promise<Shelf> {
  const shelf: Shelf = { crate: await createCrate(site, crateId), kept: new Set(), doomed: [], made: 0 };
  for (let index = 0; index < 44; index += 1) {
    const itemId = await add(shelf, index);
    // The ends stay, so that there is a page to turn round on.
    if (index % 3 === 1 && index < 40) shelf.doomed.push(itemId);
    else shelf.kept.add(itemId);
  }
  return shelf;
}

/** Makes an item; five each share the moment of creation, and names lie between those of others. */
async function add({ crate }: Shelf, index: number, isLate = false): Promise<string> {
  const minute = isLate ? 1 + (index % 7) : Math.floor(index / 5);
  const createdAt = new Date(Date.UTC(2026, 0, 1) + minute * 60_000).toISOString();
  const place = isLate ? 1 + ((index * 5) % 40) : index;
  const name =
    index % 4 === 0 && place > 0 && !isLate
      ? undefined
      : `${String.fromCodePoint(97 + (place % 20))}-${index}-${isLate}`;
  const parameters = { tags: ['on'], collaborators: [CAST.player.userId], createdAt, ...(name && { name }) };
  return (await createItem(site, crate, 'admin', parameters)).itemId;
}

/** What happens between two pages: one item goes, and two come, wherever they belong. */
async function disturb(shelf: Shelf): Promise<void> {
  const gone = shelf.doomed.shift();
  if (gone !== undefined) await site.ask('admin', `${shelf.crate}/items/${gone}`, { method: 'DELETE' });
  if ((shelf.made += 2) > 24) return;
  await Promise.all([add(shelf, shelf.made, true), add(shelf, shelf.made + 1, true)]);
}

async function walk(shelf: Shelf, start: string, rel: 'next' | 'prev'): Promise<{ ids: string[]; last: string }> {
  const ids: string[] = [];
  let last = start;
  for (let address: string | undefined = start; address !== undefined;) {
    last = address;
    const [response]: [Response, void] = await Promise.all([site.ask('player', address), disturb(shelf)]);
    expect(response.status).toBe(200);
    ids.push(...(await dataOf<Item[]>(response)).map(({ itemId }) => itemId));
    address = linksOf(response)[rel];
  }
  return { ids, last };
}

describe('a walk by cursor while items come and go', () => {
  test.each(WALKS)('sort=%s%s gives each item that stays exactly once, there and back', async (sort, filter) => {
    const shelf = await fillShelf(`s${SORTS.indexOf(sort)}-${filter.replaceAll(/[^a-z]/g, '')}`);
    const there = await walk(shelf, `${shelf.crate}/items?sort=${sort}${filter}&limit=3`, 'next');
    expect(there.ids.filter((itemId) => shelf.kept.has(itemId)).toSorted()).toEqual([...shelf.kept].toSorted());
    expect(new Set(there.ids).size).toBe(there.ids.length);
    const back = await walk(shelf, there.last, 'prev');
    expect(back.ids.filter((itemId) => shelf.kept.has(itemId)).toSorted()).toEqual([...shelf.kept].toSorted());
    expect(new Set(back.ids).size).toBe(back.ids.length);
  });
});

describe('a cursor', () => {
  const cursorOf = async (who: CastName, address: string, rel: 'next' | 'prev' = 'next') => {
    const url = new URL(linksOf(await site.ask(who, address))[rel] ?? '', 'http://localhost');
    return url.searchParams.get(rel === 'next' ? 'after' : 'before') ?? '';
  };
  let places: string[];
  beforeAll(async () => {
    places = [await createCrate(site, 'one'), await createCrate(site, 'two')];
    for (const crate of places) {
      for (const tags of [['a'], ['a', 'hidden'], ['a'], ['a', 'unlisted'], ['a']]) {
        await createItem(site, crate, 'creator', { tags });
      }
    }
  });

  test('answers 400 when it is forged, cut off or of another search', async () => {
    const [one = '', two = ''] = places;
    const own = await cursorOf('player', `${one}/items?limit=1&tags=a`);
    const [value = '', signature = ''] = own.split('.');
    const text = Buffer.from(value, 'base64url').toString();
    const foreign = [
      own.slice(0, -1),
      own.slice(1),
      `${own}x`,
      `${own}.x`,
      value,
      `.${signature}`,
      '.',
      'x',
      '%00',
      '💥',
      `${Buffer.from(text.replace('20', '21')).toString('base64url')}.${signature}`,
      await cursorOf('player', `${two}/items?limit=1&tags=a`),
      await cursorOf('player', `${one}/items?limit=1`),
      await cursorOf('player', `${one}/items?limit=1&tags=a&sort=-createdAt`),
      await cursorOf('player', `${one}/items?limit=1&tags=a&sort=updatedAt`),
      await cursorOf('creator', `${one}/items?limit=1&tags=a&userIds=@me`),
    ];
    const before = await storageState(site);
    for (const cursor of foreign) {
      for (const name of ['after', 'before']) {
        const response = await site.ask('player', `${one}/items?tags=a&${name}=${encodeURIComponent(cursor)}`);
        expect([cursor, ...(await refusalOf(response))]).toEqual([cursor, ...FOREIGN]);
      }
    }
    const long = await site.ask('player', `${one}/items?after=${'x'.repeat(1025)}`);
    expect((await refusalOf(long))[0]).toBe(400);
    expect(await storageState(site)).toEqual(before);
  });

  test('of someone who sees more shows no more than the actor may see', async () => {
    const address = `${places[0]}/items?limit=1&tags=a`;
    const cursor = await cursorOf('staff', address);
    const seen = await dataOf<Item[]>(await site.ask('player', `${address.replace('=1', '=128')}&after=${cursor}`));
    expect(seen.flatMap(({ tags }) => tags.slice(1))).toEqual([]);
    expect(seen).toHaveLength(2);
  });

  test('stays good when its item is deleted', async () => {
    const address = `${places[1]}/items?limit=2`;
    const [, last] = await dataOf<Item[]>(await site.ask('staff', address));
    const cursor = await cursorOf('staff', address);
    const rest = await dataOf<Item[]>(await site.ask('staff', `${address}&after=${cursor}`));
    await site.ask('staff', `${places[1]}/items/${last?.itemId}`, { method: 'DELETE' });
    const again = await dataOf<Item[]>(await site.ask('staff', `${address}&after=${cursor}`));
    expect(again.map(({ itemId }) => itemId)).toEqual(rest.map(({ itemId }) => itemId));
  });
});
