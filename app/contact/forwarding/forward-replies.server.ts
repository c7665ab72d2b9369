import { inTransaction } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { requireWithinLimit } from '#app/current/limits.server.ts';
import type { InboundDelivery, InboundMailHandler } from '#app/mail/inbound/inbound-mail-handler.server.ts';
import { notifyLater } from '#app/notifications/events.server.ts';
import { participantOf } from '#app/threads/readers.server.ts';
import { addMessage } from '#app/threads/writing.server.ts';
import { sql } from '#lib/database/sql.server.ts';

import { returnedSubmission } from '../event-kinds.server.ts';
import { isKnown, readReply, senderOf, settleRefusal } from '../mail-replies.server.ts';
import { readForwardAddress } from '../mail-thread.server.ts';
import type { ForwardPlace } from '../mail-thread.server.ts';
import { mailedText } from '../sent-mails.server.ts';
import { findPlace, requireRow } from '../submission-rows.server.ts';
import { noteMessage, prepareReply } from '../submissions.server.ts';
import type { TypedReply } from '../submissions.server.ts';
import { requireForward } from './forward-rows.server.ts';
import { forwardMail } from './forward.mail.tsx';

/** What people outside answer is for the studio alone. No mail goes out for it, as for other answers. */
export const forwardHandler: InboundMailHandler = {
  acceptsAutomatic: true,
  knows: (current, address) => readForwardAddress(current, address) !== undefined,
  handle: async (current, mail) => {
    const place = readForwardAddress(current, mail.to);
    if (place !== undefined && !mail.isOwn) await settleRefusal(current, receiveNote(current, place, mail));
  },
};

/** To one address in an hour. */
const NOTES = { name: 'contact forward replies', points: 20, seconds: 3600, credit: 0 };

/** @throws Problem 404, 429 */
async function receiveNote(current: Current, place: ForwardPlace, mail: InboundDelivery): Promise<void> {
  const { email } = await requireForward(current, place);
  const target = await findPlace(current, await requireRow(current, place.subjectId));
  if (await isKnown(current, [place.subjectId, target], mail)) return;
  await requireWithinLimit(current, `${place.subjectId} ${place.number}`, NOTES);
  const isForeign = participantOf({ email: senderOf(mail) }) !== participantOf({ email });
  const sent = { frames: [], bodies: await findForwardTexts(current, place) };
  await writeNote(
    current,
    place,
    target,
    readReply(current, mail, { sent, sender: isForeign ? senderOf(mail) : undefined }),
  );
}

async function findForwardTexts(current: Current, place: ForwardPlace): Promise<string[]> {
  const sent = await forwardMail.find(current, place);
  return sent === undefined || !('locale' in sent)
    ? []
    : [await mailedText(current, forwardMail, sent.props, sent.locale)];
}

async function writeNote(current: Current, place: ForwardPlace, target: string, reply: TypedReply): Promise<void> {
  const { email, sentBy } = await requireForward(current, place);
  const { body } = reply;
  const { files, mail } = await prepareReply(current, reply);
  const studioReader = { role: 'staff', stage: current.stage, participantIds: [] } as const;
  await inTransaction(current, async (current) => {
    const note = {
      kind: 'internal',
      side: 'player',
      participantId: participantOf({ email }),
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
