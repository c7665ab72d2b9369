const HEARD_BYTES = 64 * 1024;
const UNHEARD_BYTES = 4 * 1024 * 1024;

/**
 * An answer told line by line by work that does not wait to be heard: a client may send all of its request before it
 * reads, and if the work waited for its ear, both would wait for ever.
 */
export function tellingStream(work: (teller: Teller) => Promise<void>): ReadableStream<Uint8Array> {
  const teller = new Teller();
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        teller.listener = controller;
        void work(teller).then(
          () => teller.isGone || controller.close(),
          (error: unknown) => controller.error(error),
        );
      },
      pull: () => teller.heard(),
      cancel() {
        teller.isGone = true;
        teller.heard();
      },
    },
    { highWaterMark: HEARD_BYTES, size: ({ byteLength }) => byteLength },
  );
}

/** Tells lines of JSON to whoever reads the stream. */
export class Teller {
  listener: ReadableStreamDefaultController<Uint8Array> | undefined;
  /** Whether the reader has given up. */
  isGone = false;
  #waiting: (() => void)[] = [];

  /** Whether the reader keeps up, so that it is worth telling what later lines tell again. */
  get isHeard(): boolean {
    return !this.isGone && this.#room() > 0;
  }

  tell(line: object): void {
    if (!this.isGone) this.listener?.enqueue(Buffer.from(`${JSON.stringify(line)}\n`));
  }

  /** Waits while more is unread than should be held. */
  async mayTell(): Promise<void> {
    if (!this.isGone && this.#room() < -UNHEARD_BYTES) await new Promise<void>((go) => this.#waiting.push(go));
  }

  heard(): void {
    for (const go of this.#waiting.splice(0)) go();
  }

  #room(): number {
    return this.listener?.desiredSize ?? 0;
  }
}
