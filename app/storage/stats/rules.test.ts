import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';

import type { Current } from '#app/current/current.server.ts';
import { systemCurrent } from '#app/door/parts.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import { countCases } from '#test/properties/cases.ts';
import { useTestSite } from '#test/site.ts';
import { createCrate, createItem, dataOf } from '#test/storage.ts';

import type { Crate } from '../crates/crate.ts';
import type { Policy, StatRule } from '../crates/policy.ts';
import { mayBatch, writeAdditions } from './additions.server.ts';
import { collectRights } from './rights.server.ts';
import { sumUpdates, mergeEntries } from './stats-merge.ts';
import type { ItemEntry } from './stats-merge.ts';
import { writeStats } from './stats-statement.server.ts';
import type { StatsOutcome } from './stats-statement.server.ts';

const site = useTestSite();
const NAMES = ['constructor', 'plays', 'stars'];
const ITEMS = 3;
let crate: Crate;
let items: string[];
beforeAll(async () => {
  const path = await createCrate(site, 'ruled');
  crate = await dataOf<Crate>(await site.ask('admin', path));
  const made = Array.from({ length: ITEMS }, () => createItem(site, path, 'creator'));
  items = (await Promise.all(made)).map(({ itemId }) => itemId);
});

const maybe = <Value>(...values: Value[]) => fc.option(fc.constantFrom(...values), { nil: undefined, freq: 2 });
const rule = fc
  .record({
    type: maybe<'integer' | 'number'>('integer', 'number'),
    min: maybe(-2, 0, 1),
    max: maybe(3, 10),
    maxChange: maybe(0, 1, 2.5),
    minInterval: maybe(0, 10),
  })
  .map((rule) => Object.fromEntries(Object.entries(rule).filter(([, part]) => part !== undefined)) as StatRule);
const rules = fc.dictionary(fc.constantFrom(...NAMES), rule);
const amount = fc.constantFrom(-3, -1, -0.5, 0, 0.5, 1, 1, 2, 3, 7, 12);
const amounts = fc.dictionary(fc.constantFrom(...NAMES), amount, { minKeys: 1 });
const entry = fc.record({ item: fc.nat(ITEMS - 1), sets: fc.boolean(), amounts });
const step = fc.record({
  user: fc.constantFrom('anna', 'bela', undefined),
  seconds: fc.constantFrom(0, 4, 6, 10),
  entries: fc.array(entry, { minLength: 1, maxLength: 4 }),
});

/** The rules in plain words: what is there, and who changed it when. */
class Oracle {
  readonly stats: Record<string, number>[] = items.map(() => ({}));
  readonly #turns = new Map<string, number>();
  readonly #rules: Record<string, StatRule>;

  constructor(rules: Record<string, StatRule>) {
    this.#rules = rules;
  }

