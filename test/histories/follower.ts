import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';

import { HttpConnection, requestBytes } from '../bench/http-connection.ts';
import type { Delivery, FollowerLog } from './history.ts';
import type { StoreAddress } from './wire.ts';

interface ListedChange {
  itemId: string;
  item?: { etag: string; tags: string[] };
}

/** Someone who reads the changes of a store's crate, page by page, beside those who make them. */
export class HistoryFollower {
  readonly #store: StoreAddress;
  readonly #line: HttpConnection;
  readonly #deliveries: Delivery[] = [];
  #since = 'now';
  #isOver = false;

  private constructor(store: StoreAddress, line: HttpConnection) {
    this.#store = store;
    this.#line = line;
  }

  /** Begins where the changes are now. */
  static async open(store: StoreAddress): Promise<HistoryFollower> {
    const follower = new HistoryFollower(store, await HttpConnection.open(store.port));
    await follower.#read();
    return follower;
  }

  /** Reads on and on, until `end`. */
  async follow(): Promise<void> {
    while (!this.#isOver) {
      await this.#read();
      // Leaves the machine to those who write.
      await pause(5);
    }
  }

  /** Reads what is left, when nobody makes changes any more. @returns all that was given */
  async end(following: Promise<void>): Promise<FollowerLog> {
    this.#isOver = true;
    await following;
    // What others in the database have under way holds changes back for a moment.
    for (let empty = 0; empty < 3; empty += 1) {
      if ((await this.#read()) > 0) empty = 0;
      await pause(30);
    }
    this.#line.close();
    return { follower: 'the follower', deliveries: this.#deliveries };
  }

  async #read(): Promise<number> {
    const { path, credentials } = this.#store;
    const changes = path.replace(/\/items$/, '/changes');
    const answer = await this.#line.ask(requestBytes('GET', `${changes}?limit=128&since=${this.#since}`, credentials));
    const since = answer.header('rumpus-changes-since');
    if (answer.status !== 200 || since === undefined) throw new Error(`no changes: ${answer.text()}`);
    const at = performance.now();
    const { data } = JSON.parse(answer.body()) as { data: ListedChange[] };
    this.#since = since;
    for (const { itemId, item } of data) {
      const state = item && { rev: Number(item.etag.slice(1, -1)), tag: item.tags.join() };
      this.#deliveries.push({ item: itemId, state, at });
    }
    return data.length;
  }
}
