import { asPerson } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import type { Role } from '#app/current/role.ts';
import type { Stage } from '#app/current/stage.ts';
import { toParticipantId } from '#app/threads/readers.server.ts';
import feedbag from '#database/seeds/feedbag.json' with { type: 'json' };

import { insertEntry } from './entries/entering.server.ts';
import { setStatus } from './entries/statuses.server.ts';
import { comment } from './entries/talk.server.ts';
import { voteFor } from './entries/votes.server.ts';
import { saveProject } from './projects.server.ts';

/** The site has made those of public games before. */
const AFTER_OTHERS = 1000;

interface EntrySeed extends Pick<(typeof feedbag.entries)[number], 'title' | 'body' | 'platform' | 'version' | 'tags'> {
  readonly project: string;
  readonly by: string;
  readonly date: string;
  readonly status: string;
  readonly words?: string;
  readonly voters: readonly string[];
  readonly still?: Readonly<Record<string, string>>;
  readonly comments: readonly { readonly by: string; readonly body: string }[];
}

/** What the cast has said, one hour after the other. @param toUserId of somebody of the cast */
export async function seedFeedbag(current: Current, toUserId: (name: string) => string): Promise<void> {
  for (const [place, { game, leastRole, stages, ...project }] of feedbag.projects.entries()) {
    const limits = { leastRole: leastRole as Role, stages: stages as Stage[] };
    await saveProject(current, { ...project, ...limits, game }, AFTER_OTHERS + place);
  }
  for (const entry of feedbag.entries as readonly EntrySeed[]) await seedEntry(current, entry, toUserId);
}

async function seedEntry(current: Current, entry: EntrySeed, toUserId: (name: string) => string): Promise<void> {
  const { project: projectId, title, body, platform, version, tags, date, status, words, comments } = entry;
  let hours = 0;
  const as = async (name: string) => {
    const userId = toUserId(name);
    const role = (await current.findRole(userId)) ?? 'authenticated';
    const at = new Date(Date.parse(date) + hours * 3_600_000);
    hours += 1;
    return asPerson(current, { userId, role }, at);
  };
  const writer = await as(entry.by);
  const userId = toUserId(entry.by);
  const { subjectId } = await insertEntry(writer, {
    projectId,
    title,
    body,
    platform,
    version,
    tags,
    isInternal: false,
    source: 'site',
    standing: 'shown',
    participantId: toParticipantId({ userId }),
    userId,
    files: [],
  });
  for (const name of entry.voters) await voteFor(await as(name), subjectId, entry.still?.[name]);
  for (const { by, body: said } of comments)
    await comment(await as(by), subjectId, { kind: 'public', body: said, files: [] });
  if (status !== 'open') await setStatus(await as('staff'), subjectId, status, words);
}
