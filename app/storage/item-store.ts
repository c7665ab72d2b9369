import type { QueryValue } from '#lib/calls/browser/address.ts';
import { CallError } from '#lib/calls/browser/call-error.ts';
import type { CallBody } from '#lib/calls/browser/encoding.ts';
import type { CallResult, CallClient } from '#lib/calls/call-client.ts';
import { KeyedQueue } from '#lib/keyed-queue.ts';
import { Problem } from '#lib/problem.ts';
import type { ProblemBody } from '#lib/problem.ts';

import * as calls from './calls.ts';
import { withStates } from './item-tags.ts';
import { PARAMETERS_HEADER } from './item.ts';
import type { Item, ItemParameters } from './item.ts';
import { ItemsCache, readBody } from './items-cache.ts';
import type { CachedItem } from './items-cache.ts';
import {
  idsRequired,
  invalidMetadata,
  invalidUpdates,
  itemOrNameRequired,
  noItem,
  nothingToUpdate,
} from './problems.ts';
import type { SearchQuery } from './search/search.ts';
import { MAX_BATCH, updatesSomething } from './stats/stats.ts';
import type { BatchEntry, StatsUpdate, ItemStats } from './stats/stats.ts';

const BATCH = 100;

type SearchTerms = { [Name in keyof Omit<SearchQuery, 'count' | 'download'>]?: QueryValue };

interface NewBody {
  body: CallBody;
  contentType?: string;
  parameters?: Partial<Omit<ItemParameters, 'createdAt'>> & { createdAt?: string };
}

type BatchAnswer = ItemStats | { itemId?: string; name?: string; problem: ProblemBody };

/** What the server refuses is thrown as `CallError`. */
export class ItemStore {
  readonly items = new ItemsCache();
  readonly #client: CallClient;
  readonly #log: (message: string, error: unknown) => void;
  readonly #queue = new KeyedQueue();
  readonly #rounds = new Map<string, number>();
  readonly #pages = new Map<string, Promise<readonly CachedItem[]>>();
  readonly #downloads = new Map<string, Promise<CachedItem>>();

  constructor(client: CallClient, log: (message: string, error: unknown) => void = console.error) {
    this.#client = client;
    this.#log = log;
  }

  /** Keeps the results in place of earlier ones; of two searches at once the later wins. */
  async search(searchId: string, crateId: string, terms: SearchTerms): Promise<readonly CachedItem[]> {
    const round = this.#nextTurn(searchId);
    this.#pages.delete(searchId);
    const page: CallResult<Item[]> = await this.#client.ask(calls.findItems, { params: { crateId }, query: terms });
    return this.#keepPage(searchId, round, page, false);
  }

