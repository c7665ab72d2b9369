import { MailNotSent } from '#lib/mail/mail-not-sent.ts';

import type { Current } from '#app/current/current.server.ts';

import type { MailRecipient, AnyMail, MailMessage } from './mail-kind.server.ts';
import type { QueuedMail } from './mail-queue.server.ts';
import { renderMail } from './render.server.tsx';

/** Where an account reads its mail, and in which locale; undefined for one that has no address. */
export type FindMailRecipient = (current: Current, userId: string) => Promise<MailRecipient | undefined>;

/**
 * Sends what waits. A mail that no server has taken is left to be tried again, under the same Message-ID, until it is
 * pointless or refused for good.
 * @throws MailNotSent while it may still be taken
 */
export async function sendMail(
  current: Current,
  mails: readonly AnyMail[],
  findMailRecipient: FindMailRecipient,
  waiting: QueuedMail,
): Promise<void> {
  const mail = mails.find(({ name }) => name === waiting.mail);
  if (mail === undefined) throw new Error(`there is no mail called ${waiting.mail}`);
  const told = { mail: mail.name, messageId: waiting.messageId };
  if (current.now() > new Date(waiting.until)) {
    current.log.warn(told, 'a mail was given up');
    return;
  }
  const letter = await mail.find(current, waiting.payload);
  const addressee = letter && (await recipientOf(current, letter, findMailRecipient));
  if (letter === undefined || addressee === undefined) return;
  const { subject, text, html } = await renderMail(current, mail, letter.props, addressee.locale);
  const headers = { 'Auto-Submitted': 'auto-generated' };
  try {
    await current.mailer.send({ to: addressee.to, subject, text, html, messageId: waiting.messageId, headers });
  } catch (error) {
    if (!(error instanceof MailNotSent) || !error.permanent) throw error;
    current.log.error({ ...told, reason: error.message }, 'a mail was refused for good');
    return;
  }
  if (current.config.SMTP_URL === undefined) logUnsentMail(current, mail, letter.props, addressee.to);
}

async function recipientOf(
  current: Current,
  letter: MailMessage<unknown>,
  findMailRecipient: FindMailRecipient,
): Promise<MailRecipient | undefined> {
  return 'userId' in letter ? findMailRecipient(current, letter.userId) : letter;
}

/** Where there is no mail server, whoever develops the site gets the code from its output. */
function logUnsentMail(current: Current, mail: AnyMail, props: unknown, to: string): void {
  const printed = mail.printed?.(props);
  if (current.stage !== 'localhost') current.log.warn({ mail: mail.name }, 'SMTP_URL is not set: a mail was not sent');
  else if (printed !== undefined) process.stdout.write(`Mail for ${to}: ${printed}\n`);
}
