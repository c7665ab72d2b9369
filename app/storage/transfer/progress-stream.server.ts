const BUFFER_BYTES = 64 * 1024;
const UNREAD_BUFFER_BYTES = 4 * 1024 * 1024;

/** A client may send its whole request before it reads: if the work waited for it, both would wait for ever. */
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

export class ProgressWriter {
  controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  isGone = false;
  #waiting: (() => void)[] = [];

  /** Without a ready reader a progress line is skipped, since later ones repeat it. */
  get isReaderReady(): boolean {
    return !this.isGone && this.#room() > 0;
  }

  write(line: object): void {
    if (!this.isGone) this.controller?.enqueue(Buffer.from(`${JSON.stringify(line)}\n`));
  }

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
