import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';

import { CAST } from '#test/cast.ts';
import type { CastName } from '#test/cast.ts';
import { countCases } from '#test/properties/cases.ts';
import { crateState, perform, randomWrites, tick, usageOf } from '#test/random-writes.ts';
import type { CrateState } from '#test/random-writes.ts';
import { useTestSite } from '#test/site.ts';
import { strayTagRows, historyFaults } from '#test/storage-state.ts';
import { OPEN_POLICY, createCrate, dataOf } from '#test/storage.ts';

import type { Policy } from '../crates/policy.ts';
import type { Revert } from './history.ts';

const site = useTestSite();
afterAll(async () => {
  expect([...(await historyFaults(site)), ...(await strayTagRows(site))]).toEqual([]);
});

/** Quotas that nothing reaches, so that what everyone holds is counted. */
const QUOTAS = { user: { bytes: 1e12 }, crate: { items: 1e6 } };
let crates = 0;
const newCrate = (policy: Policy = {}) =>
  createCrate(site, `revert-${(crates += 1)}`, { ...OPEN_POLICY, history: ['staff'], quotas: QUOTAS, ...policy });

async function revert(crate: string, to: Date, dryRun: boolean, userId?: string): Promise<Revert> {
  tick(site);
  const body = { to: to.toISOString(), dryRun, ...(userId !== undefined && { userId }) };
  const response = await site.ask('admin', `${crate}/revert`, { method: 'POST', body });
  expect(response.status).toBe(200);
  return dataOf<Revert>(response);
}

const KINDS = ['restored', 'trashed', 'undeleted'] as const;
const NOTHING = { restored: [], trashed: [], undeleted: [] };

/** The ids that a revert has reported, by kind; there are fewer than it lists. */
function namesIn(revert: Revert): Record<string, string[]> {
  const idsOf = (kind: (typeof KINDS)[number]) => revert[kind].items.map(({ itemId }) => itemId).toSorted();
  return Object.fromEntries(KINDS.map((kind) => [kind, idsOf(kind)]));
}

function changed({ items: before }: CrateState, { items: after }: CrateState): Record<string, string[]> {
  return {
    restored: [...before].filter(([id, state]) => after.has(id) && after.get(id) !== state).map(([id]) => id),
    trashed: [...before.keys()].filter((id) => !after.has(id)),
    undeleted: [...after.keys()].filter((id) => !before.has(id)),
  };
}

function idsIn(...states: CrateState[]): Set<string> {
  return new Set(states.flatMap(({ items }) => items.keys().toArray()));
}

async function expectExactUsage(crate: string): Promise<void> {
  const { known, counted } = await usageOf(site, crate);
  expect(known).toEqual(counted);
}

const RUNS = { numRuns: countCases(12), seed: 20_261_121, endOnFailure: true };
/** What the stories must come to, so that the properties are about something. */
const ENOUGH = (RUNS.numRuns * 20) / 12;
const MINUTES = 600_000;

