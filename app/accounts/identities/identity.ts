/** What tells one person at a provider from every other, for good: never an address. */
export interface IdentityKey {
  /** Who vouches: the issuer as its id tokens spell it. */
  readonly issuer: string;
  /** Who that is there. */
  readonly subject: string;
}

/** Who somebody is elsewhere, as a provider has just said. */
export interface NewIdentity extends IdentityKey {
  /** The provider's word in addresses, such as `google`; an account has one identity of each. */
  readonly platform: string;
  /** What people call the provider, such as `Google`. */
  readonly service: string;
  /** What the provider calls them, for their own eyes. */
  readonly name?: string | undefined;
}

/** Who the owner of an account is elsewhere. */
export interface Identity extends IdentityKey {
  readonly userId: string;
  readonly platform: string;
  readonly name: string | undefined;
  /** Whether others may see it. */
  readonly isPublic: boolean;
  readonly linkedAt: Date;
  readonly lastUsedAt: Date | undefined;
}
