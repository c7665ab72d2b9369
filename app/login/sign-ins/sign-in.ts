import { emailKey } from '#app/accounts/emails/email.ts';

export const SIGN_IN_MINUTES = 10;
export const RESEND_SECONDS = 30;

export const SIGN_IN = 'login.signIn';

export type SignInIdentifier = { readonly email: string } | { readonly userId: string };

export type SignInDetails = SignInIdentifier & {
  readonly returnTo: string;
  readonly browser?: string | undefined;
  readonly system?: string | undefined;
  readonly locale: string;
  readonly loginId?: string | undefined;
  /** The address, mailbox or lookup code whose mail has the link alone, because strangers have used up all codes. */
  readonly linkOf?: string | undefined;
  /** Whether the account has used this browser before, or proves its session. */
  readonly isKnown?: boolean;
};

/** An address or a Lookup Code, as it is typed; undefined for what can be neither. */
export function readIdentifier(input: string): SignInIdentifier | undefined {
  const text = input.trim();
  if (LOOKUP_CODE.test(text)) return { userId: text.replace(/^@/, '').toLowerCase() };
  return emailKey(text) === undefined ? undefined : { email: text.normalize('NFC') };
}

const LOOKUP_CODE = /^@?[a-zA-Z0-9]{5,12}$/;
