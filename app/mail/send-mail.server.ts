import type { Current } from '#app/current/current.server.ts';
import { markSuccess } from '#lib/health/marks.server.ts';
import { MailDeliveryError } from '#lib/mail/mail-delivery-error.ts';

import { findSuppression, noteAcceptance, noteRefusal } from './inbound/bounces.server.ts';
import type { OnSuppression } from './inbound/bounces.server.ts';
import type { MailRecipient, AnyMail, MailMessage } from './mail-kind.server.ts';
import { MAIL_TAKEN } from './mail-queue.server.ts';
import type { QueuedMail } from './mail-queue.server.ts';
import { renderMail } from './render.server.tsx';

type FindMailRecipient = (current: Current, userId: string) => Promise<MailRecipient | undefined>;

export interface MailSender {
  readonly mails: readonly AnyMail[];
  readonly findMailRecipient: FindMailRecipient;
  readonly onSuppression: OnSuppression;
}

/** Retried under the same Message-ID until it is obsolete or refused. @throws MailDeliveryError while it may be accepted */
export async function sendMail(
  current: Current,
  { mails, findMailRecipient, onSuppression }: MailSender,
  queued: QueuedMail,
): Promise<void> {
  const mail = mails.find(({ name }) => name === queued.mail);
  if (mail === undefined) throw new Error(`there is no mail called ${queued.mail}`);
  const logFields = { mail: mail.name, messageId: queued.messageId };
  if (current.now() > new Date(queued.until)) {
    current.log.warn(logFields, 'a mail was given up');
    await mail.undelivered?.(current, queued.payload);
    return;
  }
  const message = await mail.find(current, queued.payload);
  if (message === undefined) return;
  const recipient = await findRecipient(current, message, findMailRecipient);
  const isUnwanted = mail.isOptional && recipient && (await findSuppression(current, recipient.to)) !== undefined;
  if (recipient === undefined || isUnwanted === true) {
    await mail.undelivered?.(current, queued.payload);
    return;
  }
  const { subject, text, html } = await renderMail(current, mail, message.props, recipient.locale);
  const headers = { 'Auto-Submitted': 'auto-generated', ...message.headers };
  try {
    await current.mailer.send({ to: recipient.to, subject, text, html, messageId: queued.messageId, headers });
  } catch (error) {
    if (!(error instanceof MailDeliveryError) || !error.permanent) throw error;
    current.log.error({ ...logFields, reason: error.message }, 'a mail was refused for good');
    await noteRefusal(current, recipient.to, error, onSuppression);
    await mail.undelivered?.(current, queued.payload);
    return;
  }
  await noteAcceptance(current, recipient.to);
  if (current.config.SMTP_URL !== undefined) await markSuccess(current, MAIL_TAKEN);
  await mail.sent?.(current, queued.payload);
  if (current.config.SMTP_URL === undefined) logUnsentMail(current, mail, message.props, recipient.to);
}

async function findRecipient(
  current: Current,
  message: MailMessage<unknown>,
  findMailRecipient: FindMailRecipient,
): Promise<MailRecipient | undefined> {
  return 'userId' in message ? findMailRecipient(current, message.userId) : message;
}

/** Without a mail server, developers get the code from the server's output. */
function logUnsentMail(current: Current, mail: AnyMail, props: unknown, to: string): void {
  const printed = mail.printed?.(props);
  if (current.stage !== 'localhost') current.log.warn({ mail: mail.name }, 'SMTP_URL is not set: a mail was not sent');
  else if (printed !== undefined) process.stdout.write(`Mail for ${to}: ${printed}\n`);
}
