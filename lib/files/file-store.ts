/** Both included. */
export interface FileRange {
  start: number;
  end: number;
}

export interface StoredFile {
  /** 32 hexadecimal digits that nobody can guess. */
  key: string;
  bytes: number;
  sha256: string;
}

/** A store of large bodies: none is ever whole in memory, and a stored file never changes. */
export interface FileStore {
  /**
   * When this returns, the file survives a crash; when it throws, nothing is stored.
   * @throws FileTooLarge beyond `maxBytes`, FileStoreFull, and what the stream throws
   */
  write(stream: AsyncIterable<Uint8Array>, limits: { maxBytes: number }): Promise<StoredFile>;
  /** @throws FileMissing */
  read(key: string, range?: FileRange): Promise<ReadableStream<Uint8Array>>;
  /** A missing file is fine. */
  remove(key: string): Promise<void>;
  listOlderThan(date: Date): AsyncIterable<string>;
  /** Removes writes that never ended and last wrote (where unknown: began) before `date`. @returns how many */
  removeUnfinished(date: Date): Promise<number>;
}

export class FileTooLarge extends Error {
  readonly maxBytes: number;

  constructor(maxBytes: number) {
    super(`the file is larger than ${maxBytes} bytes`);
    this.maxBytes = maxBytes;
  }
}

export class FileStoreFull extends Error {
  constructor(options?: ErrorOptions) {
    super('the file store is full', options);
  }
}

export class FileMissing extends Error {
  readonly key: string;

  constructor(key: string, options?: ErrorOptions) {
    super(`there is no file ${key}`, options);
    this.key = key;
  }
}
