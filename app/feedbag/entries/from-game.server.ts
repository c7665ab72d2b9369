import { recordAuditEntry } from '#app/audit/audit.server.ts';
import { inTransaction } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { requireWithinLimit } from '#app/current/limits.server.ts';
import { requireGameServer } from '#app/current/permission.ts';
import { isStaff } from '#app/current/role.ts';
import { prepareSentFiles } from '#app/threads/files.server.ts';
import { maskSecrets } from '#app/threads/masking.ts';
import { toParticipantId } from '#app/threads/readers.server.ts';
import { Problem } from '#lib/problem.ts';

import { feedbackAudit } from '../audit-kinds.server.ts';
import { hashCrash } from '../crashes/crash-log.server.ts';
import { findKnownCrash } from '../crashes/same-crash.server.ts';
import { LOG_NAME, parseTags } from '../entry.ts';
import type { FeedbackEntryRow } from '../entry.ts';
import { findPersonStatus } from '../people.server.ts';
import { blocked } from '../problems.ts';
import { getProject } from '../projects.server.ts';
import { insertEntry, requireEntryFields } from './entering.server.ts';
import type { NewEntry } from './entering.server.ts';

interface GameEntry {
  readonly projectId: string;
  readonly title: string;
  readonly body: string;
  readonly userId?: string | undefined;
  readonly platform: string;
  readonly version: string;
  readonly tags: readonly string[];
  readonly log?: string | undefined;
  readonly save?: string | undefined;
  readonly screenshot?: string | undefined;
}

interface EnteredFromGame extends Pick<NewEntry, 'subjectId' | 'standing'> {
  readonly voteCountsFrom: string | null;
  readonly known: FeedbackEntryRow | undefined;
}

const PER_APP = { name: 'feedbag app', points: 600, seconds: 3600 };

/** Masks the log, too. For a game's server by its key, and staff. @throws Problem 400, 401, 403, 404, 413, 429 */
export async function enterFromGame(current: Current, given: GameEntry): Promise<EnteredFromGame> {
  requireGameServer(current);
  const { projectId, title, body, userId, platform, version, tags } = given;
  const { app = 'staff' } = current.actor;
  const { isModerated } = await getProject({ ...current, actor: { role: 'super' } }, projectId);
  requireEntryFields({ title, body, platform });
  await requireWithinLimit(current, app, PER_APP);
  const role = userId === undefined ? undefined : await current.findRole(userId);
  const known = role === undefined ? undefined : userId;
  const trust = known === undefined ? undefined : await findPersonStatus(current, known);
  if (trust === 'blocked') throw new Problem(blocked);
  const isShown = trust === 'trusted' || (role !== undefined && isStaff(role)) || (known !== undefined && !isModerated);
  const log = maskSecrets(given.log ?? '').text;
  const crashHash = hashCrash(log);
  const seen = await findKnownCrash(current, projectId, known, crashHash);
  const entry = {
    projectId,
    body,
    platform,
    version,
    tags: parseTags(tags.join(',')),
    isInternal: false,
    source: app,
    title: maskSecrets(title.trim()).text,
    participantId: known === undefined ? `visitor ${crypto.randomUUID()}` : toParticipantId({ userId: known }),
    userId: known,
    standing: isShown ? 'shown' : 'pending',
    files: await prepareSentFiles(current, toFiles({ ...given, log }), 'leave out'),
    crashHash,
  } as const;
  const { subjectId, standing, voteCountsFrom } = await inTransaction(current, async (current) => {
    const entered = await insertEntry(current, entry);
    if (current.actor.app === undefined) {
      const target = `feedback/${projectId}/${entered.subjectId}`;
      await recordAuditEntry(current, feedbackAudit.enter, { target, after: { name: entry.title } });
    }
    return entered;
  });
  return { subjectId, standing, voteCountsFrom: voteCountsFrom?.toISOString() ?? null, known: seen };
}

function toFiles({ log, save, screenshot }: GameEntry): File[] {
  return [
    ...(log === undefined || log === '' ? [] : [new File([log], LOG_NAME)]),
    ...(save === undefined || save === '' ? [] : [new File([Buffer.from(save, 'base64')], 'save.dat')]),
    ...(screenshot === undefined || screenshot === ''
      ? []
      : [new File([Buffer.from(screenshot, 'base64')], 'screenshot.png')]),
  ];
}
