import { beforeAll, describe, expect, test } from 'vitest';

import type { Current } from '#app/current/current.server.ts';
import { systemCurrent } from '#app/door/parts.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import { ProcessState } from '#lib/process-state.ts';
import { seedSmallWorld } from '#test/levelhead.ts';
import { useTestSite } from '#test/site.ts';
import { dataOf } from '#test/storage.ts';

import type { Level } from '../level.ts';
import type { Player } from '../player.ts';
import { measureGraduation } from '../rules/tower.ts';
import { closeTrials, makeTrial } from '../trials.server.ts';
import type { World } from '../world/world.ts';
import { ageLevels } from './ageing.server.ts';
import { graduateLevels } from './graduations.server.ts';

const site = useTestSite();
let world: World;
beforeAll(async () => void (world = await seedSmallWorld(site)));
const current = (daysLater = 0) => {
  const system = systemCurrent(site.parts);
  return { ...system, now: () => new Date(system.now().getTime() + daysLater * 86_400_000) };
};
const readLevel = async (levelId: string) => {
  const found = await site.ask(undefined, `/api/levelhead/levels?levelIds=${levelId}&includeStats=true`);
  const [level] = await dataOf<Level[]>(found);
  if (level === undefined) throw new Error(`no level ${levelId}`);
  return level;
};
const readStats = async (userId: string) => {
  const found = await site.ask(undefined, `/api/levelhead/players?userIds=${userId}`);
  return (await dataOf<Player[]>(found))[0]?.stats ?? {};
};
const setStats = async (levelId: string, setStats: Record<string, number>) => {
  const updates = [{ name: levelId, setStats }];
  const path = '/api/storage/crates/levelhead/items/@batch/stats';
  expect((await site.ask('admin', path, { method: 'PATCH', body: { updates } })).status).toBe(200);
};

/** Lets `other`, as if of another process, work between finding an item and reading it. */
function overtaken(one: Current, other: () => Promise<number>): { current: Current; others: number[] } {
  const others: number[] = [];
  const takeOver = async (found: unknown) => {
    const isOfItems = Array.isArray(found) && found.some((row: object) => 'item_id' in row);
    if (isOfItems && others.length === 0) others.push(await other());
    return found;
  };
  const state = new ProcessState();
  const db = new Proxy(one.db, {
    get(db, name) {
      if (name === 'state') return state;
      const value: unknown = Reflect.get(db, name, db);
      if (typeof value !== 'function') return value;
      const work: (...args: unknown[]) => unknown = value.bind(db);
      return name === 'query' || name === 'borrow' ? async (...args: unknown[]) => takeOver(await work(...args)) : work;
    },
  });
  return { current: { ...one, db }, others };
}

