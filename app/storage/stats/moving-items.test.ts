import { beforeAll, expect, test } from 'vitest';

import { useTestSite } from '#test/site.ts';
import { OPEN_POLICY, createCrate, createItem } from '#test/storage.ts';

const site = useTestSite();
let crate: string;
beforeAll(async () => void (crate = await createCrate(site, 'moving', { ...OPEN_POLICY, hide: { hidden: 'staff' } })));

const ROUNDS = 40;

/** Adds to the stats of an item again and again, alone, by batch and by key, beside each `move` and after it. @returns all statuses */
async function addBeside(itemId: string, move: (round: number) => Promise<unknown>): Promise<Set<number>> {
  const path = `${crate}/items/${itemId}/stats`;
  const statuses = new Set<number>();
  const send = async (body: object, headers: Record<string, string> = {}) => {
    statuses.add((await site.ask('creator', path, { method: 'PATCH', body, headers })).status);
  };
  const moving = (async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      await move(round);
      await send({ changeStats: { plays: 1 } });
    }
  })();
  const state = { isOver: false };
  void moving.finally(() => (state.isOver = true));
  const add = async (client: number) => {
    for (let turn = 0; !state.isOver; turn += 1) {
      const headers: Record<string, string> = client === 0 ? { 'idempotency-key': `${itemId}-${turn}` } : {};
      const changed = client === 1 ? { setStats: { level: turn } } : { changeStats: { plays: 1 } };
      await send(changed, headers);
    }
  };
  await Promise.all([moving, ...[0, 1, 2, 3].map(add)]);
  return statuses;
}

test('an item that is deleted and brought back meanwhile takes a stat or is gone, and the stat is never wrong', async () => {
  const { itemId } = await createItem(site, crate, 'player');
  const statuses = await addBeside(itemId, async (round) => {
    const path = round % 2 === 0 ? `${crate}/items/${itemId}` : `${crate}/trash/${itemId}/restore`;
    const method = round % 2 === 0 ? 'DELETE' : 'POST';
    expect((await site.ask('player', path, { method })).status).toBeLessThan(300);
  });
  expect([...statuses].toSorted((a, b) => a - b)).toEqual([200, 404]);
});

test('an item that is hidden and shown meanwhile takes a stat or is not there, and the stat is never wrong', async () => {
  const { itemId } = await createItem(site, crate, 'player');
  const statuses = await addBeside(itemId, async (round) => {
    const body = { tags: round % 2 === 0 ? ['hidden'] : ['shown'] };
    expect((await site.ask('player', `${crate}/items/${itemId}/metadata`, { method: 'PATCH', body })).status).toBe(200);
  });
  expect([...statuses].toSorted((a, b) => a - b)).toEqual([200, 404]);
});
