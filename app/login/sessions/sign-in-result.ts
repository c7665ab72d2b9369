import type { NewIdentity } from '#app/accounts/identities/identity.ts';

/** What somebody has proved: an address, who they are elsewhere, or both. */
export interface SignInProof {
  /** Proved by a mail, or by a provider whose word counts. */
  readonly email?: string | undefined;
  readonly identity?: NewIdentity | undefined;
  /** When they last signed in at the provider, as it says, in ISO 8601; not all say. */
  readonly askedAt?: string | undefined;
  /** A path of ours. */
  readonly returnTo: string;
}

export interface SignInResult {
  /** Where the browser goes now. */
  readonly to: string;
  /** The values of `Set-Cookie`. */
  readonly cookies: readonly string[];
}