describe('a level of the Marketing Department', () => {
  const READY = { ExposureBucks: 1200, Players: 10, Likes: 5, Favorites: 0, Attempts: 100, Successes: 3 };
  const marketed = () =>
    world.levels
      .filter(({ states }) => states.includes('marketing'))
      .map(({ levelId, userId }) => ({ levelId, userId }));

  test.each<[what: string, change: Record<string, number>, missing: string[]]>([
    ['nothing', {}, []],
    ['people who see it', { ExposureBucks: 1199 }, ['exposureBucks']],
    ['players', { Players: 6 }, ['players']],
    ['somebody who likes it', { Likes: 0 }, ['approval']],
    ['somebody who beats it', { Successes: 0 }, ['clearRate']],
  ])('that lacks %s is told so', (_, change, missing) => {
    const steps = measureGraduation({ ...READY, ...change });
    expect(steps.filter(({ isMet }) => !isMet).map(({ of }) => of)).toEqual(missing);
  });

  test('moves into the Tower once, whoever looks, when nothing is missing', async () => {
    await graduateLevels(current());
    const [ready, unready] = marketed();
    if (ready === undefined || unready === undefined) throw new Error('too few levels in marketing');
    await setStats(ready.levelId, READY);
    await setStats(unready.levelId, { ...READY, Successes: 0 });
    const before = (await readStats(ready.userId)).Graduated ?? 0;
    const counts = await Promise.all(Array.from({ length: 4 }, () => graduateLevels(current())));
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(1);
    expect(await readLevel(ready.levelId)).toMatchObject({ tower: true, graduated: true, marketing: false });
    expect(await readLevel(unready.levelId)).toMatchObject({ tower: false, marketing: true });
    expect((await readStats(ready.userId)).Graduated).toBe(before + 1);
  });

  test('does not graduate again by who found it before another process graduated it', async () => {
    const [, { levelId, userId } = { levelId: '', userId: '' }] = marketed();
    await setStats(levelId, READY);
    const before = (await readStats(userId)).Graduated ?? 0;
    const { current: slow, others } = overtaken(current(), () => graduateLevels(current()));
    expect([await graduateLevels(slow), others]).toEqual([0, [1]]);
    expect((await readStats(userId)).Graduated).toBe(before + 1);
  });

  test('is forgotten a little each day, once, and nothing else of it changes', async () => {
    const { levelId } = marketed()[2] ?? { levelId: '' };
    await setStats(levelId, { ExposureBucks: 1000 });
    const before = await readLevel(levelId);
    const counts = await Promise.all(Array.from({ length: 3 }, () => ageLevels(current(40))));
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(world.levels.length);
    const after = await readLevel(levelId);
    expect(after.stats).toEqual({ ...before.stats, ExposureBucks: 960, HiddenGem: after.stats?.HiddenGem });
    expect(after.updatedAt).toBe(before.updatedAt);
    await ageLevels(current(40));
    expect((await readLevel(levelId)).stats?.ExposureBucks).toBe(960);
    await ageLevels(current(41));
    expect((await readLevel(levelId)).stats?.ExposureBucks).toBe(922);
  });

  test('goes on where a killed process had come to', async () => {
    const first = await site.parts.db.query<{ item_id: string }>(sql`
      select item_id from levelhead_levels order by item_id limit 10`);
    await site.parts.db.query(sql`
      insert into levelhead_rounds (crate_id, name, day, last_item)
      values ('levelhead', 'age', ${current(50).now().toISOString().slice(0, 10)}::date, ${first.at(-1)?.item_id ?? null}::uuid)`);
    expect(await ageLevels(current(50))).toBe(world.levels.length - 10);
  });
});

describe('a tower trial that is over', () => {
  const trophies = async () => {
    const all = await Promise.all(world.players.map(async ({ userId }) => (await readStats(userId)).Trophies ?? 0));
    return all.reduce((sum, one) => sum + one, 0);
  };
  const fastOf = ({ records, timeTrophyGoal }: World['trials'][number]) =>
    records.filter(({ name, value }) => name === 'FastestTime' && value <= timeTrophyGoal).length;

  test('gives its trophies once when two processes close it in the same moment', async () => {
    const beside = await site.openBeside();
    let arrived = 0;
    const bothAreThere = Promise.withResolvers<void>();
    /** Begins no transaction before both processes have found the trial open. */
    const meeting = (one: Current): Current => ({
      ...one,
      now: current(1).now,
      db: new Proxy(one.db, {
        get: (db, name) => {
          const value: unknown = Reflect.get(db, name, db);
          if (name !== 'transaction') return typeof value === 'function' ? value.bind(db) : value;
          return async (work: Parameters<typeof db.transaction>[0]) => {
            arrived += 1;
            if (arrived === 2) bothAreThere.resolve();
            await bothAreThere.promise;
            return db.transaction(work);
          };
        },
      }),
    });
    const before = await trophies();
    expect(await closeTrials(current())).toBe(0);
    const closing = [systemCurrent(site.parts), systemCurrent(beside.parts)].map((one) => closeTrials(meeting(one)));
    expect((await Promise.all(closing)).toSorted((a, b) => a - b)).toEqual([0, 1]);
    const [today] = world.trials;
    expect(await trophies()).toBe(before + (today === undefined ? 0 : fastOf(today)));
    expect([arrived, await closeTrials(current(1))]).toEqual([2, 0]);
    await beside.close();
  });

  test('is not closed again by who found it before another process closed it', async () => {
    await makeTrial(current(5));
    const { current: slow, others } = overtaken(current(6), () => closeTrials(current(6)));
    expect([await closeTrials(slow), others]).toEqual([0, [1]]);
  });
});
