import { Bitmap } from '#lib/bitmap/bitmap.ts';
import { countBefore, countOf, nthOf } from '#lib/bitmap/expression.ts';
import type { SetExpression } from '#lib/bitmap/expression.ts';

import { expressionOf } from './set-query.ts';
import type { SetName, SetQuery } from './set-query.ts';

/** A row of the change feed, as the sets need it. Transaction ids and revisions stay far below 2^53. */
export interface ItemChange {
  xid: number;
  ordinal: number;
  rev: number;
  isDeletion: boolean;
  names: SetName[];
  /** The sets it was in before, where they were others. */
  wasNames: SetName[];
}

/** Sets as one snapshot of the database has them. */
export interface SetsSnapshot {
  sets: Map<SetName, Bitmap>;
  /** Below it every transaction was over. */
  horizon: number;
  /** The highest revision among the changes at or above the horizon that the snapshot had, by ordinal. */
  noted: Map<number, number>;
}

/** A load on its way: what was fetched of the changes meanwhile is put on top of it. */
export interface SetsLoad {
  log: ItemChange[];
  loaded?: SetsSnapshot;
}

/** A walk along sets, in the order of creation or with `isDown` against it, until so many hits are found. */
export interface SetWalk {
  wanted: SetQuery;
  along: readonly [SetName, ...SetName[]];
  hits: number;
  isDown: boolean;
}

export interface Estimate {
  /** Of the wanted items. */
  count: number;
  /** Of all items of the crate. */
  total: number;
  /** Along which set the walk is the shortest, and how many rows it reads. */
  shortest: { name: SetName; rows: number };
}

interface SeenChange {
  newest: ItemChange;
  /** The highest of its changes that were fetched. */
  xid: number;
}

const SET_OVERHEAD = 512;
const MAX_COUNTS = 256;
/** Milliseconds that a count serves as an estimate, whatever has changed meanwhile. */
const ESTIMATE_AGE = 1000;

/**
 * The sets of one crate, as of the last time its changes were fetched.
 * The order of transactions is not that of revisions: a change may be fetched again after a later one of the same item
 * was put in and fell below the horizon. `#seen` remembers the newest for as long as that can happen.
 */
export class CrateSets {
  /** Changes of transactions below it are in the sets; undefined before the first fetch. */
  horizon: number | undefined;
  /** When the crate was made: another of its id starts anew. */
  createdAt: string | undefined;
  readonly loadings = new Set<SetsLoad>();
  readonly #sets = new Map<SetName, Bitmap>();
  readonly #seen = new Map<number, SeenChange>();
  readonly #counts = new Map<string, number>();
  readonly #estimates = new Map<string, { estimate: Estimate | undefined; at: number }>();
  #bytes = 0;

  /** The memory that the sets take, roughly. */
  get bytes(): number {
    return this.#bytes;
  }

  get size(): number {
    return this.#sets.size;
  }

  /** How many items' changes it remembers, because they may come again. */
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

  /** The expression of the sets; undefined when one of them is not there. */
  read(wanted: SetQuery): SetExpression | undefined {
    return expressionOf(wanted, (name) => this.#sets.get(name));
  }

  count(wanted: SetQuery): number | undefined {
    const key = JSON.stringify(wanted);
    const known = this.#counts.get(key);
    if (known !== undefined) return known;
    const expression = this.read(wanted);
    if (expression === undefined) return undefined;
    const count = countOf(expression);
    if (this.#counts.size >= MAX_COUNTS) this.#counts.clear();
    this.#counts.set(key, count);
    return count;
  }

  /** As it is or was lately; undefined when a set is not there. @param now milliseconds */
  estimate(walk: SetWalk, now: number): Estimate | undefined {
    const key = JSON.stringify(walk);
    const known = this.#estimates.get(key);
    if (known !== undefined && now - known.at < ESTIMATE_AGE) return known.estimate;
    const estimate = this.#estimate(walk);
    if (this.#estimates.size >= MAX_COUNTS) this.#estimates.clear();
    this.#estimates.set(key, { estimate, at: now });
    return estimate;
  }

  /** Ordinals are about in the order of creation, which is good enough to prefer a short walk. */
  #estimate({ wanted, along, hits, isDown }: SetWalk): Estimate | undefined {
    const expression = this.read(wanted);
    const [count, total] = [this.count(wanted), this.#sets.get('all')?.size];
    if (expression === undefined || count === undefined || total === undefined) return undefined;
    const last = nthOf(expression, hits, isDown);
    const walks = along.map((name) => {
      const set = this.#sets.get(name) ?? new Bitmap();
      return { name, rows: last === undefined ? set.size : countBefore(set, last, isDown) };
    });
    return { count, total, shortest: walks.reduce((least, one) => (one.rows < least.rows ? one : least)) };
  }

  /** Puts fetched changes in. It is by state: what is put in twice changes nothing. */
  apply(changes: readonly ItemChange[]): void {
    if (changes.length === 0) return;
    for (const loading of this.loadings) loading.log.push(...changes);
    for (const [ordinal, own] of Map.groupBy(changes, (change) => change.ordinal)) this.#applyTo(ordinal, own);
  }

  /** After all changes were fetched: what stands below the horizon comes no more. */
  settle(horizon: number): void {
    this.horizon = horizon;
    for (const [ordinal, { xid }] of this.#seen) if (xid < horizon) this.#seen.delete(ordinal);
  }

  /** Puts loaded sets in, with the changes on top that their snapshot did not have. The names of the new ones. */
  install({ log, loaded }: SetsLoad): SetName[] {
    if (loaded === undefined) return [];
    const { sets, horizon, noted } = loaded;
    const later = log.filter(({ xid, ordinal, rev }) => xid >= horizon && rev > (noted.get(ordinal) ?? -1));
    const last = [...Map.groupBy(later, ({ ordinal }) => ordinal).values()].map(newestOf);
    const fresh = [...sets.keys()].filter((name) => !this.#sets.has(name));
    for (const name of fresh) {
      const set = sets.get(name) ?? new Bitmap();
      for (const change of last) put(set, change.ordinal, isIn(change, name));
      this.#sets.set(name, set);
      this.#bytes += set.bytes + SET_OVERHEAD;
    }
    return fresh;
  }

  /** Of a fetch that was cut off, an earlier change may come after a later one: it has the sets that the item was in before. */
  #applyTo(ordinal: number, changes: ItemChange[]): void {
    const seen = this.#seen.get(ordinal);
    const newest = newestOf(seen === undefined ? changes : [seen.newest, ...changes]);
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

function newestOf(changes: ItemChange[]): ItemChange {
  return changes.reduce((newest, change) => (change.rev > newest.rev ? change : newest));
}

function isIn({ names, isDeletion }: ItemChange, name: SetName): boolean {
  return name === 'all' ? !isDeletion : names.includes(name);
}

function put(set: Bitmap, value: number, isMember: boolean): boolean {
  return isMember ? set.add(value) : set.remove(value);
}
