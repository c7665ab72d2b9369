import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';

import type { Current } from '#app/current/current.server.ts';
import { systemCurrent } from '#app/door/parts.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import { Problem } from '#lib/problem.ts';
import { useTestSite } from '#test/site.ts';
import { OPEN_POLICY, createCrate, createItem, dataOf, refusalOf } from '#test/storage.ts';

import type { Crate } from '../crates/crate.ts';
import type { RecordRule } from '../crates/policy.ts';
import type { Item } from '../item.ts';
import { SHOWN_RECORDS, addRecords } from '../records.server.ts';
import { collectRights } from './rights.server.ts';
import { mergeEntries } from './stats-merge.ts';
import { writeStats } from './stats-statement.server.ts';
import { updateManyStats, updateStats } from './stats.server.ts';

const site = useTestSite();
const HOLDERS = ['anna', 'bela', 'cara', 'dora', 'emil'];
const NAMES = ['FastestTime', 'HighScore', 'toString'];
let path: string;
let item: Item;
beforeAll(async () => {
  path = await createCrate(site, 'runs', {
    ...OPEN_POLICY,
    stat: ['authenticated', 'app'],
    records: { FastestTime: { best: 'min' }, Verified: { best: 'min', write: ['app'] } },
  });
  item = await createItem(site, path, 'creator');
});

/** A game server with its key; it is nobody by itself. */
function gameServer(userId?: string): Current {
  const current = systemCurrent(site.parts);
  return { ...current, actor: { ...current.actor, userId, role: 'public', ownRole: 'public', app: 'k3y' } };
}

async function refused(work: Promise<unknown>): Promise<Problem> {
  const outcome = await work.catch((refusal: unknown) => refusal);
  if (outcome instanceof Problem) return outcome;
  throw new Error('nothing was refused');
}

test('records hold the best and earliest value of each holder, and show the best three, as a plain model does', async () => {
  const crate = await dataOf<Crate>(await site.ask('admin', path));
  const rules = fc.dictionary(
    fc.constantFrom(...NAMES),
    fc.constantFrom<RecordRule>({}, { best: 'min' }, { best: 'max' }),
  );
  const value = fc.constantFrom(-1, 0, 1, 2.5, 3);
  const submission = fc.record({ name: fc.constantFrom(...NAMES), userId: fc.constantFrom(...HOLDERS), value });
  const requests = fc.array(fc.array(submission, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 12 });
  const run = fc.asyncProperty(rules, requests, async (records, requests) => {
    await site.parts.db.query(sql`delete from item_records`);
    const ruled = { ...crate, policy: { stat: ['public' as const], records } };
    const isLeast = (name: string) => Object.hasOwn(records, name) && records[name]?.best === 'min';
    const held: { name: string; userId: string; value: number; at: number }[] = [];
    for (const [at, submissions] of requests.entries()) {
      const current = { ...gameServer(), now: () => new Date(1_800_000_000_000 + at * 1000) };
      const entries = submissions.map(({ name, userId, value }) => ({
        itemId: item.itemId,
        submitRecords: { [name]: { value, userId } },
      }));
      const updates = mergeEntries(entries, '', isLeast);
      await writeStats(current, ruled, collectRights(current, ruled, updates), updates);
      for (const { name, userId, value } of submissions) {
        const own = held.find((record) => record.name === name && record.userId === userId);
        if (own === undefined) held.push({ name, userId, value, at });
        else if (isLeast(name) ? value < own.value : value > own.value) Object.assign(own, { value, at });
      }
    }
    const shown = { ...item, records: {} };
    await addRecords(gameServer(), ruled, [shown], [item.itemId]);
    const wanted = NAMES.map((name) => {
      const best = held
        .filter((record) => record.name === name)
        .toSorted((a, b) => (isLeast(name) ? a.value - b.value : b.value - a.value) || a.at - b.at || order(a, b));
      const holders = best.slice(0, SHOWN_RECORDS).map(({ userId, value, at }) => {
        return { userId, value, createdAt: new Date(1_800_000_000_000 + at * 1000).toISOString() };
      });
      return [name, holders] as const;
    });
    expect(shown.records).toEqual(Object.fromEntries(wanted.filter(([, holders]) => holders.length > 0)));
  });
  await fc.assert(run, { numRuns: 200 });
});

function order(a: { userId: string }, b: { userId: string }): number {
  return a.userId < b.userId ? -1 : 1;
}

describe('an app key', () => {
  test('may name the holder of a record, and no one else may', async () => {
    const { itemId } = await createItem(site, path, 'creator');
    const submitRecords = { Verified: { value: 12, userId: 'anna' } };
    const written = await updateStats(gameServer(), 'runs', itemId, { submitRecords });
    expect(written.records).toMatchObject({ Verified: { userId: 'anna', value: 12 } });
    for (const who of ['player', 'creator', 'staff', 'super'] as const) {
      const body = { submitRecords: { FastestTime: { value: 1, userId: 'anna' } } };
      const answer = await site.ask(who, `${path}/items/${itemId}/stats`, { method: 'PATCH', body });
      expect(await refusalOf(answer)).toEqual([403, "You aren't allowed in here."]);
    }
    const { records } = await dataOf<Item>(await site.ask(undefined, `${path}/items/${itemId}`));
    expect(records).toMatchObject({ Verified: [{ userId: 'anna', value: 12 }] });
    expect(records).not.toHaveProperty('FastestTime');
  });

  test('submits for several holders in one batch, and each entry is answered with its own', async () => {
    const { itemId } = await createItem(site, path, 'creator');
    const results = await updateManyStats(
      gameServer(),
      'runs',
      HOLDERS.map((userId, at) => ({ itemId, submitRecords: { Verified: { value: at + 1, userId } } })),
    );
    expect(results).toMatchObject(
      HOLDERS.map((userId, at) => ({ itemId, stats: {}, records: { Verified: { userId, value: at + 1 } } })),
    );
  });

  test('has no record of its own, but submits one for the user it names', async () => {
    const { itemId } = await createItem(site, path, 'creator');
    const submitRecords = { FastestTime: 3 };
    const refusal = await refused(updateStats(gameServer(), 'runs', itemId, { submitRecords }));
    const fields = { FastestTime: 'value and userId: whose record it is' };
    expect(refusal.body()).toMatchObject({ status: 400, message: 'Invalid Updates', fields });
    const written = await updateStats(gameServer('bela'), 'runs', itemId, { submitRecords });
    expect(written.records).toMatchObject({ FastestTime: { userId: 'bela', value: 3 } });
  });
});

test.each([
  { value: 1 },
  { userId: 'anna' },
  { value: '1', userId: 'anna' },
  { value: 1, userId: 'no one' },
  { value: 1, userId: '' },
])('the record %j of nobody is refused', async (submission) => {
  const body = { submitRecords: { Verified: submission } };
  const answer = await site.ask('player', `${path}/items/${item.itemId}/stats`, { method: 'PATCH', body });
  expect(await refusalOf(answer)).toEqual([400, 'Invalid Updates']);
});
