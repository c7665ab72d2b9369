import type { Logger } from 'pino';

import type { Current } from '#app/current/current.server.ts';
import { Batcher } from '#lib/batcher.ts';
import type { Database } from '#lib/database/database.server.ts';

import { CrateSets } from './crate-sets.ts';
import type { SetsLoad } from './crate-sets.ts';
import { MAX_PENDING_CHANGES, fetchChanges, loadSets } from './set-queries.server.ts';
import type { SetName } from './set-query.ts';

/** For the sets of all crates; the least recently used go first. */
const MAX_CACHE_BYTES = 48 * 1024 * 1024;
const MAX_QUEUED = 2048;
const MAX_BATCH_SIZE = 512;

interface SetsRequest {
  crateId: string;
  read: (sets: CrateSets) => void;
}

/** The sets that this process holds. Concurrent counts in a crate share one fetch of the changes since the last. */
export class SetsCache {
  readonly #db: Database;
  readonly #log: Logger;
  readonly #mostBytes: number;
  readonly #crates = new Map<string, CrateSets>();
  readonly #fetches: Batcher<SetsRequest, void>;
  readonly #queue = new Map<string, Map<SetName, PromiseWithResolvers<void>>>();
  readonly #used = new Map<string, { crateId: string; name: SetName }>();
  #isLoading = false;

  constructor({ db, log }: Pick<Current, 'db' | 'log'>, mostBytes = MAX_CACHE_BYTES) {
    this.#db = db;
    this.#log = log;
    this.#mostBytes = mostBytes;
    this.#fetches = new Batcher((reads) => this.#read(reads), 1024);
  }

  get bytes(): number {
    return this.#crates.values().reduce((sum, { bytes }) => sum + bytes, 0);
  }

  lately(crateId: string, names: readonly SetName[]): CrateSets | undefined {
    const sets = this.#crates.get(crateId);
    if (sets === undefined || !names.every((name) => sets.has(name))) return undefined;
    for (const name of names) this.#use(crateId, name);
    return sets;
  }

  /** Runs `read`, which must be synchronous, on the sets as of now; undefined when not loaded or too far behind. */
  async now<Result>(crateId: string, read: (sets: CrateSets) => Result): Promise<Result | undefined> {
    let result: Result | undefined;
    if (this.#crates.has(crateId)) {
      await this.#fetches.run(crateId, { crateId, read: (sets) => void (result = read(sets)) });
    }
    return result;
  }

