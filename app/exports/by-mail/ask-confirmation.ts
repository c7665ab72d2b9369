import type { Locale } from '#app/current/locale.ts';

export const ASK_EXPORT = 'exports.ask';
export const LINK_HOURS = 24;

/** What a mailed link confirms. */
export interface AskDetails {
  /** As `emailKey` has it. */
  readonly email: string;
  readonly locale: Locale;
}
