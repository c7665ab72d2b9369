export const VERIFY_EMAIL = 'accounts.verifyEmail';
export const UNDO_EMAIL = 'accounts.undoEmail';

export interface ClaimDetails {
  readonly address: string;
  readonly locale: string;
}

export interface UndoDetails {
  readonly change: 'added' | 'removed' | 'primary' | 'back';
  readonly address: string;
  /** When it was verified at first, in ISO 8601: the older of two addresses is trusted more. */
  readonly verifiedAt: string;
  readonly wasPrimary: boolean;
  /** What was added, where that is the change: `address` may take it away again. */
  readonly added?: string;
}
