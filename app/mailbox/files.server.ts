import { inTransaction } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { requireRole } from '#app/current/permission.ts';
import { attachmentResponse, prepareFiles } from '#app/threads/files.server.ts';
import { tooManyFiles } from '#app/threads/problems.ts';
import { MAX_FILES } from '#app/threads/thread.ts';
import type { Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';
import { problemAt } from '#lib/problem.ts';
import { isUuid, uuidv7 } from '#lib/uuid.server.ts';

import type { MessageFile } from './message.ts';
import { noFiles, noMessage } from './problems.ts';
import { messageStates } from './writing/written-messages.server.ts';

/** Takes a release back. Needs staff. @throws Problem 401, 403, 404, 400 or 413 at the field, 409, 503, 507 */
export async function attachFiles(
  current: Current,
  messageId: string,
  rev: number,
  files: readonly File[],
): Promise<void> {
  requireRole(current, 'staff');
  const ready = await prepareFiles(current, files);
  if (ready.length === 0) throw problemAt('files', noFiles);
  await inTransaction(current, async (current) => {
    await messageStates.change(current, messageId, rev);
    for (const { name, type, bytes, width, height, fileKey } of ready) {
      await current.db.query(sql`
        insert into mailbox_files (message_id, file_id, name, type, bytes, width, height, file_key) values (${messageId},
          ${uuidv7(current.now().getTime())}, ${name}, ${type}, ${bytes}, ${width}, ${height}, ${fileKey})`);
    }
    // Whoever changes a message has its row, so nobody else adds one meanwhile.
    const all = (await findMessageFiles(current, [messageId])).get(messageId) ?? [];
    if (all.length > MAX_FILES) throw problemAt('files', tooManyFiles);
  });
}

/** Takes a release back; one that is gone stays gone. Needs staff. @throws Problem 401, 403, 404, 409 */
export async function detachFile(current: Current, messageId: string, rev: number, fileId: string): Promise<void> {
  requireRole(current, 'staff');
  await inTransaction(current, async (current) => {
    await messageStates.change(current, messageId, rev);
    await current.db.query(sql`
      delete from mailbox_files where message_id = ${messageId} and file_id::text = ${fileId}`);
  });
}

/** By message. Permission is up to the caller. */
export async function findMessageFiles(
  { db }: Current,
  messageIds: readonly string[],
): Promise<Map<string, MessageFile[]>> {
  const rows = await db.query<Omit<Row<'mailbox_files'>, 'type' | 'file_key'>>(sql`
    select message_id, file_id, name, bytes, width, height from mailbox_files
    where message_id = any(${[...messageIds]}::uuid[]) order by file_id`);
  const byMessage = Map.groupBy(rows, (row) => row.message_id);
  return new Map(
    [...byMessage].map(([messageId, own]) => [
      messageId,
      own.map(({ file_id: fileId, name, bytes, width, height }) => ({
        fileId,
        name,
        bytes: Number(bytes),
        width: width ?? undefined,
        height: height ?? undefined,
      })),
    ]),
  );
}

/** To be saved: nothing in it runs. Whether they may read the message is up to the caller. @throws Problem 404 */
export async function answerMessageFile(current: Current, messageId: string, fileId: string): Promise<Response> {
  const [file] = isUuid(fileId)
    ? await current.db.query<Pick<Row<'mailbox_files'>, 'name' | 'type' | 'bytes' | 'file_key'>>(sql`
        select name, type, bytes, file_key from mailbox_files
        where message_id = ${messageId} and file_id = ${fileId}`)
    : [];
  return attachmentResponse(current, file, noMessage);
}

/** Which of the files messages have; the job that sweeps unreferenced files keeps them. */
export async function findMailboxFiles({ db }: Current, keys: readonly string[]): Promise<string[]> {
  const rows = await db.query<Pick<Row<'mailbox_files'>, 'file_key'>>(sql`
    select file_key from mailbox_files where file_key = any(${[...keys]}::text[])`);
  return rows.map((row) => row.file_key);
}
