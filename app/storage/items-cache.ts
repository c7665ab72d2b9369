import { parseJson } from '#lib/parse-json.ts';

import { readTags } from './item-tags.ts';
import type { Item } from './item.ts';

export type CachedItem = Item & {
  readonly fields: Record<string, string>;
  readonly states: ReadonlySet<string>;
  /** Parsed JSON, text, or a Blob of any other type; undefined until downloaded. */
  readonly data?: unknown;
};

interface CachedSearch {
  itemIds: readonly string[];
  next: string | undefined;
}

export class ItemsCache {
  readonly #items = new Map<string, CachedItem>();
  readonly #searches = new Map<string, CachedSearch>();
  readonly #results = new Map<string, readonly CachedItem[]>();
  readonly #listeners = new Set<() => void>();

  item(itemId: string): CachedItem | undefined {
    return this.#items.get(itemId);
  }

  /** Returns the same array until something changes. */
  results(searchId: string): readonly CachedItem[] {
    const known = this.#results.get(searchId);
    if (known !== undefined) return known;
    const itemIds = this.#searches.get(searchId)?.itemIds ?? [];
    const results = itemIds.flatMap((itemId) => this.#items.get(itemId) ?? []);
    this.#results.set(searchId, results);
    return results;
  }

  findNext(searchId: string): string | undefined {
    return this.#searches.get(searchId)?.next;
  }

  /** @param isSameBody the body is the one already downloaded, though the etag has changed with the metadata */
  keep(item: Item, isSameBody = false): CachedItem {
    const cached = this.#keep(item, isSameBody);
    this.#changed();
    return cached;
  }

  keepData(itemId: string, data: unknown): void {
    const item = this.#items.get(itemId);
    if (item === undefined) return;
    this.#items.set(itemId, { ...item, data });
    this.#changed();
  }

  keepPage(searchId: string, items: readonly Item[], next: string | undefined, isFurther: boolean): void {
    const earlier = isFurther ? (this.#searches.get(searchId)?.itemIds ?? []) : [];
    const found = items.map((item) => this.#keep(item, false).itemId);
    this.#searches.set(searchId, { itemIds: [...new Set([...earlier, ...found])], next });
    this.#changed();
  }

  drop(itemId: string): void {
    this.#items.delete(itemId);
    for (const [searchId, search] of this.#searches) {
      this.#searches.set(searchId, { ...search, itemIds: search.itemIds.filter((id) => id !== itemId) });
    }
    this.#changed();
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  #keep(item: Item, isSameBody: boolean): CachedItem {
    const earlier = this.#items.get(item.itemId);
    const isCurrent = isSameBody || earlier?.etag === item.etag;
    const cached = { ...item, ...readTags(item.tags), ...(isCurrent && earlier && { data: earlier.data }) };
    this.#items.set(item.itemId, cached);
    return cached;
  }

  #changed(): void {
    this.#results.clear();
    for (const listener of this.#listeners) listener();
  }
}

export async function readBody(body: Blob): Promise<unknown> {
  if (/^application\/(.+\+)?json\b/.test(body.type)) return jsonOrText(await body.text());
  return body.type.startsWith('text/') ? body.text() : body;
}

/** The content type comes from the uploader and does not make the body JSON. */
function jsonOrText(text: string): unknown {
  const json = parseJson(text);
  return json === undefined ? text : json;
}
