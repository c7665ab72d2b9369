import { createHash } from 'node:crypto';

import { FileTooLarge } from './file-store.ts';

/** Counts and hashes a stream on its way into a store, and stops it when it is too long. */
export class MeteredFileStore {
  bytes = 0;
  /** What the stream threw, or FileTooLarge. */
  failure: unknown;
  readonly #hash = createHash('sha256');
  readonly #stream: AsyncIterable<Uint8Array>;
  readonly #maxBytes: number;

  constructor(stream: AsyncIterable<Uint8Array>, maxBytes: number) {
    this.#stream = stream;
    this.#maxBytes = maxBytes;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    try {
      for await (const chunk of this.#stream) {
        this.bytes += chunk.byteLength;
        if (this.bytes > this.#maxBytes) throw new FileTooLarge(this.#maxBytes);
        this.#hash.update(chunk);
        yield chunk;
      }
    } catch (error) {
      this.failure = error;
      throw error;
    }
  }

  sha256(): string {
    return this.#hash.digest('hex');
  }
}
