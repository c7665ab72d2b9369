/** After these neither the code nor the link works. */
export const MAX_WRONG_TRIES = 5;

export const CODE = /^\d{6}$/;

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
