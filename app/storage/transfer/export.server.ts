import { withHeavyPool } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { requireRole } from '#app/current/permission.ts';
import { serverError } from '#lib/calls/problems.ts';
import { databaseProblem } from '#lib/database/failures.server.ts';
import { sql } from '#lib/database/sql.server.ts';

import type { Crate } from '../crates/crate.ts';
import { getCrate } from '../crates/crates.server.ts';
import { EXPORTED_COLUMNS, bodyDigest, bodyLines, openBody } from './bodies.server.ts';
import type { ExportedRow, OpenBody } from './bodies.server.ts';
import { TransferChecksum } from './checksum.server.ts';
import { HolderReader } from './holders.server.ts';
import { FORMAT, ITEMS_PER_PROGRESS } from './lines.ts';
import { memberLines } from './members.server.ts';

const BATCH = 128;
const CHUNK = 64 * 1024;

/**
 * Items, and then the sets, are read in batches, so that no transaction is open while the client reads: an item is consistent, the crate is
 * not.
 * @throws Problem 401 or 403, 404
 */
export async function exportCrate(
  current: Current,
  crateId: string,
  after: string | undefined,
): Promise<() => Promise<ReadableStream<Uint8Array>>> {
  requireRole(current, 'admin');
  const crate = await getCrate(current, crateId);
  return async () => {
    const heavy = withHeavyPool(current);
    const last = after?.split('.')[0] ?? FIRST;
    const source = { pages: walkCrate(heavy, crateId, last), hasSets: true };
    return toStream(linesOrProblem(heavy, crate, after, source));
  };
}

/** Some of its items alone, without sets. @param pages their ids, ascending @throws Problem as `exportCrate` */
export async function exportItems(
  current: Current,
  crateId: string,
  pages: AsyncIterable<readonly string[]>,
): Promise<ReadableStream<Uint8Array>> {
  requireRole(current, 'admin');
  const crate = await getCrate(current, crateId);
  const heavy = withHeavyPool(current);
  return toStream(linesOrProblem(heavy, crate, undefined, { pages: walkIds(heavy, crateId, pages), hasSets: false }));
}

interface ExportSource {
  readonly pages: AsyncIterable<readonly ExportedRow[]>;
  readonly hasSets: boolean;
}

async function* walkCrate({ db }: Current, crateId: string, from: string): AsyncGenerator<ExportedRow[]> {
  for (let last = from; ;) {
    const rows = await db.query<ExportedRow>(sql`select ${EXPORTED_COLUMNS} from items i
      where i.crate_id = ${crateId} and i.item_id > ${last} order by i.item_id limit ${BATCH}`);
    yield rows;
    last = rows.at(-1)?.item_id ?? last;
    if (rows.length < BATCH) return;
  }
}

async function* walkIds(
  { db }: Current,
  crateId: string,
  pages: AsyncIterable<readonly string[]>,
): AsyncGenerator<ExportedRow[]> {
  for await (const itemIds of pages) {
    for (let from = 0; from < itemIds.length; from += BATCH) {
      yield await db.query<ExportedRow>(sql`select ${EXPORTED_COLUMNS} from items i
        where i.crate_id = ${crateId} and i.item_id = any((select ${itemIds.slice(from, from + BATCH)}::uuid[])::uuid[])
        order by i.item_id`);
    }
  }
}

function toStream(lines: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        let text = '';
        while (text.length < CHUNK) {
          const { value, done } = await lines.next();
          if (done) break;
          text += `${value}\n`;
        }
        if (text === '') controller.close();
        else controller.enqueue(Buffer.from(text));
      },
      cancel: async () => void (await lines.return(undefined)),
    },
    { highWaterMark: 0 },
  );
}

/** The status is already sent: after an error the last line is a problem and no manifest. */
async function* linesOrProblem(
  current: Current,
  crate: Crate,
  after: string | undefined,
  source: ExportSource,
): AsyncGenerator<string> {
  try {
    yield* writeLines(current, crate, after, source);
  } catch (error) {
    const refusal = databaseProblem(error);
    if (refusal === undefined) current.log.error({ err: error, crateId: crate.crateId }, 'bug in an export');
    const { code, message } = refusal ?? serverError;
    yield JSON.stringify({ problem: { code, message } });
  }
}

async function* writeLines(
  current: Current,
  crate: Crate,
  after: string | undefined,
  { pages, hasSets }: ExportSource,
): AsyncGenerator<string> {
  const { crateId, name, policy, maxBytes } = crate;
  const checksum = TransferChecksum.from(after);
  yield JSON.stringify({ format: FORMAT, crate: { crateId, name, policy, maxBytes }, after: after ?? null });
  for await (const rows of pages) {
    const holders = HolderReader.of(current, crateId, rows);
    for (const row of rows) yield* itemLines(current, crateId, row, holders, checksum);
  }
  const lines = hasSets ? memberLines(current, crateId) : [];
  for await (const line of lines) {
    checksum.openLink();
    checksum.line(line);
    yield line;
  }
  yield JSON.stringify({ manifest: checksum.manifest() });
}

async function* itemLines(
  current: Current,
  crateId: string,
  listed: ExportedRow,
  holders: HolderReader,
  checksum: TransferChecksum,
): AsyncGenerator<string> {
  const opened = await openBody(current, crateId, listed);
  if (opened === 'gone') return;
  if (opened === 'missing') {
    current.log.error({ crateId, itemId: listed.item_id }, 'an item without its file');
    yield JSON.stringify({ missing: { itemId: listed.item_id } });
    return;
  }
  try {
    yield* linesOfOpened(current, opened, holders, checksum);
  } finally {
    // A client that disconnects in between leaves it open.
    await opened.file?.cancel().catch(() => undefined);
  }
}

async function* linesOfOpened(
  current: Current,
  opened: OpenBody,
  holders: HolderReader,
  checksum: TransferChecksum,
): AsyncGenerator<string> {
  const { row } = opened;
  checksum.open(row.item_id, Number(row.bytes));
  const item = JSON.stringify({ item: await toItemLine(current, opened) });
  checksum.line(item);
  yield item;
  for await (const records of holders.readLines(row.item_id)) {
    checksum.line(records);
    yield records;
  }
  yield* bodyLines(opened);
  if (checksum.items % ITEMS_PER_PROGRESS === 0) {
    yield JSON.stringify({ progress: { items: checksum.items, bytes: checksum.bytes, after: checksum.token() } });
  }
}

async function toItemLine({ files }: Current, opened: OpenBody): Promise<object> {
  const { row } = opened;
  return {
    itemId: row.item_id,
    rev: Number(row.rev),
    name: row.name,
    collaborators: row.collaborators,
    tags: row.tags,
    map: row.map,
    note: row.note,
    mimetype: row.mimetype,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    updatedBy: row.updated_by,
    bytes: Number(row.bytes),
    sha256: await bodyDigest(files, row),
    stats: row.stats ?? {},
  };
}

/** Below every id; the import refuses it as the id of an item. */
const FIRST = '00000000-0000-0000-0000-000000000000';
