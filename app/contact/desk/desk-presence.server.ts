import type { Current } from '#app/current/current.server.ts';
import { requireRole, requireUser } from '#app/current/permission.ts';
import { presenceStream } from '#app/editor/presence/presence-stream.server.ts';
import { findNamedPeople, publishPresence } from '#app/editor/presence/presence.server.ts';
import type { PresentPerson } from '#app/editor/presence/presence.ts';
import type { ItemKey } from '#app/editor/schedule.ts';

import { requireRow } from '../submission-rows.server.ts';
import type { DeskNow } from './desk.ts';

/** No crate has a space in its name, so nothing else is there. */
function toItemKey(subjectId: string): ItemKey {
  return { crateId: 'contact submissions', itemId: subjectId };
}

/** Who of staff has it open. Permission is up to the caller. */
export function findPeopleAtDesk(current: Current, subjectId: string): Promise<PresentPerson[]> {
  return findNamedPeople(current, toItemKey(subjectId));
}

/**
 * The actor has it open as long as the stream is read. Each event is who else has, and how many messages there are, so that
 * nobody goes on writing past one. Needs staff.
 * @throws Problem 401, 403, 404; the returned function 503 beyond the limit
 */
export async function openDeskPresence(
  current: Current,
  subjectId: string,
  isWriting: boolean,
): Promise<() => Promise<ReadableStream<Uint8Array>>> {
  requireRole(current, 'staff');
  const userId = requireUser(current);
  await requireRow(current, subjectId);
  return presenceStream(current, {
    ...toItemKey(subjectId),
    userId,
    writingSince: isWriting ? current.now() : undefined,
    find: async (people) => {
      const { messages } = await requireRow(current, subjectId);
      return { value: { people, messages } satisfies DeskNow };
    },
    keep: () => requireRow(current, subjectId),
  });
}

/** That there is another message, once the transaction is over. */
export function publishDesk(current: Current, subjectId: string): void {
  publishPresence(current, toItemKey(subjectId));
}