  /** Two calls at once add one page. */
  nextPage(searchId: string): Promise<readonly CachedItem[]> {
    const running = this.#pages.get(searchId);
    if (running !== undefined) return running;
    const next = this.items.findNext(searchId);
    if (next === undefined) return Promise.resolve(this.items.results(searchId));
    const round = this.#rounds.get(searchId) ?? 0;
    const page = this.#client
      .askUrl<Item[]>(next)
      .then((further) => this.#keepPage(searchId, round, further, true))
      .finally(() => {
        if (this.#pages.get(searchId) === page) this.#pages.delete(searchId);
      });
    this.#pages.set(searchId, page);
    return page;
  }

  /** Those that are there of some names, each asked for once, in batches of 100. @param terms which of them besides */
  async findNamed(crateId: string, names: readonly string[], terms: SearchTerms = {}): Promise<readonly CachedItem[]> {
    const wanted = [...new Set(names)];
    const batches = Array.from({ length: Math.ceil(wanted.length / BATCH) }, (_, at) =>
      wanted.slice(at * BATCH, (at + 1) * BATCH),
    );
    const pages = await Promise.all(
      batches.map(async (batch) => {
        const query = { ...terms, names: batch, limit: batch.length };
        const { data }: CallResult<Item[]> = await this.#client.ask(calls.findItems, { params: { crateId }, query });
        return data;
      }),
    );
    return pages.flat().map((item) => this.items.keep(item));
  }

  async count(crateId: string, terms: SearchTerms): Promise<number> {
    const query = { ...terms, count: true };
    const { data }: CallResult<number> = await this.#client.ask(calls.findItems, { params: { crateId }, query });
    return data;
  }

  async load(crateId: string, itemId: string): Promise<CachedItem> {
    const { data }: CallResult<Item> = await this.#client.ask(calls.getItem, { params: { crateId, itemId } });
    return this.items.keep(data);
  }

  /** @throws Problem 'Item does not exist' for an item that the store does not hold */
  async download(itemId: string): Promise<CachedItem> {
    const item = this.#require(itemId);
    if (item.data !== undefined) return item;
    const running = this.#downloads.get(itemId);
    if (running !== undefined) return running;
    const download = this.#download(item).finally(() => void this.#downloads.delete(itemId));
    this.#downloads.set(itemId, download);
    return download;
  }

  async downloadResults(searchId: string): Promise<readonly CachedItem[]> {
    await Promise.all(this.items.results(searchId).map(({ itemId }) => this.download(itemId)));
    return this.items.results(searchId);
  }

  async create(crateId: string, { body, ...rest }: NewBody): Promise<CachedItem> {
    const input = { params: { crateId }, headers: writeHeaders(rest, '*'), body };
    const { data }: CallResult<Item> = await this.#client.ask(calls.createItem, input);
    return this.items.keep(data);
  }

  /** @param etag replaces the body only while the item is at this etag, else CallError 412 */
  async update(crateId: string, itemId: string, { body, ...rest }: NewBody, etag = '*'): Promise<CachedItem> {
    const input = { params: { crateId, itemId }, headers: writeHeaders(rest, etag), body };
    const { data }: CallResult<Item> = await this.#client.ask(calls.updateItem, input);
    return this.items.keep(data);
  }

  async remove(crateId: string, itemId: string, permissionsOverride?: true): Promise<void> {
    await this.#client.ask(calls.deleteItem, { params: { crateId, itemId }, query: { permissionsOverride } });
    this.items.drop(itemId);
  }

  /** @throws Problem 'Invalid metadata' without any tag or collaborator */
  async saveMetadata(item: Item, metadata: { tags?: string[]; collaborators?: string[] }): Promise<CachedItem> {
    if (!metadata.tags?.length && !metadata.collaborators?.length) throw new Problem(invalidMetadata);
    const { crateId, itemId, etag } = item;
    const input = { params: { crateId, itemId }, headers: { 'if-match': etag }, body: metadata };
    const { data }: CallResult<Item> = await this.#client.ask(calls.updateMetadata, input);
    return this.items.keep(data, true);
  }

  /** Adds tags (true) or removes them (false), and saves what changes; only logs a failure (specification §4). */
  setStates(itemId: string, states: Record<string, boolean>): Promise<void> {
    return this.#queue.run(itemId, async () => {
      const item = this.#require(itemId);
      try {
        await this.#saveStates(item, states, true);
      } catch (error) {
        if (!(error instanceof CallError)) throw error;
        this.#log(`The states of item ${itemId} were not saved.`, error);
      }
    });
  }

  async updateStats(crateId: string, itemId: string, update: StatsUpdate): Promise<ItemStats> {
    requireUpdate(crateId, itemId, update);
    const input = { params: { crateId, itemId }, body: update };
    const { data }: CallResult<ItemStats> = await this.#client.ask(calls.updateStats, input);
    this.#keepStats(data);
    return data;
  }

