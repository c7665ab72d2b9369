import { expect, test } from 'vitest';

import { useTestSite } from '#test/site.ts';
import { createCrate, createItem, dataOf, refusalOf } from '#test/storage.ts';

import type { Item } from '../item.ts';
import type { ItemStats } from './stats.ts';

const site = useTestSite();
const patch = (path: string, body: object) => site.ask('player', path, { method: 'PATCH', body });

test('each of many concurrent additions is answered with the value right after it, and the sum is exact', async () => {
  const crate = await createCrate(site, 'tickets');
  const { itemId } = await createItem(site, crate, 'creator');
  const answers = await Promise.all(
    Array.from({ length: 64 }, (_, at) =>
      patch(`${crate}/items/${itemId}/stats`, { changeStats: { tickets: 1, [`of-${at % 2}`]: 2 } }),
    ),
  );
  const written = await Promise.all(answers.map(dataOf<ItemStats>));
  const tickets = written.map(({ stats }) => stats.tickets ?? 0).toSorted((a, b) => a - b);
  expect(tickets).toEqual(Array.from({ length: 64 }, (_, at) => at + 1));
  expect(written.every(({ stats }) => Object.keys(stats).length === 2)).toBe(true);
  const item = await dataOf<Item>(await site.ask(undefined, `${crate}/items/${itemId}`));
  expect(item.stats).toEqual({ tickets: 64, 'of-0': 64, 'of-1': 64 });
});

test('a refused addition does not stop those of its batch', async () => {
  const crate = await createCrate(site, 'together');
  const [large, other] = [await createItem(site, crate, 'creator'), await createItem(site, crate, 'creator')];
  const add = ({ itemId }: Item, plays: number) => patch(`${crate}/items/${itemId}/stats`, { changeStats: { plays } });
  const answers = await Promise.all([add(large, 1e308), add(large, 1e308), add(other, 1), add(other, 2)]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 200, 200, 400]);
  const refused = answers.find(({ status }) => status === 400);
  expect(refused && (await refusalOf(refused))).toEqual([400, 'Invalid Updates']);
  const stats = async ({ itemId }: Item) =>
    (await dataOf<Item>(await site.ask(undefined, `${crate}/items/${itemId}`))).stats;
  expect([await stats(large), await stats(other)]).toEqual([{ plays: 1e308 }, { plays: 3 }]);
});

test('an addition is judged by its own user’s rights, whoever is in its batch', async () => {
  const owners = { read: ['public' as const], create: ['authenticated' as const], stat: ['owner' as const] };
  const crate = await createCrate(site, 'owned', owners);
  const { itemId } = await createItem(site, crate, 'creator');
  const path = `${crate}/items/${itemId}/stats`;
  const body = { changeStats: { plays: 1 } };
  const [own, foreign, own2] = await Promise.all(
    (['creator', 'player', 'creator'] as const).map((who) => site.ask(who, path, { method: 'PATCH', body })),
  );
  expect([own?.status, foreign?.status, own2?.status]).toEqual([200, 403, 200]);
  expect((await dataOf<Item>(await site.ask(undefined, `${crate}/items/${itemId}`))).stats).toEqual({ plays: 2 });
});
