import type { MessageFormatElement } from '@formatjs/icu-messageformat-parser';
import { formatToParts } from 'intl-messageformat';
import type { FormatXMLElementFn, Formats, Formatters } from 'intl-messageformat';

import { dateTimeFormat, numberFormat, pluralRules } from './intl.ts';

/** A text as it was compiled: a plain string, or the parsed message where it has arguments. */
export type Message = string | MessageFormatElement[];

/** All texts of one locale. What is not translated yet stands in `fallback`, in the language of the default locale. */
export interface Messages {
  readonly texts: Readonly<Record<string, Message>>;
  readonly fallback: { readonly locale: string; readonly texts: Readonly<Record<string, Message>> };
}

/** Dates are Date or milliseconds since 1970. */
export type TextValue = string | number | bigint | Date;
export type TextValues = Readonly<Record<string, TextValue>>;
export type Text<Key extends string> = (key: Key, values?: TextValues) => string;

/** Gives the function that says a text. @throws from the formatter when a value is missing, which is a bug */
export function createText<Key extends string = string>(locale: string, messages: Messages): Text<Key> {
  return (key, values) => formatMessage<never>(locale, messages, key, values).join('');
}

export type PartValues<Part> = Readonly<Record<string, TextValue | Part | FormatXMLElementFn<Part>>>;

/** A text in parts: strings, and whatever the values and tags made. A text that nobody has is its key. */
export function formatMessage<Part>(
  locale: string,
  { texts, fallback }: Messages,
  key: string,
  values?: PartValues<Part>,
): (string | Part)[] {
  // What fell back is counted by its own language's rules: Japanese ones would say "1 posts".
  if (Object.hasOwn(texts, key)) return formatOne(locale, texts[key], values);
  if (Object.hasOwn(fallback.texts, key)) return formatOne(fallback.locale, fallback.texts[key], values);
  console.error('NO LIBRARY', key);
  return [key];
}

function formatOne<Part>(
  locale: string,
  message: Message = '',
  values: PartValues<Part> | undefined,
): (string | Part)[] {
  if (typeof message === 'string') return [message];
  return formatToParts<Part>(message, locale, FORMATTERS, FORMATS, values).map((part) => part.value);
}

const FORMATTERS: Formatters = {
  getNumberFormat: (locale, options) => numberFormat(String(locale), options ?? {}),
  getDateTimeFormat: (locale, options) => dateTimeFormat(String(locale), options ?? {}),
  getPluralRules: (locale, options) => pluralRules(String(locale), options ?? {}),
};

/** What `{when, date, long}` and the like mean. */
const FORMATS: Formats = {
  number: { integer: { maximumFractionDigits: 0 }, percent: { style: 'percent' } },
  date: {
    short: { dateStyle: 'short' },
    medium: { dateStyle: 'medium' },
    long: { dateStyle: 'long' },
    full: { dateStyle: 'full' },
  },
  time: { short: { timeStyle: 'short' }, medium: { timeStyle: 'medium' }, long: { timeStyle: 'long' } },
};
