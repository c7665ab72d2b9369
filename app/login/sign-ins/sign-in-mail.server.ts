import { emailKey, mailboxKey } from '#app/accounts/emails/email.ts';
import { findPrimaryEmail, findVerifiedSpelling } from '#app/accounts/emails/emails.server.ts';
import { codeOf, findById, linkOf } from '#app/confirmations/confirmations.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { localeOrDefault } from '#app/current/locale.ts';
import type { MailMessage } from '#app/mail/mail-kind.server.ts';

import { SIGN_IN_MINUTES } from './sign-in.ts';
import type { SignInDetails } from './sign-in.ts';

/** What a mail for signing in says. */
export interface SignInMailProps {
  link: string;
  /** Six digits; none where the link alone works. */
  code: string | undefined;
  minutes: number;
  until: Date;
  /** What asked for it, in words; empty when that is not known. */
  browser: string;
  system: string;
  /** Whether somebody who is signed in shows that it is still them. */
  isProof: boolean;
}

/** The mail of a sign-in, or nothing for codes of nobody and for what is over. */
export async function findSignInMail(
  current: Current,
  { confirmationId }: { confirmationId: string },
): Promise<MailMessage<SignInMailProps> | undefined> {
  const confirmation = await findById(current, confirmationId);
  if (confirmation?.state !== 'open') return undefined;
  const details = confirmation.details as SignInDetails;
  // To the address as its owner once wrote it: hosts may tell capital letters apart.
  const to =
    'email' in details
      ? ((await findVerifiedSpelling(current, details.email)) ?? unverifiedEmailOf(details))
      : await findPrimaryEmail(current, details.userId);
  if (to === undefined) return undefined;
  const { browser = '', system = '', loginId } = details;
  const link = linkOf(current, confirmationId);
  const code = details.linkOf === undefined ? codeOf(current, confirmationId) : undefined;
  const times = { minutes: SIGN_IN_MINUTES, until: confirmation.expiresAt };
  const props = { link, code, ...times, browser, system, isProof: loginId !== undefined };
  return { to, locale: localeOrDefault(details.locale), props };
}

/** Each spelling behind a plus has a link of its own, so whoever asks for many of them would flood the mailbox. */
function unverifiedEmailOf({ email, linkOf }: { email: string } & SignInDetails): string | undefined {
  return linkOf === undefined || emailKey(email) === mailboxKey(email) ? email : undefined;
}
