import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';

import { linksOf } from '#test/links.ts';
import { countCases } from '#test/properties/cases.ts';
import { useTestSite } from '#test/site.ts';
import { OPEN_POLICY, createCrate, createItem, dataOf } from '#test/storage.ts';

import type { Item } from '../item.ts';

const site = useTestSite();
const TAGS = ['red', 'green', 'hidden'];
const PLAYS = [3, 0, -1.5, 3, 1e300, 7, 3, 0.1, 0.30000000000000004, -0];
let crate: string;
let items: Item[];

beforeAll(async () => {
  crate = await createCrate(site, 'ranked', { ...OPEN_POLICY, stats: { plays: {}, 'likes.all': {} } });
  items = [];
  for (let at = 0; at < 40; at += 1) {
    const tags = TAGS.filter((_, bit) => (at >> bit) % 2 === 1);
    const item = await createItem(site, crate, 'creator', { tags });
    const plays = PLAYS[at % 13];
    items.push(plays === undefined ? item : { ...item, stats: await setStats(item, { plays }) });
  }
  await setStats(items[0]!, { 'likes.all': 1, other: 1 });
});

async function setStats({ itemId }: Item, stats: Record<string, number>): Promise<Record<string, number>> {
  const response = await site.ask('staff', `${crate}/items/${itemId}/stats`, {
    method: 'PATCH',
    body: { setStats: stats },
  });
  expect(response.status).toBe(200);
  return stats;
}

async function walk(address: string, rel: 'next' | 'prev'): Promise<{ ids: string[]; last: string }> {
  const ids: string[] = [];
  let last = address;
  for (let next: string | undefined = address; next !== undefined;) {
    last = next;
    const response: Response = await site.ask(undefined, next);
    const page = (await dataOf<Item[]>(response)).map(({ itemId }) => itemId);
    if (rel === 'next') ids.push(...page);
    else ids.unshift(...page);
    next = linksOf(response)[rel];
  }
  return { ids, last };
}

describe('the order of a stat', () => {
  test('lists the items that have it, highest first or with - lowest first, ties by id, page by page there and back', async () => {
    const searches = fc.record({
      included: fc.subarray(TAGS, { maxLength: 2 }),
      excluded: fc.subarray(TAGS, { maxLength: 2 }),
      isRising: fc.boolean(),
      limit: fc.integer({ min: 1, max: 9 }),
    });
    const run = fc.asyncProperty(searches, async ({ included, excluded, isRising, limit }) => {
      const seen = items.filter(({ tags, stats }) => !tags.includes('hidden') && stats.plays !== undefined);
      const found = seen.filter(({ tags }) => included.every((tag) => tags.includes(tag)));
      const left = found.filter(({ tags }) => !excluded.some((tag) => tags.includes(tag)));
      const rising = left.toSorted(
        (one, other) => (one.stats.plays ?? 0) - (other.stats.plays ?? 0) || (one.itemId < other.itemId ? -1 : 1),
      );
      const expected = (isRising ? rising : rising.toReversed()).map(({ itemId }) => itemId);
      const tags = [...included, ...excluded.map((tag) => `-${tag}`)].join();
      const address = `${crate}/items?sort=${isRising ? '-' : ''}stats.plays&tags=${tags}`;
      const there = await walk(`${address}&limit=${limit}`, 'next');
      expect(there.ids).toEqual(expected);
      expect((await walk(there.last, 'prev')).ids).toEqual(expected);
      expect(await dataOf<number>(await site.ask(undefined, `${address}&count=true`))).toBe(expected.length);
    });
    await fc.assert(run, { numRuns: countCases(40) });
  });

  test('takes the whole name of a stat with dots and signs', async () => {
    const found = await dataOf<Item[]>(await site.ask(undefined, `${crate}/items?sort=-stats.likes.all`));
    expect(found.map(({ itemId }) => itemId)).toEqual([items[0]?.itemId]);
  });

  test('leaves out an item that is deleted', async () => {
    const plain = await createCrate(site, 'thrown', { ...OPEN_POLICY, stats: { plays: {} } });
    const kept = await createItem(site, plain, 'creator');
    const gone = await createItem(site, plain, 'creator');
    for (const { itemId } of [kept, gone]) {
      await site.ask('staff', `${plain}/items/${itemId}/stats`, { method: 'PATCH', body: { setStats: { plays: 1 } } });
    }
    await site.ask('staff', `${plain}/items/${gone.itemId}`, { method: 'DELETE' });
    const found = await dataOf<Item[]>(await site.ask(undefined, `${plain}/items?sort=stats.plays`));
    expect(found.map(({ itemId }) => itemId)).toEqual([kept.itemId]);
  });

  test('includes what was written before the policy named the stat', async () => {
    const late = await createCrate(site, 'late', OPEN_POLICY);
    const { itemId } = await createItem(site, late, 'creator');
    await site.ask('staff', `${late}/items/${itemId}/stats`, { method: 'PATCH', body: { setStats: { plays: 5 } } });
    const body = { policy: { ...OPEN_POLICY, stats: { plays: {} } } };
    expect((await site.ask('admin', late, { method: 'PUT', body })).status).toBe(200);
    const found = await dataOf<Item[]>(await site.ask(undefined, `${late}/items?sort=stats.plays`));
    expect(found.map(({ stats }) => stats)).toEqual([{ plays: 5 }]);
  });

  test('gives each item that stays as it is exactly once, while others come, go and change their stats', async () => {
    const lively = await createCrate(site, 'lively', { ...OPEN_POLICY, stats: { plays: {} } });
    const add = async (plays: number) => {
      const { itemId } = await createItem(site, lively, 'creator', { tags: ['on'] });
      await site.ask('staff', `${lively}/items/${itemId}/stats`, { method: 'PATCH', body: { setStats: { plays } } });
      return itemId;
    };
    const kept = await Promise.all(Array.from({ length: 30 }, (_, at) => add(at % 6)));
    const moving = await Promise.all(Array.from({ length: 12 }, (_, at) => add(at % 6)));
    for (const query of ['sort=stats.plays', 'sort=-stats.plays&tags=on']) {
      const ids: string[] = [];
      for (let next: string | undefined = `${lively}/items?${query}&limit=3`; next !== undefined;) {
        const [response]: [Response, ...unknown[]] = await Promise.all([
          site.ask(undefined, next),
          add(ids.length % 6),
          site.ask('staff', `${lively}/items/${moving.pop()}`, { method: 'DELETE' }),
          site.ask('staff', `${lively}/items/${moving[0]}/stats`, {
            method: 'PATCH',
            body: { changeStats: { plays: 1 } },
          }),
        ]);
        ids.push(...(await dataOf<Item[]>(response)).map(({ itemId }) => itemId));
        next = linksOf(response).next;
      }
      expect(ids.filter((itemId) => kept.includes(itemId)).toSorted()).toEqual(kept.toSorted());
    }
  });
});
