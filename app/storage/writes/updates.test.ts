import { beforeAll, describe, expect, test } from 'vitest';

import { sql } from '#lib/database/sql.server.ts';
import { useTestSite } from '#test/site.ts';
import { strayTagRows, historyFaults } from '#test/storage-state.ts';
import { createCrate, createItem, dataOf, etagAfter, parametersHeader } from '#test/storage.ts';

import type { Item } from '../item.ts';

const site = useTestSite();
let crate: string;
beforeAll(async () => void (crate = await createCrate(site, 'together')));

const make = (count: number) =>
  Promise.all(
    Array.from({ length: count }, (_, at) => createItem(site, crate, 'player', { tags: [`old:${at}`, 'all'] })),
  );
const put = ({ itemId }: Item, parameters: object, body: string, headers: Record<string, string> = {}) =>
  site.ask('player', `${crate}/items/${itemId}`, {
    method: 'PUT',
    body,
    headers: { ...parametersHeader(parameters), ...headers },
  });

describe('updates of many items at one time', () => {
  test('write each item’s own body, tags, map and time, and leave a version of each', async () => {
    const items = await make(60);
    const metadataAt = (at: number) => ({
      tags: ['all', `new "${at}\\`],
      map: { at, text: `{"${at}"}` },
      note: `n${at}`,
    });
    const answers = await Promise.all(
      items.map((item, at) =>
        put(item, metadataAt(at), `body ${at} `.repeat(at === 7 ? 5000 : 3), { 'if-match': item.etag }),
      ),
    );
    for (const [at, answer] of answers.entries()) {
      const item = items[at]!;
      const written = await dataOf<Item>(answer);
      expect(written).toMatchObject({ ...metadataAt(at), itemId: item.itemId, etag: etagAfter(item.etag, 1) });
      const download = await site.ask('player', `${crate}/items/${item.itemId}?download=true`);
      expect(await download.text()).toBe(`body ${at} `.repeat(at === 7 ? 5000 : 3));
    }
    const kept = await site.parts.db.query<{ item_id: string; tags: string[]; body: Buffer }>(
      sql`select item_id, tags, body from item_versions where item_id = any(${items.map(({ itemId }) => itemId)})`,
    );
    const old = new Map(kept.map((version) => [version.item_id, [version.tags, version.body.toString()]]));
    expect(items.map(({ itemId }) => old.get(itemId))).toEqual(items.map(({ tags }) => [tags, 'hello']));
    expect(await strayTagRows(site)).toEqual([]);
    expect(await historyFaults(site)).toEqual([]);
  });

  test('are judged one by one: a stale etag, a taken name or a foreign item stops no other', async () => {
    const items = await make(48);
    const kinds = [
      (item: Item) => put(item, {}, 'x', { 'if-match': item.etag }),
      (item: Item) => put(item, {}, 'x', { 'if-match': etagAfter(item.etag, 3) }),
      (item: Item) => put(item, { name: 'one of all' }, 'x', { 'if-match': item.etag }),
      (item: Item) => site.ask('creator', `${crate}/items/${item.itemId}`, { method: 'PUT', body: 'x' }),
    ];
    const statuses = await Promise.all(items.map(async (item, at) => (await kinds[at % 4]!(item)).status));
    const of = (kind: number) => statuses.filter((_, at) => at % 4 === kind).toSorted((a, b) => a - b);
    expect(of(0)).toEqual(Array.from({ length: 12 }, () => 200));
    expect(of(1)).toEqual(Array.from({ length: 12 }, () => 412));
    expect(of(2)).toEqual([200, ...Array.from({ length: 11 }, () => 409)]);
    expect(of(3)).toEqual(Array.from({ length: 12 }, () => 403));
    expect(await historyFaults(site)).toEqual([]);
  });

  test('of two processes on the same items lose nothing and never deadlock', async () => {
    const beside = await site.openBeside();
    const items = await make(16);
    const rounds = Array.from({ length: 6 }, (_, round) => round);
    const statuses = await Promise.all(
      rounds.flatMap((round) =>
        (round % 2 === 0 ? items : items.toReversed()).map(async ({ itemId }) => {
          const at = round % 2 === 0 ? site : beside;
          const body = { map: { [`k${round}`]: round } };
          return (await at.ask('player', `${crate}/items/${itemId}/metadata`, { method: 'PATCH', body })).status;
        }),
      ),
    );
    expect(new Set(statuses)).toEqual(new Set([200]));
    for (const { itemId, etag } of items) {
      const after = await dataOf<Item>(await site.ask('player', `${crate}/items/${itemId}`));
      expect(after).toMatchObject({ etag: etagAfter(etag, 6), map: { k0: 0, k1: 1, k2: 2, k3: 3, k4: 4, k5: 5 } });
    }
    await beside.close();
  });
});
