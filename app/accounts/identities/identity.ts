/** Identifies a person at a provider for good: never an address. */
export interface IdentityKey {
  /** The issuer, as its id tokens spell it. */
  readonly issuer: string;
  readonly subject: string;
}

/** As one text, which is no address. */
export function identityKey({ issuer, subject }: IdentityKey): string {
  return `${issuer} ${subject}`;
}

export interface NewIdentity extends IdentityKey {
  /** Its name in URLs, such as `google`; an account has one identity of each. */
  readonly platform: string;
  readonly service: string;
  /** Shown to the owner alone unless they publish it. */
  readonly name?: string | undefined;
}

export interface Identity extends IdentityKey {
  readonly userId: string;
  readonly platform: string;
  readonly name: string | undefined;
  readonly isPublic: boolean;
  readonly linkedAt: Date;
  readonly lastUsedAt: Date | undefined;
}
