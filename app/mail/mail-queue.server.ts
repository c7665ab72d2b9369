import { createHash } from 'node:crypto';

import type { Current } from '#app/current/current.server.ts';
import { enqueue, enqueueAll } from '#lib/jobs/enqueue.server.ts';
import { Problem } from '#lib/problem.ts';

import type { MailKind } from './mail-kind.server.ts';
import { mailNotSent } from './problems.ts';

export const SEND_MAIL = 'mails:sendMail';
/** The mark of when a server last took a mail of the queue. */
export const MAIL_TAKEN = 'mail taken';

export interface QueuedMail {
  readonly mail: string;
  readonly payload: unknown;
  readonly messageId: string;
  /** When the mail becomes obsolete, in ISO 8601. */
  readonly until: string;
}

interface MailQueueOptions {
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
  const queued = queuedMail(mail, payload, key, until ?? computeEnd(current.now()));
  try {
    await enqueue(current.db, { name: SEND_MAIL, payload: queued }, { key: `mail ${queued.messageId}` });
  } catch (err) {
    current.log.error({ err, mail: mail.name }, 'a mail could not be queued');
    throw new Problem(mailNotSent);
  }
}

const PATIENCE_MS = 3000;

/**
 * After the commit, for a mail that somebody waits for, whoever it goes to: neither the answer nor its time tells whether
 * there is a mail. What is queued goes out when a server is there again. @throws Problem 503 when none is
 */
export async function requireMailServer({ mailer }: Pick<Current, 'mailer'>): Promise<void> {
  if (!(await mailer.isThere(PATIENCE_MS))) throw new Problem(mailNotSent);
}

interface MailToSend<Payload> {
  readonly payload: Payload;
  readonly key: string;
  readonly runAt?: Date | undefined;
}

/** The same for many, in one statement. @param mail its name */
export async function sendMailsLater<Payload>(
  current: Current,
  mail: { readonly name: string },
  mails: readonly MailToSend<Payload>[],
): Promise<void> {
  if (mails.length === 0) return;
  const tasks = mails.map(({ payload, key, runAt }) => {
    const queued = queuedMail(mail, payload, key, computeEnd(runAt ?? current.now()));
    return { payload: queued, key: `mail ${queued.messageId}`, runAt };
  });
  await enqueueAll(current.db, SEND_MAIL, tasks);
}

/** The whole Message-ID of a mail, also of one that was sent long ago, for mails that answer it. @param name of its kind */
export function mailMessageId({ config }: Pick<Current, 'config'>, name: string, key: string): string {
  return `<${hashLocalPart(name, key)}@${new URL(config.publicUrl).hostname}>`;
}

function hashLocalPart(name: string, key: string): string {
  return createHash('sha256').update(`${name}\n${key}`).digest('base64url');
}

function queuedMail(mail: { readonly name: string }, payload: unknown, key: string, end: Date): QueuedMail {
  const messageId = hashLocalPart(mail.name, key);
  return { mail: mail.name, payload, messageId, until: end.toISOString() };
}

function computeEnd(start: Date): Date {
  return new Date(start.getTime() + DEFAULT_DAYS * 86_400_000);
}

/** By a mail server, or on the page for developers. */
function isReadable({ config, stage }: Current): boolean {
  return config.SMTP_URL !== undefined || stage === 'localhost';
}
