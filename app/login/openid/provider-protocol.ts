import type { NewIdentity } from '#app/accounts/identities/identity.ts';

/** What a provider has just said of whoever holds the browser. Its tokens are not kept. */
export interface ProviderIdentity {
  readonly identity: NewIdentity;
  /** Only when the provider has seen that they read its mail, and its word on that counts. */
  readonly email?: string | undefined;
  /** When they last signed in there, in ISO 8601, as an id token says. */
  readonly askedAt?: string | undefined;
}

/** The secrets of one sign-in, which only the browser that began it and the site can bring together. */
export interface Flow {
  /** Comes back with the answer. */
  readonly state: string;
  /** Stands in the id token. */
  readonly nonce: string;
  /** RFC 7636. */
  readonly verifier: string;
  /** When it is to show that it is still them: since when they must have signed in at the provider. */
  readonly provesSince?: Date | undefined;
}

/** How a provider is asked who somebody is, and how its answer is checked. */
export interface ProviderProtocol {
  /** Where the browser goes. @throws Problem 424 when the provider does not answer */
  addressFor(flow: Flow): Promise<string>;
  /** @param answer our callback's address, as the browser came to it  @throws Problem 400, 424 */
  vouch(flow: Flow, answer: URL): Promise<ProviderIdentity>;
}
