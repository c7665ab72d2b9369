import { findShownNames } from '#app/aliases/aliases.server.ts';
import { countPendingAliases } from '#app/aliases/moderation/queue.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { findHeldVotes } from '#app/feedbag/moderation/held-votes.server.ts';
import { findWaiting } from '#app/feedbag/moderation/moderation.server.ts';
import type { HeldVotes, WaitingWords } from '#app/feedbag/moderation/waiting.ts';

import { findDesk } from './desk.server.ts';
import type { DeskQuery, DeskRow } from './desk.ts';

/** A page of the desk with the names of people. @throws Problem 400, 401, 403 */
export async function openDesk(
  current: Current,
  query: DeskQuery,
): Promise<{ rows: readonly DeskRow[]; next: string | undefined }> {
  const { submissions, next } = await findDesk(current, query);
  const names = await findShownNames(
    current,
    submissions.flatMap(({ userId, assignedUserId }) => [userId, assignedUserId]),
  );
  const now = current.now().toISOString();
  return {
    next,
    rows: submissions.map((one) => ({
      subjectId: one.subjectId,
      title: one.title,
      topic: one.topic,
      state: one.state,
      priority: one.priority,
      tags: one.tags,
      lastAt: one.lastAt,
      messages: one.messages,
      snoozedUntil: one.snoozedUntil,
      sender: one.name || (names.get(one.userId ?? '') ?? one.email ?? ''),
      assigned: names.get(one.assignedUserId ?? ''),
      isOverdue: one.state === 'open' && one.dueAt !== undefined && one.dueAt < now,
    })),
  };
}

const MAX_NAMES = 1000;

interface ModerationQueue {
  readonly waiting: readonly WaitingWords[];
  readonly held: readonly HeldVotes[];
  readonly names: number;
}

/** The one queue of what staff have to look at before or after others do. Needs staff. @throws Problem 401, 403 */
export async function openModeration(current: Current): Promise<ModerationQueue> {
  const [waiting, held] = [await findWaiting(current), await findHeldVotes(current)];
  return { waiting, held, names: await countPendingAliases(current, MAX_NAMES) };
}
