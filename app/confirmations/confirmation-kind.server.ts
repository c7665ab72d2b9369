import type { Current } from '#app/current/current.server.ts';
import type { TextKey } from '#app/current/locale.ts';

import type { Confirmation } from './confirmation.ts';

export interface ConfirmationDescription {
  readonly title: TextKey;
  readonly texts: readonly TextKey[];
  readonly submit: TextKey;
  readonly values: Readonly<Record<string, string | number | Date>>;
}

type ConfirmationResult = { readonly to: string; readonly cookies: readonly string[] } | { readonly done: TextKey };

export interface ConfirmationKind {
  readonly kind: string;
  describe(current: Current, confirmation: Confirmation): Promise<ConfirmationDescription>;
  /** Once. @returns undefined when it was used or has expired @throws Problem when the effect is no longer possible */
  confirm(current: Current, token: string): Promise<ConfirmationResult | undefined>;
  readonly renewal?: ConfirmationRenewal;
}

interface ConfirmationRenewal {
  readonly hasCode: boolean;
  isOffered(current: Current, confirmation: Confirmation): boolean;
  /** With the limits of any first mail. @returns the `Set-Cookie` that lets this browser use its code @throws Problem */
  renew(current: Current, confirmation: Confirmation): Promise<string | undefined>;
}
