import type { Current } from '#app/current/current.server.ts';
import { findPictureFiles } from '#app/media/making/files.server.ts';
import type { Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';

const GRACE_MS = 3_600_000;
const BATCH = 500;

/** Which of the files a noun above has. */
export type FindKeptFiles = (current: Current, keys: readonly string[]) => Promise<readonly (string | null)[]>;

/** Skips files of the last hour, because a body is stored before its item is written. */
export async function sweepFiles(current: Current, others: readonly FindKeptFiles[] = []): Promise<void> {
  let batch: string[] = [];
  let swept = 0;
  const sweep = async () => {
    const named = new Set([
      ...(await findItemFiles(current, batch)),
      ...(await findPictureFiles(current, batch)),
      ...(await Promise.all(others.map((find) => find(current, batch)))).flat(),
    ]);
    const gone = batch.filter((key) => !named.has(key));
    await Promise.all(gone.map((key) => current.files.remove(key)));
    swept += gone.length;
    batch = [];
  };
  const before = new Date(current.now().getTime() - GRACE_MS);
  const unfinished = await current.files.removeUnfinished(before);
  for await (const key of current.files.listOlderThan(before)) {
    batch.push(key);
    if (batch.length === BATCH) await sweep();
  }
  if (batch.length > 0) await sweep();
  current.log.info({ swept, unfinished }, 'swept files');
}

/** A file may be the body of an item, of versions and of what is in the trash at once. */
async function findItemFiles({ db }: Current, keys: string[]): Promise<(string | null)[]> {
  const rows = await db.query<Pick<Row<'items'>, 'file_key'>>(sql`
    select file_key from items where file_key = any(${keys}::text[])
    union select file_key from item_versions where file_key = any(${keys}::text[])`);
  return rows.map((row) => row.file_key);
}