  /** One change of an item: the broken limits by stat, or the values after it. */
  write(item: number, changes: [sets: boolean, Record<string, number>][], user: string | undefined, at: number) {
    const before = this.stats[item] ?? {};
    const after: Record<string, number> = {};
    const [added, setting] = [new Map<string, number>(), new Set<string>()];
    for (const [sets, numbers] of changes) {
      for (const [name, number] of Object.entries(numbers)) {
        const start = Object.hasOwn(before, name) ? before[name]! : 0;
        if (sets) setting.add(name);
        added.set(name, (added.get(name) ?? 0) + number);
        after[name] = sets ? number : (Object.hasOwn(after, name) ? after[name]! : start) + number;
      }
    }
    const broken: Record<string, string> = {};
    for (const [name, value] of Object.entries(after)) {
      const rule = Object.hasOwn(this.#rules, name) ? this.#rules[name]! : {};
      const start = Object.hasOwn(before, name) ? before[name]! : 0;
      const change = setting.has(name) ? value - start : added.get(name)!;
      const turn = this.#turns.get(`${item} ${name} ${user ?? ''}`) ?? -Infinity;
      if (rule.type === 'integer' && !Number.isInteger(value)) broken[name] = 'type';
      else if (rule.min !== undefined && value < rule.min) broken[name] = 'min';
      else if (rule.max !== undefined && value > rule.max) broken[name] = 'max';
      else if (rule.maxChange !== undefined && Math.abs(change) > rule.maxChange) broken[name] = 'maxChange';
      else if (at - turn < (rule.minInterval ?? 0)) broken[name] = 'minInterval';
    }
    if (Object.keys(broken).length > 0) return { broken };
    for (const name of Object.keys(after)) this.#turns.set(`${item} ${name} ${user ?? ''}`, at);
    this.stats[item] = { ...before, ...after };
    return { stats: after };
  }
}

/** What happened to an item, in the words of the oracle. */
function happened({ written, broken }: StatsOutcome, itemId: string): object | undefined {
  const limits = broken.get(itemId);
  if (limits === undefined) return written.get(itemId) && { stats: written.get(itemId)?.stats };
  return { broken: Object.fromEntries(Object.entries(limits).map(([name, text]) => [name, text.split(':')[0]])) };
}

function currentOf(user: string | undefined, at: number): Current {
  const current = systemCurrent(site.parts);
  return {
    ...current,
    actor: { ...current.actor, userId: user },
    now: () => new Date(1_800_000_000_000 + at * 1000),
  };
}

async function forget(): Promise<void> {
  await site.parts.db.query(sql`delete from item_stats`);
  await site.parts.db.query(sql`delete from item_stat_turns`);
}

async function keptMails(): Promise<Record<string, number>[]> {
  const rows = await site.parts.db.query<{ item_id: string; name: string; value: number }>(
    sql`select * from item_stats`,
  );
  return items.map((itemId) =>
    Object.fromEntries(rows.filter((row) => row.item_id === itemId).map(({ name, value }) => [name, value])),
  );
}

test('changes under any rules agree with a plain model', async () => {
  const run = fc.asyncProperty(rules, fc.array(step, { minLength: 3, maxLength: 8 }), async (stats, steps) => {
    await forget();
    const policy: Policy = { stat: ['public'], stats };
    const oracle = new Oracle(stats);
    let at = 0;
    for (const { user, seconds, entries } of steps) {
      at += seconds;
      const current = currentOf(user, at);
      const requested = entries.map(({ item, sets, amounts }): ItemEntry => ({
        itemId: items[item]!,
        ...(sets ? { setStats: amounts } : { changeStats: amounts }),
      }));
      const updates = mergeEntries(requested, user ?? '', () => false);
      const ruled = { ...crate, policy };
      const outcome = await writeStats(current, ruled, collectRights(current, ruled, updates), updates);
      for (const item of new Set(entries.map(({ item }) => item))) {
        const changes = entries
          .filter((entry) => entry.item === item)
          .map(({ sets, amounts }): [boolean, Record<string, number>] => [sets, amounts]);
        expect(happened(outcome, items[item]!)).toEqual(oracle.write(item, changes, user, at));
      }
    }
    expect(await keptMails()).toEqual(oracle.stats);
  });
  await fc.assert(run, { numRuns: countCases(400) });
});

test('additions of one batch are judged by the rules one after the other', async () => {
  const whole = fc.constantFrom(-4, -1, 1, 1, 1, 2, 3);
  const addition = fc.record({
    item: fc.nat(ITEMS - 1),
    amounts: fc.dictionary(fc.constantFrom(...NAMES), whole, { minKeys: 1 }),
  });
  const unhurried = rules.map((stats) =>
    Object.fromEntries(Object.entries(stats).map(([name, rule]) => [name, { ...rule, minInterval: 0 }])),
  );
  const run = fc.asyncProperty(unhurried, fc.array(addition, { minLength: 2, maxLength: 80 }), async (stats, all) => {
    await forget();
    const ruled = { ...crate, policy: { stat: ['public'], stats } satisfies Policy };
    const current = currentOf('anna', 0);
    const outcomes = await Promise.all(
      all.map(({ item, amounts }) => {
        const updates = mergeEntries([{ itemId: items[item]!, changeStats: amounts }], 'anna', () => false);
        expect(mayBatch(ruled, updates)).toBe(true);
        return writeAdditions(current, ruled, collectRights(current, ruled, updates), updates);
      }),
    );
    const oracle = new Oracle(stats);
    const wanted = all.map(({ item, amounts }) => oracle.write(item, [[false, amounts]], 'anna', 0));
    expect(all.map(({ item }, at) => happened(outcomes[at]!, items[item]!))).toEqual(wanted);
    expect(await keptMails()).toEqual(oracle.stats);
  });
  await fc.assert(run, { numRuns: countCases(150) });
});

test('a sum of additions has the lowest and the highest value on the way, and the largest step', () => {
  const run = fc.property(fc.array(fc.integer({ min: -1000, max: 1000 }), { minLength: 1 }), (added) => {
    const updates = added.map((plays) => mergeEntries([{ itemId: 'one', changeStats: { plays } }], '', () => false));
    const [sum] = sumUpdates(updates.flat());
    const way = added.map((_, at) => added.slice(0, at + 1).reduce((a, b) => a + b));
    expect(sum?.stats.get('plays')).toEqual({
      sets: false,
      value: way.at(-1),
      low: Math.min(...way),
      high: Math.max(...way),
      step: Math.max(...added.map(Math.abs)),
    });
  });
  fc.assert(run, { numRuns: countCases(2000) });
});
