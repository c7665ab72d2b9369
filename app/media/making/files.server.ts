import type { Current } from '#app/current/current.server.ts';
import type { Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';
import { FileStoreFull } from '#lib/files/file-store.ts';
import type { StoredFile } from '#lib/files/file-store.ts';
import { Problem } from '#lib/problem.ts';

import { storeFull } from '../problems.ts';

/** @throws Problem 507 when the file store is full */
export async function storeFile({ files }: Current, bytes: Uint8Array): Promise<StoredFile> {
  try {
    return await files.write(once(bytes), { maxBytes: bytes.byteLength });
  } catch (error) {
    throw error instanceof FileStoreFull ? new Problem(storeFull) : error;
  }
}

/** @throws FileMissing */
export async function readFile({ files }: Current, key: string): Promise<Buffer<ArrayBuffer>> {
  return Buffer.from(await new Response(await files.read(key)).arrayBuffer());
}

/** Which of the files are pictures; the job that sweeps unreferenced files keeps them. */
export async function findPictureFiles(current: Current, keys: string[]): Promise<string[]> {
  const rows = await current.db.query<Pick<Row<'media_snippets' | 'media_sources' | 'media_made'>, 'file_key'>>(sql`
    select file_key from media_snippets where file_key = any(${keys}::text[])
    union select file_key from media_sources where file_key = any(${keys}::text[])
    union select file_key from media_made where file_key = any(${keys}::text[])`);
  return rows.map((row) => row.file_key);
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
