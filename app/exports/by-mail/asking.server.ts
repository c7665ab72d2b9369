import { emailKey, mailboxKey } from '#app/accounts/emails/email.ts';
import { createConfirmation, redeemByToken } from '#app/confirmations/confirmations.server.ts';
import { inTransaction } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { requireWithinLimit } from '#app/current/limits.server.ts';
import { sendMailLater } from '#app/mail/mail-queue.server.ts';
import { callerKey, networkKey } from '#lib/limits/caller-key.ts';
import { problemAt } from '#lib/problem.ts';
import { readSigned, sign } from '#lib/signed.server.ts';

import { GUEST_PAGE } from '../export.ts';
import { addExport } from '../exports.server.ts';
import { badAddress } from '../problems.ts';
import { ASK_EXPORT, LINK_HOURS } from './ask-confirmation.ts';
import type { AskDetails } from './ask-confirmation.ts';
import { linkMail } from './link.mail.tsx';

const PER_MAILBOX = { name: 'export mailbox', points: 3, seconds: 3600, credit: 0 };
const PER_PLACE = { name: 'export place', points: 10, seconds: 3600, credit: 0 };
const PER_NETWORK = { name: 'export network', points: 100, seconds: 3600, credit: 0 };
const GLOBAL_LIMIT = { name: 'export all', points: 1000, seconds: 3600 };

/**
 * Mails a link that proves an address. Neither the answer nor its time tells whether anything is known of it.
 * @throws Problem 400 at the field, 429, 503
 */
export async function mailExportLink(current: Current, typed: string): Promise<void> {
  const email = emailKey(typed.trim());
  if (email === undefined) throw problemAt('email', badAddress);
  const subject = mailboxKey(email) ?? email;
  await requireWithinLimit(current, callerKey(current.address ?? ''), PER_PLACE);
  await requireWithinLimit(current, networkKey(current.address ?? ''), PER_NETWORK);
  await requireWithinLimit(current, subject, PER_MAILBOX);
  await requireWithinLimit(current, 'everyone', GLOBAL_LIMIT);
  const details: AskDetails = { email, locale: current.locale };
  await inTransaction(current, async (current) => {
    const asked = { kind: ASK_EXPORT, subject, hasCode: false, details, minutes: LINK_HOURS * 60 };
    const confirmationId = await createConfirmation(current, asked);
    await sendMailLater(current, linkMail, { confirmationId }, { key: confirmationId });
  });
}

/** Once. @returns undefined when the link was used or has expired @throws Problem 409 while one is made */
export async function confirmAsking(current: Current, token: string): Promise<AskDetails | undefined> {
  return inTransaction(current, async (current) => {
    const confirmation = await redeemByToken(current, token, ASK_EXPORT);
    if (confirmation === undefined) return undefined;
    const details = confirmation.details as AskDetails;
    await addExport({ ...current, locale: details.locale }, { email: details.email });
    return details;
  });
}

/** For the mail to its owner: whoever has the link may save that export. */
export function guestExportLink(
  { secret, config }: Pick<Current, 'secret' | 'config'>,
  owner: string,
  exportId: string,
) {
  return `${config.mainUrl}${GUEST_PAGE}/${sign(`${exportId} ${owner}`, PURPOSE, secret)}`;
}

export function readGuestLink(
  { secret }: Pick<Current, 'secret'>,
  token: string,
): { readonly owner: string; readonly exportId: string } | undefined {
  const [, exportId, owner] = /^(\S+) (email .+)$/.exec(readSigned(token, PURPOSE, secret) ?? '') ?? [];
  return exportId === undefined || owner === undefined ? undefined : { owner, exportId };
}

const PURPOSE = 'data export link';
