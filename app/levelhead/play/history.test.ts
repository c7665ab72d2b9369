import { beforeAll, describe, expect, test } from 'vitest';

import { systemCurrent } from '#app/door/parts.server.ts';
import { seedSmallWorld } from '#test/levelhead.ts';
import { useTestSite } from '#test/site.ts';

import { findLevelItems } from '../search/level-rows.server.ts';
import { KNOWN_LEVEL } from '../world/known.ts';
import type { World } from '../world/world.ts';
import { addToDays, toDay, findDays } from './daily.server.ts';
import { findBestRecords, keepBestRecords } from './record-history.server.ts';

const site = useTestSite();
let world: World;
beforeAll(async () => void (world = await seedSmallWorld(site)));
const current = () => systemCurrent(site.parts);

describe('the days of a seeded world', () => {
  test('have what was done on each, the oldest first', async () => {
    const { levelId } = world.levels.find((level) => level.createdAt.getTime() > Date.now() - 90 * 86_400_000) ?? {};
    if (levelId === undefined) throw new Error('no new level');
    const days = await findDays(current(), 'level', levelId, 366);
    expect(days.map(({ day }) => day)).toEqual(days.map(({ day }) => day).toSorted());
    const sum = (of: 'players' | 'likes') => days.reduce((total, day) => total + day[of], 0);
    const done = (set: string) => world.memberships.filter((one) => one.member === levelId && one.set === set).length;
    expect([sum('players'), sum('likes')]).toEqual([done('plays'), done('likes')]);
  });

  test('are added to, and end today', async () => {
    const day = toDay(new Date());
    await addToDays(current(), [{ kind: 'player', id: '6h97ml', day, plays: 5, seconds: 1.5 }]);
    const before = (await findDays(current(), 'player', '6h97ml', 1))[0];
    await addToDays(current(), [{ kind: 'player', id: '6h97ml', day, plays: 2, subscribers: -1 }]);
    expect(await findDays(current(), 'player', '6h97ml', 1)).toEqual([
      { ...before, plays: (before?.plays ?? 0) + 2, subscribers: (before?.subscribers ?? 0) - 1 },
    ]);
  });
});

describe('the records that were the best', () => {
  test('are a chain without a gap, and the last is the one that the level shows', async () => {
    const items = await findLevelItems(
      current(),
      world.levels.map(({ levelId }) => levelId),
    );
    for (const { levelId, records } of world.levels) {
      const chain = await findBestRecords(current(), items.get(levelId) ?? '', 'FastestTime');
      for (const [at, { until }] of chain.entries()) expect(until).toEqual(chain[at - 1]?.from ?? null);
      const times = records.filter(({ name }) => name === 'FastestTime').map(({ value }) => value);
      expect(chain[0]?.value).toBe(times.length === 0 ? undefined : Math.min(...times));
    }
  });

  test('begin with a better one, and with no other', async () => {
    const itemId = (await findLevelItems(current(), [KNOWN_LEVEL.levelId])).get(KNOWN_LEVEL.levelId) ?? '';
    const [before] = await findBestRecords(current(), itemId, 'HighScore');
    const best = { name: 'HighScore' as const, userId: 'vfhy42', value: 9_000_000, at: new Date() };
    expect(await keepBestRecords(current(), itemId, [best])).toEqual([
      { name: 'HighScore', userId: 'vfhy42', formerId: before?.userId, recordId: expect.any(String) },
    ]);
    expect(await keepBestRecords(current(), itemId, [best])).toEqual([]);
    const [now, last] = await findBestRecords(current(), itemId, 'HighScore');
    expect([now?.until, last?.until]).toEqual([null, best.at]);
  });
});
