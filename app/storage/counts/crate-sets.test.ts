import fc from 'fast-check';
import { expect, test } from 'vitest';

import { Bitmap } from '#lib/bitmap/bitmap.ts';

import { CrateSets } from './crate-sets.ts';
import type { ItemChange, SetsLoad } from './crate-sets.ts';
import type { SetName } from './set-query.ts';

const NAMES: SetName[] = ['tag:a', 'tag:b', 'owner:me', 'sharer:me', 'all'];
const WRITERS = 3;
const ITEMS = 2;

type Snapshot = { visible: ReadonlySet<number>; horizon: number };

/** A database of few items: transactions get their ids in one order and commit in another. */
class Database {
  readonly #changes: ItemChange[] = [];
  readonly #running = new Map<number, { xid: number; writes: ItemChange[] }>();
  readonly #committed = new Set<number>();
  readonly #names = new Map<number, SetName[]>();
  #nextXid = 100;

  begin(writer: number): { xid: number; writes: ItemChange[] } {
    const transaction = this.#running.get(writer) ?? { xid: this.#nextXid++, writes: [] };
    this.#running.set(writer, transaction);
    return transaction;
  }

  /** A write waits for nobody here: it does not happen while another transaction holds the item. */
  write(writer: number, ordinal: number, names: SetName[], isDeletion: boolean): void {
    const isHeld = [...this.#running].some(
      ([other, { writes }]) => other !== writer && writes.some((change) => change.ordinal === ordinal),
    );
    if (isHeld) return;
    const transaction = this.begin(writer);
    const own = isDeletion ? [] : names;
    const before = this.#names.get(ordinal);
    const rev = 1 + this.#changes.filter((change) => change.ordinal === ordinal).length;
    const wasNames = before === undefined || String(before) === String(own) ? [] : before;
    const change = { xid: transaction.xid, ordinal, rev, isDeletion, names: own, wasNames };
    this.#names.set(ordinal, own);
    transaction.writes.push(change);
    this.#changes.push(change);
  }

  commit(writer: number): void {
    const transaction = this.#running.get(writer);
    if (transaction !== undefined) this.#committed.add(transaction.xid);
    this.#running.delete(writer);
  }

  snapshot(): Snapshot {
    const running = [...this.#running.values()].map(({ xid }) => xid);
    return { visible: new Set(this.#committed), horizon: Math.min(this.#nextXid, ...running) };
  }

  seen({ visible }: Snapshot, from = 0): ItemChange[] {
    const seen = this.#changes.filter(({ xid }) => visible.has(xid) && xid >= from);
    return seen.toSorted((one, other) => one.xid - other.xid);
  }

  members(snapshot: Snapshot, name: SetName): number[] {
    const items = [...Map.groupBy(this.seen(snapshot), ({ ordinal }) => ordinal).values()];
    const states = items.map((changes) => changes.toSorted((one, other) => other.rev - one.rev)[0]);
    const isIn = (state: ItemChange | undefined) =>
      name === 'all' ? state?.isDeletion === false : state?.names.includes(name);
    return states.flatMap((state) => (isIn(state) ? [state?.ordinal ?? 0] : [])).toSorted((one, other) => one - other);
  }
}

const writer = fc.nat(WRITERS - 1);
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('write' as const),
      writer,
      ordinal: fc.nat(ITEMS - 1),
      names: fc.subarray<SetName>(['tag:a', 'tag:b', 'owner:me', 'sharer:me']),
      isDeletion: fc.boolean(),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('begin' as const), writer }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('commit' as const), writer }) },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('fetch' as const), most: fc.constantFrom(1, 2, 1000, 1000, 1000) }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('load' as const), name: fc.constantFrom(...NAMES) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('arrive' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('drop' as const), name: fc.constantFrom(...NAMES) }) },
);
const steps = fc.array(step, { minLength: 20, maxLength: 60, size: 'max' });

test('sets that follow the feed equal the snapshot of the last whole fetch, in whatever order transactions commit', () => {
  const run = fc.property(steps, (all) => {
    const database = new Database();
    const sets = new CrateSets();
    sets.settle(database.snapshot().horizon);
    const pending: SetsLoad[] = [];
    for (const step of all) {
      if (step.kind === 'write') database.write(step.writer, step.ordinal, step.names, step.isDeletion);
      if (step.kind === 'begin') database.begin(step.writer);
      if (step.kind === 'commit') database.commit(step.writer);
      if (step.kind === 'drop') sets.drop(step.name);
      if (step.kind === 'load') pending.push(startLoad(database, sets, step.name));
      // A load takes its time: the snapshot is that of its start.
      if (step.kind === 'arrive') for (const loading of pending.splice(0)) Object.assign(loading, { isHere: true });
      if (step.kind === 'fetch') fetchAndCompare(database, sets, step.most);
    }
  });
  fc.assert(run, { numRuns: 5000 });
});

interface RunningLoad extends SetsLoad {
  isHere?: boolean;
}

function startLoad(database: Database, sets: CrateSets, name: SetName): SetsLoad {
  const snapshot = database.snapshot();
  const set = new Bitmap();
  for (const ordinal of database.members(snapshot, name)) set.add(ordinal);
  const noted = new Map<number, number>();
  for (const { ordinal, rev } of database.seen(snapshot, snapshot.horizon)) {
    noted.set(ordinal, Math.max(rev, noted.get(ordinal) ?? 0));
  }
  const loading: SetsLoad = { log: [], loaded: { sets: new Map([[name, set]]), horizon: snapshot.horizon, noted } };
  sets.loadings.add(loading);
  return loading;
}

function fetchAndCompare(database: Database, sets: CrateSets, most: number): void {
  const arrived = [...sets.loadings].filter((loading: RunningLoad) => loading.isHere === true);
  const snapshot = database.snapshot();
  const found = database.seen(snapshot, sets.horizon);
  const fetched = found.slice(0, most);
  sets.apply(fetched);
  if (found.length > most) {
    sets.horizon = Math.min(snapshot.horizon, fetched.at(-1)?.xid ?? 0);
    return;
  }
  sets.settle(snapshot.horizon);
  for (const loading of arrived) {
    sets.install(loading);
    sets.loadings.delete(loading);
  }
  for (const name of NAMES) {
    const set = sets.get(name);
    if (set !== undefined) expect([name, ...set]).toEqual([name, ...database.members(snapshot, name)]);
  }
}
