import type { Current } from '#app/current/current.server.ts';
import type { TextKey } from '#app/current/locale.ts';

import type { Confirmation } from './confirmation.ts';

/** The page of a confirmation, before it is confirmed. */
export interface ConfirmationDescription {
  readonly title: TextKey;
  /** Paragraphs that describe the effect. */
  readonly texts: readonly TextKey[];
  /** The button. */
  readonly submit: TextKey;
  /** The values of the texts. */
  readonly values: Readonly<Record<string, string | number | Date>>;
}

/** A redirect with new cookies, or a sentence on the same page. */
export type ConfirmationResult =
  | { readonly to: string; readonly cookies: readonly string[] }
  | { readonly done: TextKey };

/** What a kind of confirmation shows and does at `/confirmation/{confirmationId}`. */
export interface ConfirmationKind {
  readonly kind: string;
  describe(current: Current, confirmation: Confirmation): Promise<ConfirmationDescription>;
  /**
   * Has its effect, once.
   * @returns undefined when it was used already or has expired
   * @throws Problem when the effect is no longer possible
   */
  confirm(current: Current, token: string): Promise<ConfirmationResult | undefined>;
}
