import type { NewIdentity } from '#app/accounts/identities/identity.ts';

/** What a sign-in has proved: an address, an identity at a provider, or both. */
export interface SignInProof {
  /** Proved by a mail, or by a trusted provider. */
  readonly email?: string | undefined;
  readonly identity?: NewIdentity | undefined;
  /** When they last signed in at the provider, in ISO 8601; not all send it. */
  readonly askedAt?: string | undefined;
  /** A path of ours. */
  readonly returnTo: string;
}

export interface SignInResult {
  /** The path to redirect to. */
  readonly to: string;
  /** The values of `Set-Cookie`. */
  readonly cookies: readonly string[];
}
