import type { OfferedProvider } from './provider.ts';

/** A provider in the account's list of connections. */
export interface ProviderConnection extends OfferedProvider {
  /** Whether it can be connected; one that is not set up any more is listed while it is connected. */
  readonly isOffered: boolean;
  readonly identity?: ConnectedIdentity | undefined;
}

export interface ConnectedIdentity {
  /** The user's name there. */
  readonly name: string | null;
  readonly isPublic: boolean;
  readonly linkedAt: Date;
  readonly lastUsedAt: Date | null;
}
