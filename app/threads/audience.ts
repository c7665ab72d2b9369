import { isStaff } from '#app/current/role.ts';
import type { Role } from '#app/current/role.ts';
import { isProduction } from '#app/current/stage.ts';
import type { Stage } from '#app/current/stage.ts';

import type { MessageKind, ThreadAudience, ThreadMessage } from './thread.ts';

export interface ThreadReader {
  readonly role: Role;
  readonly stage: Stage;
  readonly participantIds: readonly string[];
}

interface AudienceOfThread {
  readonly audience: ThreadAudience;
  readonly participantIds: readonly string[];
}

/** The one rule of who reads what; a test holds `readableThread` and `readableMessage`, its SQL, against it. */
export function mayReadThread(reader: ThreadReader, { audience, participantIds }: AudienceOfThread): boolean {
  return audience === 'everyone' || isStaff(reader.role) || participantIds.some((id) => isOwn(reader, id));
}

/** In a thread that they may read. */
export function mayReadMessage(
  reader: ThreadReader,
  { kind, participantId, isHeld }: Pick<ThreadMessage, 'kind' | 'participantId' | 'isHeld'>,
): boolean {
  return (kind !== 'internal' && !isHeld) || isStaff(reader.role) || isOwn(reader, participantId);
}

/** Nobody but its sender and the studio, in a thread that they may read. @param senderId of the address from which it came */
export function mayReadMail(reader: ThreadReader, senderId: string): boolean {
  return isStaff(reader.role) || isOwn(reader, senderId);
}

/** In a thread that they may read (specification §6: on other stages than production anyone gives internal feedback). */
export function mayWriteMessage({ role, stage, participantIds }: ThreadReader, kind: MessageKind): boolean {
  if (isStaff(role)) return true;
  if (participantIds.length === 0 || kind === 'update') return false;
  return kind === 'public' || !isProduction(stage);
}

function isOwn(reader: ThreadReader, participantId: string): boolean {
  return reader.participantIds.includes(participantId);
}
