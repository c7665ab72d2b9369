import { STORAGE_KEYS } from '#app/current/browser/browser-storage.ts';
import { CallError } from '#lib/calls/browser/call-error.ts';
import type { CallResult, CallClient } from '#lib/calls/call-client.ts';
import { parseJson } from '#lib/parse-json.ts';

import { DEFAULT_CONTEXT, MAX_LOOKUP } from './alias.ts';
import type { Alias } from './alias.ts';
import { getAliases } from './calls.ts';

interface AliasCacheEntry {
  /** Absent for unknown and deleted users. */
  alias?: string;
  /** Milliseconds since 1970. */
  updatedAt: number;
}

type KnownAlias = Pick<Alias, 'userId' | 'alias'>;

interface AliasCacheOptions {
  context?: string;
  /** Keeps the names between pages, such as local storage. */
  storage?: Pick<Storage, 'getItem' | 'setItem'>;
  now?: () => number;
  log?: (message: string, error: unknown) => void;
}

/** How long a name is used without a new request. */
export const ALIAS_LIFETIME_MS = 60 * 60 * 1000;
export const MAX_CACHED_ALIASES = 500;

/** Names by user id. No id is requested twice, and all lookups of a tick share requests of at most 100 ids. */
export class AliasCache {
  readonly #aliases = new Map<string, AliasCacheEntry>();
  readonly #running = new Map<string, Promise<void>>();
  readonly #listeners = new Set<() => void>();
  readonly #client: CallClient;
  readonly #context: string;
  readonly #now: () => number;
  readonly #log: (message: string, error: unknown) => void;
  readonly #storage: AliasCacheOptions['storage'];
  #waiting: { userIds: string[]; done: Promise<void> } | undefined;

  constructor(client: CallClient, options: AliasCacheOptions = {}) {
    this.#client = client;
    this.#context = options.context ?? DEFAULT_CONTEXT;
    this.#now = options.now ?? Date.now;
    this.#log = options.log ?? console.error;
    this.#storage = options.storage;
    for (const [userId, cached] of parseCachedAliases(options.storage?.getItem(STORAGE_KEYS.aliases)))
      this.#aliases.set(userId, cached);
  }

  get(userId: string): AliasCacheEntry | undefined {
    return this.#aliases.get(userId);
  }

  /** @returns the cached names; a request that fails is only logged, and its users are missing (specification §8) */
  async lookUp(userIds: readonly string[]): Promise<ReadonlyMap<string, AliasCacheEntry>> {
    const wanted = [...new Set(userIds)].filter((userId) => userId !== '');
    const missing = wanted.filter((userId) => !this.#isFresh(userId));
    await Promise.all(missing.map((userId) => this.#running.get(userId) ?? this.#join(userId)));
    return new Map(
      wanted.flatMap((userId) => {
        const cached = this.#aliases.get(userId);
        return cached === undefined ? [] : [[userId, cached] as const];
      }),
    );
  }

  /** What the server has answered otherwise, so that nobody asks for it again. */
  keep(names: readonly KnownAlias[]): void {
    const updatedAt = this.#now();
    for (const { userId, alias } of names)
      this.#aliases.set(userId, { ...(alias !== undefined && { alias }), updatedAt });
    this.#save();
    for (const listener of this.#listeners) listener();
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  #isFresh(userId: string): boolean {
    const cached = this.#aliases.get(userId);
    return cached !== undefined && this.#now() - cached.updatedAt < ALIAS_LIFETIME_MS;
  }

  #join(userId: string): Promise<void> {
    this.#waiting ??= { userIds: [], done: endOfTick().then(() => this.#requestWaiting()) };
    this.#waiting.userIds.push(userId);
    this.#running.set(userId, this.#waiting.done);
    return this.#waiting.done;
  }

  async #requestWaiting(): Promise<void> {
    const userIds = this.#waiting?.userIds ?? [];
    this.#waiting = undefined;
    const batches = Array.from({ length: Math.ceil(userIds.length / MAX_LOOKUP) }, (_, batch) =>
      userIds.slice(batch * MAX_LOOKUP, (batch + 1) * MAX_LOOKUP),
    );
    await Promise.all(batches.map((batch) => this.#requestBatch(batch)));
  }

  #save(): void {
    const latest = [...this.#aliases].slice(-MAX_CACHED_ALIASES);
    this.#storage?.setItem(STORAGE_KEYS.aliases, JSON.stringify(Object.fromEntries(latest)));
  }

  async #requestBatch(userIds: string[]): Promise<void> {
    try {
      const input = { params: { context: this.#context }, query: { userIds } };
      const { data }: CallResult<Alias[]> = await this.#client.ask(getAliases, input);
      this.keep(data);
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      this.#log(`The names of ${userIds.length} users were not found out.`, error);
    } finally {
      for (const userId of userIds) this.#running.delete(userId);
    }
  }
}

/** Users can write anything into their storage. */
function parseCachedAliases(text: string | null | undefined): [string, AliasCacheEntry][] {
  return Object.entries(parseObject(text)).flatMap(([userId, value]) => {
    const { alias, updatedAt } = parseObject(JSON.stringify(value));
    if (typeof updatedAt !== 'number') return [];
    return [[userId, { ...(typeof alias === 'string' && { alias }), updatedAt }]];
  });
}

function parseObject(text: string | null | undefined): Record<string, unknown> {
  const value = parseJson(text ?? '');
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function endOfTick(): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, 0));
}
