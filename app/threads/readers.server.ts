import { createHash } from 'node:crypto';

import { emailKey } from '#app/accounts/emails/email.ts';
import type { Current } from '#app/current/current.server.ts';
import type { Person } from '#app/current/personal-data.server.ts';
import { isStaff } from '#app/current/role.ts';
import { sql } from '#lib/database/sql.server.ts';
import type { Sql } from '#lib/database/sql.server.ts';
import { readSigned, sign } from '#lib/signed.server.ts';

import type { ThreadReader } from './audience.ts';
import { inTree } from './merging/trees.server.ts';

/** The same for each spelling of an address, which it tells to nobody who does not guess it. */
export function toParticipantId(person: { readonly userId: string } | { readonly email: string }): string {
  if ('userId' in person) return `user ${person.userId}`;
  const key = emailKey(person.email) ?? person.email.toLowerCase();
  return `email ${createHash('sha256').update(key).digest('hex')}`;
}

/** All that somebody has written under. */
export function listParticipantIds({ userId, emails }: Person): string[] {
  return [...(userId === null ? [] : [{ userId }]), ...emails.map((email) => ({ email }))].map(toParticipantId);
}

export function userOfParticipant(participantId: string): string | undefined {
  return participantId.startsWith('user ') ? participantId.slice('user '.length) : undefined;
}

/** Days after which the link of a mail opens nothing any more, but sends another one. */
export const LINK_DAYS = 30;

interface ThreadLink {
  readonly subjectId: string;
  readonly participantId: string;
  /** In seconds. */
  readonly until: number;
  readonly isExpired: boolean;
}

/** For a link that is mailed to somebody: whoever has it is that participant of this thread, and of no other. */
export function threadToken(
  current: Pick<Current, 'secret' | 'now'>,
  { subjectId, participantId, until }: Pick<ThreadLink, 'subjectId' | 'participantId'> & { readonly until?: number },
): string {
  const end = until ?? Math.floor(current.now().getTime() / 1000) + LINK_DAYS * 86_400;
  return sign(`${subjectId} ${end} ${participantId}`, LINK, current.secret);
}

export function readThreadToken(current: Pick<Current, 'secret' | 'now'>, token: string): ThreadLink | undefined {
  const [, subjectId, until, participantId] =
    /^(\S+) (\d+) (.+)$/.exec(readSigned(token, LINK, current.secret) ?? '') ?? [];
  if (subjectId === undefined || participantId === undefined) return undefined;
  const isExpired = Number(until) * 1000 <= current.now().getTime();
  return { subjectId, participantId, until: Number(until), isExpired };
}

/** Who asks for this thread. A link of another thread, or an expired one, adds nothing. */
export function threadReader(current: Current, subjectId: string, token: string | undefined): ThreadReader {
  const { actor, stage } = current;
  const link = token === undefined ? undefined : readThreadToken(current, token);
  const linked = link !== undefined && link.subjectId === subjectId && !link.isExpired ? [link.participantId] : [];
  const own = actor.userId === undefined ? [] : [toParticipantId({ userId: actor.userId })];
  return { role: actor.role, stage, participantIds: [...own, ...linked] };
}

/** For `from … m`: what the reader may read of a conversation, and of those that are read in it. */
export function readableMessages(reader: ThreadReader, rootId: string): Sql {
  return sql`(select m.* from thread_messages m, threads t where m.subject_id = t.subject_id and ${inTree(rootId)}
    and ${readableThread(reader, sql`t.subject_id`)} and ${readableMessage(reader)})`;
}

/** Of `threads` as `t`, as `mayReadThread`. @param subjectId the thread's; of several threads the column */
export function readableThread(reader: ThreadReader, subjectId: string | Sql): Sql {
  if (isStaff(reader.role)) return sql`true`;
  return sql`(t.audience = 'everyone' or exists (select from thread_participants p
    where p.subject_id = ${subjectId} and p.participant_id = any(${reader.participantIds}::text[])))`;
}

export function readableMessage(reader: ThreadReader): Sql {
  if (isStaff(reader.role)) return sql`true`;
  return sql`((m.kind <> 'internal' and not m.is_held) or m.participant_id = any(${reader.participantIds}::text[]))`;
}

const LINK = 'thread link';
