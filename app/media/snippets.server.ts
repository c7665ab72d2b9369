import { recordAuditEntry } from '#app/audit/audit.server.ts';
import { inTransaction } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { requireRole, requireUser } from '#app/current/permission.ts';
import type { Row } from '#database/rows.ts';
import { readChunks } from '#lib/calls/body.server.ts';
import { bodyCutOff } from '#lib/calls/problems.ts';
import { cutPage } from '#lib/cut-page.ts';
import { sql } from '#lib/database/sql.server.ts';
import { readIfMatch, readIfNoneMatch } from '#lib/http/conditions.ts';
import { UnreadableImage, cleanImage } from '#lib/images/images.server.ts';
import type { EncodedImage } from '#lib/images/images.server.ts';
import { Problem } from '#lib/problem.ts';

import { snippetAudit } from './audit-kinds.server.ts';
import { MAX_WIDTH } from './image-size.ts';
import { storeFile } from './making/files.server.ts';
import { changedMeanwhile, heic, movingPicture, noSnippet, tooLarge, unreadable } from './problems.ts';
import { MAX_UPLOAD_BYTES } from './snippet.ts';
import type { Snippet } from './snippet.ts';
import { uploadQueue } from './work-queue.server.ts';

/** Twice the largest size that is shown, in pixels. */
const UPLOAD_BOX = { width: 2 * MAX_WIDTH, height: 2 * MAX_WIDTH };

interface SnippetCondition {
  ifMatch?: string | undefined;
  ifNoneMatch?: string | undefined;
}

/** At most `limit`, by name, after the name `after`. Needs staff. @throws Problem 401 or 403 */
export async function listSnippets(
  current: Current,
  limit: number,
  after = '',
): Promise<{ snippets: Snippet[]; next?: string }> {
  requireRole(current, 'staff');
  const rows = await current.db.query<SnippetRow>(
    sql`select ${COLUMNS} from media_snippets where name > ${after} order by name limit ${limit + 1}`,
  );
  const { shown, last } = cutPage(rows.map(toSnippet), limit);
  return { snippets: shown, ...(last && { next: last.name }) };
}

/** Stores the body. Needs staff. @throws Problem 412 when the condition fails, 413 too large, 422 not a picture */
export async function putSnippet(
  current: Current,
  name: string,
  request: Request,
  condition: SnippetCondition,
): Promise<{ snippet: Snippet; isNew: boolean }> {
  requireRole(current, 'staff');
  const userId = requireUser(current);
  const image = await readUpload(request, userId);
  const file = await storeFile(current, image.bytes);
  const { type, width, height } = image;
  return inTransaction(current, async (current) => {
    const before = await lockSnippet(current, name);
    requireCondition(before, condition);
    const [row] = await current.db.query<SnippetRow>(sql`insert into media_snippets (${COLUMNS})
      values (${name}, ${file.sha256}, ${type}, ${width}, ${height}, ${file.bytes}, ${file.key}, ${userId},
        ${current.now()})
      on conflict (name) do update set sha256 = excluded.sha256, type = excluded.type, width = excluded.width,
        height = excluded.height, bytes = excluded.bytes, file_key = excluded.file_key,
        uploaded_by = excluded.uploaded_by, updated_at = excluded.updated_at
      returning ${COLUMNS}`);
    if (row === undefined) throw new Error(`the picture ${name} was not saved`);
    const snippet = toSnippet(row);
    await recordAuditEntry(current, snippetAudit.put, { target: `snippet/${name}`, before, after: snippet });
    return { snippet, isNew: before === undefined };
  });
}

/** Needs staff. @throws Problem 404, 412 when the condition does not hold */
export async function deleteSnippet(current: Current, name: string, condition: SnippetCondition): Promise<void> {
  requireRole(current, 'staff');
  await inTransaction(current, async (current) => {
    const before = await lockSnippet(current, name);
    if (before === undefined) throw new Problem(noSnippet);
    requireCondition(before, condition);
    await current.db.query(sql`delete from media_snippets where name = ${name}`);
    await recordAuditEntry(current, snippetAudit.delete, { target: `snippet/${name}`, before });
  });
}

/** The file of the uploaded picture of a name. For everyone: pictures of the site are public. */
export async function findSnippetFile(current: Current, name: string): Promise<SnippetFile | undefined> {
  const row = await findRow(current, name);
  return row && { fileKey: row.file_key, sha256: row.sha256, type: row.type, bytes: Number(row.bytes) };
}

/** Uploads of these names: what is known of each without reading it. For everyone, as `findSnippetFile`. */
export async function findSnippets(current: Current, names: readonly string[]): Promise<(Snippet & SnippetFile)[]> {
  if (names.length === 0) return [];
  const rows = await current.db.query<SnippetRow>(
    sql`select ${COLUMNS} from media_snippets where name = any(${[...names]}::text[])`,
  );
  return rows.map((row) => Object.assign(toSnippet(row), { fileKey: row.file_key }));
}

interface SnippetFile {
  fileKey: string;
  sha256: string;
  type: string;
  bytes: number;
}

async function readUpload(request: Request, caller: string): Promise<EncodedImage> {
  const declared = Number(request.headers.get('content-length') ?? Number.NaN);
  if (declared > MAX_UPLOAD_BYTES) throw new Problem(tooLarge);
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of readChunks(request)) {
    bytes += chunk.byteLength;
    if (bytes > MAX_UPLOAD_BYTES) throw new Problem(tooLarge);
    chunks.push(chunk);
  }
  if (!Number.isNaN(declared) && bytes !== declared) throw new Problem(bodyCutOff);
  try {
    const { signal } = request;
    return await uploadQueue.run({ caller, signal }, () => cleanImage(Buffer.concat(chunks), UPLOAD_BOX, 'GIF'));
  } catch (error) {
    throw error instanceof UnreadableImage ? new Problem(REFUSALS[error.reason]) : error;
  }
}

const REFUSALS = { heic, moving: movingPicture, unreadable };

function requireCondition(before: Snippet | undefined, condition: SnippetCondition): void {
  const etag = before?.etag;
  const wanted = readIfMatch(condition.ifMatch);
  const unwanted = readIfNoneMatch(condition.ifNoneMatch);
  const holds = wanted === undefined || (etag !== undefined && (wanted === '*' || wanted.includes(etag)));
  const isFree = unwanted === undefined || etag === undefined || (unwanted !== '*' && !unwanted.includes(etag));
  if (!holds || !isFree) throw new Problem(changedMeanwhile, { members: { etag: etag ?? null } });
}

/** Locks the name until the transaction ends, also one without a picture. */
async function lockSnippet(current: Current, name: string): Promise<Snippet | undefined> {
  await current.db.query(
    sql`select pg_advisory_xact_lock(hashtextextended('media_snippets', hashtextextended(${name}, 0)))`,
  );
  const row = await findRow(current, name);
  return row && toSnippet(row);
}

const COLUMNS = sql`name, sha256, type, width, height, bytes, file_key, uploaded_by, updated_at`;
type SnippetRow = Row<'media_snippets'>;

async function findRow(current: Current, name: string): Promise<SnippetRow | undefined> {
  const [row] = await current.db.query<SnippetRow>(sql`select ${COLUMNS} from media_snippets where name = ${name}`);
  return row;
}

function toSnippet(row: SnippetRow): Snippet {
  const { name, sha256, type, width, height, uploaded_by: uploadedBy } = row;
  const updatedAt = row.updated_at.toISOString();
  return { name, type, width, height, bytes: Number(row.bytes), sha256, etag: `"${sha256}"`, uploadedBy, updatedAt };
}
