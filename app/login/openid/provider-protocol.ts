import type { NewIdentity } from '#app/accounts/identities/identity.ts';

/** As a provider has just confirmed it. Its tokens are not stored. */
export interface ProviderIdentity {
  readonly identity: NewIdentity;
  /** Only when the provider has verified it, and is trusted to. */
  readonly email?: string | undefined;
  /** In ISO 8601, from `auth_time` of the id token. */
  readonly authenticatedAt?: string | undefined;
}

/** Derived from the id of one sign-in and the site's secret. */
export interface Flow {
  /** Returned with the answer. */
  readonly state: string;
  /** Returned in the id token. */
  readonly nonce: string;
  /** RFC 7636. */
  readonly verifier: string;
  /** To prove a session anew: the earliest valid sign-in at the provider. */
  readonly provesSince?: Date | undefined;
}

export interface ProviderProtocol {
  /** @throws Problem 424 when the provider does not answer */
  addressFor(flow: Flow): Promise<string>;
  /** @param answer the address of our callback with the provider's parameters  @throws Problem 400, 424 */
  verifyAnswer(flow: Flow, answer: URL): Promise<ProviderIdentity>;
}
