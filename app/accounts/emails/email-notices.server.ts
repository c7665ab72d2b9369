import type { Current } from '#app/current/current.server.ts';
import { sendMailLater } from '#app/mail/mail-queue.server.ts';

import { emailChangeMail } from './email-change.mail.tsx';
import type { DroppedCounts, EmailChange, EmailChangePayload } from './email-mails.server.ts';
import { emailHash } from './email-mails.server.ts';
import { emailKey } from './email.ts';
import { listEmails } from './emails.server.ts';

interface EmailChangeNotice {
  readonly change: EmailChange;
  readonly confirmationId: string;
  /** This address gets no mail. */
  readonly except?: string;
  readonly dropped?: DroppedCounts;
}

export async function notifyOfEmailChange(current: Current, userId: string, notice: EmailChangeNotice): Promise<void> {
  const { change, confirmationId, except, dropped } = notice;
  const emails = await listEmails(current, userId);
  const others = emails.filter(({ isVerified, key }) => isVerified && key !== emailKey(except ?? ''));
  const hashes: (string | undefined)[] = others.map(({ address }) => emailHash(address));
  if (change === 'removed') hashes.push(undefined);
  for (const hash of hashes) {
    const at = current.now().toISOString();
    const to = hash === undefined ? {} : { to: hash };
    const payload: EmailChangePayload = { change, confirmationId, at, ...to, ...(dropped && { dropped }) };
    await sendMailLater(current, emailChangeMail, payload, { key: `${change}.${confirmationId}.${hash ?? ''}` });
  }
}
