/** A mail's link and code work for so many minutes. */
export const SIGN_IN_MINUTES = 10;
/** Seconds until another mail may be requested. */
export const RESEND_SECONDS = 30;

export const SIGN_IN = 'login.signIn';

/** An address, or the lookup code of an account. */
export type SignInIdentifier = { readonly email: string } | { readonly userId: string };

/** The details of a pending sign-in's confirmation. */
export type SignInDetails = SignInIdentifier & {
  readonly returnTo: string;
  /** The requesting device. */
  readonly browser?: string | undefined;
  readonly system?: string | undefined;
  readonly locale: string;
  /** The session that is proved anew; no new one begins. */
  readonly loginId?: string | undefined;
  /** The address key or lookup code whose mail has the link alone, because strangers have used up all codes. */
  readonly linkOf?: string | undefined;
};
