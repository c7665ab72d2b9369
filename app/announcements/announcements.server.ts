import { isDeepStrictEqual } from 'node:util';

import type { AuditKind } from '#app/audit/audit-kind.server.ts';
import { recordAuditEntry } from '#app/audit/audit.server.ts';
import { inTransaction } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { requireRole } from '#app/current/permission.ts';
import { sql } from '#lib/database/sql.server.ts';
import { Problem } from '#lib/problem.ts';
import { isUuid, uuidv7 } from '#lib/uuid.server.ts';

import { getAnnouncement } from './announcement-list.server.ts';
import type { AnnouncementRow } from './announcement-list.server.ts';
import { MAX_LIVE, titleOf } from './announcement.ts';
import type { Announcement, AnnouncementContent } from './announcement.ts';
import { announcementAudit } from './audit-kinds.server.ts';
import { announcementChanged, isLive, noAnnouncement, noVersion, tooManyLive } from './problems.ts';
import { forgetLive } from './sending.server.ts';

/** A draft. Needs staff. @returns its id @throws Problem 401 or 403 */
export async function createAnnouncement(current: Current, content: AnnouncementContent): Promise<string> {
  requireRole(current, 'staff');
  const now = current.now();
  const announcementId = uuidv7(now.getTime());
  await inTransaction(current, async (current) => {
    await current.db.query(sql`
      insert into announcements (announcement_id, state, state_at, content, created_at)
      values (${announcementId}, 'draft', ${now}, ${JSON.stringify(content)}, ${now})`);
    await keepVersion(current, { announcementId, state: 'draft', rev: 1, content });
    await recordAuditEntry(current, announcementAudit.create, {
      target: `announcement/${announcementId}`,
      after: { title: titleOf(content) },
    });
  });
  return announcementId;
}

/** Of a live one, games are told at once. Needs staff. @returns its rev from then on @throws Problem 401, 403, 404, 412 */
export async function saveAnnouncement(
  current: Current,
  { announcementId, rev }: SeenAnnouncement,
  content: AnnouncementContent,
): Promise<number> {
  return change(current, { announcementId, rev }, announcementAudit.save, () => ({ content }));
}

/** As it was then. Needs staff. @throws Problem 401, 403, 404, 412 */
export async function putVersionBack(current: Current, seen: SeenAnnouncement, version: number): Promise<void> {
  await change(current, seen, announcementAudit.putBack, async ({ db }) => {
    const [row] = await db.query<Pick<AnnouncementRow, 'content'>>(sql`
      select content from announcement_versions
      where announcement_id = ${seen.announcementId} and rev = ${version}`);
    if (row === undefined) throw new Problem(noVersion);
    return { content: row.content };
  });
}

/** Another draft that says the same. Needs staff. @returns its id @throws Problem 401, 403, 404 */
export async function duplicateAnnouncement(current: Current, announcementId: string): Promise<string> {
  return createAnnouncement(current, (await getAnnouncement(current, announcementId)).content);
}

/** Games are sent it from its start on. Needs staff. @throws Problem 401, 403, 404, 409 */
export async function publishAnnouncement(current: Current, announcementId: string): Promise<void> {
  await goLive(current, (current) => setState(current, announcementId, 'live'));
}

/** Those of them that are there, together. Needs staff. @throws Problem 401, 403, 409 */
export async function publishAnnouncements(current: Current, announcementIds: readonly string[]): Promise<void> {
  await goLive(current, (current) => setStates(current, announcementIds, 'live'));
}

async function goLive(current: Current, run: (current: Current) => Promise<unknown>): Promise<void> {
  requireRole(current, 'staff');
  await inTransaction(current, async (current) => {
    // Serializes those that go live, so that all are counted; before any row, so that nobody waits for each other.
    await current.db.query(sql`select pg_advisory_xact_lock(hashtextextended('announcements', 0))`);
    await run(current);
    const rows = await current.db.query(sql`select from announcements where state = 'live' limit ${MAX_LIVE + 1}`);
    if (rows.length > MAX_LIVE) throw new Problem(tooManyLive);
  });
  forgetLive(current);
}

/** No game is sent it any more, from any process, at once. Needs staff. @throws Problem 401, 403, 404 */
export async function stopAnnouncement(current: Current, announcementId: string): Promise<void> {
  await setState(current, announcementId, 'stopped');
}

