import { findShownNames } from '#app/aliases/aliases.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { requireUser } from '#app/current/permission.ts';
import { isStaff } from '#app/current/role.ts';
import { findSuppression } from '#app/mail/inbound/bounces.server.ts';
import { findAnswered } from '#app/mailbox/mailbox.server.ts';
import { findLinkedIssues } from '#app/telemetry/issues/issues.server.ts';
import { mayWriteMessage } from '#app/threads/audience.ts';
import { findHistory } from '#app/threads/history.server.ts';
import type { HistoryEntry } from '#app/threads/history.server.ts';
import { findRoot } from '#app/threads/merging/trees.server.ts';
import type { FoundThread } from '#app/threads/messages.server.ts';
import { pageMessages } from '#app/threads/page-messages.server.ts';
import { toParticipantId, readThreadToken, threadToken } from '#app/threads/readers.server.ts';
import { findReads } from '#app/threads/reads.server.ts';
import { isSubjectId } from '#app/threads/thread.ts';

import { createEnvelope, findAnswerReader } from './desk/answer-preview.server.ts';
import { hasBlock } from './desk/blocks.server.ts';
import { findPeopleAtDesk } from './desk/desk-presence.server.ts';
import { findForwards } from './forwarding/forward-rows.server.ts';
import type { Forward } from './forwarding/forward-rows.server.ts';
import { macroText } from './macros/macro.ts';
import { findMacros } from './macros/macros.server.ts';
import { findOthers } from './submission-rows.server.ts';
import { toSubmissionNumber } from './submission.ts';
import type { SubmissionRow } from './submission.ts';
import { getSubmission, isExpiredLink } from './submissions.server.ts';
import type { DeskPart, ThreadPage } from './thread-page.ts';

type OpenedThread =
  | ThreadOrPath
  /** The link has expired; another one can be mailed. */
  | { readonly expired: true };

export type ThreadOrPath = { readonly page: ThreadPage; readonly token: string | undefined } | MovedThread;

interface MovedThread {
  readonly path: string;
  readonly subjectId: string;
  readonly token: string | undefined;
}

/** @throws Problem 404 for another's as for none */
export async function openThreadPage(
  current: Current,
  subjectId: string,
  token: string | undefined,
  before: string | undefined,
): Promise<OpenedThread> {
  if (isExpiredLink(current, subjectId, token)) return { expired: true };
  const opened = await openSubmissionThread(current, await findDeskSubject(current, subjectId), token, before);
  const isOwn = 'page' in opened && opened.page.desk === undefined;
  const answered = isOwn ? await findAnswered(current, subjectId) : undefined;
  const isThere = answered !== undefined && answered.userId === current.actor.userId && !answered.isWithdrawn;
  return isThere ? { path: `/mailbox/${subjectId}`, subjectId, token: undefined } : opened;
}

/** Staff stay where they were when somebody merges it meanwhile, with what they have typed there. */
export async function findDeskSubject(current: Current, subjectId: string): Promise<string> {
  return isStaff(current.actor.role) && isSubjectId(subjectId) ? findRoot(current, subjectId) : subjectId;
}

/** As `openThreadPage`, wherever its page is. @throws Problem 404 for another's as for none */
export async function openSubmissionThread(
  current: Current,
  subjectId: string,
  token: string | undefined,
  before: string | undefined,
): Promise<ThreadOrPath> {
  const { submission, thread, row, reader } = await getSubmission(current, subjectId, token, before);
  if (!row.isInQueue) return movedTo(current, await findRoot(current, subjectId), token);
  const names = await findShownNames(current, [...thread.messages.map(({ userId }) => userId), row.userId]);
  // A visitor need not give a name; their address is for the studio and for themselves.
  const sender = row.name || (names.get(row.userId) ?? row.email ?? '');
  const isOwn = reader.participantIds.includes(row.participantId);
  const isDesk = isStaff(current.actor.role);
  // Of what came here by a split, the notes came along.
  const subjectIds = thread.splitFrom === undefined ? thread.subjectIds : [...thread.subjectIds, thread.splitFrom];
  const forwards = isDesk ? await findForwards(current, subjectIds) : [];
  const outside = new Map(forwards.map(({ email }) => [toParticipantId({ email }), email]));
  const nameVisitor = (participantId: string) => outside.get(participantId) ?? sender;
  return {
    token,
    page: {
      submission,
      number: toSubmissionNumber(subjectId),
      before: thread.before,
      isOwn,
      messages: pageMessages(current, reader, thread.messages, names, nameVisitor),
      mayGiveFeedback: isOwn && mayWriteMessage(reader, 'internal'),
      desk: isDesk ? await findDeskPart(current, row, thread, { sender, forwards }) : undefined,
    },
  };
}

