import { createHash } from 'node:crypto';

import type { Current } from '#app/current/current.server.ts';
import type { Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';
import { FileMissing } from '#lib/files/file-store.ts';
import type { FileStore } from '#lib/files/file-store.ts';

import { ITEM_METADATA } from '../rows.server.ts';
import type { ItemRow } from '../rows.server.ts';
import { BODY_CHUNK_BYTES } from './lines.ts';

export type ExportedRow = ItemRow & Pick<Row<'items'>, 'updated_by' | 'body' | 'file_key' | 'digest'>;

export const EXPORTED_COLUMNS = sql`${ITEM_METADATA}, i.updated_by, i.body, i.file_key, i.digest`;

export interface OpenBody {
  row: ExportedRow;
  file: ReadableStream<Uint8Array> | undefined;
}

/** When the file is missing, the item was changed or deleted since it was listed, and is read again. */
export async function openBody(
  current: Current,
  crateId: string,
  listed: ExportedRow,
): Promise<OpenBody | 'gone' | 'missing'> {
  const opened = await open(current, listed);
  if (opened !== 'missing') return opened;
  const [row] = await current.db.query<ExportedRow>(
    sql`select ${EXPORTED_COLUMNS} from items i where i.crate_id = ${crateId} and i.item_id = ${listed.item_id}`,
  );
  if (row === undefined) return 'gone';
  return row.file_key === listed.file_key ? 'missing' : open(current, row);
}

async function open({ files }: Current, row: ExportedRow): Promise<OpenBody | 'missing'> {
  if (row.file_key === null) return { row, file: undefined };
  try {
    return { row, file: await files.read(row.file_key) };
  } catch (error) {
    if (error instanceof FileMissing) return 'missing';
    throw error;
  }
}

/** The file of a body stored without a digest is read twice. */
export async function bodyDigest(
  files: FileStore,
  { digest, file_key: fileKey }: Pick<ExportedRow, 'digest' | 'file_key'>,
): Promise<string> {
  if (digest !== null || fileKey === null) return digest?.toString('hex') ?? '';
  const hash = createHash('sha256');
  for await (const chunk of await files.read(fileKey)) hash.update(chunk);
  return hash.digest('hex');
}

export async function* bodyLines({ row, file }: OpenBody): AsyncGenerator<string> {
  let held: Buffer[] = row.body === null ? [] : [row.body];
  let length = row.body?.length ?? 0;
  if (file !== undefined) {
    for await (const chunk of file) {
      held.push(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength));
      length += chunk.byteLength;
      if (length < BODY_CHUNK_BYTES) continue;
      let all = Buffer.concat(held);
      for (; all.length >= BODY_CHUNK_BYTES; all = all.subarray(BODY_CHUNK_BYTES)) {
        yield bodyLine(all.subarray(0, BODY_CHUNK_BYTES));
      }
      held = [all];
      length = all.length;
    }
  }
  if (length > 0) yield bodyLine(Buffer.concat(held));
}

function bodyLine(bytes: Buffer): string {
  return `{"body":"${bytes.toString('base64')}"}`;
}