  async updateManyStats(crateId: string, updates: BatchEntry[]): Promise<BatchAnswer[]> {
    requireUpdates(crateId, updates);
    const input = { params: { crateId }, body: { updates } };
    const { data }: CallResult<BatchAnswer[]> = await this.#client.ask(calls.updateManyStats, input);
    for (const written of data) if (!('problem' in written)) this.#keepStats(written);
    return data;
  }

  #require(itemId: string): CachedItem {
    const item = this.items.item(itemId);
    if (item === undefined) throw new Problem(noItem);
    return item;
  }

  #nextTurn(searchId: string): number {
    const round = (this.#rounds.get(searchId) ?? 0) + 1;
    this.#rounds.set(searchId, round);
    return round;
  }

  #keepPage(
    searchId: string,
    round: number,
    { data, next }: CallResult<Item[]>,
    isFurther: boolean,
  ): readonly CachedItem[] {
    if (this.#rounds.get(searchId) === round) this.items.keepPage(searchId, data, next, isFurther);
    return this.items.results(searchId);
  }

  /** When the body is newer than the metadata, loads the metadata again, so that the two belong together. */
  async #download({ crateId, itemId }: Item): Promise<CachedItem> {
    const input = { params: { crateId, itemId }, query: { download: true } };
    const { data, headers } = await this.#client.askBytes(calls.getItem, input);
    let item = this.#require(itemId);
    // A proxy may weaken the etag or drop it.
    const etag = headers.get('etag')?.replace(/^W\//, '') ?? item.etag;
    if (item.etag !== etag) item = await this.load(crateId, itemId);
    if (item.etag !== etag) return this.#download(item);
    this.items.keepData(itemId, await readBody(data));
    return this.#require(itemId);
  }

  /** When someone else has changed the item meanwhile, sets the states once more on the item as it is now. */
  async #saveStates(item: Item, states: Record<string, boolean>, mayRetry: boolean): Promise<void> {
    const tags = withStates(item.tags, states);
    if (tags === item.tags) return;
    // The API requires a tag or a collaborator, so the collaborators are sent when the last tag goes.
    const collaborators = tags.length === 0 ? { collaborators: item.collaborators } : {};
    try {
      await this.saveMetadata(item, { tags: [...tags], ...collaborators });
    } catch (error) {
      if (!mayRetry || !(error instanceof CallError) || error.status !== 412) throw error;
      await this.#saveStates(await this.load(item.crateId, item.itemId), states, false);
    }
  }

  #keepStats({ itemId, stats }: ItemStats): void {
    const item = this.items.item(itemId);
    if (item !== undefined) this.items.keep({ ...item, stats: { ...item.stats, ...stats } }, true);
  }
}

function writeHeaders({ contentType, parameters }: Omit<NewBody, 'body'>, etag: string) {
  const encoded = parameters && encodeURIComponent(JSON.stringify(parameters));
  return { 'if-match': etag, 'content-type': contentType, [PARAMETERS_HEADER.toLowerCase()]: encoded };
}

/** Refuses before any request what the server would refuse (specification §5). */
function requireUpdate(crateId: string, itemId: string, update: StatsUpdate): void {
  if (!crateId || !itemId) throw new Problem(idsRequired);
  if (!updatesSomething(update)) throw new Problem(nothingToUpdate);
}

function requireUpdates(crateId: string, updates: readonly BatchEntry[]): void {
  if (!crateId) throw new Problem(idsRequired);
  if (!Array.isArray(updates) || updates.length === 0 || updates.length > MAX_BATCH) throw new Problem(invalidUpdates);
  if (updates.some(({ itemId, name }) => !itemId && !name)) throw new Problem(itemOrNameRequired);
  if (!updates.every(updatesSomething)) throw new Problem(nothingToUpdate);
}

/** The one of a browser: what one page has learnt another knows. */
export function openItemStore(client: CallClient): ItemStore {
  const store = stores.get(client) ?? new ItemStore(client);
  stores.set(client, store);
  return store;
}

const stores = new WeakMap<CallClient, ItemStore>();
