import { Readable } from 'node:stream';

import { writeCsv } from './csv.ts';
import type { CsvLine } from './csv.ts';

/** The lines of a spreadsheet, a page of them after the other. */
export type CsvPages = Iterable<readonly CsvLine[]> | AsyncIterable<readonly CsvLine[]>;

/** To be saved under a name, sent page by page. @param headers beside those, by default for who asks alone */
export function csvResponse(
  name: string,
  pages: CsvPages,
  headers: Readonly<Record<string, string>> = { 'cache-control': 'private, no-store' },
): Response {
  return new Response(Readable.toWeb(csvStream(pages)) as ReadableStream<Uint8Array>, {
    headers: {
      ...headers,
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${name}"`,
    },
  });
}

export function csvStream(pages: CsvPages): Readable {
  return Readable.from(csvBytes(pages), { objectMode: false });
}

/** It begins with a mark, without which spreadsheets take the letters for those of another code. */
async function* csvBytes(pages: CsvPages): AsyncGenerator<Buffer> {
  yield Buffer.from('\uFEFF');
  for await (const lines of pages) yield Buffer.from(writeCsv(lines));
}
