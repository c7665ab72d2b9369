import { findShownNames } from '#app/aliases/aliases.server.ts';
import { recordAuditEntry } from '#app/audit/audit.server.ts';
import { inTransaction } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { requireRole } from '#app/current/permission.ts';
import { recordThreadHistory } from '#app/threads/history.server.ts';
import { findFirstMessages, findWaitingMessages } from '#app/threads/messages.server.ts';
import { setAudience, setMessageHeld } from '#app/threads/moderation.server.ts';
import { decidePerson } from '#app/threads/people.server.ts';
import { toParticipantId, userOfParticipant } from '#app/threads/readers.server.ts';
import type { ThreadMessage } from '#app/threads/thread.ts';
import { sql } from '#lib/database/sql.server.ts';
import { Problem } from '#lib/problem.ts';

import { feedbackAudit } from '../audit-kinds.server.ts';
import { notifyEntryFollowers } from '../entries/entering.server.ts';
import {
  COLUMNS,
  toEntry,
  findEntryRoot,
  findReadableEntries,
  readableEntries,
  requireEntry,
} from '../entries/entry-rows.server.ts';
import type { EntryColumns } from '../entries/entry-rows.server.ts';
import { notifyMentioned } from '../entries/mentions.server.ts';
import { countComments, notifyOfComment } from '../entries/talk.server.ts';
import type { FeedbackEntryRow } from '../entry.ts';
import { badStatus } from '../problems.ts';
import { findProjects } from '../projects.server.ts';
import type { WaitingWords } from './waiting.ts';

const SHOWN = 50;

/** Of the projects that the actor may see, the oldest first: entries, questions and comments. Needs staff. @throws Problem 401, 403 */
export async function findWaiting(current: Current): Promise<WaitingWords[]> {
  requireRole(current, 'staff');
  const projects = new Map((await findProjects(current)).map(({ projectId, name }) => [projectId, name]));
  const rows = await current.db.query<EntryColumns>(sql`
    select ${COLUMNS} from ${readableEntries(current.actor, [...projects.keys()])} e
    where e.standing = 'pending' order by e.subject_id limit ${SHOWN}::integer`);
  const entries = new Map(rows.map((row) => [row.subject_id, toEntry(row)]));
  const first = await findFirstMessages(current, [...entries.keys()]);
  const comments = await findWaitingMessages(current, 'feedbag', SHOWN);
  const about = await findReadableEntries(
    current,
    current.actor,
    comments.map(({ subjectId }) => subjectId),
  );
  const names = await findShownNames(
    current,
    [...first.values(), ...comments].map(({ userId }) => userId),
  );
  const waiting = (kind: WaitingWords['kind'], entry: FeedbackEntryRow | undefined, message: ThreadMessage) => {
    const { subjectId, messageId, body, userId, createdAt: at } = message;
    if (entry === undefined) return [];
    const { projectId, title } = entry;
    const project = projects.get(projectId) ?? projectId;
    return [{ kind, projectId, project, subjectId, messageId, title, body, name: names.get(userId), at }];
  };
  return [...first.values()]
    .flatMap((message) => waiting('entry', entries.get(message.subjectId), message))
    .concat(comments.flatMap((message) => waiting('comment', about.get(message.subjectId)?.entry, message)))
    .toSorted((one, other) => one.at.localeCompare(other.at));
}

/** With the person: whom one trusts need not wait any more, whom one blocks writes nothing more. */
const DECISIONS = ['show', 'trust', 'hide', 'block'] as const;
type FeedbackDecision = (typeof DECISIONS)[number];

function requireDecision(text: string): FeedbackDecision {
  const decision = DECISIONS.find((one) => one === text);
  if (decision === undefined) throw new Problem(badStatus);
  return decision;
}

/** Before others see it, or after. Needs staff. @throws Problem 400, 401, 403, 404 */
export async function decideEntry(current: Current, subjectId: string, typed: string): Promise<void> {
  requireRole(current, 'staff');
  const decision = requireDecision(typed);
  const isShown = decision === 'show' || decision === 'trust';
  const { entry } = await requireEntry(current, { subjectId });
  await inTransaction(current, async (current) => {
    await setAudience(current, subjectId, isShown && !entry.isInternal ? 'everyone' : 'participants');
    await current.db.query(sql`update feedbag_entries set standing = ${isShown ? 'shown' : 'hidden'}
      where subject_id = ${subjectId}`);
    await decideWriter(current, userOfParticipant(entry.participantId), decision);
    await countComments(current, await findEntryRoot(current, entry));
    if (isShown) await notifyEntryFollowers(current, { ...entry, standing: 'shown' });
    await recordThreadHistory(current, subjectId, 'moderate', { details: { was: entry.standing, now: decision } });
    await recordModeration(current, entry, { what: 'entry', isShown });
  });
}

/** Needs staff. @throws Problem 400, 401, 403, 404 */
export async function decideComment(
  current: Current,
  { subjectId, messageId }: { readonly subjectId: string; readonly messageId: string },
  typed: string,
): Promise<void> {
  requireRole(current, 'staff');
  const decision = requireDecision(typed);
  const isHeld = decision === 'hide' || decision === 'block';
  const { entry } = await requireEntry(current, { subjectId });
  const target = await findEntryRoot(current, entry);
  await inTransaction(current, async (current) => {
    const messageKey = { subjectId, messageId };
    const { userId, kind, body, isChanged } = await setMessageHeld(current, messageKey, isHeld);
    await countComments(current, target);
    await decideWriter(current, userId, decision);
    await recordThreadHistory(current, subjectId, 'moderate', { details: { messageId, now: decision } });
    await recordModeration(current, entry, { what: 'comment', isShown: !isHeld });
    if (!isChanged || isHeld) return;
    await notifyOfComment(current, { target, of: subjectId, messageId, userId });
    await notifyMentioned(current, { target, of: subjectId, messageId, userId, kind, body });
  });
}

function recordModeration(
  current: Current,
  { projectId, subjectId, title }: FeedbackEntryRow,
  { what, isShown }: { readonly what: 'entry' | 'comment'; readonly isShown: boolean },
): Promise<void> {
  return recordAuditEntry(current, feedbackAudit.moderate, {
    target: `feedback/${projectId}/${subjectId}`,
    after: { name: title, what, is: isShown ? 'shown' : 'hidden' },
  });
}

async function decideWriter(current: Current, userId: string | undefined, decision: FeedbackDecision): Promise<void> {
  if (userId === undefined) return;
  const person = { noun: 'feedbag', userId, participantIds: [toParticipantId({ userId })] };
  const status = decision === 'trust' ? 'trusted' : decision === 'block' ? 'blocked' : undefined;
  if (status === undefined || !(await decidePerson(current, person, status))) return;
  await recordAuditEntry(current, feedbackAudit.person, { target: `account/${userId}`, after: { standing: status } });
}
