import { performance } from 'node:perf_hooks';

import { HttpConnection } from '../bench/http-connection.ts';
import type { OperationInput, Operation, OperationResult } from './history.ts';
import { chooseInput } from './plan.ts';
import { SeededRandom } from './seeded-random.ts';
import { isBusy, requestOf, resultOf } from './wire.ts';
import type { StoreAddress } from './wire.ts';

/** How much is recorded. */
interface Wave {
  clients: number;
  /** Items at a time: the fewer, the more often clients meet. */
  items: number;
  operations: number;
  seed: number;
}

/** The item that clients meet at; another one is made when it was removed. */
interface Slot {
  item: string | undefined;
  /** The highest revision that a client was told. */
  rev: number;
  /** Settles when the item that somebody makes for it is there. */
  making: Promise<void> | undefined;
}

/**
 * Has clients ask a store all at once over HTTP and keeps what each asked, when, and what it was told; at the end one
 * reads every item once more, alone.
 */
export async function record(store: StoreAddress, wave: Wave): Promise<Operation[]> {
  const recorder = new Recorder(store, wave);
  await recorder.run();
  return recorder.operations;
}

class Recorder {
  readonly operations: Operation[] = [];
  readonly #store: StoreAddress;
  readonly #wave: Wave;
  readonly #slots: Slot[];
  #turns = 0;

  constructor(store: StoreAddress, wave: Wave) {
    this.#store = store;
    this.#wave = wave;
    this.#slots = Array.from({ length: wave.items }, () => ({ item: undefined, rev: 0, making: undefined }));
  }

  async run(): Promise<void> {
    await Promise.all(Array.from({ length: this.#wave.clients }, (_, client) => this.#write(client)));
    const line = await HttpConnection.open(this.#store.port);
    const items = new Set(this.operations.map(({ item }) => item));
    for (const item of items) await this.#ask(line, 0, item, { kind: 'read' });
    line.close();
  }

  async #write(client: number): Promise<void> {
    const { seed, operations } = this.#wave;
    const chance = new SeededRandom(seed * 1000 + client);
    const line = await HttpConnection.open(this.#store.port);
    for (let turn = this.#turn(); turn < operations; turn = this.#turn()) {
      const slot = chance.pick(this.#slots);
      const mark = `m${seed}-${turn}`;
      if (slot.item === undefined) await (slot.making ??= this.#fill(line, client, slot, mark));
      else await this.#meet(line, client, slot, chooseInput(chance, mark, slot.rev));
    }
    line.close();
  }

  #turn(): number {
    return this.#turns++;
  }

  async #fill(line: HttpConnection, client: number, slot: Slot, mark: string): Promise<void> {
    const { result, item } = await this.#ask(line, client, undefined, { kind: 'create', mark });
    if (result.kind !== 'written') throw new Error('an item was not made');
    Object.assign(slot, { item, rev: result.rev, making: undefined });
  }

  async #meet(line: HttpConnection, client: number, slot: Slot, input: OperationInput): Promise<void> {
    const { item } = slot;
    const { result } = await this.#ask(line, client, item, input);
    if (slot.item !== item) return;
    if ('rev' in result) slot.rev = Math.max(slot.rev, result.rev);
    if (result.kind === 'removed' || result.kind === 'gone') slot.item = undefined;
  }

  async #ask(
    line: HttpConnection,
    client: number,
    known: string | undefined,
    input: OperationInput,
  ): Promise<{ result: OperationResult; item: string }> {
    const request = requestOf(this.#store, known, input);
    let began = performance.now();
    let answer = await line.ask(request);
    while (isBusy(answer)) {
      began = performance.now();
      answer = await line.ask(request);
    }
    const ended = performance.now();
    const { result, item = known ?? '' } = resultOf(input, answer);
    this.operations.push({ client, item, input, began, ended, result });
    return { result, item };
  }
}