describe('a revert', () => {
  const reached = { deeds: 0, restored: 0, trashed: 0, undeleted: 0, undone: 0, left: 0 };

  test(
    'brings back the state of its moment, changes what its dry run reported, finds nothing to do again, and is itself reverted',
    async () => {
      const story = fc.record({ before: randomWrites([60, 90]), after: randomWrites([115, 150]) });
      const check = fc.asyncProperty(story, async ({ before, after }) => {
        const crate = await newCrate();
        for (const deed of before) await perform(site, crate, 'admin', deed);
        const wanted = await crateState(site, crate);
        const to = tick(site);
        for (const deed of after) await perform(site, crate, 'admin', deed);
        const found = await crateState(site, crate);
        const dry = await revert(crate, to, true);
        expect(await crateState(site, crate)).toEqual(found);
        const undo = tick(site);
        const done = await revert(crate, to, false);
        const got = await crateState(site, crate);
        expect(done).toEqual({ ...dry, dryRun: false });
        expect(done.conflicts).toEqual({ count: 0, items: [] });
        expect(got.items).toEqual(wanted.items);
        expect(namesIn(done)).toEqual(changed(found, got));
        expect(namesIn(await revert(crate, to, false))).toEqual(NOTHING);
        await revert(crate, undo, false);
        expect(await crateState(site, crate)).toEqual(found);
        await revert(crate, to, false);
        expect((await crateState(site, crate)).items).toEqual(wanted.items);
        await expectExactUsage(crate);
        reached.deeds += before.length + after.length;
        for (const kind of KINDS) reached[kind] += done[kind].count;
      });
      await fc.assert(check, RUNS);
      expect(reached.deeds).toBeGreaterThan(167 * RUNS.numRuns);
      for (const kind of KINDS) expect(reached[kind], kind).toBeGreaterThan(ENOUGH);
    },
    MINUTES,
  );

  test(
    'where history is short and the trash is purged, leaves and reports every item that it cannot bring back exactly',
    async () => {
      const reasons = new Set<string>();
      const story = fc.record({
        versions: fc.constantFrom(0, 1, 2, 3),
        before: randomWrites([30, 40]),
        after: randomWrites([50, 70], { purging: true }),
      });
      const check = fc.asyncProperty(story, async ({ versions, before, after }) => {
        const crate = await newCrate({ keep: { versions } });
        for (const deed of before) await perform(site, crate, 'admin', deed);
        const wanted = await crateState(site, crate);
        const to = tick(site);
        for (const deed of after) await perform(site, crate, 'admin', deed);
        const found = await crateState(site, crate);
        const { conflicts } = await revert(crate, to, false);
        const got = await crateState(site, crate);
        const left = new Map(conflicts.items.map(({ itemId, reason }) => [itemId, reason]));
        for (const id of idsIn(wanted, found, got)) {
          expect(got.items.get(id), left.get(id)).toBe((left.has(id) ? found : wanted).items.get(id));
        }
        for (const reason of left.values()) reasons.add(reason);
        await expectExactUsage(crate);
      });
      await fc.assert(check, RUNS);
      expect(reasons).toContain('notKept');
    },
    MINUTES,
  );

  test(
    'of one user’s edits undoes exactly theirs, and reports what others have edited too',
    async () => {
      const by = fc.infiniteStream(fc.constantFrom('admin' as const, 'staff' as const));
      const unnamed = { named: false };
      const story = fc.record({ before: randomWrites([30, 40], unnamed), after: randomWrites([40, 60], unnamed), by });
      const check = fc.asyncProperty(story, async ({ before, after, by }) => {
        const crate = await newCrate();
        for (const deed of before) await perform(site, crate, by.next().value, deed);
        const wanted = await crateState(site, crate);
        const to = tick(site);
        const editors = new Map<string, Set<CastName>>();
        for (const deed of after) {
          const who = by.next().value;
          const id = await perform(site, crate, who, deed);
          if (id !== undefined) editors.set(id, (editors.get(id) ?? new Set<CastName>()).add(who));
        }
        const found = await crateState(site, crate);
        const { conflicts } = await revert(crate, to, false, CAST.staff.userId);
        const got = await crateState(site, crate);
        for (const id of idsIn(wanted, found, got)) {
          const who = editors.get(id) ?? new Set();
          const isTheirs = who.has('staff') && who.size === 1;
          const isMixed = who.has('staff') && who.size > 1 && found.items.get(id) !== wanted.items.get(id);
          expect(got.items.get(id)).toBe((isTheirs ? wanted : found).items.get(id));
          const reasons = conflicts.items.filter(({ itemId }) => itemId === id).map(({ reason }) => reason);
          expect(reasons).toEqual(isMixed ? ['editedByOthers'] : []);
          if (isTheirs) reached.undone += 1;
        }
        reached.left += conflicts.count;
        expect(namesIn(await revert(crate, to, false, CAST.staff.userId))).toEqual(NOTHING);
      });
      await fc.assert(check, RUNS);
      expect(Math.min(reached.undone, reached.left)).toBeGreaterThan(ENOUGH);
    },
    MINUTES,
  );
});
