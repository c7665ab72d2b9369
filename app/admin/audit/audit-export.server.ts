import { Readable } from 'node:stream';

import { exportAuditEntries } from '#app/audit/audit.server.ts';
import { AuditFilters } from '#app/audit/audit.ts';
import type { AuditEntry } from '#app/audit/audit.ts';
import type { Current } from '#app/current/current.server.ts';
import { unclearForm } from '#app/current/problems.ts';
import { csvResponse } from '#lib/csv/csv-response.server.ts';
import type { CsvLine } from '#lib/csv/csv.ts';
import { Problem } from '#lib/problem.ts';

import { auditParams } from './audit-query.ts';

/** As CSV, or as JSON Lines with `format=jsonl`. @throws Problem 400 for a filter that says nothing, 401, 403 */
export async function exportAudit(current: Current, query: URLSearchParams): Promise<Response> {
  const { success, data } = AuditFilters.safeParse(auditParams(query));
  if (!success) throw new Problem(unclearForm);
  const pages = await exportAuditEntries(current, data);
  if (query.get('format') !== 'jsonl') return csvResponse('audit.csv', csvPages(pages));
  const stream = Readable.from(jsonLines(pages), { objectMode: false });
  return new Response(Readable.toWeb(stream) as ReadableStream<Uint8Array>, {
    headers: {
      'cache-control': 'private, no-store',
      'content-type': 'application/jsonl; charset=utf-8',
      'content-disposition': 'attachment; filename="audit.jsonl"',
    },
  });
}

async function* jsonLines(pages: AsyncIterable<readonly AuditEntry[]>): AsyncGenerator<Buffer> {
  for await (const entries of pages) yield Buffer.from(entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
}

const COLUMNS = [
  'auditId',
  'at',
  'userId',
  'role',
  'masquerade',
  'action',
  'target',
  'before',
  'after',
  'reason',
  'requestId',
] as const satisfies (keyof AuditEntry)[];

async function* csvPages(pages: AsyncIterable<readonly AuditEntry[]>): AsyncGenerator<CsvLine[]> {
  yield [COLUMNS];
  for await (const entries of pages) yield entries.map((entry) => COLUMNS.map((name) => toCell(entry[name])));
}

function toCell(value: unknown): string | number {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' || typeof value === 'number' ? value : JSON.stringify(value);
}
