import { createHmac } from 'node:crypto';

import type { Current } from '#app/current/current.server.ts';
import type { Columns, Row } from '#database/rows.ts';
import { Batcher } from '#lib/batcher.ts';
import { retryAfterDeadlock } from '#lib/database/database.server.ts';
import type { Database, Queryable } from '#lib/database/database.server.ts';
import type { CachedRows } from '#lib/database/row-cache.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import { Problem } from '#lib/problem.ts';

import { MAX_LIVE, MAX_READERS, MAX_SENT } from './announcement.ts';
import type { Announcement, AnnouncementContent } from './announcement.ts';
import { findCandidates, kindOf, toGameClient, whyNotNow } from './audience.server.ts';
import type { Candidate, GameClient } from './audience.server.ts';
import { countSent } from './counts.server.ts';
import type { GameClientQuery, SentAnnouncement } from './game-client.ts';
import { noAnnouncement, tooManyReaders } from './problems.ts';

/**
 * Those that a game shows, the most important first, counted as sent. Asks the database only for what the installation has
 * acknowledged, and only where something is for once. For everybody.
 */
export async function sendAnnouncements(current: Current, query: GameClientQuery): Promise<SentAnnouncement[]> {
  const client = toGameClient(query, current.locale, current.now());
  const live = await findLive(current);
  const fitting = candidatesFor(live, client).filter((candidate) => whyNotNow(candidate, client) === undefined);
  const announcements = fitting.map(({ announcement }) => announcement);
  const read = await findAcknowledged(current, announcements, client.installation);
  const sent = fitting
    .filter(({ announcement }) => !read.has(announcement.announcementId))
    .slice(0, MAX_SENT)
    .map((candidate) => candidate.sent);
  countSent(
    current,
    sent.map(({ announcementId }) => announcementId),
  );
  return sent;
}

/** Those that are live, with what was found for kinds of clients: all of it is forgotten at any change. */
interface LiveAnnouncements {
  readonly announcements: readonly Announcement[];
  readonly candidates: Map<string, readonly Candidate[]>;
}

const MAX_KINDS = 200;

function candidatesFor({ announcements, candidates }: LiveAnnouncements, client: GameClient): readonly Candidate[] {
  const kind = kindOf(client);
  const found = candidates.get(kind) ?? findCandidates(announcements, client);
  candidates.delete(kind);
  candidates.set(kind, found);
  const [oldest = kind] = candidates.keys();
  if (candidates.size > MAX_KINDS) candidates.delete(oldest);
  return found;
}

/** Kept in memory until any changes, which all processes hear. */
async function findLive({ db, rowCache }: Pick<Current, 'db' | 'rowCache'>): Promise<LiveAnnouncements> {
  const live = await rowCache.get(LIVE, 'live', db, (db) => readLive(db));
  return live ?? { announcements: [], candidates: new Map() };
}

/** For a deed that has changed one; other processes hear of it by the table. */
export function forgetLive({ rowCache }: Pick<Current, 'rowCache'>): void {
  rowCache.forget(LIVE, 'live');
}

const LIVE: CachedRows<LiveAnnouncements> = { topic: 'announcements' };

async function readLive(db: Queryable): Promise<LiveAnnouncements> {
  const rows = await db.query<LiveRow>(sql`
    select announcement_id, rev, content from announcements where state = 'live'
    order by announcement_id desc limit ${MAX_LIVE}`);
  const announcements = rows.map(({ announcement_id: announcementId, rev, content }): Announcement => {
    return { announcementId, state: 'live', rev, content };
  });
  return { announcements, candidates: new Map() };
}

type LiveRow = Pick<Row<'announcements'>, 'announcement_id' | 'rev'> &
  Columns<'announcements', { content: AnnouncementContent }>;

