import { DEFAULT_LOCALE, LOCALES } from '#app/current/locale.ts';
import type { Locale } from '#app/current/locale.ts';

import type { SubmissionState } from '../submission.ts';

export interface Macro {
  readonly macroId: string;
  readonly name: string;
  readonly texts: Readonly<Partial<Record<Locale, string>>>;
  readonly state: Extract<SubmissionState, 'waiting' | 'closed'> | undefined;
  readonly tag: string | undefined;
  /** Goes up with each change. */
  readonly rev: number;
}

export interface NamedMacro extends Pick<Macro, 'macroId' | 'name'> {
  readonly locale: Locale;
}

export interface FilledAnswer {
  readonly body: string;
  readonly kind: string;
  readonly state: string;
}

/** What stands in double braces, and is filled for whoever is answered. */
export const MACRO_SLOTS = ['alias', 'number'] as const;
export type MacroSlot = (typeof MACRO_SLOTS)[number];

export const MAX_MACRO_NAME = 80;
export const MAX_MACRO_TEXT = 5000;
export const MAX_MACROS = 200;

export function textField(locale: Locale): string {
  return `text.${locale}`;
}

/** In the language of the reader, else in the one that they are nearest to, else in English. */
export function macroText({ texts }: Pick<Macro, 'texts'>, reader: Locale): { locale: Locale; text: string } {
  const language = reader.split('-')[0];
  const near = LOCALES.filter((locale) => locale.split('-')[0] === language);
  for (const locale of [reader, ...near]) {
    const text = texts[locale];
    if (text !== undefined) return { locale, text };
  }
  return { locale: DEFAULT_LOCALE, text: texts[DEFAULT_LOCALE] ?? '' };
}
