import { DEFAULT_LOCALE, LOCALES } from '#app/current/locale.ts';
import type { Locale } from '#app/current/locale.ts';

import type { SubmissionState } from '../submission.ts';

/** An answer that is ready, and what it does besides. */
export interface Macro {
  readonly macroId: string;
  /** For the desk. */
  readonly name: string;
  readonly texts: Readonly<Partial<Record<Locale, string>>>;
  /** Whose turn it is then; undefined leaves it to who answers. */
  readonly state: Extract<SubmissionState, 'waiting' | 'closed'> | undefined;
  /** What it adds. */
  readonly tag: string | undefined;
  /** Goes up with each change. */
  readonly rev: number;
}

/** For who picks one. */
export interface NamedMacro extends Pick<Macro, 'macroId' | 'name'> {
  /** In which its reader would get it. */
  readonly locale: Locale;
}

/** The fields of an answer after a macro was put into it. */
export interface FilledAnswer {
  /** What was typed, and below it what was ready. */
  readonly body: string;
  readonly kind: string;
  readonly state: string;
}

export const MAX_MACRO_NAME = 80;
export const MAX_MACRO_TEXT = 5000;
export const MAX_MACROS = 200;

/** A field of the form. */
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
