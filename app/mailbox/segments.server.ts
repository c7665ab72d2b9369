import { countAccounts, findAccountIds, findAccountStart, findMissingAccounts } from '#app/accounts/accounts.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { ROLES, isAtLeast } from '#app/current/role.ts';
import type { Role } from '#app/current/role.ts';
import { countFollowers, listFollowedSubjects } from '#app/following/follows.server.ts';
import type { SubjectKind } from '#app/following/subject-kind.server.ts';
import { toSubject } from '#app/following/subject.ts';
import { countPlayers, findPlayerIds, isPlayer } from '#app/levelhead/search/player-rows.server.ts';

import type { MessageAudience } from './message.ts';

const PLAYERS = 'players:levelhead';
const LEAST = { everyone: 'authenticated', staff: 'staff', admin: 'admin' } as const satisfies Partial<
  Record<MessageAudience, Role>
>;

/** @param of a user id or a subject, where the audience needs one */
export function toSegment(audience: MessageAudience, of: string): string {
  if (audience === 'user' || audience === 'follows') return `${audience}:${of}`;
  return audience === 'players' ? PLAYERS : `role:${LEAST[audience]}`;
}

export function parseSegment(segment: string): { audience: MessageAudience; of: string } {
  const at = segment.indexOf(':');
  const [kind, of] = [segment.slice(0, at), segment.slice(at + 1)];
  if (kind === 'user' || kind === 'follows') return { audience: kind, of };
  if (kind === 'players') return { audience: 'players', of: '' };
  return { audience: of === 'staff' || of === 'admin' ? of : 'everyone', of: '' };
}

/** The segments that somebody is in now, and since when messages to them are for them. */
export async function findSegments(
  current: Current,
  { userId, role }: { userId: string; role: Role },
): Promise<{ segments: string[]; since: Date }> {
  const [subjects, isInGame, since] = await Promise.all([
    listFollowedSubjects(current, userId),
    isPlayer(current, userId),
    findAccountStart(current, userId),
  ]);
  return {
    segments: [
      toSegment('user', userId),
      ...ROLES.filter((least) => isAtLeast(role, least)).map((least) => `role:${least}`),
      ...(isInGame ? [PLAYERS] : []),
      ...subjects.map((subject) => toSegment('follows', subject)),
    ],
    since: since ?? current.now(),
  };
}

export async function countReaders(current: Current, segment: string): Promise<number> {
  const { audience, of } = parseSegment(segment);
  if (audience === 'user') return 1 - (await findMissingAccounts(current.db, [of])).length;
  if (audience === 'follows') return countFollowers(current, of);
  return audience === 'players' ? countPlayers(current) : countAccounts(current, LEAST[audience]);
}

/** Who is told of a message, as whom its fan-out tells. */
export function toRecipients(segment: string): { subjects?: string[]; userIds?: string[] } {
  const { audience, of } = parseSegment(segment);
  if (audience === 'user') return { userIds: [of] };
  return { subjects: [audience === 'follows' ? of : toSubject(segmentSubject.name, segment)] };
}

/** Nobody follows a segment: it has its own people. */
export const segmentSubject: SubjectKind = {
  name: 'mailbox.segment',
  describe: () => Promise.resolve(new Map()),
  findFollowers: async (current, segment, cursor, limit) => {
    const { audience } = parseSegment(segment);
    const least = LEAST[audience === 'staff' || audience === 'admin' ? audience : 'everyone'];
    const userIds =
      audience === 'players'
        ? await findPlayerIds(current, cursor, limit)
        : await findAccountIds(current, least, cursor, limit);
    return { userIds, next: userIds.length < limit ? undefined : userIds.at(-1) };
  },
};