/** Of those that are for once. */
export async function findAcknowledged(
  current: Current,
  announcements: readonly Announcement[],
  installation: string | undefined,
): Promise<ReadonlySet<string>> {
  const ids = announcements.filter(({ content }) => content.isOnce).map(({ announcementId }) => announcementId);
  if (installation === undefined || ids.length === 0) return new Set();
  const readers = ids.map((id) => toReader(current, id, installation));
  const rows = await current.db.query<Pick<Row<'announcement_readers'>, 'announcement_id'>>(sql`
    select r.announcement_id from unnest(${ids}::uuid[], ${readers}::bytea[]) asked(announcement_id, reader)
    join announcement_readers r using (announcement_id, reader)`);
  return new Set(rows.map((row) => row.announcement_id));
}

/** In PostgreSQL's words. Nobody can tell by it what else the same installation has seen. */
function toReader({ secret }: Pick<Current, 'secret'>, announcementId: string, installation: string): string {
  const hmac = createHmac('sha256', secret).update(`announcement\n${announcementId}\n${installation}`);
  return `\\x${hmac.digest('hex').slice(0, 32)}`;
}

/** Once for each installation, however often it is told. For everybody. @throws Problem 404, also of one that is not live; 409 */
export async function acknowledgeAnnouncement(
  current: Current,
  announcementId: string,
  installation: string,
): Promise<void> {
  const { announcements } = await findLive(current);
  if (!announcements.some((one) => one.announcementId === announcementId)) throw new Problem(noAnnouncement);
  const { db } = current;
  const day = current.now().toISOString().slice(0, 10);
  const note = { db, announcementId, day, reader: toReader(current, announcementId, installation) };
  if (!(await db.state.get(createReaders).run(announcementId, note))) throw new Problem(tooManyReaders);
}

interface ReaderNote {
  readonly db: Database;
  readonly announcementId: string;
  readonly day: string;
  readonly reader: string;
}

const MAX_BATCH = 1024;
const createReaders = () => new Batcher<ReaderNote, boolean>(writeReaders, MAX_BATCH);

/** Of one announcement; all that come during a statement are the next one. @returns whether there was room */
async function writeReaders(notes: ReaderNote[]): Promise<boolean[]> {
  const [first] = notes;
  if (first === undefined) return [];
  const { db, announcementId, day } = first;
  const readers = [...new Set(notes.map(({ reader }) => reader))].toSorted();
  const [row] = await retryAfterDeadlock(db, () =>
    db.query<{ has_room: boolean }>(sql`
      with room as (
        select coalesce(sum(acknowledged), 0) < ${MAX_READERS}::bigint as has_room from announcement_days
        where announcement_id = ${announcementId}::uuid
      ), added as (
        insert into announcement_readers (announcement_id, reader)
        select announcement_id, reader from announcements, room, unnest(${readers}::bytea[]) reader
        where announcement_id = ${announcementId}::uuid and has_room order by reader
        on conflict do nothing returning announcement_id
      ), counted as (
        insert into announcement_days as held (announcement_id, day, acknowledged)
        select announcement_id, ${day}::date, count(*) from added group by 1
        on conflict (announcement_id, day) do update set acknowledged = held.acknowledged + excluded.acknowledged
      )
      select has_room from room`),
  );
  return notes.map(() => row?.has_room ?? false);
}

const KEPT_DAYS = 90;
const MAX_SWEPT = 10_000;

/** Who has acknowledged what no game is sent any more since long; the figures stay. @returns how many, at most 10,000 */
export async function sweepReaders({ db, now }: Pick<Current, 'db' | 'now'>): Promise<number> {
  const before = new Date(now().getTime() - KEPT_DAYS * 86_400_000);
  const rows = await db.query(sql`
    delete from announcement_readers r using (
      select r.announcement_id, r.reader from announcements a join announcement_readers r using (announcement_id)
      where a.state = 'stopped' and a.state_at < ${before} limit ${MAX_SWEPT}
    ) old where r.announcement_id = old.announcement_id and r.reader = old.reader returning true as swept`);
  return rows.length;
}
