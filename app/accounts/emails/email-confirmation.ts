/** Proves an address that an account wants to add. */
export const VERIFY_EMAIL = 'accounts.verifyEmail';
/** Takes back that an address was removed, or is no longer the primary one; or that one has come back in this way. */
export const UNDO_EMAIL = 'accounts.undoEmail';

export interface ClaimDetails {
  readonly address: string;
  /** Of whoever asked: what their mail is written in. */
  readonly locale: string;
}

export interface UndoDetails {
  readonly change: 'removed' | 'primary' | 'back';
  /** What comes back, or has. */
  readonly address: string;
  /** When it was proved at first, in ISO 8601: the elder of two addresses is believed. */
  readonly verifiedAt: string;
  readonly wasPrimary: boolean;
  /** The session that made the change: it ends too when that is taken back. */
  readonly loginId: string | null;
}
