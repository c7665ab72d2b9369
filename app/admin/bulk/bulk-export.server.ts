import { Readable } from 'node:stream';

import type { Current } from '#app/current/current.server.ts';
import { unknownPage } from '#app/current/problems.ts';
import { getBulkAct } from '#app/storage/bulk/acts.server.ts';
import type { BulkKey } from '#app/storage/bulk/acts.server.ts';
import { ALL_COLUMNS, cellOf, isColumn } from '#app/storage/bulk/cells.ts';
import { exportBulk, walkBulkItems } from '#app/storage/bulk/export.server.ts';
import { csvResponse } from '#lib/csv/csv-response.server.ts';
import type { CsvLine } from '#lib/csv/csv.ts';
import { Problem } from '#lib/problem.ts';

const MAX_COLUMNS = 64;
const FORMATS: ReadonlySet<string> = new Set(['csv', 'jsonl', 'ndjson']);

/**
 * The items of an act to be saved: as the transfer of a crate, or without their bodies as lines of JSON or a spreadsheet.
 * @param columns of the spreadsheet, joined by commas: names of fields, `stats.` and `map.` with a name; by default all fields
 * @throws Problem 401, 403, 404
 */
export async function bulkExportResponse(
  current: Current,
  key: BulkKey,
  format: string,
  columns: string | null,
): Promise<Response> {
  await getBulkAct(current, key);
  if (!FORMATS.has(format)) throw new Problem(unknownPage);
  const name = `${key.crateId}.${format}`;
  if (format === 'csv') return csvResponse(name, csvLines(current, key, readColumns(columns)));
  const body = format === 'jsonl' ? jsonLines(current, key) : await exportBulk(current, key);
  return new Response(body, {
    headers: {
      'content-type': 'application/x-ndjson',
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
    },
  });
}

function jsonLines(current: Current, key: BulkKey): ReadableStream<Uint8Array> {
  return Readable.toWeb(Readable.from(jsonPages(current, key), { objectMode: false })) as ReadableStream<Uint8Array>;
}

async function* jsonPages(current: Current, key: BulkKey): AsyncGenerator<Buffer> {
  for await (const items of walkBulkItems(current, key)) {
    if (items.length > 0) yield Buffer.from(items.map((item) => `${JSON.stringify(item)}\n`).join(''));
  }
}

function readColumns(columns: string | null): readonly string[] {
  const wanted = (columns ?? '').split(',').map((column) => column.trim());
  const known = wanted.filter(isColumn);
  return known.length === 0 ? ALL_COLUMNS : known.slice(0, MAX_COLUMNS);
}

async function* csvLines(current: Current, key: BulkKey, columns: readonly string[]): AsyncGenerator<CsvLine[]> {
  yield [columns];
  for await (const items of walkBulkItems(current, key))
    yield items.map((item) => columns.map((id) => cellOf(item, id)));
}
