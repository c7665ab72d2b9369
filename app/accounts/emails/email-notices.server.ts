import type { Current } from '#app/current/current.server.ts';
import { sendMailLater } from '#app/mail/mail-queue.server.ts';

import { emailChangeMail } from './email-change.mail.tsx';
import type { DroppedCounts, EmailChange, EmailChangePayload } from './email-mails.server.ts';
import { emailHash } from './email-mails.server.ts';
import { emailKey } from './email.ts';
import { listEmails } from './emails.server.ts';

export interface EmailChangeNotice {
  readonly change: EmailChange;
  /** What knows which address it is about. */
  readonly confirmationId: string;
  /** An address of the account that needs no telling. */
  readonly but?: string;
  /** What went with it. */
  readonly dropped?: DroppedCounts;
}

/** Tells every proved address of an account of a change of them, and the one that was removed. */
export async function notifyOfEmailChange(current: Current, userId: string, told: EmailChangeNotice): Promise<void> {
  const { change, confirmationId, but, dropped } = told;
  const emails = await listEmails(current, userId);
  const others = emails.filter(({ isVerified, key }) => isVerified && key !== emailKey(but ?? ''));
  const to: (string | undefined)[] = others.map(({ address }) => emailHash(address));
  if (change === 'removed') to.push(undefined);
  for (const hash of to) {
    const at = current.now().toISOString();
    const to = hash === undefined ? {} : { to: hash };
    const payload: EmailChangePayload = { change, confirmationId, at, ...to, ...(dropped && { dropped }) };
    await sendMailLater(current, emailChangeMail, payload, { key: `${change}.${confirmationId}.${hash ?? ''}` });
  }
}
