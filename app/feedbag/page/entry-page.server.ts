import { findBlocks } from '#app/accounts/blocks/blocks.server.ts';
import { findProfilePaths } from '#app/accounts/profile-owners.server.ts';
import { findShownNames } from '#app/aliases/aliases.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { isStaff } from '#app/current/role.ts';
import type { EditLink } from '#app/editor/edit-link.ts';
import { offerFollow } from '#app/following/follows.server.ts';
import { toSubject } from '#app/following/subject.ts';
import { findLinkedIssues } from '#app/telemetry/issues/issues.server.ts';
import { mayWriteMessage } from '#app/threads/audience.ts';
import { findHistory } from '#app/threads/history.server.ts';
import { findRoot } from '#app/threads/merging/trees.server.ts';
import { getThread } from '#app/threads/messages.server.ts';
import type { FoundThread } from '#app/threads/messages.server.ts';
import { pageMessages } from '#app/threads/page-messages.server.ts';
import { findReactions } from '#app/threads/reactions.server.ts';
import { threadReader } from '#app/threads/readers.server.ts';
import { findOwnRead } from '#app/threads/reads.server.ts';
import type { ThreadMessage } from '#app/threads/thread.ts';
import { studio } from '#content/studio.ts';

import { findSameCrash } from '../crashes/same-crash.server.ts';
import { findTree, requireEntry } from '../entries/entry-rows.server.ts';
import { showCards } from '../entries/find-entries.server.ts';
import { findSimilar } from '../entries/similar.server.ts';
import { findStatuses } from '../entries/status-list.server.ts';
import { countVersions, findVoters } from '../entries/votes.server.ts';
import { DUPLICATE, entryPath } from '../entry.ts';
import type { EntryStatus, FeedbackEntryRow } from '../entry.ts';
import { countHeldVotes } from '../moderation/held-votes.server.ts';
import { findPersonStatus } from '../people.server.ts';
import { ENTRY_SUBJECT, entrySubject } from '../subjects.server.ts';
import { STAFF_PART } from './entry-page.ts';
import type { EntryPageData, EntryStaffPart } from './entry-page.ts';

/** An entry, or the path of the one it was merged into. @param toName a status @throws Problem 404 */
export async function openEntryPage(
  current: Current,
  entryKey: { readonly projectId: string; readonly subjectId: string },
  before: string | undefined,
  toName: NameOfStatus = ({ name }) => name,
): Promise<EntryPageData | { readonly path: string }> {
  const { entry, project } = await requireEntry(current, entryKey);
  const { subjectId } = entry;
  if (entry.status === DUPLICATE) {
    return { path: entryPath({ ...entry, subjectId: await findRoot(current, subjectId) }) };
  }
  const reader = threadReader(current, subjectId, undefined);
  const thread = await getThread(current, reader, subjectId, before);
  const writers = thread.messages.map(({ userId }) => userId);
  const [names, profiles] = await Promise.all([findShownNames(current, writers), findProfilePaths(current, writers)]);
  const reactions = await findReactions(current, reader, thread.messages);
  const messages = thread.messages.map((one) => ({ ...one, reactions: reactions.get(one.messageId) ?? [] }));
  const [card] = await showCards(current, [entry]);
  if (card === undefined) throw new Error('an entry has a card');
  const { role, userId } = current.actor;
  return {
    entry: card,
    project,
    before: thread.before,
    versions: await countVersions(current, subjectId),
    messages: pageMessages(current, reader, messages, names, undefined, profiles),
    blocks: await findMessageBlocks(current, messages),
    readTo: await findOwnRead(current, reader, thread.subjectIds),
    mayWrite: userId !== undefined && (await findPersonStatus(current, userId)) !== 'blocked',
    mayNote: mayWriteMessage(reader, 'internal'),
    follow: await offerFollow(current, [entrySubject], toSubject(ENTRY_SUBJECT, subjectId)),
    staff: isStaff(role) ? await findStaffPart(current, entry, thread, toName) : undefined,
  };
}

/** None for staff, who read everything. */
async function findMessageBlocks(
  current: Current,
  messages: readonly ThreadMessage[],
): Promise<Readonly<Record<string, boolean>>> {
  if (isStaff(current.actor.role)) return {};
  const authors = messages.flatMap(({ userId }) => userId ?? []);
  const blocks = await findBlocks(current, [...new Set(authors)]);
  return Object.fromEntries(
    messages.flatMap(({ messageId, userId }) => {
      const isBlocked = blocks.get(userId ?? '');
      return isBlocked === undefined ? [] : [[messageId, isBlocked]];
    }),
  );
}

/** For the data of its screen. */
export function offerStaffPart({ staff }: Pick<EntryPageData, 'staff'>): { edit?: EditLink } {
  return staff === undefined ? {} : { edit: { what: 'entry', to: `#${STAFF_PART}` } };
}

type NameOfStatus = (status: Pick<EntryStatus, 'statusId' | 'name'>) => string;

async function findStaffPart(
  current: Current,
  entry: FeedbackEntryRow,
  { splitFrom, subjectIds }: FoundThread,
  toName: NameOfStatus,
): Promise<EntryStaffPart> {
  const { subjectId, projectId, title, source, standing } = entry;
  const known = await findStatuses(current);
  const statuses = known.map((status) => Object.assign({}, status, { name: toName(status) }));
  const toStatusName = (id: string) => statuses.find(({ statusId }) => statusId === id)?.name ?? id;
  const [tree, voters, heldVotes, errors, history, sameCrash, alike] = await Promise.all([
    subjectIds.length === 1 ? [] : findTree(current, subjectId),
    findVoters(current, subjectId),
    countHeldVotes(current, subjectId),
    findLinkedIssues(current, 'feedback', subjectIds),
    findHistory(current, subjectId),
    findSameCrash(current, current.actor, entry),
    findSimilar(current, projectId, title),
  ]);
  const names = await findShownNames(
    current,
    history.map(({ userId }) => userId),
  );
  return {
    source,
    standing,
    splitFrom,
    voters,
    heldVotes,
    errors,
    statuses: statuses.filter(({ statusId }) => statusId !== DUPLICATE),
    merged: tree.slice(1).map((one) => ({ subjectId: one.subjectId, title: one.title })),
    alike: [
      ...sameCrash.map((one) => ({ subjectId: one.subjectId, title: one.title, isSameCrash: true })),
      ...alike
        .filter((one) => [entry, ...sameCrash].every((other) => other.subjectId !== one.subjectId))
        .map((one) => ({ subjectId: one.subjectId, title: one.title, isSameCrash: false })),
    ],
    history: history.map(({ at, userId, action, details }) => ({
      at,
      action,
      name: names.get(userId) ?? studio.name,
      what: [details['was'], details['now']]
        .flatMap((part) => (typeof part === 'string' ? [toStatusName(part)] : []))
        .join(' → '),
    })),
  };
}
