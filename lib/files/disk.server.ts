import { access, open, opendir, mkdir, rename, rm, stat } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

import { isFileKey, newFileKey, requireFileKey } from './file-key.server.ts';
import { FileMissing, FileStoreFull } from './file-store.ts';
import type { FileRange, FileStore, StoredFile } from './file-store.ts';
import { MeteredFileStore } from './metered.server.ts';

const CHUNK_BYTES = 64 * 1024;
/** Larger pieces are fewer, and fifty readers hold little yet. */
const READ_BYTES = 128 * 1024;
const UNFINISHED = '.part';

/** A file store in a folder: the file `abcd…` is `ab/cd/abcd…`, unfinished ones end in `.part`. */
export function openDiskFiles(root: string): FileStore {
  return {
    write: (stream, { maxBytes }) => write(root, new MeteredFileStore(stream, maxBytes)),
    read: async (key, range) => read(pathToFile(root, key), key, range),
    remove: async (key) => {
      const path = pathToFile(root, key);
      await Promise.all([path, path + UNFINISHED].map((one) => rm(one, { force: true })));
    },
    listOlderThan: (date) => listOlderThan(root, date.getTime()),
    removeUnfinished: (date) => removeUnfinished(root, date.getTime()),
  };
}

function pathToFile(root: string, key: string): string {
  requireFileKey(key);
  return join(root, key.slice(0, 2), key.slice(2, 4), key);
}

async function write(root: string, body: MeteredFileStore): Promise<StoredFile> {
  const key = newFileKey();
  const path = pathToFile(root, key);
  const folder = dirname(path);
  try {
    const made = await mkdir(folder, { recursive: true });
    await fill(path + UNFINISHED, body);
    await rename(path + UNFINISHED, path);
    // Another write may have made these folders a moment ago without having synced them yet.
    const folders = [folder, dirname(folder), root, ...(made === root ? [dirname(root)] : [])];
    await Promise.all(folders.map(syncFolder));
  } catch (error) {
    await Promise.all([path, path + UNFINISHED].map((one) => rm(one, { force: true })));
    throw hasCode(error, 'ENOSPC', 'EDQUOT', 'EFBIG') ? new FileStoreFull({ cause: error }) : error;
  }
  return { key, bytes: body.bytes, sha256: body.sha256() };
}

async function fill(path: string, body: MeteredFileStore): Promise<void> {
  await using file = await open(path, 'wx', 0o600);
  const buffer = Buffer.allocUnsafe(CHUNK_BYTES);
  let filled = 0;
  for await (const chunk of body) {
    for (let from = 0; from < chunk.byteLength;) {
      const part = chunk.subarray(from, from + CHUNK_BYTES - filled);
      buffer.set(part, filled);
      filled += part.byteLength;
      from += part.byteLength;
      if (filled < CHUNK_BYTES) break;
      await writeAll(file, buffer);
      filled = 0;
    }
  }
  await writeAll(file, buffer.subarray(0, filled));
  await file.sync();
}

async function writeAll(file: FileHandle, buffer: Uint8Array): Promise<void> {
  for (let from = 0; from < buffer.byteLength;) from += (await file.write(buffer, from)).bytesWritten;
}

async function syncFolder(path: string): Promise<void> {
  await using folder = await open(path, 'r');
  await folder.sync();
}

/** Opened with the first piece: an answer that nobody takes holds no file. */
async function read(path: string, key: string, range: FileRange | undefined): Promise<ReadableStream<Uint8Array>> {
  await access(path).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' ? new FileMissing(key, { cause: error }) : error;
  });
  let opening: Promise<FileHandle> | undefined;
  let position = range?.start ?? 0;
  const end = range === undefined ? Number.POSITIVE_INFINITY : range.end + 1;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        opening ??= open(path, 'r');
        const file = await opening;
        const buffer = Buffer.allocUnsafeSlow(Math.max(0, Math.min(READ_BYTES, end - position)));
        const bytesRead = await readAt(file, buffer, position);
        position += bytesRead;
        if (bytesRead > 0) controller.enqueue(buffer.subarray(0, bytesRead));
        if (bytesRead > 0 && position < end) return;
        await file.close();
        controller.close();
      },
      cancel: () => opening?.then((file) => file.close()),
    },
    { highWaterMark: 0 },
  );
}

/** A stream that has failed is never cancelled, so that nobody else would close the file. */
async function readAt(file: FileHandle, buffer: Buffer, position: number): Promise<number> {
  try {
    return (await file.read(buffer, 0, buffer.byteLength, position)).bytesRead;
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function* listOlderThan(root: string, time: number): AsyncGenerator<string> {
  for await (const path of pathsOlderThan(root, time)) if (isFileKey(basename(path))) yield basename(path);
}

async function removeUnfinished(root: string, time: number): Promise<number> {
  let removed = 0;
  for await (const path of pathsOlderThan(root, time)) {
    if (!path.endsWith(UNFINISHED)) continue;
    await rm(path, { force: true });
    removed += 1;
  }
  return removed;
}

async function* pathsOlderThan(root: string, time: number): AsyncGenerator<string> {
  for await (const name of namesIn(root)) {
    for await (const next of namesIn(join(root, name))) {
      for await (const file of namesIn(join(root, name, next))) {
        const path = join(root, name, next, file);
        if ((await writtenAt(path)) < time) yield path;
      }
    }
  }
}

async function* namesIn(folder: string): AsyncGenerator<string> {
  try {
    for await (const entry of await opendir(folder)) yield entry.name;
  } catch (error) {
    if (!isGone(error)) throw error;
  }
}

/** A file that is removed while the folder is walked is not old. */
async function writtenAt(path: string): Promise<number> {
  try {
    return (await stat(path)).mtimeMs;
  } catch (error) {
    if (isGone(error)) return Number.POSITIVE_INFINITY;
    throw error;
  }
}

function isGone(error: unknown): boolean {
  return hasCode(error, 'ENOENT', 'ENOTDIR');
}

function hasCode(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && 'code' in error && codes.some((code) => code === error.code);
}
