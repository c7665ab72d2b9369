import { setTimeout as pause } from 'node:timers/promises';

import type { CrashClient } from './crash-client.ts';

interface ReplicaChange {
  itemId: string;
  item?: ReplicaItem;
}

interface ReplicaItem {
  itemId: string;
  etag: string;
  tags: string[];
}

/** Someone who keeps what a crate holds by its changes alone, and goes on from the last token whoever dies. */
export class Replica {
  /** What each item is, in words. */
  readonly #items = new Map<string, string>();
  readonly #door: CrashClient;
  readonly #crate: string;
  #since = '';
  #isOver = false;
  #refusal: string | undefined;
  #reading: Promise<unknown> = Promise.resolve();

  constructor(door: CrashClient, crate: string) {
    this.#door = door;
    this.#crate = crate;
  }

  /** Reads on and on, until `end`. */
  async follow(): Promise<void> {
    while (!this.#isOver) if (!(await this.#readInTurn())) await pause(20);
  }

  end(): void {
    this.#isOver = true;
  }

  /** Reads what is left while nobody writes, and tells what differs from the crate. */
  async differences(): Promise<string[]> {
    // What the dead have left under way holds changes back for a moment.
    for (let empty = 0; empty < 3; empty += 1) {
      if (await this.#readInTurn()) empty = 0;
      else await pause(10);
    }
    if (this.#refusal !== undefined) return [this.#refusal];
    const there = new Map<string, string>();
    for await (const item of this.#door.walk<ReplicaItem>(this.#crate)) there.set(item.itemId, inWords(item));
    const wrong = [...there].filter(([itemId, seen]) => this.#items.get(itemId) !== seen);
    const gone = [...this.#items.keys()].filter((itemId) => !there.has(itemId));
    return [
      ...wrong.map(([itemId, seen]) => `a follower has ${itemId} as ${this.#items.get(itemId)}, but it is ${seen}`),
      ...gone.map((itemId) => `a follower has ${itemId}, which is gone`),
    ];
  }

  /** @returns whether there was anything */
  #readInTurn(): Promise<boolean> {
    const turn = this.#reading.then(() => this.#read());
    this.#reading = turn;
    return turn;
  }

  async #read(): Promise<boolean> {
    const since = this.#since === '' ? '' : `&since=${this.#since}`;
    const answer = await this.#door.send('GET', `${this.#crate}/changes?limit=128${since}`);
    if (answer === undefined) return false;
    const next = answer.headers.get('rumpus-changes-since');
    if (answer.status !== 200 || next === null) {
      this.#refusal = `a follower was refused: ${answer.status} ${JSON.stringify(answer.data)}`;
      return false;
    }
    const changes = answer.data as ReplicaChange[];
    for (const { itemId, item } of changes) {
      if (item === undefined) this.#items.delete(itemId);
      else this.#items.set(itemId, inWords(item));
    }
    this.#since = next;
    return changes.length > 0;
  }
}

function inWords({ etag, tags }: ReplicaItem): string {
  return `${etag} ${tags.join()}`;
}
