import { findPrimaryEmail, findVerifiedSpelling } from '#app/accounts/emails/emails.server.ts';
import { findKeptId } from '#app/accounts/merged-ids.server.ts';
import { toConfirmationCode, findById, linkToConfirmation } from '#app/confirmations/confirmations.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { localeOrDefault } from '#app/current/locale.ts';
import type { MailMessage } from '#app/mail/mail-kind.server.ts';

import { SIGN_IN_MINUTES } from './sign-in.ts';
import type { SignInDetails } from './sign-in.ts';

export interface SignInMailProps {
  link: string;
  code: string | undefined;
  minutes: number;
  until: Date;
  browser: string;
  system: string;
  isProof: boolean;
}

/** Undefined for an unknown lookup code and for an expired sign-in. */
export async function findSignInMail(
  current: Current,
  { confirmationId }: { confirmationId: string },
): Promise<MailMessage<SignInMailProps> | undefined> {
  const confirmation = await findById(current, confirmationId);
  if (confirmation?.state !== 'open') return undefined;
  const details = confirmation.details as SignInDetails;
  // To the address in its owner's spelling: some hosts are case-sensitive.
  const to =
    'email' in details
      ? ((await findVerifiedSpelling(current, details.email)) ?? findUnverifiedEmail(details))
      : await findPrimaryEmail(current, (await findKeptId(current, details.userId)) ?? details.userId);
  if (to === undefined) return undefined;
  const { browser = '', system = '', loginId } = details;
  const link = linkToConfirmation(current, confirmationId);
  const code = details.linkOf === undefined ? toConfirmationCode(current, confirmationId) : undefined;
  const times = { minutes: SIGN_IN_MINUTES, until: confirmation.expiresAt };
  const props = { link, code, ...times, browser, system, isProof: loginId !== undefined };
  return { to, locale: localeOrDefault(details.locale), props };
}

/** Each suffix after a plus has its own link, so requests for many of them would flood the mailbox. */
function findUnverifiedEmail({ email, linkOf }: { email: string } & SignInDetails): string | undefined {
  return linkOf === undefined || !email.includes('+') ? email : undefined;
}
