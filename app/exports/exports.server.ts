import { createHash } from 'node:crypto';

import { noteSecurityEvent } from '#app/accounts/security-log/security-log.server.ts';
import { inTransaction } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { requireWithinLimit } from '#app/current/limits.server.ts';
import { refuse, requireProof, requireUser } from '#app/current/permission.ts';
import type { Person } from '#app/current/personal-data.server.ts';
import { attachmentResponse } from '#app/threads/files.server.ts';
import type { Columns, Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';
import { Problem } from '#lib/problem.ts';
import { uuidv7 } from '#lib/uuid.server.ts';

import type { DataExport, ExportState } from './export.ts';
import { exportUnderWay, noExport, ownEyesOnly } from './problems.ts';

/** After which an export is made at once, in every process. */
export const EXPORTS_TOPIC = 'data exports';

const PER_PERSON = { name: 'data exports', points: 20, seconds: 86_400, credit: 0 };

/** In place of the last one. @throws Problem 401, 403 without a fresh sign-in or with other eyes, 409 while one is made, 429 */
export async function askExport(current: Current): Promise<void> {
  const userId = requireSelf(current);
  requireProof(current);
  await requireWithinLimit(current, userId, PER_PERSON);
  await inTransaction(current, async (current) => {
    await addExport(current, { userId });
    await noteSecurityEvent(current, userId, 'exportAsked');
  });
}

/** The actor in their own session, as nobody else: not a tool by its key, and no role that staff look through. */
function requireSelf(current: Current): string {
  const userId = requireUser(current);
  const { masquerade, key, app } = current.actor;
  if (masquerade !== undefined) throw new Problem(ownEyesOnly);
  if (key !== undefined || app !== undefined) refuse(current);
  return userId;
}

type ExportOwner = { readonly userId: string } | { readonly email: string };

/** @param person with an address as `emailKey` has it */
export function toOwner(person: ExportOwner): string {
  return 'userId' in person
    ? `user ${person.userId}`
    : `email ${createHash('sha256').update(person.email).digest('hex')}`;
}

/** All under which somebody may have one. */
export function listOwners({ userId, emails }: Person): string[] {
  return [...(userId === null ? [] : [{ userId }]), ...emails.map((email) => ({ email }))].map(toOwner);
}

/** In a transaction; that it is theirs is up to the caller. @throws Problem 409 while one is made */
export async function addExport(current: Current, person: ExportOwner): Promise<string> {
  const { userId, email } = { userId: null, email: null, ...person };
  const exportId = uuidv7(current.now().getTime());
  const [added] = await current.db.query(sql`
    insert into data_exports as e (owner, export_id, user_id, email, locale, state, asked_at)
    values (${toOwner(person)}, ${exportId}, ${userId}, ${email}, ${current.locale}, 'waiting', ${current.now()})
    on conflict (owner) do update set export_id = excluded.export_id, locale = excluded.locale, state = excluded.state,
      asked_at = excluded.asked_at, run_id = null, claimed_until = null, attempts = 0, parts_done = 0, rows_done = 0,
      finished_at = null, expires_at = null, file_key = null, bytes = null
    where e.state not in ('waiting', 'running') returning export_id`);
  if (added === undefined) throw new Problem(exportUnderWay);
  current.db.whenCommitted(() => current.pubSub.publish(EXPORTS_TOPIC));
  return exportId;
}

/** The actor's last one. @throws Problem 401, 403 with other eyes */
export async function findOwnExport(current: Current): Promise<DataExport | undefined> {
  return findExport(current, toOwner({ userId: requireSelf(current) }));
}

/** Permission is up to the caller. */
export async function findExport({ db, now }: Current, owner: string): Promise<DataExport | undefined> {
  const [row] = await db.query<ExportRow>(sql`
    select export_id, case when state = 'ready' and expires_at <= ${now()} then 'expired' else state end as state,
      asked_at, parts, parts_done, rows_done, bytes, expires_at
    from data_exports where owner = ${owner}`);
  return (
    row && {
      exportId: row.export_id,
      state: row.state,
      askedAt: row.asked_at.toISOString(),
      parts: row.parts,
      partsDone: row.parts_done,
      rowsDone: Number(row.rows_done),
      bytes: row.bytes === null ? undefined : Number(row.bytes),
      expiresAt: row.expires_at?.toISOString(),
    }
  );
}

type ExportRow = Pick<
  Row<'data_exports'>,
  'export_id' | 'asked_at' | 'parts' | 'parts_done' | 'rows_done' | 'bytes' | 'expires_at'
> &
  Columns<'data_exports', { state: ExportState }>;

/** To be saved. @throws Problem 401, 403 without a fresh sign-in or with other eyes, 404 for another's as for one that is over */
export async function answerOwnExport(current: Current, exportId: string): Promise<Response> {
  const userId = requireSelf(current);
  requireProof(current);
  return answerExport(current, toOwner({ userId }), exportId);
}

/** Permission is up to the caller. @throws Problem 404 */
export async function answerExport(current: Current, owner: string, exportId: string): Promise<Response> {
  const [row] = await current.db.query<Pick<Row<'data_exports'>, 'finished_at' | 'bytes'> & { file_key: string }>(sql`
    select finished_at, bytes, file_key from data_exports
    where owner = ${owner} and export_id::text = ${exportId} and state = 'ready' and expires_at > ${current.now()}`);
  const day = row?.finished_at?.toISOString().slice(0, 10);
  const file = row && { ...row, name: `rumpus-data-${day}.zip`, type: 'application/zip', bytes: row.bytes ?? '0' };
  return attachmentResponse(current, file, noExport);
}

/** What is over is deleted, with its file; of who has no account nothing stays. */
export async function endExports({ db, now, files, log }: Current): Promise<void> {
  const ended = await db.query<Pick<Row<'data_exports'>, 'owner' | 'file_key'>>(sql`
    select owner, file_key from data_exports where expires_at <= ${now()} order by expires_at limit 500`);
  for (const { owner, file_key: key } of ended) {
    if (key !== null) await files.remove(key);
    await db.query(sql`
      update data_exports set state = case when state = 'ready' then 'expired' else state end, file_key = null, expires_at = null
      where owner = ${owner} and expires_at <= ${now()} and user_id is not null`);
    await db.query(sql`
      delete from data_exports where owner = ${owner} and expires_at <= ${now()} and user_id is null`);
  }
  log.info({ ended: ended.length }, 'ended data exports');
}

/** Which of the files exports have; the job that sweeps unreferenced files keeps them. */
export async function findExportFiles({ db }: Current, keys: readonly string[]): Promise<(string | null)[]> {
  const rows = await db.query<Pick<Row<'data_exports'>, 'file_key'>>(sql`
    select file_key from data_exports where file_key = any(${[...keys]}::text[])`);
  return rows.map((row) => row.file_key);
}

/** Where the mail to who has no account goes, as long as the export is ready. */
export async function findGuest(
  { db, now }: Current,
  owner: string,
  exportId: string,
): Promise<(Pick<Row<'data_exports'>, 'locale'> & { email: string }) | undefined> {
  const [row] = await db.query<Pick<Row<'data_exports'>, 'locale'> & { email: string }>(sql`
    select email, locale from data_exports
    where owner = ${owner} and export_id = ${exportId} and email is not null and state = 'ready' and expires_at > ${now()}`);
  return row;
}
