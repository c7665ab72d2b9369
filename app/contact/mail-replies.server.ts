import { listEmails } from '#app/accounts/emails/emails.server.ts';
import type { Current } from '#app/current/current.server.ts';
import type { InboundDelivery, InboundMailHandler } from '#app/mail/inbound/inbound-mail-handler.server.ts';
import { leftOutFile } from '#app/threads/files.server.ts';
import { findSplits } from '#app/threads/merging/splits.server.ts';
import { hasMail } from '#app/threads/messages.server.ts';
import { toParticipantId, threadToken } from '#app/threads/readers.server.ts';
import { MAX_MESSAGE, MAX_REST } from '#app/threads/thread.ts';
import { studio } from '#content/studio.ts';
import { readAnswer } from '#lib/mail/inbound/quotes.ts';
import type { SentMails } from '#lib/mail/inbound/quotes.ts';
import { Problem } from '#lib/problem.ts';

import { readReplyAddress } from './mail-thread.server.ts';
import { findSentMails } from './sent-mails.server.ts';
import { findSubmissionRoot, findRow, requireRow } from './submission-rows.server.ts';
import type { SubmissionRow } from './submission.ts';
import { replyToStudio } from './submissions.server.ts';
import type { TypedReply } from './submissions.server.ts';

/**
 * Answers to our mails, of lists, groups and ticket systems too. No mail goes out for one, so that two programs that answer each
 * other stop at once.
 */
export const replyHandler: InboundMailHandler = {
  acceptsAutomatic: true,
  knows: (current, address) => readReplyAddress(current, address) !== undefined,
  findLocale: async (current, address) => (await findRow(current, readReplyAddress(current, address) ?? ''))?.locale,
  handle: async (current, mail) => {
    const subjectId = readReplyAddress(current, mail.to);
    if (subjectId !== undefined && !mail.isOwn) await settleRefusal(current, receiveReply(current, subjectId, mail));
  },
};

/** What is refused for good would be refused again; the rest is for now. */
export async function settleRefusal(current: Current, receiving: Promise<void>): Promise<void> {
  try {
    await receiving;
  } catch (refusal) {
    if (!(refusal instanceof Problem) || refusal.status === 429 || refusal.status >= 500) throw refusal;
    current.log.info({ code: refusal.code }, 'an answer by mail was refused');
  }
}

/** The same mail again, whose sender was not told, changes nothing. @throws Problem 404, 429 */
async function receiveReply(current: Current, subjectId: string, mail: InboundDelivery): Promise<void> {
  const row = await requireRow(current, subjectId);
  const token = threadToken(current, { subjectId, participantId: row.participantId });
  if (await isKnown(current, [subjectId, await findSubmissionRoot(current, row)], mail)) return;
  const sent = await findSentMails(current, row);
  const sender = (await isFromSender(current, row, mail)) ? undefined : pickSender(mail);
  await replyToStudio(current, subjectId, token, readReply(current, mail, { sent, sender }));
}

/** Whether it is in one of them, or in what has left them since. */
export async function isKnown(current: Current, subjectIds: readonly string[], { messageId }: InboundDelivery) {
  if (messageId === '') return false;
  const splits = [...(await findSplits(current, subjectIds)).values()].flat();
  return hasMail(current, [...subjectIds, ...splits], messageId);
}

/** The address that the mail names; nothing proves that it is theirs. */
export function pickSender({ sender, from }: InboundDelivery): string {
  return (sender ?? from).slice(0, MAX_ADDRESS) || '?';
}

const MAX_ADDRESS = 320;

async function isFromSender(
  current: Current,
  { participantId, userId }: SubmissionRow,
  mail: InboundDelivery,
): Promise<boolean> {
  const from = toParticipantId({ email: pickSender(mail) });
  if (userId === undefined) return from === participantId;
  const emails = await listEmails(current, userId);
  return emails.some(({ address, isVerified }) => isVerified && toParticipantId({ email: address }) === from);
}

interface ReplyOrigin {
  /** What we have written to whoever answers, so that it is not taken for theirs. */
  readonly sent: Omit<SentMails, 'names'>;
  /** An address that is not theirs. */
  readonly sender: string | undefined;
}

/** What is longer than a message goes on in the rest of its mail. */
export function readReply(
  { config }: Current,
  mail: InboundDelivery,
  { sent, sender }: ReplyOrigin,
): TypedReply & Required<Pick<TypedReply, 'mail'>> {
  const names = [studio.name, mail.to, /[^<\s]+@[^>\s]+/.exec(config.MAIL_FROM ?? '')?.[0] ?? ''];
  const { words, rest } = readAnswer(mail.lines, { ...sent, names });
  const [body, more] = splitWords(plain(words));
  const { messageId, program, whole } = mail;
  return {
    body,
    files: [
      ...mail.files.map(({ name, bytes }) => new File([bytes], name)),
      ...mail.leftOut.map(({ name, reason }) =>
        leftOutFile({ name, size: 0 }, reason === 'too long' ? 'long' : reason),
      ),
    ],
    mail: {
      mailId: messageId === '' ? undefined : messageId,
      program,
      sender,
      whole,
      rest: [more, plain(rest)]
        .filter((text) => text !== '')
        .join('\n\n')
        .slice(0, MAX_REST)
        .toWellFormed(),
    },
  };
}

function plain(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}

/** An answer of pictures alone has no words. */
function splitWords(words: string): [string, string] {
  if (words === '') return ['…', ''];
  if (words.length <= MAX_MESSAGE) return [words, ''];
  const end = words.lastIndexOf(' ', MAX_MESSAGE - 2);
  const at = end > MAX_MESSAGE / 2 ? end : MAX_MESSAGE - 2;
  return [`${words.slice(0, at).toWellFormed()} …`, `… ${words.slice(at).trimStart().toWellFormed()}`];
}
