import { findShownNames } from '#app/aliases/aliases.server.ts';
import { recordAuditEntry } from '#app/audit/audit.server.ts';
import { inTransaction } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { requireRole, requireUser } from '#app/current/permission.ts';
import { dropFollows, followSubject } from '#app/following/follows.server.ts';
import { toSubject } from '#app/following/subject.ts';
import { toParticipantId } from '#app/threads/readers.server.ts';
import type { Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';
import { Problem, problemAt } from '#lib/problem.ts';

import { feedbackAudit } from '../audit-kinds.server.ts';
import { MAX_VERSION } from '../entry.ts';
import type { FeedbackEntryRow, OwnVote, VoteState } from '../entry.ts';
import { requireUnblocked } from '../people.server.ts';
import { noVoter, voteClosed, voteVoid } from '../problems.ts';
import { ENTRY_SUBJECT, entrySubject } from '../subjects.server.ts';
import { dampVote, findVotesCountFrom } from './damping.server.ts';
import type { Damping } from './damping.server.ts';
import { findTree, requireEntry } from './entry-rows.server.ts';
import { isOpenStatus } from './status-list.server.ts';

/** A new account's counts later. @returns what becomes of it @throws Problem 401, 403, 404, 409 when it is settled */
export async function voteFor(current: Current, subjectId: string, version = ''): Promise<OwnVote> {
  const userId = requireUser(current);
  await requireUnblocked(current);
  const { entry } = await requireEntry(current, { subjectId });
  const countsFrom = await findVotesCountFrom(current, userId);
  return inTransaction(current, async (current) => {
    await lockVotes(current, userId);
    await followSubject(current, [entrySubject], toSubject(ENTRY_SUBJECT, subjectId), { isImplied: true });
    const participantId = toParticipantId({ userId });
    // The last, since all who vote for an entry wait for its row.
    const damping = countsFrom && (await dampVote(current, subjectId, { participantId, countsFrom }));
    return insertVote(current, entry, { participantId, userId, version, damping });
  });
}

/** Of a player who has said so elsewhere. Needs staff. @throws Problem 400, 401, 403, 404, 409 when it is settled */
export async function voteOnBehalf(
  current: Current,
  subjectId: string,
  { who, source }: { readonly who: string; readonly source: string },
): Promise<void> {
  requireRole(current, 'staff');
  const { entry } = await requireEntry(current, { subjectId });
  const name = who.trim();
  const isEmail = name.includes('@') && !name.startsWith('@');
  const userId = isEmail ? undefined : name.replace(/^@/, '');
  if (name === '' || (userId !== undefined && (await current.findRole(userId)) === undefined)) {
    throw problemAt('who', noVoter);
  }
  const participantId = toParticipantId(userId === undefined ? { email: name } : { userId });
  const added = { participantId, userId, version: '', source: source.trim().slice(0, 200) };
  await inTransaction(current, async (current) => {
    await insertVote(current, entry, { ...added, addedBy: requireUser(current) });
    await recordAuditEntry(current, feedbackAudit.vote, {
      target: `feedback/${entry.projectId}/${subjectId}`,
      after: { name: entry.title },
    });
  });
}

interface NewVote {
  readonly participantId: string;
  readonly userId: string | undefined;
  readonly version: string;
  readonly addedBy?: string;
  readonly source?: string;
  /** Of one that does not count at once. */
  readonly damping?: Damping | undefined;
}

/** The row and the count are one statement, and the lock of the entry decides between who votes and who settles it. */
async function insertVote(current: Current, { subjectId }: FeedbackEntryRow, vote: NewVote): Promise<OwnVote> {
  const { participantId, userId = null, addedBy = null, source = '', damping } = vote;
  const version = vote.version.trim().slice(0, MAX_VERSION);
  const now = current.now();
  const { state, countsFrom } = damping ?? { state: 'counted', countsFrom: now };
  const [voted] = await current.db.query<Pick<VoteRow, 'state' | 'counts_from'>>(sql`
    with open as (
      select subject_id from feedbag_entries
      where subject_id = ${subjectId} and ${isOpenStatus(sql`status`)} for update
    ), voted as (
      insert into feedbag_votes as v
        (subject_id, participant_id, user_id, version, added_by, source, state, counts_from, created_at)
      select subject_id, ${participantId}, ${userId}, ${version}, ${addedBy}, ${source}, ${state}, ${countsFrom ?? null}, ${now}
      from open
      on conflict (subject_id, participant_id) do update
        set version = case when excluded.version = '' then v.version else excluded.version end
      returning v.subject_id, v.state, v.counts_from, xmax = 0 as is_new
    )
    update feedbag_entries e set votes = e.votes + (voted.is_new and voted.state = 'counted')::integer from voted
    where e.subject_id = ${subjectId} and voted.subject_id = ${subjectId} returning voted.state, voted.counts_from`);
  if (voted === undefined) throw new Problem(voteClosed);
  if (voted.state === 'void') throw new Problem(voteVoid);
  return toOwnVote(voted);
}

type VoteRow = Row<'feedbag_votes'>;

function toOwnVote({ state, counts_from: from }: Pick<VoteRow, 'state' | 'counts_from'>): OwnVote {
  return { state: state as VoteState, countsFrom: from?.toISOString() };
}

/**
 * Takes it back, and with it the follow that came of it; none stays none, and one that was found not to count stays so.
 * @throws Problem 401, 404
 */
export async function unvote(outer: Current, subjectId: string): Promise<void> {
  const userId = requireUser(outer);
  await requireEntry(outer, { subjectId });
  await inTransaction(outer, async (current) => {
    await lockVotes(current, userId);
    if (!(await deleteVote(current, subjectId, userId))) return;
    const tree = await findTree(current, subjectId);
    const subjects = tree.map((one) => toSubject(ENTRY_SUBJECT, one.subjectId));
    await dropFollows(current, userId, subjects, { isImplied: true });
  });
}

/** Of one person after each other: a vote and the follow that comes of it are there together, or neither. */
async function lockVotes({ db }: Current, userId: string): Promise<void> {
  await db.query(sql`select pg_advisory_xact_lock(hashtextextended(${`votes of ${userId}`}, 0))`);
}

async function deleteVote({ db }: Current, subjectId: string, userId: string): Promise<boolean> {
  const rows = await db.query(sql`
    with open as (
      select subject_id from feedbag_entries
      where subject_id = ${subjectId} and ${isOpenStatus(sql`status`)} for update
    ), gone as (
      delete from feedbag_votes v using open
      where v.subject_id = ${subjectId} and open.subject_id = ${subjectId} and v.participant_id = ${toParticipantId({ userId })}
        and v.state <> 'void'
      returning v.subject_id, v.state
    )
    update feedbag_entries e set votes = e.votes - (gone.state = 'counted')::integer from gone
    where e.subject_id = ${subjectId} and gone.subject_id = ${subjectId} returning e.subject_id`);
  return rows.length > 0;
}

/** What has become of those of the actor, by entry. */
export async function findOwnVotes(
  { db, actor }: Current,
  subjectIds: readonly string[],
): Promise<Map<string, OwnVote>> {
  if (actor.userId === undefined || subjectIds.length === 0) return new Map();
  const rows = await db.query<Pick<VoteRow, 'subject_id' | 'state' | 'counts_from'>>(sql`
    select subject_id, state, counts_from from feedbag_votes
    where subject_id = any(${[...subjectIds]}::uuid[]) and participant_id = ${toParticipantId({ userId: actor.userId })}`);
  return new Map(rows.map((row) => [row.subject_id, toOwnVote(row)]));
}

interface UncountedVotes {
  readonly young: number;
  readonly held: number;
}

/** Those that do not count yet, by entry. Permission is up to the caller. */
export async function countUncountedVotes(
  { db }: Current,
  subjectIds: readonly string[],
): Promise<Map<string, UncountedVotes>> {
  const rows = await db.query<UncountedVotes & Pick<Row<'feedbag_votes'>, 'subject_id'>>(sql`
    select subject_id, count(*) filter (where state = 'young')::integer as young,
      count(*) filter (where state = 'held')::integer as held
    from feedbag_votes where subject_id = any(${[...subjectIds]}::uuid[]) and state <> 'counted' group by subject_id`);
  return new Map(rows.map(({ subject_id: id, ...size }) => [id, size]));
}

interface VersionCount {
  readonly version: string;
  readonly count: number;
}

/** In how many it still happens, by the votes that count, the most named first. Permission is up to the caller. */
export async function countVersions({ db }: Current, subjectId: string): Promise<VersionCount[]> {
  return db.query<Pick<Row<'feedbag_votes'>, 'version'> & { count: number }>(sql`
    select version, count(*)::integer as count from feedbag_votes where subject_id = ${subjectId} and version <> ''
      and state = 'counted'
    group by version order by count desc, version desc limit 5`);
}

interface Voter {
  readonly name: string;
  readonly version: string;
  readonly source: string;
  readonly state: VoteState;
  readonly at: string;
}

/** The latest. Needs staff. @throws Problem 401, 403 */
export async function findVoters(current: Current, subjectId: string): Promise<Voter[]> {
  requireRole(current, 'staff');
  const rows = await current.db.query<Pick<VoteRow, 'user_id' | 'version' | 'source' | 'state' | 'created_at'>>(sql`
    select user_id, version, source, state, created_at from feedbag_votes where subject_id = ${subjectId}
    order by created_at desc limit 50`);
  const names = await findShownNames(
    current,
    rows.map((row) => row.user_id),
  );
  return rows.map((row) => ({
    name: names.get(row.user_id) ?? '',
    version: row.version,
    source: row.source,
    state: row.state as VoteState,
    at: row.created_at.toISOString(),
  }));
}
