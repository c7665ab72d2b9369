import { inTransaction } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { requireRole } from '#app/current/permission.ts';
import { prepareFiles } from '#app/threads/files.server.ts';
import type { ReadyFile } from '#app/threads/files.server.ts';
import { tooManyFiles } from '#app/threads/problems.ts';
import { MAX_FILES } from '#app/threads/thread.ts';
import type { Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';
import type { MailFile } from '#lib/mail/mailer.server.ts';
import { problemAt } from '#lib/problem.ts';
import type { ProblemKind } from '#lib/problem.ts';
import { uuidv7 } from '#lib/uuid.server.ts';

import { FILE_TYPES, MAX_ATTACHED_BYTES } from './campaign.ts';
import type { CampaignFile } from './campaign.ts';
import { beginChange } from './campaigns.server.ts';
import { heavyFiles, noFiles, oddFile } from './problems.ts';

/** Takes a release back. Needs staff. @throws Problem 401, 403, 404, 400, 413 or 415 at the field, 409, 412, 503, 507 */
export async function attachFiles(
  current: Current,
  campaignId: string,
  rev: number,
  files: readonly File[],
): Promise<void> {
  requireRole(current, 'staff');
  const ready = await prepareFiles(current, files);
  if (ready.length === 0) refuseFiles(noFiles);
  await inTransaction(current, async (current) => {
    await beginChange(current, campaignId, rev);
    for (const file of ready) {
      const { name, bytes, fileKey } = file;
      const type = findType(file);
      if (type === undefined) refuseFiles(oddFile);
      await current.db.query(sql`
        insert into telegram_files (campaign_id, file_id, name, type, bytes, file_key)
        values (${campaignId}, ${uuidv7(current.now().getTime())}, ${name}, ${type}, ${bytes}, ${fileKey})`);
    }
    // Whoever changes a campaign has its row, so nobody else adds one meanwhile.
    const all = await findCampaignFiles(current, campaignId);
    if (all.length > MAX_FILES) refuseFiles(tooManyFiles);
    if (all.reduce((sum, { bytes }) => sum + bytes, 0) > MAX_ATTACHED_BYTES) refuseFiles(heavyFiles);
  });
}

/** Of a picture its own, of everything else that of its name. */
function findType({ name, type, width }: ReadyFile): string | undefined {
  return width === null ? FILE_TYPES[name.slice(name.lastIndexOf('.') + 1).toLowerCase()] : type;
}

function refuseFiles(kind: ProblemKind): never {
  throw problemAt('files', kind);
}

/** Takes a release back; one that is gone stays gone. Needs staff. @throws Problem 401, 403, 404, 409, 412 */
export async function detachFile(current: Current, campaignId: string, rev: number, fileId: string): Promise<void> {
  requireRole(current, 'staff');
  await inTransaction(current, async (current) => {
    await beginChange(current, campaignId, rev);
    await current.db.query(sql`
      delete from telegram_files where campaign_id::text = ${campaignId} and file_id::text = ${fileId}`);
  });
}

/** Permission is up to the caller. */
export async function findCampaignFiles({ db }: Current, campaignId: string): Promise<CampaignFile[]> {
  const rows = await db.query<Pick<Row<'telegram_files'>, 'file_id' | 'name' | 'bytes'>>(sql`
    select file_id, name, bytes from telegram_files where campaign_id = ${campaignId} order by file_id`);
  return rows.map((row) => ({ fileId: row.file_id, name: row.name, bytes: Number(row.bytes) }));
}

/** As each mail carries them. Permission is up to the caller. */
export async function readCampaignFiles({ db, files }: Current, campaignId: string): Promise<MailFile[]> {
  const rows = await db.query<Pick<Row<'telegram_files'>, 'name' | 'type' | 'file_key'>>(sql`
    select name, type, file_key from telegram_files where campaign_id = ${campaignId} order by file_id`);
  return Promise.all(
    rows.map(async ({ name, type, file_key: key }) => {
      const content = Buffer.from(await new Response(await files.read(key)).arrayBuffer());
      return { name, type, content };
    }),
  );
}

/** Which of the files campaigns have; the job that sweeps unreferenced files keeps them. */
export async function findTelegramFiles({ db }: Current, keys: readonly string[]): Promise<string[]> {
  const rows = await db.query<Pick<Row<'telegram_files'>, 'file_key'>>(sql`
    select file_key from telegram_files where file_key = any(${[...keys]}::text[])`);
  return rows.map((row) => row.file_key);
}
