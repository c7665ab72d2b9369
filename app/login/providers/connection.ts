import type { OfferedProvider } from './provider.ts';

export interface ProviderConnection extends OfferedProvider {
  /** False for one that is no longer set up, listed while it is connected. */
  readonly isOffered: boolean;
  readonly identity?: ConnectedIdentity | undefined;
}

export const connectionToggleId = (platform: string) => `connection-toggle-${platform}`;

export interface ConnectedIdentity {
  readonly name: string | null;
  readonly isPublic: boolean;
  readonly linkedAt: Date;
  readonly lastUsedAt: Date | null;
}
