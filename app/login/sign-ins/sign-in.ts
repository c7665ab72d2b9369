/** A mail's link and code work for so many minutes. */
export const SIGN_IN_MINUTES = 10;
/** Seconds until one may ask for another mail. */
export const RESEND_SECONDS = 30;

/** The confirmation that somebody is who they say. */
export const SIGN_IN = 'login.signIn';

/** Whom somebody says to be: an address, or the lookup code of an account. */
export type SignInIdentifier = { readonly email: string } | { readonly userId: string };

/** What is kept of a sign-in until its mail is answered. */
export type SignInDetails = SignInIdentifier & {
  readonly returnTo: string;
  /** What asked, in words. */
  readonly browser?: string | undefined;
  readonly system?: string | undefined;
  readonly locale: string;
  /** The session whose owner shows that it is still them; no new one begins. */
  readonly loginId?: string | undefined;
  /** Whose mail has the link alone, because strangers have had all codes: an address by its key, or a lookup code. */
  readonly linkOf?: string | undefined;
};
