import { createHash } from 'node:crypto';

import { enqueue } from '#lib/jobs/enqueue.server.ts';
import { Problem } from '#lib/problem.ts';

import type { Current } from '#app/current/current.server.ts';

import type { MailKind } from './mail-kind.server.ts';
import { mailNotSent } from './problems.ts';

/** The job that sends. */
export const SEND_MAIL = 'mails:sendMail';

/** What waits to be sent. */
export interface QueuedMail {
  readonly mail: string;
  readonly payload: unknown;
  /** The part of the Message-ID before the `@`. */
  readonly messageId: string;
  /** When sending becomes pointless, in ISO 8601. */
  readonly until: string;
}

export interface MailQueueOptions {
  /** What makes two mails of a kind the same: they have one Message-ID, and while the first waits there is no second. */
  readonly key: string;
  /** When the mail becomes pointless, for one that somebody waits for; three days unless told. */
  readonly until?: Date;
}

const DAYS = 3;

/**
 * Sends a mail soon, if the transaction of `current.db` commits. The payload lies in the database until then: ids
 * rather than what they stand for, and never a secret.
 * @throws Problem 503 "We couldn't send you an email! Try again?" when it cannot be queued, and for a mail with `until`
 * where no mail ever leaves the site
 */
export async function sendMailLater<Payload, Props>(
  current: Current,
  mail: MailKind<Payload, Props>,
  payload: Payload,
  { key, until }: MailQueueOptions,
): Promise<void> {
  if (until !== undefined && !isRead(current)) throw new Problem(mailNotSent);
  const messageId = createHash('sha256').update(`${mail.name}\n${key}`).digest('base64url');
  const end = until ?? new Date(current.now().getTime() + DAYS * 86_400_000);
  const waiting: QueuedMail = { mail: mail.name, payload, messageId, until: end.toISOString() };
  try {
    await enqueue(current.db, { name: SEND_MAIL, payload: waiting }, { key: `mail ${messageId}` });
  } catch (err) {
    current.log.error({ err, mail: mail.name }, 'a mail could not be queued');
    throw new Problem(mailNotSent);
  }
}

/** Whether anybody gets to see mail: from a server, or on the page for developers. */
function isRead({ config, stage }: Current): boolean {
  return config.SMTP_URL !== undefined || stage === 'localhost';
}
