import { TYPE, parse } from '@formatjs/icu-messageformat-parser';

import { intlLocale } from './intl.ts';
import type { Message, Messages } from './messages.ts';

/** A locale as it is written: ICU messages by key, those of the default locale with a note for translators. */
export type MessageSource = Readonly<Record<string, string | { readonly text: string; readonly note?: string }>>;

export interface LocaleSource {
  readonly locale: string;
  readonly source: MessageSource;
}

/** Compiles a locale, filled up from the default one. @throws Error naming the key whose message is malformed */
export function compileMessages({ locale, source }: LocaleSource, standard: LocaleSource): Messages {
  const texts = compileTexts(locale, Object.entries(source));
  const rest = Object.entries(standard.source).filter(([key]) => !Object.hasOwn(texts, key));
  return { texts, fallback: { locale: standard.locale, texts: compileTexts(standard.locale, rest) } };
}

/** An empty text is one that nobody has translated yet. */
function compileTexts(locale: string, entries: [string, MessageSource[string]][]): Record<string, Message> {
  const texts = entries.map(([key, entry]) => [key, typeof entry === 'string' ? entry : entry.text] as const);
  const written = texts.filter(([, text]) => text !== '');
  return Object.fromEntries(written.map(([key, text]) => [key, compileMessage(locale, key, text)]));
}

function compileMessage(locale: string, key: string, text: string): Message {
  try {
    const elements = parse(text, { locale: new Intl.Locale(intlLocale(locale)), shouldParseSkeletons: true });
    const [first] = elements;
    return elements.length === 1 && first?.type === TYPE.literal ? first.value : elements;
  } catch (error) {
    if (error instanceof SyntaxError) throw new Error(`${locale} ${key}: ${error.message}`, { cause: error });
    throw error;
  }
}
