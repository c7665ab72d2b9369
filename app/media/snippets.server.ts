import { recordAuditEntry } from '#app/audit/audit.server.ts';
import { inTransaction } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { requireRole, requireUser } from '#app/current/permission.ts';
import { chunksOf } from '#lib/calls/body.server.ts';
import { bodyCutOff } from '#lib/calls/problems.ts';
import { readIfMatch, readIfNoneMatch } from '#lib/http/conditions.ts';
import { UnreadableImage, cleanImage } from '#lib/images/images.server.ts';
import type { EncodedImage } from '#lib/images/images.server.ts';
import { Problem } from '#lib/problem.ts';

import { storeFile } from './making/files.server.ts';
import { MAX_WIDTH } from './image-size.ts';
import { changedMeanwhile, noSnippet, tooLarge, unreadable } from './problems.ts';
import { MAX_UPLOAD_BYTES } from './snippet.ts';
import type { Snippet } from './snippet.ts';
import { uploadQueue } from './work-queue.server.ts';

/** Twice as large as the largest that is shown, in pixels. */
const UPLOAD_BOX = { width: 2 * MAX_WIDTH, height: 2 * MAX_WIDTH };

export interface SnippetCondition {
  ifMatch?: string | undefined;
  ifNoneMatch?: string | undefined;
}

/** Uploaded pictures by name, at most `limit`, after the name `after`. Needs staff. @throws Problem 401 or 403 */
export async function listSnippets(
  current: Current,
  limit: number,
  after = '',
): Promise<{ snippets: Snippet[]; next?: string }> {
  requireRole(current, 'staff');
  const rows = await current.db.query<SnippetRow>(LIST, [after, limit + 1]);
  const snippets = rows.slice(0, limit).map(snippetOf);
  const last = snippets.at(-1);
  return { snippets, ...(last && rows.length > limit && { next: last.name }) };
}

/**
 * Keeps the request's body as the picture of a name. Needs staff.
 * @throws Problem 412 when the condition does not hold, 413 and 422 for what is too large or no picture
 */
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
  const row = [name, file.sha256, type, width, height, file.bytes, file.key, userId, current.now()];
  return inTransaction(current, async (current) => {
    const before = await lockedSnippet(current, name);
    requireCondition(before, condition);
    const [put] = await current.db.query<SnippetRow>(PUT, row);
    if (put === undefined) throw new Error(`the picture ${name} was not kept`);
    const snippet = snippetOf(put);
    await recordAuditEntry(current, { action: 'snippet.put', target: `snippet/${name}`, before, after: snippet });
    return { snippet, isNew: before === undefined };
  });
}

/** Needs staff. @throws Problem 404 when there is none, 412 when the condition does not hold */
export async function deleteSnippet(current: Current, name: string, condition: SnippetCondition): Promise<void> {
  requireRole(current, 'staff');
  await inTransaction(current, async (current) => {
    const before = await lockedSnippet(current, name);
    if (before === undefined) throw new Problem(noSnippet);
    requireCondition(before, condition);
    await current.db.query(DELETE, [name]);
    await recordAuditEntry(current, { action: 'snippet.delete', target: `snippet/${name}`, before });
  });
}

/** Where the picture of a name lies, if one was uploaded. For everyone: pictures of the site are public. */
export async function findSnippetFile(current: Current, name: string): Promise<SnippetFile | undefined> {
  const [row] = await current.db.query<SnippetRow>(FIND, [name]);
  return row && { fileKey: row.file_key, sha256: row.sha256, type: row.type, bytes: Number(row.bytes) };
}

export interface SnippetFile {
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
  for await (const chunk of chunksOf(request)) {
    bytes += chunk.byteLength;
    if (bytes > MAX_UPLOAD_BYTES) throw new Problem(tooLarge);
    chunks.push(chunk);
  }
  if (!Number.isNaN(declared) && bytes !== declared) throw new Problem(bodyCutOff);
  try {
    const { signal } = request;
    return await uploadQueue.run({ caller, signal }, () => cleanImage(Buffer.concat(chunks), UPLOAD_BOX));
  } catch (error) {
    throw error instanceof UnreadableImage ? new Problem(unreadable) : error;
  }
}

function requireCondition(before: Snippet | undefined, condition: SnippetCondition): void {
  const etag = before?.etag;
  const wanted = readIfMatch(condition.ifMatch);
  const unwanted = readIfNoneMatch(condition.ifNoneMatch);
  const holds = wanted === undefined || (etag !== undefined && (wanted === '*' || wanted.includes(etag)));
  const isFree = unwanted === undefined || etag === undefined || (unwanted !== '*' && !unwanted.includes(etag));
  if (!holds || !isFree) throw new Problem(changedMeanwhile, { members: { etag: etag ?? null } });
}

/** The picture as it is until the end of the transaction; a name without one is held too. */
async function lockedSnippet(current: Current, name: string): Promise<Snippet | undefined> {
  await current.db.query(HOLD, [name]);
  const [row] = await current.db.query<SnippetRow>(FIND, [name]);
  return row && snippetOf(row);
}

interface SnippetRow {
  name: string;
  sha256: string;
  type: string;
  width: number;
  height: number;
  bytes: string;
  file_key: string;
  uploaded_by: string;
  updated_at: Date;
}

function snippetOf(row: SnippetRow): Snippet {
  const { name, sha256, type, width, height, uploaded_by: uploadedBy } = row;
  const updatedAt = row.updated_at.toISOString();
  return { name, type, width, height, bytes: Number(row.bytes), sha256, etag: `"${sha256}"`, uploadedBy, updatedAt };
}

const COLUMNS = 'name, sha256, type, width, height, bytes, file_key, uploaded_by, updated_at';

const HOLD = {
  name: 'media_snippet_hold',
  text: `select pg_advisory_xact_lock(hashtextextended('media_snippets', hashtextextended($1, 0)))`,
};
const FIND = { name: 'media_snippet_find', text: `select ${COLUMNS} from media_snippets where name = $1` };
const LIST = {
  name: 'media_snippets_list',
  text: `select ${COLUMNS} from media_snippets where name > $1 order by name limit $2`,
};
const PUT = {
  name: 'media_snippet_put',
  text: `insert into media_snippets (${COLUMNS}) values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
    on conflict (name) do update set sha256 = excluded.sha256, type = excluded.type, width = excluded.width,
      height = excluded.height, bytes = excluded.bytes, file_key = excluded.file_key,
      uploaded_by = excluded.uploaded_by, updated_at = excluded.updated_at
    returning ${COLUMNS}`,
};
const DELETE = { name: 'media_snippet_delete', text: 'delete from media_snippets where name = $1' };
