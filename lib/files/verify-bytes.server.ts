import { createHash } from 'node:crypto';

interface ExpectedBytes {
  bytes: number;
  /** Of the whole file; absent when unknown or only a part is read. */
  sha256?: Buffer | undefined;
}

export class FileDamaged extends Error {}

/**
 * Fails before the last chunk when the length or digest differs, so that no reader takes a damaged file for a whole one.
 * @param onDamage runs once, before the reader learns of it
 */
export function checked(
  stream: ReadableStream<Uint8Array>,
  expected: ExpectedBytes,
  onDamage: (damage: FileDamaged) => void,
): ReadableStream<Uint8Array> {
  const reader = stream.getReader();
  const meter = new Meter(expected);
  let held: Uint8Array | undefined;
  let isLeft = false;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        for (;;) {
          const { value, done } = await reader.read();
          // A read that is under way when nobody wants more ends as the file would.
          if (isLeft) return;
          const damage = done ? meter.atEnd() : meter.take(value);
          if (damage !== undefined) {
            onDamage(damage);
            await reader.cancel(damage);
            return controller.error(damage);
          }
          const ready = held;
          held = value;
          if (ready !== undefined) controller.enqueue(ready);
          if (done) return controller.close();
          if (ready !== undefined) return;
        }
      },
      cancel: (reason) => {
        isLeft = true;
        return reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
}

class Meter {
  readonly #expected: ExpectedBytes;
  readonly #hash = createHash('sha256');
  #bytes = 0;

  constructor(expected: ExpectedBytes) {
    this.#expected = expected;
  }

  take(chunk: Uint8Array): FileDamaged | undefined {
    const { bytes, sha256 } = this.#expected;
    this.#bytes += chunk.byteLength;
    if (this.#bytes > bytes) return new FileDamaged(`a file has more than its ${bytes} bytes`);
    if (sha256 !== undefined) this.#hash.update(chunk);
    return undefined;
  }

  atEnd(): FileDamaged | undefined {
    const { bytes, sha256 } = this.#expected;
    if (this.#bytes < bytes) return new FileDamaged(`a file has ${this.#bytes} of its ${bytes} bytes`);
    if (sha256 === undefined || this.#hash.digest().equals(sha256)) return undefined;
    return new FileDamaged(`the ${bytes} bytes of a file are not the ones that were stored`);
  }
}
