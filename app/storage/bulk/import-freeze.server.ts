import { withHeavyPool } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { requireRole, requireUser } from '#app/current/permission.ts';
import { sql } from '#lib/database/sql.server.ts';
import { Problem } from '#lib/problem.ts';
import { uuidv7 } from '#lib/uuid.server.ts';

import { getCrate } from '../crates/crates.server.ts';
import { changeState, toAct } from './acts.server.ts';
import { MAX_BULK_ITEMS, MAX_IMPORT_BYTES } from './bulk.ts';
import type { BulkAct, ImportDeed } from './bulk.ts';
import { countRows } from './freeze.server.ts';
import { ImportJudge } from './import-judge.server.ts';
import type { FrozenLine } from './import-judge.server.ts';
import type { ImportLine } from './import-line.server.ts';
import { readImportFile } from './import-lines.server.ts';
import { noBulkAct, nothingFound, unreadableFile } from './problems.ts';

/**
 * Reads a file as an export wrote it, and keeps what would come of each of its lines. Nothing is changed. Needs admin.
 * @throws Problem 401, 403, 404, 400 with the number of the line from which on it cannot be read
 */
export async function previewImport(
  caller: Current,
  crateId: string,
  { name: file, bytes }: { readonly name: string; readonly bytes: Buffer },
): Promise<BulkAct> {
  requireRole(caller, 'admin');
  const userId = requireUser(caller);
  const current = withHeavyPool(caller);
  const crate = await getCrate(current, crateId);
  if (bytes.length > MAX_IMPORT_BYTES)
    throw new Problem(unreadableFile, { fields: { file: `at most ${MAX_IMPORT_BYTES} bytes` } });
  const { format, lines } = readImportFile(bytes);
  const bulkId = uuidv7(current.now().getTime());
  const deed: ImportDeed = { kind: 'import', file, format, toCreate: 0, toChange: 0 };
  const [ownRole, masquerade] = [current.actor.ownRole, current.actor.masquerade ?? null];
  await current.db.query(sql`
    insert into bulk_acts (crate_id, bulk_id, state, deed, search, created_by, created_at, user_id, own_role, masquerade)
    values (${crateId}, ${bulkId}, 'collecting', ${JSON.stringify(deed)}, null, ${userId}, ${current.now()}, ${userId},
      ${ownRole}, ${masquerade})`);
  try {
    const judge = await ImportJudge.of(current, crate);
    for await (const page of pagesOf(lines)) await keepLines(current, crateId, bulkId, await judge.judge(page));
    if (judge.lines === 0) throw new Problem(nothingFound);
    const { toCreate, toChange } = judge;
    const counts = JSON.stringify(await countRows(current, crateId, bulkId));
    const told = JSON.stringify({ ...deed, toCreate, toChange });
    const row = await changeState(current, { crateId, bulkId }, 'preview', [sql`counts = ${counts}, deed = ${told}`]);
    if (row === undefined) throw new Problem(noBulkAct);
    return toAct(row);
  } catch (error) {
    await current.db.query(sql`delete from bulk_acts where crate_id = ${crateId} and bulk_id = ${bulkId}`);
    throw error;
  }
}

const PAGE_LINES = 250;
const PAGE_BYTES = 2 * 1024 * 1024;

async function* pagesOf(lines: AsyncIterable<ImportLine>): AsyncGenerator<ImportLine[]> {
  let page: ImportLine[] = [];
  let bytes = 0;
  let count = 0;
  for await (const line of lines) {
    count += 1;
    if (count > MAX_BULK_ITEMS)
      throw new Problem(unreadableFile, { fields: { file: `line ${line.line}: at most ${MAX_BULK_ITEMS} items` } });
    page.push(line);
    bytes += line.bytes;
    if (page.length < PAGE_LINES && bytes < PAGE_BYTES) continue;
    yield page;
    [page, bytes] = [[], 0];
  }
  if (page.length > 0) yield page;
}

async function keepLines(
  { db }: Current,
  crateId: string,
  bulkId: string,
  lines: readonly FrozenLine[],
): Promise<void> {
  const itemIds = lines.map(({ itemId }) => itemId);
  const revs = lines.map(({ rev }) => rev);
  const outcomes = lines.map(({ outcome }) => outcome ?? null);
  const numbers = lines.map(({ line }) => line);
  const reasons = lines.map(({ reason }) => reason ?? null);
  await db.query(sql`
    insert into bulk_rows (crate_id, bulk_id, item_id, rev, outcome, line, reason, told)
    select ${crateId}, ${bulkId}::uuid, r.item_id, r.rev, r.outcome, r.line, r.reason, num_nonnulls(r.outcome)
    from unnest((select ${itemIds}::uuid[]), (select ${revs}::bigint[]), (select ${outcomes}::text[]),
      (select ${numbers}::integer[]), (select ${reasons}::text[])) r(item_id, rev, outcome, line, reason)`);
  const waiting = lines.filter(({ wanted }) => wanted !== undefined);
  const ids = waiting.map(({ itemId }) => itemId);
  const wanted = waiting.map(({ wanted }) => JSON.stringify(wanted));
  const bodies = waiting.map(({ body }) => body ?? null);
  const mimetypes = waiting.map(({ mimetype }) => mimetype ?? null);
  await db.query(sql`
    insert into bulk_imports (crate_id, bulk_id, item_id, wanted, body, mimetype)
    select ${crateId}, ${bulkId}::uuid, w.* from unnest((select ${ids}::uuid[]), (select ${wanted}::jsonb[]),
      (select ${bodies}::bytea[]), (select ${mimetypes}::text[])) w(item_id, wanted, body, mimetype)`);
}
