import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { inTransaction } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import { countCases } from '#test/properties/cases.ts';
import { SET_POLICY, allMembers, currentOf, readCounts } from '#test/sets.ts';
import { useTestSite } from '#test/site.ts';
import type { TestSite } from '#test/site.ts';
import { createCrate, createItem, dataOf } from '#test/storage.ts';

import type { Item } from '../item.ts';
import { addMembers, clearSet, countHolders, removeMembers } from './sets.server.ts';

const site = useTestSite();
const CRATE = 'races';
const MEMBERS = ['m0', 'm1', 'm2', 'm3'];
let beside: TestSite;

beforeAll(async () => {
  const crate = await createCrate(site, CRATE, SET_POLICY);
  await Promise.all(MEMBERS.map((name) => createItem(site, crate, 'creator', { name })));
  beside = await site.openBeside();
});
afterAll(() => beside.close());

const KINDS = ['add', 'remove', 'clear', 'undone add', 'undone removal'] as const;
interface Step {
  readonly kind: (typeof KINDS)[number];
  readonly members: string[];
}

const liked = (change: number) => (members: string[]) =>
  members.map((name) => ({ name, changeStats: { Likes: change } }));

async function take(current: Current, owner: string, { kind, members }: Step): Promise<void> {
  const place = { set: 'likes', owner };
  const add = (current: Current) => addMembers(current, CRATE, { ...place, members, stats: liked(1) });
  const remove = (current: Current) => removeMembers(current, CRATE, { ...place, members, stats: liked(-1) });
  if (kind === 'add') await add(current);
  else if (kind === 'remove') await remove(current);
  else if (kind === 'clear') await clearSet(current, CRATE, { ...place, stats: liked(-1) });
  else {
    const undone = inTransaction(current, async (current) => {
      await (kind === 'undone add' ? add : remove)(current);
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
  }
}

/** The same to a list, newest first. */
function model(held: string[], { kind, members }: Step): string[] {
  if (kind === 'add') return [...members.filter((member) => !held.includes(member)).toReversed(), ...held];
  if (kind === 'remove') return held.filter((member) => !members.includes(member));
  return kind === 'clear' ? [] : held;
}

async function findFaults() {
  const { data } = { data: await dataOf<Item[]>(await site.ask('staff', `/api/storage/crates/${CRATE}/items`)) };
  const wrong: string[] = [];
  for (const { name, stats } of data) {
    const holders = await countHolders(currentOf(site, undefined), CRATE, { set: 'likes', member: name ?? '' });
    if ((stats.Likes ?? 0) !== holders) wrong.push(`${name} has ${stats.Likes} likes of ${holders} people`);
  }
  return [...wrong, ...(await readCounts(site, CRATE)).drifted];
}

const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom(...KINDS),
  members: fc.subarray(MEMBERS, { minLength: 1 }),
});

test('sets are what a list would be, whatever many people do at once, and no count or stat drifts', async () => {
  let round = 0;
  const people = fc.array(fc.array(step, { maxLength: 12 }), { minLength: 2, maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(people, async (plans) => {
      round += 1;
      await Promise.all(
        plans.map(async (steps, at) => {
          const owner = `r${round}p${at}`;
          const current = currentOf(at % 2 === 0 ? site : beside, owner);
          for (const step of steps) await take(current, owner, step);
          const held: string[] = [];
          expect(await allMembers(current, CRATE, 'likes', owner)).toEqual(steps.reduce(model, held));
        }),
      );
      expect(await findFaults()).toEqual([]);
    }),
    { numRuns: countCases(60) },
  );
});

const KILLS = 100;

test('no count or stat drifts when one set is changed by many at once while connections are killed', async () => {
  const kill = sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'site' and state <> 'idle' and pid <> pg_backend_pid()`;
  const steps = fc.sample(step, 300);
  let killed = 0;
  const works = steps.map((step, at) =>
    take(currentOf(at % 2 === 0 ? site : beside, 'shared'), 'shared', step).catch(() => (killed += 1)),
  );
  for (let round = 0; round < KILLS; round += 1) await site.stranger.query(kill);
  await Promise.all(works);
  expect(killed).toBeGreaterThan(0);
  expect(killed).toBeLessThan(steps.length);
  expect(await findFaults()).toEqual([]);
});
