import { beforeAll, afterAll, describe, expect, test } from 'vitest';

import { RACERS as CLIENTS } from '#test/properties/cases.ts';
import { useTestSite } from '#test/site.ts';
import type { TestSite } from '#test/site.ts';
import { storageState, historyFaults, strayTagRows } from '#test/storage-state.ts';
import { createCrate, createItem, dataOf, etagAfter, parametersHeader, revOf } from '#test/storage.ts';

import type { Item } from '../item.ts';

const site = useTestSite();
let beside: TestSite;
let crate: string;

beforeAll(async () => {
  crate = await createCrate(site, 'arena');
  beside = await site.openBeside();
});
afterAll(() => beside.close());

/** Clients of one process, and clients of two, each with a memory and connections of its own. */
const PLACES = [
  { place: 'one process', siteOf: () => site },
  { place: 'two processes', siteOf: (client: number) => (client % 2 === 0 ? site : beside) },
];

const clients = <Result>(count: number, run: (client: number) => Promise<Result>): Promise<Result[]> =>
  Promise.all(Array.from({ length: count }, (_, client) => run(client)));
const read = async (itemId: string) => dataOf<Item>(await site.ask('player', `${crate}/items/${itemId}`));
const put = (at: TestSite, itemId: string, headers: Record<string, string>, body = 'x') =>
  at.ask('player', `${crate}/items/${itemId}`, { method: 'PUT', body, headers });
const tally = (statuses: number[]) =>
  Object.fromEntries([...Map.groupBy(statuses, (status) => status)].map(([status, all]) => [status, all.length]));

async function createMany(count: number, parameters: object = {}): Promise<Item[]> {
  return clients(count, () => createItem(site, crate, 'player', parameters));
}

describe.each(PLACES)('many clients of $place', ({ siteOf }) => {
  test.each([
    [1, 'body', {}],
    [1, 'tags', { tags: ['round:0'] }],
    [100, 'body', {}],
    [100, 'tags', { tags: ['round:0'] }],
  ] as const)('that get and conditionally put on %i items lose no update: %s', async (count, what, parameters) => {
    const items = await createMany(count, parameters);
    const successes = new Map<string, string[]>(items.map(({ itemId }) => [itemId, []]));
    await clients(CLIENTS, async (client) => {
      for (let round = 0; round < 5; round += 1) {
        const { itemId } = items[(Math.floor(client / 4) * 31 + round * 7) % count] ?? items[0]!;
        const { etag } = await dataOf<Item>(await siteOf(client).ask('player', `${crate}/items/${itemId}`));
        const mark = `${client}/${round}`;
        const tags = what === 'tags' ? parametersHeader({ tags: [`round:${mark}`, 'on'] }) : {};
        const write = () => put(siteOf(client), itemId, { 'if-match': etag, ...tags }, mark);
        let response = await write();
        // Who has waited behind others for longer than a write may has written nothing, and comes again.
        while (response.status === 503) response = await write();
        expect([200, 412]).toContain(response.status);
        if (response.status !== 200) continue;
        // Each success is the one successor of the state that it had seen.
        expect((await dataOf<Item>(response)).etag).toBe(etagAfter(etag, 1));
        successes.get(itemId)?.push(mark);
      }
    });
    for (const { itemId, etag } of items) {
      const after = await read(itemId);
      const marks = successes.get(itemId) ?? [];
      expect(revOf(after.etag) - revOf(etag)).toBe(marks.length);
      const body = await (await site.ask('player', `${crate}/items/${itemId}?download=true`)).text();
      if (marks.length > 0) expect(marks).toContain(body);
      if (marks.length > 0 && what === 'tags') expect(after.tags).toEqual([`round:${body}`, 'on']);
    }
    expect([...successes.values()].flat().length).toBeGreaterThanOrEqual(Math.min(count, 5));
    expect(await strayTagRows(site)).toEqual([]);
  });

  test('all succeed with updates without a precondition', async () => {
    const { itemId, etag } = await createItem(site, crate, 'player', { tags: ['start'] });
    const statuses = await clients(CLIENTS, async (client) => {
      const request = { method: 'PUT', body: { tags: [`by:${client}`, 'on'] } };
      const path = `${crate}/items/${itemId}`;
      const changes = [
        () => put(siteOf(client), itemId, {}, String(client)),
        () => siteOf(client).ask('player', `${path}/metadata`, request),
        () => put(siteOf(client), itemId, parametersHeader({ map: { client }, tags: [`by:${client}`] })),
        () => siteOf(client).ask('player', `${path}/metadata`, { ...request, body: { collaborators: ['pl4yer'] } }),
      ];
      return (await changes[client % 4]!()).status;
    });
    expect(tally(statuses)).toEqual({ 200: CLIENTS });
    expect((await read(itemId)).etag).toBe(etagAfter(etag, CLIENTS));
    expect(await strayTagRows(site)).toEqual([]);
  });

  test('create one name: one succeeds, the others get 409', async () => {
    const answers = await clients(CLIENTS, async (client) => {
      const headers = parametersHeader({ name: `prize-${siteOf(1) === site}`, tags: ['prize'] });
      const response = await siteOf(client).ask('player', `${crate}/items`, { method: 'POST', body: 'x', headers });
      const { code } = (await response.json()) as { code?: string };
      return code ?? response.status;
    });
    expect(answers.filter((answer) => answer === 201)).toHaveLength(1);
    expect(answers.filter((answer) => answer === 'storage.nameTaken')).toHaveLength(CLIENTS - 1);
    expect(await strayTagRows(site)).toEqual([]);
  });

  test('delete, update, change metadata and add stats: one deletes, and the item is only in the trash', async () => {
    for (let round = 0; round < 6; round += 1) {
      const { itemId } = await createItem(site, crate, 'player', { tags: ['doomed', `round:${round}`] });
      const path = `${crate}/items/${itemId}`;
      const results = await clients(CLIENTS, async (client) => {
        const at = siteOf(client);
        const stats = {
          changeStats: { shared: 1, [`stat${client}`]: 1 },
          submitRecords: { [`best${client}`]: client },
        };
        const kinds = [
          () => at.ask('player', path, { method: client % 8 === 4 ? 'DELETE' : 'GET' }),
          () => put(at, itemId, {}),
          () => at.ask('player', `${path}/metadata`, { method: 'PUT', body: { tags: [`t:${client}`] } }),
          () => at.ask('creator', `${path}/stats`, { method: 'PATCH', body: stats }),
        ];
        return (await kinds[client % 4]!()).status;
      });
      expect([200, 204, 404]).toEqual(expect.arrayContaining([...new Set(results)]));
      expect(results.filter((status) => status === 204)).toHaveLength(1);
      const state = await storageState(site);
      for (const table of ['items', 'item_tags', 'item_shares']) expect(state[table]).not.toContain(itemId);
      expect(state.trashed_items).toContain(itemId);
      expect(await historyFaults(site)).toEqual([]);
    }
  });
});

