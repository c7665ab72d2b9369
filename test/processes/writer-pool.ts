import type { Writer } from './writer.ts';

/** Writers that all write at once, one request after the other each, and rest when told to. */
export class WriterPool {
  /** Requests that were not answered while nobody was being killed. */
  unexpected = 0;
  #isDying = false;
  #isOver = false;
  #gate = Promise.withResolvers<void>();
  #isOpen = true;
  readonly #running: Promise<void>[];
  readonly #underWay = new Set<Promise<boolean>>();

  constructor(writers: Writer[]) {
    this.#running = writers.map((writer) => this.#run(writer));
  }

  /** From now on requests may stay unanswered; whose does rests until `resume`. */
  expectDeath(): void {
    this.#isDying = true;
    this.#gate = Promise.withResolvers();
  }

  /** Lets everyone finish the request that is under way, and then rest. */
  async rest(): Promise<void> {
    if (this.#isOpen && !this.#isDying) this.#gate = Promise.withResolvers();
    this.#isOpen = false;
    await Promise.all(this.#underWay);
  }

  resume(): void {
    this.#isDying = false;
    this.#isOpen = true;
    this.#gate.resolve();
  }

  /** Ends everyone. */
  async end(): Promise<void> {
    this.#isOver = true;
    this.resume();
    await Promise.all(this.#running);
  }

  async #run(writer: Writer): Promise<void> {
    while (!this.#isOver) {
      const request = writer();
      this.#underWay.add(request);
      const isAnswered = await request.finally(() => this.#underWay.delete(request));
      if (!isAnswered && !this.#isDying) this.unexpected += 1;
      if (!isAnswered || !this.#isOpen) await this.#gate.promise;
    }
  }
}
