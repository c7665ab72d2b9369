/** Bytes from `start` to `end`, both included, within the file. */
export interface FileRange {
  start: number;
  end: number;
}

export interface StoredFile {
  /** 32 hexadecimal digits that nobody can guess. */
  key: string;
  bytes: number;
  /** In hexadecimal digits. */
  sha256: string;
}

/** Where large bodies are kept. No body is ever whole in memory, and a stored file never changes. */
export interface FileStore {
  /**
   * Stores the stream under a new key; when this returns, the file survives a crash.
   * @throws FileTooLarge beyond `maxBytes`, FileStoreFull without room for it; what the stream throws is thrown on.
   * Either way nothing is stored.
   */
  write(stream: AsyncIterable<Uint8Array>, limits: { maxBytes: number }): Promise<StoredFile>;
  /** @throws FileMissing when no file has that key */
  read(key: string, range?: FileRange): Promise<ReadableStream<Uint8Array>>;
  /** A file that is already gone is fine. */
  remove(key: string): Promise<void>;
  /** The keys of files written before `date`. */
  listOlderThan(date: Date): AsyncIterable<string>;
  /** Gives up the writes that came to no end and last wrote, or where that is not known began, before `date`. @returns how many */
  removeUnfinished(date: Date): Promise<number>;
}

/** A stream brought more bytes than it may. */
export class FileTooLarge extends Error {
  readonly maxBytes: number;

  constructor(maxBytes: number) {
    super(`the file is larger than ${maxBytes} bytes`);
    this.maxBytes = maxBytes;
  }
}

/** There is no room for the file. */
export class FileStoreFull extends Error {
  constructor(options?: ErrorOptions) {
    super('the file store is full', options);
  }
}

/** No file has that key. */
export class FileMissing extends Error {
  readonly key: string;

  constructor(key: string, options?: ErrorOptions) {
    super(`there is no file ${key}`, options);
    this.key = key;
  }
}