describe('two processes on one database', () => {
  test('obey a policy that the other has changed', async () => {
    const place = await createCrate(site, 'guarded');
    const { itemId } = await createItem(site, place, 'player');
    const readBeside = async () => (await beside.ask('creator', `${place}/items/${itemId}`)).status;
    expect(await readBeside()).toBe(200);
    await site.ask('admin', place, { method: 'PUT', body: { policy: { read: ['staff'] } } });
    await expect.poll(readBeside, { timeout: 1000, interval: 5 }).toBe(404);
  });

  test('delete a crate while items are created in it, and never answer a server error', async () => {
    for (let round = 0; round < 12; round += 1) {
      const name = `passing-${round}`;
      const place = await createCrate(site, name);
      await beside.ask('player', `${place}/items`);
      const answers = await clients(12, async (client) => {
        const at = client % 2 === 0 ? site : beside;
        if (client % 6 === 5) return (await at.ask('admin', place, { method: 'DELETE' })).status;
        return (await at.ask('player', `${place}/items`, { method: 'POST', body: 'x'.repeat(client) })).status;
      });
      expect([201, 204, 404, 409]).toEqual(expect.arrayContaining([...new Set(answers)]));
      const made = answers.filter((status) => status === 201).length;
      if (answers.includes(204)) expect(made).toBe(0);
      else expect(await dataOf<number>(await site.ask('player', `${place}/items?count=true`))).toBe(made);
    }
  });

  test('create a crate of one id once', async () => {
    const body = { crateId: 'only-one' };
    const answers = await clients(16, async (client) => {
      const at = client % 2 === 0 ? site : beside;
      return (await at.ask('admin', '/api/storage/crates', { method: 'POST', body })).status;
    });
    expect(tally(answers)).toEqual({ 201: 1, 409: 15 });
  });
});
