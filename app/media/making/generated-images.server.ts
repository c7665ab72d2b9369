import { createHash } from 'node:crypto';

import type { Current } from '#app/current/current.server.ts';
import type { Row } from '#database/rows.ts';
import type { Reply } from '#lib/calls/answer.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import { FileMissing } from '#lib/files/file-store.ts';
import { isFresh } from '#lib/http/conditions.ts';
import { SingleFlight } from '#lib/single-flight.ts';

import { toWorkCaller } from '../work-queue.server.ts';
import type { WorkQueue } from '../work-queue.server.ts';
import { readFile, storeFile } from './files.server.ts';

export interface GeneratedImage {
  bytes: Buffer<ArrayBuffer>;
  type: string;
}

interface ImageGeneration {
  make: () => Promise<GeneratedImage>;
  lane: WorkQueue;
  signal?: AbortSignal;
}

interface GeneratedImageRow {
  key: string;
  sha256: string;
  type: string;
  bytes: number;
  fileKey: string;
}

/** The key of a picture: a hash of all that it depends on. */
export function generatedImageKey(...parts: (string | number)[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

const createSingleFlight = () => new SingleFlight<GeneratedImageRow>();

/** From the file store, else once for concurrent requests, while one of them waits. @throws Problem 503 when busy */
export async function getGeneratedImage(
  current: Current,
  key: string,
  { make, lane, signal }: ImageGeneration,
): Promise<GeneratedImageRow> {
  const work = async (abandoned: AbortSignal) =>
    (await findGeneratedImage(current, key)) ??
    saveImage(current, key, await lane.run(toWorkCaller(current, abandoned), make));
  return current.db.processState.get(createSingleFlight).run(key, work, signal);
}

/** 304 when the client has it. @param caching the header Cache-Control */
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

/** @throws Problem 503 as `getGeneratedImage` */
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
  // A backup may restore the row without its file: then the picture is generated again.
  await current.db.query(sql`delete from media_made where key = ${row.key} and file_key = ${row.fileKey}`);
  return readGeneratedImage(current, await getGeneratedImage(current, row.key, how), how);
}

/** Deletes old pictures and sources; they are generated and fetched again when they are requested. */
export async function pruneGeneratedImages(current: Current): Promise<void> {
  const before = new Date(current.now().getTime() - RETENTION_MS);
  const pruned = await current.db.query(sql`
    with sources as (delete from media_sources where fetched_at < ${before})
    delete from media_made where made_at < ${before} returning key`);
  current.log.info({ made: pruned.length }, 'pruned pictures');
}

const RETENTION_MS = 60 * 86_400_000;

async function saveImage(current: Current, key: string, { bytes, type }: GeneratedImage): Promise<GeneratedImageRow> {
  const file = await storeFile(current, bytes);
  await current.db.query(sql`insert into media_made (key, sha256, type, bytes, file_key, made_at)
    values (${key}, ${file.sha256}, ${type}, ${file.bytes}, ${file.key}, ${current.now()}) on conflict (key) do nothing`);
  // Another process may have been first: its file stays.
  return (
    (await findGeneratedImage(current, key)) ?? { key, type, sha256: file.sha256, bytes: file.bytes, fileKey: file.key }
  );
}

async function findGeneratedImage({ db }: Current, key: string): Promise<GeneratedImageRow | undefined> {
  const [row] = await db.query<Pick<Row<'media_made'>, 'sha256' | 'type' | 'bytes' | 'file_key'>>(
    sql`select sha256, type, bytes, file_key from media_made where key = ${key}`,
  );
  return row && { key, sha256: row.sha256, type: row.type, bytes: Number(row.bytes), fileKey: row.file_key };
}
