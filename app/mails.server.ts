import type { Job } from '#lib/jobs/jobs.server.ts';

import { emailChangeMail } from './accounts/emails/email-change.mail.tsx';
import { findMailRecipient } from './accounts/emails/emails.server.ts';
import { verifyEmailMail } from './accounts/emails/verify-email.mail.tsx';
import { noticeMail } from './accounts/notice.mail.tsx';
import { aliasReplacedMail } from './aliases/alias-replaced.mail.tsx';
import { answerMail } from './contact/answer.mail.tsx';
import { forwardMail } from './contact/forwarding/forward.mail.tsx';
import { linkMail } from './contact/link.mail.tsx';
import { receivedMail } from './contact/received.mail.tsx';
import type { Current } from './current/current.server.ts';
import { catalog } from './event-kinds.server.ts';
import { newDeviceMail } from './login/new-device.mail.tsx';
import { signInMail } from './login/sign-in.mail.tsx';
import { sweepBounces } from './mail/inbound/bounces.server.ts';
import type { AnyMail } from './mail/mail-kind.server.ts';
import { SEND_MAIL } from './mail/mail-queue.server.ts';
import type { QueuedMail } from './mail/mail-queue.server.ts';
import { sendMail } from './mail/send-mail.server.ts';
import { notificationMails } from './notifications/mails/notification.mail.tsx';
import { joinMail } from './telegrams/join.mail.tsx';
import { moveMail } from './telegrams/move.mail.tsx';
import { suppressReader } from './telegrams/subscribers.server.ts';

export const mails: readonly AnyMail[] = [
  aliasReplacedMail,
  answerMail,
  emailChangeMail,
  forwardMail,
  joinMail,
  linkMail,
  moveMail,
  newDeviceMail,
  noticeMail,
  receivedMail,
  signInMail,
  verifyEmailMail,
  ...notificationMails(catalog),
];

export function mailJobs(current: () => Current): Job[] {
  const run = (payload: unknown) =>
    sendMail(current(), { mails, findMailRecipient, onSuppression: suppressReader }, payload as QueuedMail);
  return [
    { name: SEND_MAIL, run },
    { name: 'mails:sweepBounces', cron: '41 4 * * *', run: () => sweepBounces(current()) },
  ];
}
