import type { NewIdentity } from '#app/accounts/identities/identity.ts';

/** The identity of the browser's user, as a provider has just confirmed it. Its tokens are not kept. */
export interface ProviderIdentity {
  readonly identity: NewIdentity;
  /** Only when the provider has verified it, and is trusted to. */
  readonly email?: string | undefined;
  /** When they last signed in there, in ISO 8601, from `auth_time` of the id token. */
  readonly askedAt?: string | undefined;
}

/** The secrets of one sign-in by a provider, made from its id and the site's secret. */
export interface Flow {
  /** Returned with the answer. */
  readonly state: string;
  /** Returned in the id token. */
  readonly nonce: string;
  /** RFC 7636. */
  readonly verifier: string;
  /** To prove a session anew: since when they must have signed in at the provider. */
  readonly provesSince?: Date | undefined;
}

/** How to request an identity from a provider, and how to verify its answer. */
export interface ProviderProtocol {
  /** The address to redirect the browser to. @throws Problem 424 when the provider does not answer */
  addressFor(flow: Flow): Promise<string>;
  /** @param answer the address of our callback with the provider's parameters  @throws Problem 400, 424 */
  verifyAnswer(flow: Flow, answer: URL): Promise<ProviderIdentity>;
}
