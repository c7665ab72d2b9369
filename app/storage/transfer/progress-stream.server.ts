const BUFFER_BYTES = 64 * 1024;
const UNREAD_BUFFER_BYTES = 4 * 1024 * 1024;

/**
 * A response written line by line by work that does not wait for its reader: a client may send all of its request before
 * it reads, and if the work waited for it, both would wait for ever.
 */
export function progressStream(work: (writer: ProgressWriter) => Promise<void>): ReadableStream<Uint8Array> {
  const writer = new ProgressWriter();
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        writer.controller = controller;
        void work(writer).then(
          () => writer.isGone || controller.close(),
          (error: unknown) => controller.error(error),
        );
      },
      pull: () => writer.resume(),
      cancel() {
        writer.isGone = true;
        writer.resume();
      },
    },
    { highWaterMark: BUFFER_BYTES, size: ({ byteLength }) => byteLength },
  );
}

/** Writes lines of JSON into the stream. */
export class ProgressWriter {
  controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  /** Whether the reader has given up. */
  isGone = false;
  #waiting: (() => void)[] = [];

  /** Whether the reader keeps up, so that progress is worth a line, which later lines repeat. */
  get isReaderReady(): boolean {
    return !this.isGone && this.#room() > 0;
  }

  write(line: object): void {
    if (!this.isGone) this.controller?.enqueue(Buffer.from(`${JSON.stringify(line)}\n`));
  }

  /** Waits while more is unread than should be held. */
  async waitForRoom(): Promise<void> {
    if (!this.isGone && this.#room() < -UNREAD_BUFFER_BYTES) await new Promise<void>((go) => this.#waiting.push(go));
  }

  resume(): void {
    for (const go of this.#waiting.splice(0)) go();
  }

  #room(): number {
    return this.controller?.desiredSize ?? 0;
  }
}