/** The link of a merged one goes on for as long as it would have. */
function movedTo(current: Current, subjectId: string, token: string | undefined): MovedThread {
  const link = token === undefined ? undefined : readThreadToken(current, token);
  const key = link && threadToken(current, { ...link, subjectId });
  return { path: `/contact/submissions/${subjectId}${key === undefined ? '' : `?key=${key}`}`, subjectId, token: key };
}

interface KnownPeople {
  readonly sender: string;
  readonly forwards: readonly Forward[];
}

async function findDeskPart(
  current: Current,
  row: SubmissionRow,
  { lastMessageId: seen, subjectIds: [, ...merged] }: FoundThread,
  { sender, forwards }: KnownPeople,
): Promise<DeskPart> {
  const { facts: _, ...rest } = row;
  const { subjectId } = row;
  const reader = await findAnswerReader(current, row);
  const suppression = reader && (await findSuppression(current, reader.to));
  const [answered, history, reads, others, errors, macros, people, isBlocked] = await Promise.all([
    findAnswered(current, subjectId),
    findHistory(current, subjectId),
    findReads(current, subjectId),
    findOthers(current, row),
    findLinkedIssues(current, 'contact', [subjectId, ...merged]),
    findMacros(current),
    findPeopleAtDesk(current, subjectId),
    hasBlock(current, row),
  ]);
  const names = await findShownNames(current, [
    ...[...history, ...reads].map(({ userId }) => userId),
    ...history.map(({ details }) => (details['field'] === 'assign' ? String(details['now']) : undefined)),
    row.assignedUserId,
  ]);
  return {
    row: rest,
    sender,
    answered,
    assigned: names.get(row.assignedUserId),
    seen,
    merged,
    others,
    errors,
    suppression,
    isBlocked,
    here: { people, messages: row.messages },
    ownId: requireUser(current),
    forwards: Object.fromEntries(forwards.map(({ noteId, email }) => [noteId, email])),
    envelope: reader && (await createEnvelope(row, reader)),
    macros: macros.map((macro) => {
      return { macroId: macro.macroId, name: macro.name, locale: macroText(macro, row.locale).locale };
    }),
    history: history.map(({ at, userId, action, details }) => {
      const shown = describeHistoryEntry(action, details, names);
      return { at, name: names.get(userId) ?? sender, action: shown.action, what: shown.what };
    }),
    reads: reads.map(({ at, userId }) => ({ at, name: names.get(userId) ?? sender })),
  };
}

function describeHistoryEntry(
  action: string,
  { field, now, from, to }: HistoryEntry['details'],
  names: ReadonlyMap<string | null | undefined, string>,
): { action: string; what: string } {
  const other = action === 'split' ? to : from;
  if (action !== 'change') return { action, what: typeof other === 'string' ? toSubmissionNumber(other) : '' };
  if (typeof now !== 'string') return { action: field === 'assign' ? 'release' : 'wake', what: '' };
  if (field === 'assign') return { action: field, what: names.get(now) ?? `@${now}` };
  if (field === 'tag' || field === 'untag')
    return { action: 'tag', what: now.replaceAll(/[{}"]/g, '').replaceAll(',', ', ') };
  if (field === 'snooze') return { action: field, what: new Date(now).toISOString() };
  return { action: String(field), what: now };
}
