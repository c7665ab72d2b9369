import { inTransaction } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { requireRole, requireUser } from '#app/current/permission.ts';
import { sendMailLater } from '#app/mail/mail-queue.server.ts';
import { noteAnswer } from '#app/mailbox/mailbox.server.ts';
import { notifyLater } from '#app/notifications/events.server.ts';
import { prepareFiles } from '#app/threads/files.server.ts';
import { toParticipantId, threadReader } from '#app/threads/readers.server.ts';
import { addMessage } from '#app/threads/writing.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import { problemAt } from '#lib/problem.ts';
import { slotsIn } from '#lib/text-slots.ts';

import { answerMail } from '../answer.mail.tsx';
import { answeredSubmission } from '../event-kinds.server.ts';
import { emptySlot } from '../problems.ts';
import { requireRow } from '../submission-rows.server.ts';
import type { SubmissionState } from '../submission.ts';
import { noteMessage } from '../submissions.server.ts';

export interface TypedAnswer {
  readonly kind: 'public' | 'update' | 'internal';
  readonly body: string;
  /** The last message that was on the page: nobody answers past what they have not read. */
  readonly seen: string;
  readonly files: readonly File[];
  readonly state: Extract<SubmissionState, 'waiting' | 'closed'>;
}

/** An answer, or a note for the studio. Needs staff. @throws Problem 400, 401, 403, 404, 409 after another message */
export async function answerSubmission(current: Current, subjectId: string, typed: TypedAnswer): Promise<string> {
  requireRole(current, 'staff');
  const userId = requireUser(current);
  const { userId: playerId } = await requireRow(current, subjectId);
  const { kind, body, seen, state } = typed;
  if (kind !== 'internal' && slotsIn(body).length > 0) throw problemAt('body', emptySlot);
  const reader = threadReader(current, subjectId, undefined);
  const files = await prepareFiles(current, typed.files);
  return inTransaction(current, async (current) => {
    const message = { kind, side: 'studio', participantId: toParticipantId({ userId }), userId, body, files } as const;
    if (kind === 'internal') {
      const note = await addMessage(current, reader, subjectId, message);
      await noteMessage(current, note.root, body, sql`state = state`);
      return note.messageId;
    }
    const { messageId } = await addMessage(current, reader, subjectId, { ...message, seen });
    await noteMessage(
      current,
      subjectId,
      body,
      sql`state = ${state}, closed_at = ${state === 'closed' ? current.now() : null}, snoozed_until = null, due_at = null,
        answered_at = coalesce(answered_at, ${current.now()}::timestamptz),
        assigned_user_id = coalesce(assigned_user_id, ${userId})`,
    );
    await sendMailLater(current, answerMail, { subjectId, messageId }, { key: messageId });
    if (playerId !== undefined) {
      await noteAnswer(current, playerId, subjectId);
      const event = { key: messageId, group: subjectId, details: { subjectId, messageId } };
      await notifyLater(current, answeredSubmission, { ...event, userIds: [playerId], causedBy: userId });
    }
    return messageId;
  });
}
