import { findUserIdsByAlias } from '#app/aliases/naming/lookup.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { isAtLeast, isStaff } from '#app/current/role.ts';
import { notifyLater } from '#app/notifications/events.server.ts';
import type { MessageKind } from '#app/threads/thread.ts';

import { mentionedIn } from '../event-kinds.server.ts';
import { getProject } from '../projects.server.ts';
import { findEntry, mayReadEntry } from './entry-rows.server.ts';

interface MentioningMessage {
  /** The entry in which it is read, and the one that has it. */
  readonly target: string;
  readonly of: string;
  readonly messageId: string;
  readonly kind: MessageKind;
  readonly body: string;
  readonly userId: string | undefined;
}

/** People of one message who are told. */
const MAX_MENTIONED = 10;
/** Names may have several words, so what follows may belong to it or not. */
const NAMED = /(?<![\p{L}\p{N}_.@/])@([\p{L}\p{N}_'.-]{1,32}(?: [\p{L}\p{N}_'.-]{1,32}){0,3})/gu;

/** The longest first: the words behind the sign, each without what ends a sentence. */
function listReadings(words: string): string[] {
  const parts = words.split(' ');
  const readings = parts.map((_, at) =>
    parts
      .slice(0, parts.length - at)
      .join(' ')
      .replace(/['.-]+$/u, ''),
  );
  return readings.filter((one) => one !== '');
}

/** To whom a message names by their alias or id, if they may read it. In the transaction that has shown it to them. */
export async function notifyMentioned(current: Current, message: MentioningMessage): Promise<void> {
  const { target, of, messageId, kind, body, userId: causedBy } = message;
  const mentions = [...body.matchAll(NAMED)].slice(0, MAX_MENTIONED).map(([, words = '']) => listReadings(words));
  if (mentions.length === 0) return;
  const found = await findUserIdsByAlias(current, mentions.flat());
  const entry = await findEntry(current, target);
  if (entry === undefined) return;
  const { leastRole } = await getProject({ ...current, actor: { role: 'super' } }, entry.projectId);
  const userIds = new Set<string>();
  for (const names of mentions) {
    const name = names.find((one) => found.has(one)) ?? names.at(-1) ?? '';
    const userId = found.get(name) ?? name;
    const role = await current.findRole(userId);
    if (role === undefined || userId === causedBy || !isAtLeast(role, leastRole)) continue;
    if (mayReadEntry({ role, userId }, entry) && (kind !== 'internal' || isStaff(role))) userIds.add(userId);
  }
  if (userIds.size === 0) return;
  await notifyLater(current, mentionedIn, {
    key: messageId,
    details: { subjectId: target, messageId, of },
    userIds: [...userIds],
    causedBy,
  });
}
