/** After these neither the code nor the link works. */
export const MAX_WRONG_TRIES = 5;

export const CODE = /^\d{6}$/;

/** Of a code as people type and paste it: with blanks, hyphens, words, full-width digits, characters that nobody sees. */
export function readCode(typed: string): string {
  return typed.slice(0, MAX_TYPED_CODE).normalize('NFKC').replaceAll(/\D/g, '');
}

/** The most characters of a field for it, with words around it. */
export const MAX_TYPED_CODE = 64;
/** What a field for it takes, as `readCode` reads it. */
export const CODE_PATTERN = '([^0-9０-９]*[0-9０-９]){6}[^0-9０-９]*';

type ConfirmationState = 'open' | 'done' | 'over';

export interface Confirmation<Details = unknown> {
  readonly confirmationId: string;
  /** What it confirms: `noun.verb`, such as `login.signIn`. */
  readonly kind: string;
  readonly userId: string | undefined;
  readonly details: Details;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly state: ConfirmationState;
}
