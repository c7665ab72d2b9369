import { createHash } from 'node:crypto';

import type { Current } from '#app/current/current.server.ts';
import type { Reply } from '#lib/calls/answer.server.ts';
import { FileMissing } from '#lib/files/file-store.ts';
import { isFresh } from '#lib/http/conditions.ts';
import { SingleFlight } from '#lib/single-flight.ts';

import { readFile, storeFile } from './files.server.ts';
import { workCallerOf } from '../work-queue.server.ts';
import type { WorkQueue } from '../work-queue.server.ts';

/** A picture that was made of others. */
export interface GeneratedImage {
  bytes: Buffer<ArrayBuffer>;
  type: string;
}

/** How a picture is made, and where. */
export interface ImageGeneration {
  make: () => Promise<GeneratedImage>;
  lane: WorkQueue;
  /** Aborted when the asker is gone. */
  signal?: AbortSignal;
}

/** What can be told of a made picture without reading it. */
export interface GeneratedImageRow {
  key: string;
  sha256: string;
  type: string;
  bytes: number;
  fileKey: string;
}

/** Which picture it is: whatever it depends on. */
export function generatedImageKey(...parts: (string | number)[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

const createSingleFlight = () => new SingleFlight<GeneratedImageRow>();

/**
 * The picture of a key: kept in the file store, else made. However many ask for it at once, a process makes it once,
 * and not at all when they are gone before its turn.
 * @throws Problem 503 when too many pictures are being made
 */
export async function getGeneratedImage(
  current: Current,
  key: string,
  { make, lane, signal }: ImageGeneration,
): Promise<GeneratedImageRow> {
  const work = async (left: AbortSignal) =>
    (await findGeneratedImage(current, key)) ?? keep(current, key, await lane.run(workCallerOf(current, left), make));
  return current.db.processState.get(createSingleFlight).run(key, work, signal);
}

/** What everybody may be told of it, and its bytes unless the asker has them. @param caching the header Cache-Control */
export async function generatedImageReply(
  current: Current,
  request: Request,
  row: GeneratedImageRow,
  { caching, ...how }: ImageGeneration & { caching: string },
): Promise<Reply> {
  const headers = { 'cache-control': caching, etag: `"${row.sha256}"` };
  if (isFresh(request.headers.get('if-none-match'), headers.etag)) return { status: 304, headers };
  const length = { 'content-type': row.type, 'content-length': String(row.bytes) };
  if (request.method === 'HEAD') return { headers: { ...headers, ...length } };
  const held = await readGeneratedImage(current, row, how);
  if (held.row.sha256 !== row.sha256) return generatedImageReply(current, request, held.row, { caching, ...how });
  return { body: held.bytes, headers: { ...headers, ...length } };
}

/** The bytes of a made picture, and what is told of them. @throws Problem 503 as `getGeneratedImage` */
export async function readGeneratedImage(
  current: Current,
  row: GeneratedImageRow,
  how: ImageGeneration,
): Promise<{ row: GeneratedImageRow; bytes: Buffer<ArrayBuffer> }> {
  try {
    return { row, bytes: await readFile(current, row.fileKey) };
  } catch (error) {
    if (!(error instanceof FileMissing)) throw error;
  }
  // A backup may bring back the row without its file: what was made once can be made again.
  await current.db.query(FORGET, [row.key, row.fileKey]);
  return readGeneratedImage(current, await getGeneratedImage(current, row.key, how), how);
}

/** Made pictures and fetched sources of old are made and fetched anew when somebody asks. */
export async function pruneMade(current: Current): Promise<void> {
  const before = new Date(current.now().getTime() - KEPT_MS);
  const made = await current.db.query(PRUNE, [before]);
  current.log.info({ made: made.length }, 'pruned pictures');
}

const KEPT_MS = 60 * 86_400_000;

async function keep(current: Current, key: string, { bytes, type }: GeneratedImage): Promise<GeneratedImageRow> {
  const file = await storeFile(current, bytes);
  await current.db.query(KEEP, [key, file.sha256, type, file.bytes, file.key, current.now()]);
  // Another process may have been first: then its file is the one that stays.
  return (
    (await findGeneratedImage(current, key)) ?? { key, type, sha256: file.sha256, bytes: file.bytes, fileKey: file.key }
  );
}

async function findGeneratedImage({ db }: Current, key: string): Promise<GeneratedImageRow | undefined> {
  const [row] = await db.query<GeneratedImageColumns>(FIND, [key]);
  return row && { key, sha256: row.sha256, type: row.type, bytes: Number(row.bytes), fileKey: row.file_key };
}

interface GeneratedImageColumns {
  sha256: string;
  type: string;
  bytes: string;
  file_key: string;
}

const FIND = { name: 'media_made_find', text: 'select sha256, type, bytes, file_key from media_made where key = $1' };
const KEEP = {
  name: 'media_made_keep',
  text: `insert into media_made (key, sha256, type, bytes, file_key, made_at) values ($1, $2, $3, $4, $5, $6)
    on conflict (key) do nothing`,
};
const FORGET = { name: 'media_made_forget', text: 'delete from media_made where key = $1 and file_key = $2' };
const PRUNE = {
  name: 'media_made_prune',
  text: `with sources as (delete from media_sources where fetched_at < $1)
    delete from media_made where made_at < $1 returning key`,
};
