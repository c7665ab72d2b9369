import { randomBytes } from 'node:crypto';

import { recordAuditEntry } from '#app/audit/audit.server.ts';
import { inTransaction } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { requireRole } from '#app/current/permission.ts';
import type { Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';
import { Problem, problemAt } from '#lib/problem.ts';

import { feedbackAudit } from '../audit-kinds.server.ts';
import { isStatusUsed } from '../entries/entry-rows.server.ts';
import { MAX_OWN_STATUSES } from '../entries/status-list.server.ts';
import { STATUS_COLOURS } from '../entry.ts';
import { badStatus, longTitle, missingName, statusTaken, statusUsed, statusesFull } from '../problems.ts';

interface TypedStatus {
  readonly name: string;
  readonly colour: string;
  readonly isOpen: boolean;
  readonly isOnRoadmap: boolean;
}

/** Needs staff. @throws Problem 400 that names the fields, 401, 403, 409 */
export async function addStatus(current: Current, typed: TypedStatus): Promise<void> {
  requireRole(current, 'staff');
  const { name, colour } = requireStatus(typed);
  const word = name
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/[^a-z\d]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 30);
  const statusId = `own-${word || randomBytes(4).toString('hex')}`;
  await inTransaction(current, async (current) => {
    const [full] = await current.db.query<{ size: number }>(
      sql`select count(*)::integer as size from feedbag_statuses`,
    );
    if ((full?.size ?? 0) >= MAX_OWN_STATUSES) throw new Problem(statusesFull);
    const added = await current.db.query(sql`
      insert into feedbag_statuses (status_id, name, colour, is_open, is_on_roadmap, place, created_at)
      select ${statusId}::text, ${name}::text, ${colour}::text, ${typed.isOpen}::boolean, ${typed.isOnRoadmap}::boolean,
        coalesce((select max(place) from feedbag_statuses), 0) + 1, ${current.now()}::timestamptz
      on conflict (status_id) do nothing returning status_id`);
    if (added.length === 0) throw problemAt('name', statusTaken);
    await noteStatus(current, statusId, { after: { ...typed, name } });
  });
}

/** Needs staff. @throws Problem 400 that names the fields, 401, 403, 404 */
export async function changeStatus(current: Current, statusId: string, typed: TypedStatus): Promise<void> {
  requireRole(current, 'staff');
  const { name, colour } = requireStatus(typed);
  await inTransaction(current, async (current) => {
    const changed = await current.db.query(sql`update feedbag_statuses set name = ${name}, colour = ${colour},
        is_open = ${typed.isOpen}, is_on_roadmap = ${typed.isOnRoadmap} where status_id = ${statusId} returning status_id`);
    if (changed.length === 0) throw new Problem(badStatus);
    await noteStatus(current, statusId, { after: { ...typed, name } });
  });
}

/** One that no entry has, now or before it was merged. Needs staff. @throws Problem 400, 401, 403, 409 */
export async function deleteStatus(current: Current, statusId: string): Promise<void> {
  requireRole(current, 'staff');
  await inTransaction(current, async (current) => {
    const [status] = await current.db.query<Pick<Row<'feedbag_statuses'>, 'name'>>(sql`
      select name from feedbag_statuses where status_id = ${statusId} for update`);
    if (status === undefined) throw new Problem(badStatus);
    if (await isStatusUsed(current, statusId)) throw new Problem(statusUsed);
    await current.db.query(sql`delete from feedbag_statuses where status_id = ${statusId}`);
    await noteStatus(current, statusId, { before: { name: status.name } });
  });
}

function requireStatus({ name: typed, colour: typedColour }: TypedStatus): { name: string; colour: string } {
  const name = typed.trim();
  const colour = STATUS_COLOURS.find((one) => one === typedColour);
  const wrong = name === '' ? missingName : name.length > 30 ? longTitle : undefined;
  if (wrong !== undefined) throw problemAt('name', wrong);
  if (colour === undefined) throw problemAt('colour', badStatus);
  return { name, colour };
}

function noteStatus(current: Current, statusId: string, { before, after }: { before?: object; after?: object }) {
  return recordAuditEntry(current, feedbackAudit.status, {
    target: `feedback/statuses/${statusId}`,
    before,
    after,
  });
}
