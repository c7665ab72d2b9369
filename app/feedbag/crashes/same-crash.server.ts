import type { Current } from '#app/current/current.server.ts';
import { requireWithinLimit } from '#app/current/limits.server.ts';
import { requireGameServer } from '#app/current/permission.ts';
import { readFileText } from '#app/threads/files.server.ts';
import { maskSecrets } from '#app/threads/masking.ts';
import { selectRoots } from '#app/threads/merging/trees.server.ts';
import { sql } from '#lib/database/sql.server.ts';

import { COLUMNS, entriesOfCrash, toEntry, findUnhashed, listedEntries } from '../entries/entry-rows.server.ts';
import type { Crash, EntryColumns, EntryReader } from '../entries/entry-rows.server.ts';
import { LOG_NAME } from '../entry.ts';
import type { FeedbackEntryRow } from '../entry.ts';
import { findProjects, getProject } from '../projects.server.ts';
import { hashCrash } from './crash-log.server.ts';

const SHOWN = 5;

/** Other entries of its project that came with the same stack, the one with the most votes first. Permission is up to the caller. */
export async function findSameCrash(
  current: Pick<Current, 'db'>,
  reader: EntryReader,
  { subjectId, projectId }: Pick<FeedbackEntryRow, 'subjectId' | 'projectId'>,
): Promise<FeedbackEntryRow[]> {
  const found = await findOfCrash(current, reader, projectId, { ofEntry: subjectId });
  return found.filter((entry) => entry.subjectId !== subjectId);
}

/** What stands in another entry leads to that. */
async function findOfCrash(
  { db }: Pick<Current, 'db'>,
  reader: EntryReader,
  projectId: string,
  crash: Crash,
): Promise<FeedbackEntryRow[]> {
  const rows = await db.query<EntryColumns>(sql`select ${COLUMNS} from ${listedEntries(reader, projectId)} e
    where e.subject_id in ${selectRoots(sql`array${entriesOfCrash(projectId, crash)}`)}
    order by e.votes desc, e.subject_id limit ${SHOWN + 1}::integer`);
  return rows.map(toEntry);
}

interface GameCrash {
  readonly projectId: string;
  /** Of the player who would be told. */
  readonly userId?: string | undefined;
  readonly log: string;
}

const PER_APP = { name: 'feedbag crashes', points: 6000, seconds: 3600 };

/** The known entry of a log's crash. For a game's server by its key, and staff. @throws Problem 401, 403, 404, 429 */
export async function findCrashOfGame(
  current: Current,
  { projectId, userId, log }: GameCrash,
): Promise<FeedbackEntryRow | undefined> {
  requireGameServer(current);
  await getProject({ ...current, actor: { role: 'super' } }, projectId);
  await requireWithinLimit(current, current.actor.app ?? 'staff', PER_APP);
  return findKnownCrash(current, projectId, userId, hashCrash(maskSecrets(log).text));
}

/** What players may see of a crash, as far as this one may see its project. Permission is up to the caller. */
export async function findKnownCrash(
  current: Current,
  projectId: string,
  userId: string | undefined,
  hash: string | undefined,
): Promise<FeedbackEntryRow | undefined> {
  if (hash === undefined) return undefined;
  const role = (userId === undefined ? undefined : await current.findRole(userId)) ?? 'public';
  const projects = await findProjects({ ...current, actor: { role } });
  if (!projects.some((project) => project.projectId === projectId)) return undefined;
  const [known] = await findOfCrash(current, { role: 'public', userId: undefined }, projectId, { hash });
  return known;
}

const BATCH = 100;

/** A job's: looks once at the logs that came before their stacks were compared. It goes on where it was killed. */
export async function hashOldLogs(current: Current): Promise<void> {
  for (;;) {
    const unhashed = await findUnhashed(current, BATCH);
    for (const subjectId of unhashed) {
      const log = await readFileText(current, { subjectId, name: LOG_NAME });
      await current.db.query(sql`update feedbag_entries set crash_hash = ${hashCrash(log ?? '') ?? ''}
        where subject_id = ${subjectId} and crash_hash is null`);
    }
    if (unhashed.length < BATCH) return;
  }
}
