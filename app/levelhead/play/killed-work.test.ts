import { beforeAll, expect, test } from 'vitest';

import type { Current } from '#app/current/current.server.ts';
import { systemCurrent } from '#app/door/parts.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import { seedSmallWorld } from '#test/levelhead.ts';
import { useTestSite } from '#test/site.ts';
import { dataOf } from '#test/storage.ts';

import type { Level } from '../level.ts';
import { EXPOSURE_LOSS } from '../rules/tower.ts';
import { closeTrials, makeTrial } from '../trials.server.ts';
import type { World } from '../world/world.ts';
import { ageLevels } from './ageing.server.ts';
import { graduateLevels } from './graduations.server.ts';

const site = useTestSite();
let world: World;
const WRITTEN = ['items', 'item_tags', 'item_stats', 'item_changes', 'levelhead_rounds', 'levelhead_levels'];
beforeAll(async () => {
  world = await seedSmallWorld(site);
  // Of a killed process the database sees that its connection is gone. A sequence counts on when a transaction does not end.
  await site.stranger.query(sql`create sequence writes`);
  await site.stranger.query(sql`create table fatal as select 0::bigint as write`);
  await site.stranger.query(sql`create function die() returns trigger language plpgsql as $$ begin
    if nextval('writes') = (select write from fatal) then perform pg_terminate_backend(pg_backend_pid()); end if;
    return null;
  end $$`);
  for (const table of WRITTEN) {
    await site.stranger.query(
      sql.raw(`create trigger dies after insert or update or delete on ${table} for each row execute function die()`),
    );
  }
});

const at = (daysLater: number): Current => {
  const system = systemCurrent(site.parts);
  return { ...system, now: () => new Date(system.now().getTime() + daysLater * 86_400_000) };
};

/** Runs it again and again, each time killed one write later than before, until it gets through. @returns how often it was killed */
async function killAtEachWrite(work: (kill: number) => Promise<unknown>, step = 1): Promise<number> {
  let kills = 0;
  for (let write = 1; ; write += step) {
    await site.stranger.query(sql`select setval('writes', 1, false)`);
    await site.stranger.query(sql`update fatal set write = ${write}::bigint`);
    await work(kills).catch(() => (kills += 1));
    const [row] = await site.stranger.query<{ last: string }>(sql`select last_value as last from writes`);
    if (Number(row?.last) < write) break;
  }
  await site.stranger.query(sql`update fatal set write = 0`);
  return kills;
}

const readLevels = async (query: string) =>
  dataOf<Level[]>(await site.ask(undefined, `/api/levelhead/levels?includeStats=true&limit=128&${query}`));
const sumOf = async (name: string) => {
  const [row] = await site.stranger.query<{ sum: number }>(sql`
    select coalesce(sum(value), 0)::int as sum from item_stats s join items i using (crate_id, item_id)
    where s.crate_id = 'levelhead' and s.name = ${name} and 'player' = any (i.tags)`);
  return row?.sum ?? 0;
};

test('a graduation that is killed at any of its writes happens once', async () => {
  const ready = world.levels.filter(({ states }) => states.includes('marketing')).slice(0, 3);
  const setStats = { ExposureBucks: 1200, Players: 10, Likes: 5, Favorites: 0, Attempts: 100, Successes: 3 };
  const updates = ready.map(({ levelId }) => ({ name: levelId, setStats }));
  await graduateLevels(at(0));
  const path = '/api/storage/crates/levelhead/items/@batch/stats';
  expect((await site.ask('admin', path, { method: 'PATCH', body: { updates } })).status).toBe(200);
  const before = await sumOf('Graduated');
  expect(await killAtEachWrite(() => graduateLevels(at(0)))).toBeGreaterThan(5);
  const levels = await readLevels(`levelIds=${ready.map(({ levelId }) => levelId).join(',')}`);
  expect(levels.map(({ tower, graduated, marketing }) => [tower, graduated, marketing])).toEqual(
    ready.map(() => [true, true, false]),
  );
  expect(await sumOf('Graduated')).toBe(before + ready.length);
});

test('a day of ageing that is killed at any of its writes is forgotten once', async () => {
  const before = await readLevels('marketing=true&sort=createdAt');
  expect(before.length).toBeGreaterThan(5);
  expect(await killAtEachWrite(() => ageLevels(at(1)), 7)).toBeGreaterThan(5);
  const after = await readLevels('marketing=true&sort=createdAt');
  const bucksOf = ({ levelId, stats }: Level) => [levelId, stats?.ExposureBucks ?? 0] as const;
  expect(after.map(bucksOf)).toEqual(
    before.map(bucksOf).map(([levelId, bucks]) => [levelId, bucks - Math.floor(bucks * EXPOSURE_LOSS)]),
  );
});

test('a trial that is made and closed by who is killed at any write is made once and gives each trophy once', async () => {
  expect(await killAtEachWrite(() => makeTrial(at(1)))).toBeGreaterThan(5);
  const [made] = await site.stranger.query<{ trials: number; levels: number }>(sql`
    select (select count(*)::int from items where crate_id = 'levelhead' and 'trial' = any (tags)) as trials,
      (select count(*)::int from levelhead_levels where 'tower-trial' = any (tags)) as levels`);
  expect(made).toEqual({
    trials: world.trials.length + 1,
    levels: world.trials.flatMap(({ levelIds }) => levelIds).length + 4,
  });
  const [today] = world.trials;
  const fast =
    today?.records.filter(({ name, value }) => name === 'FastestTime' && value <= today.timeTrophyGoal) ?? [];
  const before = await sumOf('TimeTrophies');
  expect(await killAtEachWrite(() => closeTrials(at(1)))).toBeGreaterThan(0);
  expect(await sumOf('TimeTrophies')).toBe(before + fast.length);
  expect(await closeTrials(at(1))).toBe(0);
});
