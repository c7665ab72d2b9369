import type { NewIdentity } from '#app/accounts/identities/identity.ts';

export interface SignInProof {
  /** Proved by a mail, or by a trusted provider. */
  readonly email?: string | undefined;
  readonly identity?: NewIdentity | undefined;
  /** In ISO 8601; not all providers send it. */
  readonly authenticatedAt?: string | undefined;
  readonly returnTo: string;
}

export interface SignInResult {
  readonly to: string;
  readonly cookies: readonly string[];
}