/** Those of them that are live, together. Needs staff. @returns the ids of those that it has stopped @throws Problem 401 or 403 */
export async function stopAnnouncements(current: Current, announcementIds: readonly string[]): Promise<string[]> {
  requireRole(current, 'staff');
  const stopped = await inTransaction(current, (current) => setStates(current, announcementIds, 'stopped'));
  forgetLive(current);
  return stopped;
}

function setState(current: Current, announcementId: string, state: 'live' | 'stopped'): Promise<number> {
  const kind = state === 'live' ? announcementAudit.publish : announcementAudit.stop;
  return change(current, { announcementId }, kind, () => ({ state }));
}

/** In one order, so that two who do this do not wait for each other. Drafts are not stopped. */
async function setStates(current: Current, ids: readonly string[], state: 'live' | 'stopped'): Promise<string[]> {
  const was = state === 'live' ? 'stopped' : 'live';
  const rows = await current.db.query<Pick<AnnouncementRow, 'announcement_id'>>(sql`
    select announcement_id from announcements
    where announcement_id = any(${ids.filter(isUuid).slice(0, MAX_LIVE)}::uuid[]) and state = ${was}
    order by announcement_id for update`);
  const changed = rows.map((row) => row.announcement_id);
  for (const announcementId of changed) await setState(current, announcementId, state);
  return changed;
}

/** With its history and its counts. Needs staff. @throws Problem 401, 403, 404, 409 of a live one */
export async function deleteAnnouncement(current: Current, announcementId: string): Promise<void> {
  requireRole(current, 'staff');
  await inTransaction(current, async (current) => {
    const row = await lockRow(current, announcementId);
    if (row.state === 'live') throw new Problem(isLive);
    await current.db.query(sql`delete from announcements where announcement_id = ${announcementId}`);
    await recordAuditEntry(current, announcementAudit.delete, {
      target: `announcement/${announcementId}`,
      before: { title: titleOf(row.content) },
    });
  });
}

interface SeenAnnouncement {
  readonly announcementId: string;
  /** That they saw; undefined where it does not matter. */
  readonly rev?: number | undefined;
}

/** @param plan sees it while nobody else changes it @returns its rev from then on */
async function change(
  current: Current,
  { announcementId, rev }: SeenAnnouncement,
  kind: AuditKind,
  plan: (current: Current) => ChangePlan | Promise<ChangePlan>,
): Promise<number> {
  requireRole(current, 'staff');
  const changed = await inTransaction(current, async (current) => {
    const was = await lockRow(current, announcementId);
    if (rev !== undefined && was.rev !== rev) throw new Problem(announcementChanged);
    const { content = was.content, state = was.state } = await plan(current);
    if (state === was.state && isDeepStrictEqual(content, was.content)) return was.rev;
    const is = { announcementId, state, content, rev: was.rev + 1 };
    await current.db.query(sql`
      update announcements set state = ${state}, content = ${JSON.stringify(content)}, rev = ${is.rev},
        state_at = case when state = ${state} then state_at else ${current.now()}::timestamptz end
      where announcement_id = ${announcementId}`);
    if (state === was.state) await keepVersion(current, is);
    await recordAuditEntry(current, kind, {
      target: `announcement/${announcementId}`,
      before: { ...was.content, title: titleOf(was.content) },
      after: { ...content, title: titleOf(content) },
    });
    return is.rev;
  });
  forgetLive(current);
  return changed;
}

type ChangePlan = Partial<Pick<Announcement, 'content' | 'state'>>;

async function lockRow({ db }: Current, announcementId: string): Promise<AnnouncementRow> {
  const [row] = isUuid(announcementId)
    ? await db.query<AnnouncementRow>(sql`
        select announcement_id, state, rev, content from announcements
        where announcement_id = ${announcementId} for update`)
    : [];
  if (row === undefined) throw new Problem(noAnnouncement);
  return row;
}

async function keepVersion({ db, actor, now }: Current, { announcementId, rev, content }: Announcement): Promise<void> {
  await db.query(sql`
    insert into announcement_versions (announcement_id, rev, content, changed_by, changed_at)
    values (${announcementId}, ${rev}, ${JSON.stringify(content)}, ${actor.userId ?? null}, ${now()})`);
}
