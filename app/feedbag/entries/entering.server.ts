import { findAccountIds } from '#app/accounts/accounts.server.ts';
import { asPerson, inTransaction } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { requireWithinLimit } from '#app/current/limits.server.ts';
import { refuse } from '#app/current/permission.ts';
import { isStaff } from '#app/current/role.ts';
import { findFollowers, followSubject } from '#app/following/follows.server.ts';
import { toSubject } from '#app/following/subject.ts';
import { notifyLater } from '#app/notifications/events.server.ts';
import { mayWriteMessage } from '#app/threads/audience.ts';
import { prepareSentFiles } from '#app/threads/files.server.ts';
import { maskSecrets } from '#app/threads/masking.ts';
import { splitThread } from '#app/threads/merging/splits.server.ts';
import { longMessage, noMessage } from '#app/threads/problems.ts';
import { toParticipantId } from '#app/threads/readers.server.ts';
import { MAX_MESSAGE } from '#app/threads/thread.ts';
import type { ThreadMessage } from '#app/threads/thread.ts';
import { openThread } from '#app/threads/writing.server.ts';
import { games } from '#content/games.ts';
import { PLATFORMS } from '#content/platforms.ts';
import { sql } from '#lib/database/sql.server.ts';
import { callerKey, networkKey } from '#lib/limits/caller-key.ts';
import { Problem } from '#lib/problem.ts';
import { uuidv7 } from '#lib/uuid.server.ts';

import { MAX_TITLE, MAX_VERSION } from '../entry.ts';
import type { FeedbackEntryRow, Standing } from '../entry.ts';
import { addedEntry, enteredEntry } from '../event-kinds.server.ts';
import { requireUnblocked } from '../people.server.ts';
import { longTitle, missingTitle, unknownPlatform } from '../problems.ts';
import type { Project } from '../project.ts';
import { getProject } from '../projects.server.ts';
import { requireProof } from '../proofs.server.ts';
import { ENTRY_SUBJECT, PROJECT_SUBJECT, entrySubject, projectSubject } from '../subjects.server.ts';
import { queueWebhooks } from '../webhooks/sending.server.ts';
import { findVotesCountFrom } from './damping.server.ts';
import { isForEveryone } from './entry-rows.server.ts';
import { saveWords, collectWords } from './word-forms.server.ts';

interface TypedEntry {
  readonly projectId: string;
  readonly title: string;
  readonly body: string;
  readonly platform: string;
  readonly version: string;
  readonly tags: readonly string[];
  readonly files: readonly File[];
  /** For the studio alone (specification §6). */
  readonly isInternal: boolean;
  /** The work of a browser, for who has no account. */
  readonly proof?: string;
  /** Whether nobody sees who has entered it, not even by their account's name. */
  readonly isUnnamed?: boolean;
}

export interface NewEntry {
  readonly subjectId: string;
  readonly standing: Standing;
  readonly participantId: string;
  /** That of its writer, who may be new; undefined without an account. */
  readonly voteCountsFrom: Date | undefined;
}

const PER_PLACE = { name: 'feedbag place', points: 10, seconds: 3600, credit: 0 };
const PER_NETWORK = { name: 'feedbag network', points: 60, seconds: 3600, credit: 0 };
const PER_SENDER = { name: 'feedbag sender', points: 10, seconds: 3600, credit: 0 };

/** Without an account for a proof of work. @returns who sees it, too @throws Problem 400, 401, 403, 404, 413, 429 */
export async function enter(current: Current, typed: TypedEntry): Promise<NewEntry> {
  const project = await getProject(current, typed.projectId);
  const isTrusted = await requireUnblocked(current);
  const { userId } = current.actor;
  if (userId === undefined && !project.takesAnonymous) refuse(current);
  requireEntryFields(typed);
  const participantId = userId === undefined ? `visitor ${crypto.randomUUID()}` : toParticipantId({ userId });
  const reader = { role: current.actor.role, stage: current.stage, participantIds: [participantId] };
  if (typed.isInternal && !mayWriteMessage(reader, 'internal')) refuse(current);
  if (userId === undefined) await requireProof(current, typed.proof ?? '');
  await charge(current);
  const entry = {
    title: maskSecrets(typed.title.trim()).text,
    isInternal: typed.isInternal,
    participantId,
    userId: typed.isUnnamed === true ? undefined : userId,
    standing: chooseStanding(current, project, isTrusted),
  };
  const files = await prepareSentFiles(current, typed.files);
  return insertEntry(current, { ...typed, ...entry, files, source: 'site' });
}

function chooseStanding({ actor }: Current, { isModerated }: Project, isTrusted: boolean): Standing {
  if (isStaff(actor.role) || isTrusted) return 'shown';
  return isModerated || actor.userId === undefined ? 'pending' : 'shown';
}

/** @throws Problem 400 that names the fields */
export function requireEntryFields({ title, body, platform }: Pick<TypedEntry, 'title' | 'body' | 'platform'>): void {
  const wrong = {
    ...(title.trim() === '' && { title: missingTitle }),
    ...(title.trim().length > MAX_TITLE && { title: longTitle }),
    ...(body.trim() === '' && { body: noMessage }),
    ...(body.length > MAX_MESSAGE && { body: longMessage }),
    ...(platform !== '' && !PLATFORMS.some((one) => one === platform) && { platform: unknownPlatform }),
  };
  const [first] = Object.values(wrong);
  if (first === undefined) return;
  throw new Problem(first, {
    fields: Object.fromEntries(Object.entries(wrong).map(([name, { message }]) => [name, message])),
  });
}

