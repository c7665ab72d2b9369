import { Bitmap } from '#lib/bitmap/bitmap.ts';
import { countBefore, countValues, findNth } from '#lib/bitmap/expression.ts';
import type { SetExpression } from '#lib/bitmap/expression.ts';

import { toExpression } from './set-query.ts';
import type { SetName, SetQuery } from './set-query.ts';

/** A row of the change feed. Transaction ids and revisions stay far below 2^53. */
export interface ItemChange {
  xid: number;
  ordinal: number;
  rev: number;
  isDeletion: boolean;
  names: SetName[];
  /** The sets it was in before, where they differ. */
  wasNames: SetName[];
}

export interface SetsSnapshot {
  sets: Map<SetName, Bitmap>;
  /** Every transaction below it had ended. */
  horizon: number;
  /** By ordinal, the highest revision among the changes at or above the horizon that the snapshot had. */
  noted: Map<number, number>;
}

/** A load in progress: changes fetched meanwhile are applied on top of it. */
export interface SetsLoad {
  log: ItemChange[];
  loaded?: SetsSnapshot;
}

/** In the order of creation, or against it with `isDown`, until `hits` are found. */
export interface SetWalk {
  wanted: SetQuery;
  along: readonly [SetName, ...SetName[]];
  hits: number;
  isDown: boolean;
}

export interface Estimate {
  count: number;
  total: number;
  shortest: { name: SetName; rows: number };
}

interface SeenChange {
  newest: ItemChange;
  xid: number;
}

const SET_OVERHEAD = 512;
const MAX_COUNTS = 256;
const ESTIMATE_AGE = 1000;

// Transactions do not commit in the order of revisions: a change may be fetched again after a later one of the same
// item was applied and fell below the horizon. `#seen` remembers the newest as long as that can happen.
export class CrateSets {
  /** Changes of transactions below it are in the sets; undefined before the first fetch. */
  horizon: number | undefined;
  /** Tells a crate from a deleted one with the same id. */
  createdAt: string | undefined;
  readonly loadings = new Set<SetsLoad>();
  readonly #sets = new Map<SetName, Bitmap>();
  readonly #seen = new Map<number, SeenChange>();
  readonly #counts = new Map<string, number>();
  readonly #estimates = new Map<string, { estimate: Estimate | undefined; at: number }>();
  #bytes = 0;

  get bytes(): number {
    return this.#bytes;
  }

  get size(): number {
    return this.#sets.size;
  }

  get pending(): number {
    return this.#seen.size;
  }

  has(name: SetName): boolean {
    return this.#sets.has(name);
  }

  get(name: SetName): Bitmap | undefined {
    return this.#sets.get(name);
  }

  drop(name: SetName): void {
    const set = this.#sets.get(name);
    if (set === undefined) return;
    this.#sets.delete(name);
    this.#bytes -= set.bytes + SET_OVERHEAD;
  }

  read(wanted: SetQuery): SetExpression | undefined {
    return toExpression(wanted, (name) => this.#sets.get(name));
  }

  count(wanted: SetQuery): number | undefined {
    const key = JSON.stringify(wanted);
    const known = this.#counts.get(key);
    if (known !== undefined) return known;
    const expression = this.read(wanted);
    if (expression === undefined) return undefined;
    const count = countValues(expression);
    if (this.#counts.size >= MAX_COUNTS) this.#counts.clear();
    this.#counts.set(key, count);
    return count;
  }

  /** @param now milliseconds */
  estimate(walk: SetWalk, now: number): Estimate | undefined {
    const key = JSON.stringify(walk);
    const known = this.#estimates.get(key);
    if (known !== undefined && now - known.at < ESTIMATE_AGE) return known.estimate;
    const estimate = this.#estimate(walk);
    if (this.#estimates.size >= MAX_COUNTS) this.#estimates.clear();
    this.#estimates.set(key, { estimate, at: now });
    return estimate;
  }

  /** Ordinals follow the order of creation closely enough to prefer a short walk. */
  #estimate({ wanted, along, hits, isDown }: SetWalk): Estimate | undefined {
    const expression = this.read(wanted);
    const [count, total] = [this.count(wanted), this.#sets.get('all')?.size];
    if (expression === undefined || count === undefined || total === undefined) return undefined;
    const last = findNth(expression, hits, isDown);
    const walks = along.map((name) => {
      const set = this.#sets.get(name) ?? new Bitmap();
      return { name, rows: last === undefined ? set.size : countBefore(set, last, isDown) };
    });
    return { count, total, shortest: walks.reduce((least, one) => (one.rows < least.rows ? one : least)) };
  }

  apply(changes: readonly ItemChange[]): void {
    if (changes.length === 0) return;
    for (const loading of this.loadings) loading.log.push(...changes);
    for (const [ordinal, own] of Map.groupBy(changes, (change) => change.ordinal)) this.#applyTo(ordinal, own);
  }

  settle(horizon: number): void {
    this.horizon = horizon;
    for (const [ordinal, { xid }] of this.#seen) if (xid < horizon) this.#seen.delete(ordinal);
  }

  /** @returns the names of the new sets */
  install({ log, loaded }: SetsLoad): SetName[] {
    if (loaded === undefined) return [];
    const { sets, horizon, noted } = loaded;
    const later = log.filter(({ xid, ordinal, rev }) => xid >= horizon && rev > (noted.get(ordinal) ?? -1));
    const last = [...Map.groupBy(later, ({ ordinal }) => ordinal).values()].map(pickNewest);
    const fresh = [...sets.keys()].filter((name) => !this.#sets.has(name));
    for (const name of fresh) {
      const set = sets.get(name) ?? new Bitmap();
      for (const change of last) put(set, change.ordinal, isIn(change, name));
      this.#sets.set(name, set);
      this.#bytes += set.bytes + SET_OVERHEAD;
    }
    return fresh;
  }

  // After a fetch that was cut off, an earlier change may come after a later one, with the sets of the item before.
  #applyTo(ordinal: number, changes: ItemChange[]): void {
    const seen = this.#seen.get(ordinal);
    const newest = pickNewest(seen === undefined ? changes : [seen.newest, ...changes]);
    const touched = new Set<SetName>(['all', ...changes.flatMap(({ names, wasNames }) => [...names, ...wasNames])]);
    for (const name of touched) this.#change(name, ordinal, isIn(newest, name));
    this.#seen.set(ordinal, { newest, xid: Math.max(seen?.xid ?? 0, ...changes.map(({ xid }) => xid)) });
  }

  #change(name: SetName, ordinal: number, isMember: boolean): void {
    const set = this.#sets.get(name);
    if (set === undefined) return;
    const before = set.bytes;
    if (!put(set, ordinal, isMember)) return;
    this.#bytes += set.bytes - before;
    this.#counts.clear();
  }
}

function pickNewest(changes: ItemChange[]): ItemChange {
  return changes.reduce((newest, change) => (change.rev > newest.rev ? change : newest));
}

function isIn({ names, isDeletion }: ItemChange, name: SetName): boolean {
  return name === 'all' ? !isDeletion : names.includes(name);
}

function put(set: Bitmap, value: number, isMember: boolean): boolean {
  return isMember ? set.add(value) : set.remove(value);
}
