import type { Current } from '#app/current/current.server.ts';
import type { TextKey } from '#app/current/locale.ts';

import type { Confirmation } from './confirmation.ts';

/** What the page of a confirmation says before anything happens. */
export interface ConfirmationDescription {
  readonly title: TextKey;
  /** What will happen, one paragraph each. */
  readonly texts: readonly TextKey[];
  /** What the button says. */
  readonly submit: TextKey;
  /** What the texts name. */
  readonly values: Readonly<Record<string, string | number | Date>>;
}

/** What came of it: on to another page with new cookies, or a sentence on this one. */
export type ConfirmationResult =
  | { readonly to: string; readonly cookies: readonly string[] }
  | { readonly done: TextKey };

/** One kind of thing that is confirmed at `/confirmation/{confirmationId}`. */
export interface ConfirmationKind {
  readonly kind: string;
  describe(current: Current, confirmation: Confirmation): Promise<ConfirmationDescription>;
  /**
   * Does it, once.
   * @returns undefined when it is done already or over
   * @throws Problem when it can no longer be done
   */
  confirm(current: Current, token: string): Promise<ConfirmationResult | undefined>;
}
