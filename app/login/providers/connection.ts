import type { OfferedProvider } from './provider.ts';

/** One of the services that may vouch for the owner of an account, as its owner sees it. */
export interface ProviderConnection extends OfferedProvider {
  /** Whether it can be connected; of one that is not set up any more what is connected is shown. */
  readonly isOffered: boolean;
  readonly identity?: ConnectedIdentity | undefined;
}

export interface ConnectedIdentity {
  /** What it calls them there. */
  readonly name: string | null;
  readonly isPublic: boolean;
  readonly linkedAt: Date;
  readonly lastUsedAt: Date | null;
}
