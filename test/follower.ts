import type { Change } from '#app/storage/feed/change.ts';
import { sql } from '#lib/database/sql.server.ts';

import type { CastName } from './cast.ts';
import { linksOf } from './links.ts';
import type { TestSite } from './site.ts';
import { revOf } from './storage.ts';

/** Keeps a replica of what one of the cast may see of a crate, by its changes alone: etags by item id. */
export class FeedFollower {
  readonly replica = new Map<string, string>();
  /** What was told of an item after something newer had been told of it. */
  readonly setbacks: string[] = [];
  token: string | undefined;
  readonly #site: TestSite;
  readonly #crate: string;
  readonly #who: CastName | undefined;

  constructor(site: TestSite, crate: string, who: CastName | undefined, token?: string) {
    this.#site = site;
    this.#crate = crate;
    this.#who = who;
    this.token = token;
  }

  /** Reads one page; answers its changes and whether there is more. */
  async read(limit = 128): Promise<{ changes: Change[]; hasMore: boolean }> {
    const since = this.token === undefined ? '' : `&since=${this.token}`;
    const response = await this.#site.ask(this.#who, `${this.#crate}/changes?limit=${limit}${since}`);
    if (response.status !== 200) throw new Error(`changes: ${response.status} ${await response.text()}`);
    this.token = response.headers.get('rumpus-changes-since') ?? '';
    const { data: changes } = (await response.json()) as { data: Change[] };
    for (const change of changes) this.take(change);
    return { changes, hasMore: response.headers.has('link') };
  }

  /** Reads until there is nothing more; answers all changes. */
  async readAll(limit = 128): Promise<Change[]> {
    const all: Change[] = [];
    for (;;) {
      const { changes, hasMore } = await this.read(limit);
      all.push(...changes);
      if (!hasMore) return all;
    }
  }

  take({ itemId, kind, etag = '' }: Change): void {
    const known = this.replica.get(itemId);
    if (kind === 'delete') this.replica.delete(itemId);
    else {
      if (known !== undefined && revOf(known) > revOf(etag)) this.setbacks.push(`${known} then ${etag} of ${itemId}`);
      this.replica.set(itemId, etag);
    }
  }
}

/** What one of the cast may see of a crate, as its list tells it: etags by item id; of a crate that is none to them, nothing. */
export async function listOf(site: TestSite, crate: string, who: CastName | undefined): Promise<Map<string, string>> {
  const listed = new Map<string, string>();
  for (let path: string | undefined = `${crate}/items?limit=128`; path !== undefined;) {
    const response: Response = await site.ask(who, path);
    if (response.status === 404) break;
    const { data } = (await response.json()) as { data: { itemId: string; etag: string }[] };
    for (const { itemId, etag } of data) listed.set(itemId, etag);
    path = linksOf(response).next;
  }
  return listed;
}

/**
 * Waits until everything that is committed by now is final: until no transaction that runs now, of whatever test, runs
 * any more. Whoever runs on for a minute has forgotten to end.
 */
export async function untilFinal({ parts: { db } }: TestSite): Promise<void> {
  const [now] = await db.query<{ next: string }>(sql`select pg_snapshot_xmax(pg_current_snapshot()) as next`);
  for (const end = performance.now() + 60_000; performance.now() < end;) {
    const [row] = await db.query<{ is_final: boolean }>(
      sql`select pg_snapshot_xmin(pg_current_snapshot()) >= ${now?.next ?? null}::xid8 as is_final, pg_sleep(0.002)`,
    );
    if (row?.is_final) return;
  }
  throw new Error('a transaction runs and runs');
}
