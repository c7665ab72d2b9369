import { recordAuditEntry } from '#app/audit/audit.server.ts';
import { inTransaction } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { requireRole } from '#app/current/permission.ts';
import { recordThreadHistory } from '#app/threads/history.server.ts';
import { lockTrees } from '#app/threads/merging/trees.server.ts';
import { isSubjectId } from '#app/threads/thread.ts';
import type { Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';
import type { Sql } from '#lib/database/sql.server.ts';
import { Problem } from '#lib/problem.ts';
import { uuidv7 } from '#lib/uuid.server.ts';

import { feedbackAudit } from '../audit-kinds.server.ts';
import {
  COLUMNS,
  toEntry,
  findEntryRoot,
  lockEntries,
  readableEntries,
  requireEntry,
} from '../entries/entry-rows.server.ts';
import type { EntryColumns } from '../entries/entry-rows.server.ts';
import { DUPLICATE } from '../entry.ts';
import type { FeedbackEntryRow } from '../entry.ts';
import { badStatus, noHeldVotes } from '../problems.ts';
import { findProjects } from '../projects.server.ts';
import type { HeldVotes } from './waiting.ts';

const SHOWN = 50;

/** Of many new accounts at once, in the projects that the actor may see, those that have waited longest first. Needs staff. @throws Problem 401, 403 */
export async function findHeldVotes(current: Current): Promise<HeldVotes[]> {
  requireRole(current, 'staff');
  const projects = new Map((await findProjects(current)).map(({ projectId, name }) => [projectId, name]));
  const rows = await current.db.query<EntryColumns & { held: number; since: Date }>(sql`
    select ${COLUMNS}, h.held, h.since
    from (select subject_id, count(*)::integer as held, min(created_at) as since from feedbag_votes
      where state = 'held' group by subject_id) h
    join ${readableEntries(current.actor, [...projects.keys()])} e on e.subject_id = h.subject_id
    where e.status <> ${DUPLICATE} order by h.since, e.subject_id limit ${SHOWN}::integer`);
  return rows.map((row) => {
    const { subjectId, projectId, title, votes } = toEntry(row);
    const project = projects.get(projectId) ?? projectId;
    return { subjectId, projectId, project, title, votes, held: row.held, since: row.since.toISOString() };
  });
}

/** How many of one entry wait for the studio. Permission is up to the caller. */
export async function countHeldVotes({ db }: Current, subjectId: string): Promise<number> {
  const [row] = await db.query<{ held: number }>(sql`select count(*)::integer as held from feedbag_votes
    where subject_id = ${subjectId} and state = 'held'`);
  return row?.held ?? 0;
}

const VOTE_DECISIONS = ['count', 'void'] as const;

/** From now on, or never. Needs staff. @returns what takes it back @throws Problem 400, 401, 403, 404, 409 */
export async function decideHeldVotes(current: Current, subjectId: string, typed: string): Promise<string> {
  requireRole(current, 'staff');
  const decision = VOTE_DECISIONS.find((one) => one === typed);
  if (decision === undefined) throw new Problem(badStatus);
  const { entry } = await requireEntry(current, { subjectId });
  const decisionId = uuidv7(current.now().getTime());
  const isCounted = decision === 'count';
  await changeVotes(current, entry, {
    changes: sql`state = ${isCounted ? 'counted' : 'void'}, decision_id = ${decisionId},
      counts_from = ${isCounted ? current.now() : null}::timestamptz`,
    which: sql`v.state = 'held'`,
    each: isCounted ? 1 : 0,
    action: isCounted ? 'countVotes' : 'voidVotes',
  });
  return decisionId;
}

/** All that it was about, and are still there, wait again. Needs staff. @throws Problem 401, 403, 404, 409 when there are none */
export async function undoVoteDecision(current: Current, subjectId: string, decisionId: string): Promise<void> {
  requireRole(current, 'staff');
  const { entry } = await requireEntry(current, { subjectId });
  if (!isSubjectId(decisionId)) throw new Problem(noHeldVotes);
  await changeVotes(current, entry, {
    changes: sql`state = 'held', decision_id = null, counts_from = null`,
    which: sql`v.decision_id = ${decisionId}`,
    each: -1,
    action: 'holdVotes',
  });
}

interface VoteChange {
  readonly changes: Sql;
  readonly which: Sql;
  /** To the count of the entry, of one that counts then or has counted. */
  readonly each: number;
  readonly action: 'countVotes' | 'voidVotes' | 'holdVotes';
}

async function changeVotes(
  outer: Current,
  entry: FeedbackEntryRow,
  { changes, which, each, action }: VoteChange,
): Promise<void> {
  const { subjectId, projectId, title } = entry;
  await inTransaction(outer, async (current) => {
    // What was decided before a merge is copied by it, and taken back in both.
    const root = await findEntryRoot(current, entry);
    const ids = (await lockTrees(current, [root])).map((one) => one.subjectId);
    await lockEntries(current, ids);
    const changed = await current.db.query<Pick<Row<'feedbag_entries'>, 'subject_id'> & { size: number }>(sql`
      with was as (
        select subject_id, participant_id, state from feedbag_votes v
        where v.subject_id = any(${ids}::uuid[]) and ${which} for update
      ), changed as (
        update feedbag_votes v set ${changes} from was
        where v.subject_id = any(${ids}::uuid[]) and v.subject_id = was.subject_id
          and v.participant_id = was.participant_id
        returning v.subject_id, 'counted' in (was.state, v.state) as counts
      )
      update feedbag_entries e set votes = e.votes + ${each}::integer * sums.counted
      from (select subject_id, count(*)::integer as size, count(*) filter (where counts)::integer as counted
        from changed group by subject_id) sums
      where e.subject_id = any(${ids}::uuid[]) and e.subject_id = sums.subject_id
      returning e.subject_id, sums.size`);
    if (changed.length === 0) throw new Problem(noHeldVotes);
    const size = changed.find((row) => row.subject_id === root)?.size ?? 0;
    await recordThreadHistory(current, root, action, { details: { now: String(size) } });
    await recordAuditEntry(current, feedbackAudit.votes, {
      target: `feedback/${projectId}/${subjectId}`,
      after: { name: title, decision: action, votes: size },
    });
  });
}
