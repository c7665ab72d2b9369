/** Identifies a person at a provider for good: never an address. */
export interface IdentityKey {
  /** The issuer, as its id tokens spell it. */
  readonly issuer: string;
  /** The person's id there. */
  readonly subject: string;
}

/** An identity that a provider has just confirmed. */
export interface NewIdentity extends IdentityKey {
  /** The provider's name in URLs, such as `google`; an account has one identity of each. */
  readonly platform: string;
  /** The provider's name for people, such as `Google`. */
  readonly service: string;
  /** Their name there, shown to the owner alone unless they publish it. */
  readonly name?: string | undefined;
}

/** An identity that is linked to an account. */
export interface Identity extends IdentityKey {
  readonly userId: string;
  readonly platform: string;
  readonly name: string | undefined;
  /** Whether others may see it. */
  readonly isPublic: boolean;
  readonly linkedAt: Date;
  readonly lastUsedAt: Date | undefined;
}
