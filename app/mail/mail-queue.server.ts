import { createHash } from 'node:crypto';

import { enqueue } from '#lib/jobs/enqueue.server.ts';
import { Problem } from '#lib/problem.ts';

import type { Current } from '#app/current/current.server.ts';

import type { MailKind } from './mail-kind.server.ts';
import { mailNotSent } from './problems.ts';

export const SEND_MAIL = 'mails:sendMail';

export interface QueuedMail {
  readonly mail: string;
  readonly payload: unknown;
  readonly messageId: string;
  /** When the mail becomes obsolete, in ISO 8601. */
  readonly until: string;
}

export interface MailQueueOptions {
  /** Mails of a kind with the same key have one Message-ID, and while the first is queued there is no second. */
  readonly key: string;
  /** For a mail that somebody waits for; after three days by default. */
  readonly until?: Date;
}

const DEFAULT_DAYS = 3;

/**
 * Sent if the transaction of `current.db` commits. The payload waits in the database: ids rather than their data, and
 * never a secret. @throws Problem 503 when it cannot be queued, and with `until` where no mail leaves the site
 */
export async function sendMailLater<Payload, Props>(
  current: Current,
  mail: MailKind<Payload, Props>,
  payload: Payload,
  { key, until }: MailQueueOptions,
): Promise<void> {
  if (until !== undefined && !isReadable(current)) throw new Problem(mailNotSent);
  const messageId = createHash('sha256').update(`${mail.name}\n${key}`).digest('base64url');
  const end = until ?? new Date(current.now().getTime() + DEFAULT_DAYS * 86_400_000);
  const queued: QueuedMail = { mail: mail.name, payload, messageId, until: end.toISOString() };
  try {
    await enqueue(current.db, { name: SEND_MAIL, payload: queued }, { key: `mail ${messageId}` });
  } catch (err) {
    current.log.error({ err, mail: mail.name }, 'a mail could not be queued');
    throw new Problem(mailNotSent);
  }
}

/** By a mail server, or on the page for developers. */
function isReadable({ config, stage }: Current): boolean {
  return config.SMTP_URL !== undefined || stage === 'localhost';
}
