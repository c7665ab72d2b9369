import type { Current } from '#app/current/current.server.ts';
import type { InboundDelivery, InboundMailHandler } from '#app/mail/inbound/inbound-mail-handler.server.ts';
import { threadToken } from '#app/threads/readers.server.ts';
import { findSplits } from '#app/threads/splitting.server.ts';
import { MAX_FILES, MAX_FILE_BYTES, MAX_MESSAGE } from '#app/threads/thread.ts';
import { hasMail } from '#app/threads/threads.server.ts';
import { Problem } from '#lib/problem.ts';

import { readReplyAddress } from './mail-thread.server.ts';
import { badFiles } from './problems.ts';
import { requireRow } from './submission-rows.server.ts';
import { replyToStudio } from './submissions.server.ts';
import type { TypedReply } from './submissions.server.ts';

/** Answers to our mails. No mail goes out for one, so that two programs that answer each other stop at once. */
export const replyHandler: InboundMailHandler = {
  acceptsAutomatic: false,
  knows: (current, address) => readReplyAddress(current, address) !== undefined,
  handle: async (current, mail) => {
    const subjectId = readReplyAddress(current, mail.to);
    if (subjectId !== undefined) await settleRefusal(current, receiveReply(current, subjectId, mail));
  },
};

/** What is refused for good would be refused again; 429 is for now. */
export async function settleRefusal(current: Current, receiving: Promise<void>): Promise<void> {
  try {
    await receiving;
  } catch (refusal) {
    if (!(refusal instanceof Problem) || refusal.status === 429) throw refusal;
    current.log.info({ code: refusal.code }, 'an answer by mail was refused');
  }
}

/** The same mail again, whose sender was not told, changes nothing. @throws Problem 404, 429 */
async function receiveReply(current: Current, subjectId: string, mail: InboundDelivery): Promise<void> {
  const { participantId, mergedInto } = await requireRow(current, subjectId);
  const token = threadToken(current, { subjectId, participantId });
  if (await isKnown(current, [subjectId, mergedInto ?? subjectId], mail)) return;
  await writeMail(mail, async (reply) => void (await replyToStudio(current, subjectId, token, reply)));
}

/** Whether it is in one of them, or in what has left them since. */
export async function isKnown(current: Current, subjectIds: readonly string[], { messageId }: InboundDelivery) {
  if (messageId === '') return false;
  const splits = [...(await findSplits(current, subjectIds)).values()].flat();
  return hasMail(current, [...subjectIds, ...splits], messageId);
}

/** @param write gets the words and files of a mail, and once more without the files when they are refused */
export async function writeMail(mail: InboundDelivery, write: (reply: TypedReply) => Promise<void>): Promise<void> {
  const files = mail.files
    .filter(({ bytes }) => bytes.length > 0 && bytes.length <= MAX_FILE_BYTES)
    .slice(0, MAX_FILES)
    .map(({ name, bytes }) => new File([bytes], name));
  const reply = { body: bodyOf(mail), mailId: mail.messageId === '' ? undefined : mail.messageId };
  try {
    await write({ ...reply, files });
  } catch (refusal) {
    // The words count, whatever hangs on them.
    if (!(refusal instanceof Problem) || refusal.details.fields?.['files'] === undefined) throw refusal;
    const body = `${reply.body}\n\n[${badFiles.message}]`.slice(0, MAX_MESSAGE);
    await write({ ...reply, body, files: [] });
  }
}

/** An answer of pictures alone has no words. */
function bodyOf({ answer }: InboundDelivery): string {
  const body = answer.replaceAll('\0', '').toWellFormed();
  if (body === '') return '…';
  return body.length > MAX_MESSAGE ? `${body.slice(0, MAX_MESSAGE - 1).toWellFormed()}…` : body;
}
