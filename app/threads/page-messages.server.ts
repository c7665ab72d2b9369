import type { Current } from '#app/current/current.server.ts';
import { studio } from '#content/studio.ts';

import { mayReadMail } from './audience.ts';
import type { ThreadReader } from './audience.ts';
import { EDIT_MINUTES } from './thread.ts';
import type { PageMessage, ThreadMessage } from './thread.ts';
import { toSenderId } from './whole-mails.server.ts';

/** @param names of accounts, by their ids @param visitor what a player without a name is called, or which of them @param profiles of accounts, as `findProfilePaths` has them */
export function pageMessages(
  current: Current,
  reader: ThreadReader,
  messages: readonly ThreadMessage[],
  names: ReadonlyMap<string | null | undefined, string>,
  visitor?: string | ((participantId: string) => string | undefined),
  profiles?: ReadonlyMap<string | null | undefined, string>,
): PageMessage[] {
  const now = current.now().getTime();
  const nameVisitor = typeof visitor === 'function' ? visitor : () => visitor;
  return messages.map((message) => {
    const { participantId, userId, createdAt: at, editedAt, sender, ...shown } = message;
    const isOwn = reader.participantIds.includes(participantId);
    const mayRead = mayReadMail(reader, toSenderId({ participant_id: participantId, sender: sender ?? null }));
    const isFresh = now - Date.parse(at) < EDIT_MINUTES * 60_000;
    const name = names.get(userId) ?? (message.side === 'studio' ? studio.name : nameVisitor(participantId));
    return {
      ...shown,
      ...(mayRead ? { sender } : { sender: undefined, rest: '', hasMail: false }),
      name,
      profile: profiles?.get(userId),
      at,
      isOwn,
      isEdited: editedAt !== undefined,
      mayEdit: isOwn && isFresh && !message.isRedacted,
    };
  });
}
