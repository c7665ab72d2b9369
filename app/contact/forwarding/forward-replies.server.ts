import { inTransaction } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { requireWithinLimit } from '#app/current/limits.server.ts';
import type { InboundDelivery, InboundMailHandler } from '#app/mail/inbound/inbound-mail-handler.server.ts';
import { notifyLater } from '#app/notifications/events.server.ts';
import { toParticipantId } from '#app/threads/readers.server.ts';
import { addMessage } from '#app/threads/writing.server.ts';
import { sql } from '#lib/database/sql.server.ts';

import { returnedSubmission } from '../event-kinds.server.ts';
import { isKnown, readReply, pickSender, settleRefusal } from '../mail-replies.server.ts';
import { readForwardAddress } from '../mail-thread.server.ts';
import type { ForwardKey } from '../mail-thread.server.ts';
import { mailedText } from '../sent-mails.server.ts';
import { findSubmissionRoot, requireRow } from '../submission-rows.server.ts';
import { noteMessage, prepareReply } from '../submissions.server.ts';
import type { TypedReply } from '../submissions.server.ts';
import { requireForward } from './forward-rows.server.ts';
import { forwardMail } from './forward.mail.tsx';

/** What people outside answer is for the studio alone. No mail goes out for it, as for other answers. */
export const forwardHandler: InboundMailHandler = {
  acceptsAutomatic: true,
  knows: (current, address) => readForwardAddress(current, address) !== undefined,
  handle: async (current, mail) => {
    const forwardKey = readForwardAddress(current, mail.to);
    if (forwardKey !== undefined && !mail.isOwn) await settleRefusal(current, receiveNote(current, forwardKey, mail));
  },
};

/** To one address in an hour. */
const NOTES = { name: 'contact forward replies', points: 20, seconds: 3600, credit: 0 };

/** @throws Problem 404, 429 */
async function receiveNote(current: Current, forwardKey: ForwardKey, mail: InboundDelivery): Promise<void> {
  const { email } = await requireForward(current, forwardKey);
  const target = await findSubmissionRoot(current, await requireRow(current, forwardKey.subjectId));
  if (await isKnown(current, [forwardKey.subjectId, target], mail)) return;
  await requireWithinLimit(current, `${forwardKey.subjectId} ${forwardKey.number}`, NOTES);
  const isForeign = toParticipantId({ email: pickSender(mail) }) !== toParticipantId({ email });
  const sent = { frames: [], bodies: await findForwardTexts(current, forwardKey) };
  await writeNote(
    current,
    forwardKey,
    target,
    readReply(current, mail, { sent, sender: isForeign ? pickSender(mail) : undefined }),
  );
}

async function findForwardTexts(current: Current, forwardKey: ForwardKey): Promise<string[]> {
  const sent = await forwardMail.find(current, forwardKey);
  return sent === undefined || !('locale' in sent)
    ? []
    : [await mailedText(current, forwardMail, sent.props, sent.locale)];
}

async function writeNote(current: Current, forwardKey: ForwardKey, target: string, reply: TypedReply): Promise<void> {
  const { email, sentBy } = await requireForward(current, forwardKey);
  const { body } = reply;
  const { files, mail } = await prepareReply(current, reply);
  const studioReader = { role: 'staff', stage: current.stage, participantIds: [] } as const;
  await inTransaction(current, async (current) => {
    const note = {
      kind: 'internal',
      side: 'player',
      participantId: toParticipantId({ email }),
      userId: undefined,
    } as const;
    const added = { ...note, body, files, mail };
    const { messageId, root } = await addMessage(current, studioReader, target, added);
    if (mail?.program === 'vacation') return;
    const { assignedUserId } = await noteMessage(current, root, body, sql`snoozed_until = null`);
    // Programs are not told on, for whoever is told may get a mail.
    if (mail?.program !== undefined) return;
    const userIds = [...new Set([sentBy, assignedUserId ?? sentBy])];
    const event = { key: messageId, group: root, details: { subjectId: root }, userIds };
    await notifyLater(current, returnedSubmission, event);
  });
}
