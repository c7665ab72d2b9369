import type { Current } from '#app/current/current.server.ts';
import { requireWithinLimit } from '#app/current/limits.server.ts';
import { isStaff } from '#app/current/role.ts';
import { storeFile } from '#app/media/making/files.server.ts';
import { uploadQueue } from '#app/media/work-queue.server.ts';
import type { Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';
import { FileMissing } from '#lib/files/file-store.ts';
import { detectImageType } from '#lib/images/image-type.ts';
import { UnreadableImage, cleanImage } from '#lib/images/images.server.ts';
import { callerKey, networkKey } from '#lib/limits/caller-key.ts';
import { Problem, problemAt } from '#lib/problem.ts';
import type { ProblemKind } from '#lib/problem.ts';
import { uuidv7 } from '#lib/uuid.server.ts';

import type { ThreadReader } from './audience.ts';
import { badPicture, emptyFile, largeFile, noThread, tooManyFiles } from './problems.ts';
import { readableMessages } from './readers.server.ts';
import { MAX_FILES, MAX_FILE_BYTES, MAX_FILE_NAME, isSubjectId } from './thread.ts';
import type { LeftOutReason, ThreadFile, ThreadMessage } from './thread.ts';

/** One that is stored, but that no message has yet: it is swept when none comes. */
export interface ReadyFile {
  readonly name: string;
  readonly type: string;
  readonly bytes: number;
  readonly width: number | null;
  readonly height: number | null;
  readonly fileKey: string;
}

/** One that was sent and could not be kept, which its message names. */
export interface LeftOutFile {
  readonly name: string;
  readonly bytes: number;
  readonly leftOut: LeftOutReason;
}

export type SentFile = ReadyFile | LeftOutFile;

const PICTURE_BOX = { width: 2560, height: 2560 };
const OTHER = 'application/octet-stream';

/** Kilobytes of files in a day, of whoever is neither staff nor a game's server. */
const PER_PLACE = { name: 'files', points: 200 * 1024, seconds: 86_400, credit: 0 };
const PER_NETWORK = { name: 'files network', points: 1024 * 1024, seconds: 86_400, credit: 0 };

/** Pictures are made anew; all else is only saved. Bytes say what a file is. @throws Problem 400, 413, 429, 503 */
export async function prepareFiles(current: Current, files: readonly File[]): Promise<ReadyFile[]> {
  return (await prepareSentFiles(current, files)).map((file) => {
    if ('leftOut' in file) throw filesProblem(file.leftOut === 'empty' ? emptyFile : badPicture);
    return file;
  });
}

/**
 * The same of somebody's message, which one file that nobody can read does not hold up.
 * @param overLimit for who cannot choose anew @throws Problem 400, 413, 503
 */
export async function prepareSentFiles(
  current: Current,
  files: readonly (File | LeftOutFile)[],
  overLimit: 'refuse' | 'leave out' = 'refuse',
): Promise<SentFile[]> {
  // A form without a file sends one without a name.
  const sent = files.filter((file) => 'leftOut' in file || file.name !== '' || file.size > 0);
  const whole = sent.filter((file) => file instanceof File);
  if (overLimit === 'refuse') requireWithinLimits(whole);
  await charge(current, whole);
  const ready: SentFile[] = [];
  for (const file of sent) {
    const storedCount = ready.filter((one) => !('leftOut' in one)).length;
    ready.push(await prepareSentFile(current, file, storedCount));
  }
  return ready;
}

/** Mails have no address here, and bounds of their own. */
async function charge(current: Current, files: readonly File[]): Promise<void> {
  const { actor, address } = current;
  const isKnown = isStaff(actor.role) || actor.app !== undefined || address === undefined;
  if (isKnown || files.length === 0) return;
  const kilobytes = files.reduce((sum, { size }) => sum + Math.ceil(size / 1024), 0);
  await requireWithinLimit(current, actor.userId ?? callerKey(address), PER_PLACE, kilobytes);
  await requireWithinLimit(current, networkKey(address), PER_NETWORK, kilobytes);
}

/** @throws Problem 400, 413 */
function requireWithinLimits(files: readonly File[]): void {
  if (files.length > MAX_FILES) throw filesProblem(tooManyFiles);
  if (files.some(({ size }) => size > MAX_FILE_BYTES)) throw filesProblem(largeFile);
}

async function prepareSentFile(current: Current, file: File | LeftOutFile, storedCount: number): Promise<SentFile> {
  if ('leftOut' in file) return file;
  if (file.size > MAX_FILE_BYTES) return leftOutFile(file, 'large');
  if (file.size === 0) return leftOutFile(file, 'empty');
  return storedCount >= MAX_FILES ? leftOutFile(file, 'many') : prepareFile(current, file);
}

/** For what was left out before its bytes came here, too. */
export function leftOutFile({ name, size }: Pick<File, 'name' | 'size'>, leftOut: LeftOutReason): LeftOutFile {
  return { name: fileName(name), bytes: size, leftOut };
}

async function prepareFile(current: Current, file: File): Promise<SentFile> {
  const bytes = Buffer.from(await file.arrayBuffer());
  const name = fileName(file.name);
  if (detectImageType(bytes) === undefined) return storeOther(current, name, bytes);
  const caller = current.actor.userId ?? callerKey(current.address ?? '');
  try {
    const picture = await uploadQueue.run({ caller }, () => cleanImage(bytes, PICTURE_BOX));
    const stored = await storeFile(current, picture.bytes);
    const { type, width, height } = picture;
    return { name, type, bytes: stored.bytes, width, height, fileKey: stored.key };
  } catch (error) {
    if (!(error instanceof UnreadableImage)) throw error;
    // Made anew a sequence would stand still, and a HEIC is not read: they stay what was sent, to be saved.
    if (error.reason === 'unreadable') return leftOutFile(file, 'unreadable');
    return storeOther(current, name, bytes);
  }
}

async function storeOther(current: Current, name: string, bytes: Buffer): Promise<ReadyFile> {
  const stored = await storeFile(current, bytes);
  return { name, type: OTHER, bytes: stored.bytes, width: null, height: null, fileKey: stored.key };
}

function filesProblem(kind: typeof badPicture): Problem {
  return problemAt('files', kind);
}

/** Without folders and what some systems cannot store. */
function fileName(given: string): string {
  const last = given.split(/[/\\]/).at(-1) ?? '';
  const name = last.replaceAll(/[\p{Cc}\p{Cf}"<>:|?*]/gu, '').trim();
  return name.slice(-MAX_FILE_NAME) || 'file';
}

export async function saveFiles(
  current: Current,
  { subjectId, messageId }: Pick<ThreadMessage, 'subjectId' | 'messageId'>,
  files: readonly SentFile[],
): Promise<void> {
  if (files.length === 0) return;
  const rows = files.map((file) => {
    const none = { type: OTHER, width: null, height: null, fileKey: null, leftOut: null };
    return { ...none, ...file, fileId: uuidv7(current.now().getTime()) };
  });
  await current.db.query(sql`
    insert into thread_files (subject_id, file_id, message_id, name, type, bytes, width, height, file_key, left_out)
    select ${subjectId}::uuid, file_id, ${messageId}::uuid, name, type, bytes, width, height, file_key, left_out
    from unnest(${rows.map(({ fileId }) => fileId)}::uuid[], ${rows.map(({ name }) => name)}::text[],
      ${rows.map(({ type }) => type)}::text[], ${rows.map(({ bytes }) => bytes)}::bigint[],
      ${rows.map(({ width }) => width)}::integer[], ${rows.map(({ height }) => height)}::integer[],
      ${rows.map(({ fileKey }) => fileKey)}::text[], ${rows.map(({ leftOut }) => leftOut)}::text[])
      as given (file_id, name, type, bytes, width, height, file_key, left_out)`);
}

/** By message. Permission is up to the caller. */
export async function findFiles(
  current: Current,
  subjectIds: readonly string[],
  messageIds: readonly string[],
): Promise<Map<string, ThreadFile[]>> {
  const rows = await current.db.query<FileRow>(sql`
    select subject_id, file_id, message_id, name, bytes, width, height, left_out from thread_files
    where subject_id = any(${[...subjectIds]}::uuid[]) and message_id = any(${[...messageIds]}::uuid[]) order by file_id`);
  const files = rows.map((row) => ({
    subjectId: row.subject_id,
    fileId: row.file_id,
    messageId: row.message_id,
    name: row.name,
    bytes: Number(row.bytes),
    width: row.width ?? undefined,
    height: row.height ?? undefined,
    leftOut: (row.left_out ?? undefined) as ThreadFile['leftOut'],
  }));
  return Map.groupBy(files, ({ messageId }) => messageId);
}

type FileRow = Omit<Row<'thread_files'>, 'type' | 'file_key'>;

/** Also of what was merged into it; to be saved: nothing in it runs. @throws Problem 404 */
export async function answerFile(
  current: Current,
  reader: ThreadReader,
  subjectId: string,
  fileId: string,
): Promise<Response> {
  const [row] =
    isSubjectId(subjectId) && isSubjectId(fileId)
      ? await current.db.query<StoredAttachment>(sql`
          select f.name, f.type, f.bytes, f.file_key from thread_files f, ${readableMessages(reader, subjectId)} m
          where f.subject_id = m.subject_id and f.message_id = m.message_id and f.file_id = ${fileId}
            and f.file_key is not null`)
      : [];
  return attachmentResponse(current, row, noThread);
}

type StoredAttachment = Pick<Row<'mailbox_files'>, 'name' | 'type' | 'file_key'> &
  Partial<Pick<Row<'mailbox_files'>, 'bytes'>>;

/** One that was prepared, to be saved and not shown. @throws Problem `missing` without it */
export async function attachmentResponse(
  { files }: Current,
  file: StoredAttachment | undefined,
  missing: ProblemKind,
  disposition: 'attachment' | 'inline' = 'attachment',
): Promise<Response> {
  if (file === undefined) throw new Problem(missing);
  const body = await files.read(file.file_key).catch((error: unknown) => {
    throw error instanceof FileMissing ? new Problem(missing) : error;
  });
  const name = encodeURIComponent(file.name).replaceAll(/['()*]/g, (one) => `%${one.charCodeAt(0).toString(16)}`);
  return new Response(body, {
    headers: {
      'content-type': file.type,
      ...(file.bytes !== undefined && { 'content-length': file.bytes }),
      // A picture that we made may be shown in a page of ours; by its own address it is saved like all else.
      'content-disposition': `${disposition}; filename*=UTF-8''${name}`,
      'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    },
  });
}

/** The first of that name, whole. Permission is up to the caller. @returns undefined when it is not there, or not any more */
export async function readFileText(
  { db, files }: Current,
  { subjectId, name }: { readonly subjectId: string; readonly name: string },
): Promise<string | undefined> {
  const [row] = await db.query<Pick<Row<'thread_files'>, 'file_key'>>(sql`select file_key from thread_files
    where subject_id = ${subjectId} and name = ${name} order by file_id limit 1`);
  if (row?.file_key === undefined || row.file_key === null) return undefined;
  try {
    return await new Response(await files.read(row.file_key)).text();
  } catch (error) {
    if (error instanceof FileMissing) return undefined;
    throw error;
  }
}
