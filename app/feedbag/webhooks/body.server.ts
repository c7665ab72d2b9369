import { findShownNames } from '#app/aliases/aliases.server.ts';
import { VISITOR } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { findFirstMessages, findReadable, getMessage } from '#app/threads/messages.server.ts';

import { findReadableEntries } from '../entries/entry-rows.server.ts';
import { entryPath } from '../entry.ts';
import type { FeedbackEntryRow } from '../entry.ts';

/** Ids alone: what they say is read when it is sent. */
export interface WebhookDetails {
  readonly subjectId?: string;
  /** The entry that has the message, and the message. */
  readonly of?: string;
  readonly messageId?: string;
}

interface WebhookCause {
  readonly event: string;
  readonly projectId: string;
  readonly at: Date;
  readonly details: WebhookDetails;
}

/** As any player reads it; undefined when there is nothing that they may see, or not any more. */
export async function webhookBody(
  system: Current,
  { event, projectId, at, details }: WebhookCause,
): Promise<string | undefined> {
  const bodyWith = (data: object) =>
    JSON.stringify({ type: event, timestamp: at.toISOString(), data: { projectId, ...data } });
  const { subjectId, of, messageId } = details;
  if (subjectId === undefined) return bodyWith({});
  const current = { ...system, actor: { ...VISITOR, role: 'authenticated' } } as const;
  const found = await findReadableEntries(current, current.actor, [subjectId]);
  const entry = found.get(subjectId)?.entry;
  if (entry === undefined) return undefined;
  if (of !== undefined && messageId !== undefined) {
    const reader = { role: current.actor.role, stage: current.stage, participantIds: [] };
    if (!(await findReadable(current, reader, [{ subjectId: of, messageId }])).has(messageId)) return undefined;
    const { userId, body, side, createdAt } = await getMessage(current, reader, { subjectId: of, messageId });
    const names = await findShownNames(current, [userId]);
    const comment = { id: messageId, body, side, by: names.get(userId) ?? null, createdAt };
    return bodyWith({ entry: shownEntry(system, entry), comment });
  }
  const first = (await findFirstMessages(current, [subjectId])).get(subjectId);
  return bodyWith({ entry: { ...shownEntry(system, entry), body: first?.body ?? '' } });
}

function shownEntry({ config }: Current, entry: FeedbackEntryRow): object {
  const { subjectId: id, title, status, votes, comments, platform, version, tags, createdAt } = entry;
  const url = `${config.mainUrl}${entryPath(entry)}`;
  return { id, url, title, status, votes, comments, platform, version, tags, createdAt };
}
