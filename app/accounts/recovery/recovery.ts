export const RECOVERY_CODES = 10;
/** 71 bits: nobody tries their hashes out. */
export const RECOVERY_CODE_LENGTH = 16;

export interface OwnRecoveryCodes {
  readonly left: number;
  readonly madeAt: Date;
}

/** The heading of their part of the page. */
export const RECOVERY = 'recovery-title';

export const RECOVER = 'accounts.recover';
export const RECOVER_HOURS = 72;

export interface RecoverDetails {
  readonly address: string;
}
