/** Verifies an address of an account. */
export const VERIFY_EMAIL = 'accounts.verifyEmail';
/** Undoes that an address was removed, is no longer the primary one, or was restored. */
export const UNDO_EMAIL = 'accounts.undoEmail';

export interface ClaimDetails {
  readonly address: string;
  /** Of the request: the mail's locale. */
  readonly locale: string;
}

export interface UndoDetails {
  readonly change: 'removed' | 'primary' | 'back';
  /** The address that is restored, or was. */
  readonly address: string;
  /** When it was verified at first, in ISO 8601: the older of two addresses is trusted more. */
  readonly verifiedAt: string;
  readonly wasPrimary: boolean;
  /** The session that made the change: it ends when the change is undone. */
  readonly loginId: string | null;
}