async function charge(current: Current): Promise<void> {
  const { actor, address = '' } = current;
  await requireWithinLimit(current, callerKey(address), PER_PLACE);
  await requireWithinLimit(current, networkKey(address), PER_NETWORK);
  if (actor.userId !== undefined) await requireWithinLimit(current, actor.userId, PER_SENDER);
}

interface ReadyEntry extends Omit<TypedEntry, 'files'> {
  readonly participantId: string;
  readonly userId: string | undefined;
  readonly standing: Standing;
  readonly source: string;
  readonly files: Awaited<ReturnType<typeof prepareSentFiles>>;
  readonly crashHash?: string | undefined;
  /** The comment that it begins with, instead of its text and files. */
  readonly from?: Pick<ThreadMessage, 'subjectId' | 'messageId'>;
}

/** Of who enters it one vote, and they are told what becomes of it. Permission is up to the caller. */
export async function insertEntry(outer: Current, entry: ReadyEntry): Promise<NewEntry> {
  const subjectId = uuidv7(outer.now().getTime());
  const countsFrom = entry.userId === undefined ? undefined : await findVotesCountFrom(outer, entry.userId);
  const { projectId, title, body, platform, version, tags, isInternal, participantId, userId, standing, source, from } =
    entry;
  await inTransaction(outer, async (current) => {
    const audience = standing === 'shown' && !isInternal ? 'everyone' : 'participants';
    const message = { kind: 'public', side: 'player', participantId, userId, body, files: entry.files } as const;
    const thread = { subjectId, noun: 'feedbag', audience } as const;
    await (from === undefined ? openThread(current, thread, message) : splitThread(current, from, thread));
    const now = current.now();
    await current.db
      .query(sql`insert into feedbag_entries (subject_id, project_id, title, platform, version, tags, status,
        status_at, standing, is_internal, participant_id, user_id, source, votes, words, has_old_words, crash_hash, created_at, last_at)
      values (${subjectId}, ${projectId}, ${title}, ${platform}, ${version.trim().slice(0, MAX_VERSION)},
        ${[...tags]}::text[], 'open', ${now}, ${standing}, ${isInternal}, ${participantId}, ${userId ?? null}, ${source},
        ${userId === undefined || countsFrom !== undefined ? 0 : 1}, ${collectWords({ title, body })}::text[],
        false, ${entry.crashHash ?? ''}, ${now}, ${now})`);
    await saveWords(current, projectId, { title, body });
    if (userId !== undefined) {
      await current.db.query(sql`insert into feedbag_votes
          (subject_id, participant_id, user_id, version, added_by, source, state, counts_from, created_at)
        values (${subjectId}, ${participantId}, ${userId}, '', null, '',
          ${countsFrom === undefined ? 'counted' : 'young'}, ${countsFrom ?? now}, ${now})`);
    }
    const role = userId === undefined ? undefined : await current.findRole(userId);
    if (role !== undefined && (current.actor.userId === userId || from !== undefined)) {
      await followSubject(
        asPerson(current, { userId, role }, now),
        [entrySubject],
        toSubject(ENTRY_SUBJECT, subjectId),
      );
    }
    await notifyOfEntry(current, { subjectId, projectId, userId, standing, isInternal });
  });
  const voteCountsFrom = userId === undefined ? undefined : (countsFrom ?? outer.now());
  return { subjectId, standing, participantId, voteCountsFrom };
}

type EnteredEntry = Pick<FeedbackEntryRow, 'subjectId' | 'projectId' | 'userId' | 'standing' | 'isInternal'>;

/** Staff of a game that always alerts (specification §3), and who follows the project. */
async function notifyOfEntry(current: Current, entry: EnteredEntry): Promise<void> {
  const { subjectId, projectId, userId } = entry;
  const { game } = await getProject({ ...current, actor: { role: 'super' } }, projectId);
  const isAlerted = games.some(({ slug, feedbag }) => slug === game && feedbag?.alwaysAlert === true);
  const wereNotified = await notifyEntryFollowers(current, entry);
  const alerted = isAlerted ? await findAccountIds(current, 'staff', '', MAX_ALERTED) : [];
  const following = wereNotified ? [] : await findStaffFollowers(current, projectId);
  const userIds = [...new Set([...alerted, ...following])];
  if (userIds.length === 0) return;
  await notifyLater(current, enteredEntry, {
    key: subjectId,
    group: projectId,
    details: { subjectId },
    causedBy: userId,
    userIds,
  });
}

async function findStaffFollowers(current: Current, projectId: string): Promise<string[]> {
  const subject = toSubject(PROJECT_SUBJECT, projectId);
  const { userIds } = await findFollowers(current, [projectSubject], subject, '', MAX_ALERTED);
  const roles = await Promise.all(userIds.map((userId) => current.findRole(userId)));
  return userIds.filter((_, at) => isStaff(roles[at] ?? 'public'));
}

/** Of an entry that everyone sees by now, once: also of one for which that was decided later. @returns whether it is one */
export async function notifyEntryFollowers(current: Current, entry: EnteredEntry): Promise<boolean> {
  const { subjectId, projectId, userId } = entry;
  const { leastRole } = await getProject({ ...current, actor: { role: 'super' } }, projectId);
  if (!isForEveryone(entry) || isStaff(leastRole)) return false;
  await queueWebhooks(current, projectId, { event: 'entry.added', key: subjectId, details: { subjectId } });
  await notifyLater(current, addedEntry, {
    key: subjectId,
    group: projectId,
    details: { subjectId },
    causedBy: userId,
    subjects: [toSubject(PROJECT_SUBJECT, projectId)],
  });
  return true;
}

const MAX_ALERTED = 200;