  /** Resolves when loading has succeeded or failed, and never rejects. */
  async load(crateId: string, names: readonly SetName[]): Promise<void> {
    if (this.#mostBytes === 0) return;
    const waiting = this.#queue.get(crateId) ?? new Map<SetName, PromiseWithResolvers<void>>();
    const missing = names.filter((name) => this.#crates.get(crateId)?.has(name) !== true);
    for (const name of missing) {
      if (!waiting.has(name) && waiting.size < MAX_QUEUED) waiting.set(name, Promise.withResolvers());
    }
    if (waiting.size > 0) this.#queue.set(crateId, waiting);
    void this.#drain();
    await Promise.all(missing.flatMap((name) => waiting.get(name)?.promise ?? []));
  }

  async #drain(): Promise<void> {
    if (this.#isLoading) return;
    this.#isLoading = true;
    for (let [next] = this.#queue; next !== undefined; [next] = this.#queue) {
      const [crateId, waiting] = next;
      const some = [...waiting].slice(0, MAX_BATCH_SIZE);
      const names = some.map(([name]) => name);
      await this.#loadNow(crateId, names).catch((err: unknown) => this.#log.warn({ err, crateId }, 'sets not loaded'));
      for (const [name, { resolve }] of some) {
        waiting.delete(name);
        resolve();
      }
      this.#queue.delete(crateId);
      // To the end of the queue, so that no crate keeps the others waiting.
      if (waiting.size > 0) this.#queue.set(crateId, waiting);
    }
    this.#isLoading = false;
  }

  async #loadNow(crateId: string, names: readonly SetName[]): Promise<void> {
    const sets = this.#crates.get(crateId) ?? new CrateSets();
    this.#crates.set(crateId, sets);
    // The feed is followed from before the load on.
    if (sets.horizon === undefined) await this.now(crateId, () => undefined);
    const loading: SetsLoad = { log: [] };
    sets.loadings.add(loading);
    try {
      loading.loaded = await loadSets(this.#db, crateId, names);
      // The sets are usable when all changes since the load are known, which may take several fetches.
      while (this.#crates.get(crateId) === sets && (await this.now(crateId, () => true)) === undefined);
    } finally {
      sets.loadings.delete(loading);
      if (sets.size === 0) this.#forget(crateId, sets);
    }
  }

  async #read(reads: SetsRequest[]): Promise<void[]> {
    const crateId = reads[0]?.crateId ?? '';
    const sets = this.#crates.get(crateId);
    const isCurrent = sets !== undefined && (await this.#catchUp(crateId, sets));
    return reads.map(({ read }) => (isCurrent ? read(sets) : undefined));
  }

  async #catchUp(crateId: string, sets: CrateSets): Promise<boolean> {
    const { horizon } = sets;
    const loadings = [...sets.loadings].filter(({ loaded }) => loaded !== undefined);
    const fetched = await fetchChanges(this.#db, crateId, horizon);
    const isAnother = fetched === undefined || (sets.createdAt ?? fetched.createdAt) !== fetched.createdAt;
    if (isAnother || fetched.changesFrom > (horizon ?? fetched.horizon)) return this.#forget(crateId, sets);
    sets.createdAt = fetched.createdAt;
    sets.apply(fetched.changes);
    if (!fetched.isComplete)
      return this.#goOn(crateId, sets, Math.min(fetched.horizon, fetched.changes.at(-1)?.xid ?? 0));
    sets.settle(fetched.horizon);
    for (const name of loadings.flatMap((loading) => sets.install(loading))) this.#use(crateId, name);
    this.#shrink();
    return this.#crates.get(crateId) === sets;
  }

  /** More changes wait than one fetch takes. Without progress, as in one large transaction, loading anew is faster. */
  #goOn(crateId: string, sets: CrateSets, horizon: number): boolean {
    if (horizon <= (sets.horizon ?? 0) || sets.pending > 10 * MAX_PENDING_CHANGES) return this.#forget(crateId, sets);
    sets.horizon = horizon;
    const later = this.now(crateId, () => undefined);
    later.catch((err: unknown) => this.#log.warn({ err, crateId }, 'changes not fetched'));
    return false;
  }

  #forget(crateId: string, sets: CrateSets): false {
    if (this.#crates.get(crateId) === sets) this.#crates.delete(crateId);
    return false;
  }

  #use(crateId: string, name: SetName): void {
    const key = `${crateId}/${name}`;
    this.#used.delete(key);
    this.#used.set(key, { crateId, name });
  }

  #shrink(): void {
    for (const [key, { crateId, name }] of this.#used) {
      const sets = this.#crates.get(crateId);
      if (sets?.has(name) === true && this.bytes <= this.#mostBytes) return;
      this.#used.delete(key);
      sets?.drop(name);
      if (sets?.size === 0 && sets.loadings.size === 0) this.#crates.delete(crateId);
    }
  }
}

const createHolder = (): { epoch?: number; sets?: SetsCache } => ({});

/**
 * After a crash PostgreSQL may reuse ids of transactions, so the sets do not outlive the connections.
 * @param mostBytes of a cache that is made now; with 0 it holds nothing, and SQL answers
 */
export function sharedSetsCache(current: Current, mostBytes?: number): SetsCache {
  const { db, rowCache } = current;
  const holder = db.state.get(createHolder);
  if (holder.sets !== undefined && holder.epoch === rowCache.epoch) return holder.sets;
  const sets = new SetsCache(current, mostBytes);
  Object.assign(holder, { epoch: rowCache.epoch, sets });
  return sets;
}
