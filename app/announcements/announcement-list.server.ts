import type { Current } from '#app/current/current.server.ts';
import { requireRole } from '#app/current/permission.ts';
import { isStaff } from '#app/current/role.ts';
import type { FoundThing } from '#app/noun/found-thing.ts';
import type { Columns, Row } from '#database/rows.ts';
import { cutPage } from '#lib/cut-page.ts';
import { sql } from '#lib/database/sql.server.ts';
import type { Sql } from '#lib/database/sql.server.ts';
import { Problem } from '#lib/problem.ts';
import { matchesEveryWord } from '#lib/text-search/word-beginnings.ts';
import { isUuid } from '#lib/uuid.server.ts';

import { MAX_LIVE, titleOf } from './announcement.ts';
import type {
  AnnouncementContent,
  AnnouncementPhase,
  AnnouncementState,
  AnnouncementVersion,
  ListedAnnouncement,
} from './announcement.ts';
import { noAnnouncement } from './problems.ts';
import { phaseOf } from './schedule.server.ts';

interface AnnouncementQuery {
  readonly phase: AnnouncementPhase;
  /** Only those that this game may be sent, by its slug. */
  readonly game: string | undefined;
  /** The id of the last one of the page before. */
  readonly after: string | undefined;
  readonly limit: number;
}

/** The newest first. Needs staff. @throws Problem 401 or 403 */
export async function listAnnouncements(
  current: Current,
  { phase, game, after, limit }: AnnouncementQuery,
): Promise<{ announcements: ListedAnnouncement[]; next: string | undefined }> {
  requireRole(current, 'staff');
  const state = phase === 'draft' || phase === 'stopped' ? phase : 'live';
  const before = after !== undefined && isUuid(after) ? sql`and announcement_id < ${after}` : sql.empty;
  const forGame =
    game === undefined ? sql.empty : sql`and (content -> 'games' = '[]' or content -> 'games' ? ${game}::text)`;
  // Of the live ones, which are few, all are read: the clock alone says which have started.
  const most = state === 'live' ? MAX_LIVE : limit + 1;
  const rows = await findRows(current, sql`state = ${state} ${before} ${forGame}`, most);
  const found = rows.filter((row) => row.phase === phase);
  const { shown, last } = cutPage(found, limit);
  return { announcements: shown, next: last?.announcementId };
}

/** Those that a game may be sent, and drafts. Needs staff. @throws Problem 401 or 403 */
export async function listPreviewable(current: Current): Promise<ListedAnnouncement[]> {
  requireRole(current, 'staff');
  return [
    ...(await findRows(current, sql`state = 'live'`, MAX_LIVE)),
    ...(await findRows(current, sql`state = 'draft'`, MAX_DRAFTS)),
  ];
}

const MAX_DRAFTS = 50;

/** Live ones and drafts, by the beginnings of words in their English titles. */
export async function findAnnouncementThings(current: Current, text: string, limit: number): Promise<FoundThing[]> {
  if (!isStaff(current.actor.role)) return [];
  return (await listPreviewable(current))
    .filter(({ content }) => matchesEveryWord(titleOf(content), text))
    .slice(0, limit)
    .map(({ announcementId, content }) => ({
      kind: 'announcement',
      id: announcementId,
      name: titleOf(content),
      about: '',
      to: `/admin/game-announcements/${announcementId}`,
    }));
}

/** Needs staff. @throws Problem 401, 403, 404 */
export async function getAnnouncement(current: Current, announcementId: string): Promise<ListedAnnouncement> {
  requireRole(current, 'staff');
  const [found] = isUuid(announcementId) ? await findRows(current, sql`announcement_id = ${announcementId}`, 1) : [];
  if (found === undefined) throw new Problem(noAnnouncement);
  return found;
}

/** The newest first; what it says now is the first. Needs staff. @throws Problem 401 or 403 */
export async function listVersions(
  current: Current,
  announcementId: string,
  limit: number,
): Promise<AnnouncementVersion[]> {
  requireRole(current, 'staff');
  const rows = await current.db.query<AnnouncementVersionRow>(sql`
    select rev, content, changed_by, changed_at from announcement_versions
    where announcement_id = ${announcementId} order by rev desc limit ${limit}`);
  return rows.map((row) => ({
    rev: row.rev,
    content: row.content,
    changedBy: row.changed_by,
    changedAt: row.changed_at.toISOString(),
  }));
}

async function findRows({ db, now }: Current, condition: Sql, limit: number): Promise<ListedAnnouncement[]> {
  const rows = await db.query<ListedAnnouncementRow>(sql`
    select a.*, c.sent, c.acknowledged
    from (select announcement_id, state, rev, content from announcements where ${condition}
      order by announcement_id desc limit ${limit}) a
    cross join lateral (select coalesce(sum(sent), 0)::float8 as sent, coalesce(sum(acknowledged), 0)::float8 as acknowledged
      from announcement_days where announcement_id = a.announcement_id) c
    order by a.announcement_id desc`);
  return rows.map((row) => toListed(row, now()));
}

export type AnnouncementRow = Pick<Row<'announcements'>, 'announcement_id' | 'rev'> &
  Columns<'announcements', { state: AnnouncementState; content: AnnouncementContent }>;
type ListedAnnouncementRow = AnnouncementRow & Pick<ListedAnnouncement, 'sent' | 'acknowledged'>;
type AnnouncementVersionRow = Pick<Row<'announcement_versions'>, 'rev' | 'changed_by' | 'changed_at'> &
  Columns<'announcement_versions', { content: AnnouncementContent }>;

function toListed({ announcement_id: announcementId, ...row }: ListedAnnouncementRow, now: Date): ListedAnnouncement {
  return { announcementId, ...row, phase: phaseOf(row, now) };
}
