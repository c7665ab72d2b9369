import type { Current } from '#app/current/current.server.ts';
import { isProblem } from '#lib/problem.ts';

import { isItemId } from './item.ts';
import type { Item, ItemParameters } from './item.ts';
import { findItemBodies } from './items.server.ts';
import type { ItemWithBody } from './items.server.ts';
import { noCrate } from './problems.ts';
import { MAX_LIMIT } from './search/search.ts';
import type { ItemSearch } from './search/search.ts';
import { findItems } from './search/searches.server.ts';
import type { SearchPage } from './search/searches.server.ts';
import type { ItemContent } from './writes/bodies.server.ts';
import { createItem } from './writes/creates.server.ts';
import type { CreateOptions } from './writes/creates.server.ts';
import { updateItem } from './writes/updates.server.ts';

/** The items of a crate, for the noun that keeps them. Without such a crate, or one that the caller may look into, nothing is found. */
export class Collection {
  readonly crateId: string;

  constructor(crateId: string) {
    this.crateId = crateId;
  }

  /** By its exact name, or its id, whether it has a name or not; undefined also for one that the caller may not see. */
  async find(current: Current, name: string): Promise<Item | undefined> {
    const isId = isItemId(name);
    const { items } = await this.page(current, { [isId ? 'itemIds' : 'names']: [name], limit: 1 });
    const [item] = items;
    return isId || item?.name === name ? item : undefined;
  }

  /** @throws Problem 400 for a cursor of another search, 503 for a search that takes too long */
  page(current: Current, { after, before, names, ...search }: PageSearch): Promise<SearchPage> {
    const cursors = { after: after || undefined, before: before || undefined };
    // PostgreSQL takes no null character, which no name has.
    const possible = names?.filter((name) => !name.includes('\0'));
    const wanted = { ...search, ...cursors, names: possible };
    return findItems(current, this.crateId, wanted).catch(noneWithoutCrate({ items: [] }));
  }

  /** One after the other, asked for in pages. @param search its limit is that of all @throws Problem as `page` */
  async *all(current: Current, { limit: most = Infinity, ...search }: CollectionSearch = {}): AsyncGenerator<Item> {
    let after: string | undefined;
    let found = 0;
    do {
      const { items, next } = await this.page(current, { ...search, after, limit: Math.min(most - found, MAX_LIMIT) });
      yield* items;
      found += items.length;
      after = next;
    } while (after !== undefined && found < most);
  }

  /**
   * Those that the caller may read, by id and in the order of the ids; the inline body of a larger one is null.
   * @param hasRecords whether their records are wanted, which take a statement more
   */
  async bodies(
    current: Current,
    itemIds: readonly string[],
    { hasRecords = false } = {},
  ): Promise<Map<string, ItemWithBody>> {
    if (itemIds.length === 0) return new Map();
    const found = await findItemBodies(current, this.crateId, itemIds, hasRecords).catch(noneWithoutCrate([]));
    const byId = Map.groupBy(found, ({ item }) => item.itemId);
    return new Map(itemIds.flatMap((itemId) => (byId.get(itemId) ?? []).map((one) => [itemId, one])));
  }

  /** @throws Problem 401, 403, 404 without the crate, 409 for a taken name, 413, 507 when a quota is full */
  create(current: Current, parameters: ItemParameters, body: ItemContent, options?: CreateOptions): Promise<Item> {
    return createItem(current, this.crateId, parameters, body, options);
  }

  /** @param etag that the writer has seen; by default any @throws Problem 404, 412 when that is old, else as `create` */
  save(current: Current, itemId: string, parameters: ItemParameters, body: ItemContent, etag?: string): Promise<Item> {
    const conditions = etag === undefined ? {} : { ifMatch: [etag] };
    return updateItem(current, this.crateId, itemId, parameters, conditions, body);
  }
}

type CollectionSearch = Omit<ItemSearch, 'after' | 'before' | 'permissionsOverride'>;

interface PageSearch extends CollectionSearch {
  /** A cursor as a visitor sends it: it may be anything, and an empty one is none. */
  readonly after?: string | null | undefined;
  readonly before?: string | null | undefined;
}

/** Off localhost nothing is seeded, and staff may remove a crate. */
function noneWithoutCrate<None>(none: None): (refusal: unknown) => None {
  return (refusal) => {
    if (isProblem(refusal, noCrate)) return none;
    throw refusal;
  };
}
