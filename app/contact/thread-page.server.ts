import { findMailRecipient } from '#app/accounts/emails/emails.server.ts';
import { DEFAULT_CONTEXT } from '#app/aliases/alias.ts';
import { findAliases } from '#app/aliases/aliases.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { isStaff } from '#app/current/role.ts';
import { findMailTrouble } from '#app/mail/arriving/bounces.server.ts';
import { mayWriteMessage } from '#app/threads/audience.ts';
import type { ThreadReader } from '#app/threads/audience.ts';
import { readThreadToken, threadToken } from '#app/threads/readers.server.ts';
import { EDIT_MINUTES } from '#app/threads/thread.ts';
import type { ThreadMessage } from '#app/threads/thread.ts';
import { findHistory, findReads } from '#app/threads/threads.server.ts';
import { studio } from '#content/studio.ts';

import { findMerged, findOthers, findRoot, numberOf } from './submission-rows.server.ts';
import type { SubmissionRow } from './submission.ts';
import { getSubmission, isExpiredLink } from './submissions.server.ts';
import type { DeskPart, PageMessage, ThreadPage } from './thread-page.ts';

export type OpenedThread =
  | { readonly page: ThreadPage }
  /** The link has expired; another one can be mailed. */
  | { readonly expired: true }
  /** It was merged into another. */
  | { readonly path: string };

/** @throws Problem 404 for another's as for none */
export async function openThreadPage(
  current: Current,
  subjectId: string,
  token: string | undefined,
  before: string | undefined,
): Promise<OpenedThread> {
  if (isExpiredLink(current, subjectId, token)) return { expired: true };
  const opened = await getSubmission(current, subjectId, token, before);
  const { submission, thread, row, reader } = opened;
  const root = await findRoot(current, subjectId);
  if (root !== undefined) return { path: pathOf(current, root, token) };
  const userIds = [
    ...thread.messages.flatMap(({ userId }) => userId ?? []),
    ...[row.userId ?? [], row.assignedUserId ?? []].flat(),
  ];
  const names = await findNames(current, userIds);
  // A visitor need not give a name; their address is for the studio and for themselves.
  const sender = row.name || (names(row.userId) ?? row.email ?? '');
  const isOwn = reader.participantIds.includes(row.participantId);
  return {
    page: {
      ...{ submission, number: numberOf(subjectId), before: thread.before, isOwn },
      messages: thread.messages.map((message) =>
        pageMessage(
          current,
          reader,
          message,
          names(message.userId) ?? (message.side === 'studio' ? studio.name : sender),
        ),
      ),
      mayGiveFeedback: isOwn && mayWriteMessage(reader, 'internal'),
      desk: isStaff(current.actor.role) ? await findDeskPart(current, row, thread.lastMessageId, sender) : undefined,
    },
  };
}

/** The link of a merged one goes on for as long as it would have. */
function pathOf(current: Current, root: string, token: string | undefined): string {
  const link = token === undefined ? undefined : readThreadToken(current, token);
  const key = link === undefined ? '' : `?key=${threadToken(current, { ...link, subjectId: root })}`;
  return `/contact/submissions/${root}${key}`;
}

function pageMessage(current: Current, reader: ThreadReader, message: ThreadMessage, name: string): PageMessage {
  const { subjectId, messageId, kind, side, body, masked, createdAt: at, editedAt, files, participantId } = message;
  const isOwn = reader.participantIds.includes(participantId);
  const isFresh = current.now().getTime() - Date.parse(at) < EDIT_MINUTES * 60_000;
  return {
    ...{ subjectId, messageId, kind, side, name, body, masked, at, files, isOwn },
    ...{ isEdited: editedAt !== undefined, mayEdit: isOwn && isFresh },
  };
}

async function findDeskPart(current: Current, row: SubmissionRow, seen: string, sender: string): Promise<DeskPart> {
  const { facts: _, ...rest } = row;
  const { subjectId } = row;
  const address = row.email ?? (row.userId && (await findMailRecipient(current, row.userId))?.to);
  const trouble = address === undefined ? undefined : await findMailTrouble(current, address);
  const [history, reads, merged, others] = await Promise.all([
    findHistory(current, subjectId),
    findReads(current, subjectId),
    findMerged(current, subjectId),
    findOthers(current, row),
  ]);
  const ids = [...history, ...reads].flatMap(({ userId }) => userId ?? []);
  const names = await findNames(current, [...ids, ...(row.assignedUserId === undefined ? [] : [row.assignedUserId])]);
  return {
    ...{ row: rest, sender, assigned: names(row.assignedUserId), seen, merged, others, trouble },
    history: history.map(({ at, userId, deed, details }) => ({
      at,
      deed,
      name: names(userId) ?? sender,
      what: [details['field'], details['now']].filter((part) => typeof part === 'string').join(': '),
    })),
    reads: reads.map(({ at, userId }) => ({ at, name: names(userId) ?? sender })),
  };
}

async function findNames(
  current: Current,
  userIds: readonly string[],
): Promise<(userId: string | undefined) => string | undefined> {
  const aliases = await findAliases(current, DEFAULT_CONTEXT, userIds);
  const names = new Map(aliases.map(({ userId, alias }) => [userId, alias ?? `@${userId}`]));
  return (userId) => (userId === undefined ? undefined : names.get(userId));
}
