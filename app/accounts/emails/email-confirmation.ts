export const VERIFY_EMAIL = 'accounts.verifyEmail';
export const UNDO_EMAIL = 'accounts.undoEmail';

export interface ClaimDetails {
  readonly address: string;
  readonly locale: string;
}

export interface UndoDetails {
  readonly change: 'removed' | 'primary' | 'back';
  readonly address: string;
  /** When it was verified at first, in ISO 8601: the older of two addresses is trusted more. */
  readonly verifiedAt: string;
  readonly wasPrimary: boolean;
  /** This session ends when the change is undone. */
  readonly loginId: string | null;
}
