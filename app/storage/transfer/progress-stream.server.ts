const BUFFER_BYTES = 64 * 1024;
const UNREAD_BUFFER_BYTES = 4 * 1024 * 1024;

/**
 * An answer told line by line by work that does not wait to be heard: a client may send all of its request before it
 * reads, and if the work waited for its ear, both would wait for ever.
 */
export function progressStream(work: (teller: ProgressWriter) => Promise<void>): ReadableStream<Uint8Array> {
  const teller = new ProgressWriter();
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
    { highWaterMark: BUFFER_BYTES, size: ({ byteLength }) => byteLength },
  );
}

/** Tells lines of JSON to whoever reads the stream. */
export class ProgressWriter {
  listener: ReadableStreamDefaultController<Uint8Array> | undefined;
  /** Whether the reader has given up. */
  isGone = false;
  #waiting: (() => void)[] = [];

  /** Whether the reader keeps up, so that it is worth telling what later lines tell again. */
  get isReaderReady(): boolean {
    return !this.isGone && this.#room() > 0;
  }

  tell(line: object): void {
    if (!this.isGone) this.listener?.enqueue(Buffer.from(`${JSON.stringify(line)}\n`));
  }

  /** Waits while more is unread than should be held. */
  async waitForRoom(): Promise<void> {
    if (!this.isGone && this.#room() < -UNREAD_BUFFER_BYTES) await new Promise<void>((go) => this.#waiting.push(go));
  }

  heard(): void {
    for (const go of this.#waiting.splice(0)) go();
  }

  #room(): number {
    return this.listener?.desiredSize ?? 0;
  }
}
