import { SKELETON_TYPE, TYPE, parse } from '@formatjs/icu-messageformat-parser';
import type {
  DateElement,
  MessageFormatElement,
  NumberElement,
  PluralElement,
  PluralOrSelectOption,
  TimeElement,
} from '@formatjs/icu-messageformat-parser';

import { intlLocale } from './intl.ts';
import type { MessageTemplate, MessageCatalog, MessagePart } from './messages.ts';

/** ICU messages by key, those of the default locale with a note for translators. */
export type MessageSource = Readonly<Record<string, string | { readonly text: string; readonly note?: string }>>;

export interface LocaleSource {
  readonly locale: string;
  readonly source: MessageSource;
}

/** Fills gaps from the default locale. @throws Error naming the key whose message is malformed */
export function compileMessages({ locale, source }: LocaleSource, standard: LocaleSource): MessageCatalog {
  const texts = compileTexts(locale, Object.entries(source));
  const rest = Object.entries(standard.source).filter(([key]) => !Object.hasOwn(texts, key));
  return { texts, fallback: { locale: standard.locale, texts: compileTexts(standard.locale, rest) } };
}

/** An empty text is one that nobody has translated yet. */
function compileTexts(locale: string, entries: [string, MessageSource[string]][]): Record<string, MessageTemplate> {
  const texts = entries.map(([key, entry]) => [key, typeof entry === 'string' ? entry : entry.text] as const);
  const written = texts.filter(([, text]) => text !== '');
  return Object.fromEntries(written.map(([key, text]) => [key, compileMessage(locale, key, text)]));
}

function compileMessage(locale: string, key: string, text: string): MessageTemplate {
  try {
    const parts = parse(text, { locale: new Intl.Locale(intlLocale(locale)), shouldParseSkeletons: true }).map(toPart);
    const [first] = parts;
    return parts.length === 1 && typeof first === 'string' ? first : parts;
  } catch (error) {
    if (error instanceof SyntaxError) throw new Error(`${locale} ${key}: ${error.message}`, { cause: error });
    throw error;
  }
}

function toPart(element: MessageFormatElement): MessagePart {
  switch (element.type) {
    case TYPE.literal:
      return element.value;
    case TYPE.pound:
      return 0;
    case TYPE.number:
      return { value: element.value, number: numberOptions(element) };
    case TYPE.date:
    case TYPE.time:
      return { value: element.value, date: dateOptions(element) };
    case TYPE.tag:
      return { value: element.value, inside: element.children.map(toPart) };
    case TYPE.select:
      return { value: element.value, cases: toCases(element.options) };
    case TYPE.plural:
      return toPlural(element);
    default:
      return { value: element.value };
  }
}

function toPlural({ value, options, offset, pluralType }: PluralElement): MessagePart {
  const ordinal = pluralType === 'ordinal' ? { ordinal: true as const } : {};
  return { value, plurals: toCases(options), ...(offset !== 0 && { offset }), ...ordinal };
}

function toCases(options: Record<string, PluralOrSelectOption>): Record<string, MessagePart[]> {
  return Object.fromEntries(Object.entries(options).map(([name, { value }]) => [name, value.map(toPart)]));
}

function numberOptions({ style }: NumberElement): Intl.NumberFormatOptions {
  if (typeof style === 'string') return styleIn(NUMBERS, style);
  if (style?.parsedOptions.scale !== undefined) throw new SyntaxError('a number is shown as it is');
  return style?.type === SKELETON_TYPE.number ? style.parsedOptions : {};
}

function dateOptions({ type, style }: DateElement | TimeElement): Intl.DateTimeFormatOptions {
  const styles = type === TYPE.date ? DATES : TIMES;
  return typeof style === 'string'
    ? styleIn(styles, style)
    : (style?.parsedOptions ?? (type === TYPE.date ? {} : { timeStyle: 'medium' }));
}

function styleIn<Options>(styles: Readonly<Record<string, Options>>, name: string): Options {
  const found = Object.hasOwn(styles, name) ? styles[name] : undefined;
  if (found === undefined) throw new SyntaxError(`there is no style “${name}”`);
  return found;
}

const NUMBERS: Readonly<Record<string, Intl.NumberFormatOptions>> = {
  integer: { maximumFractionDigits: 0 },
  percent: { style: 'percent' },
};
const DATES: Readonly<Record<string, Intl.DateTimeFormatOptions>> = {
  short: { dateStyle: 'short' },
  medium: { dateStyle: 'medium' },
  long: { dateStyle: 'long' },
  full: { dateStyle: 'full' },
};
const TIMES: Readonly<Record<string, Intl.DateTimeFormatOptions>> = {
  short: { timeStyle: 'short' },
  medium: { timeStyle: 'medium' },
  long: { timeStyle: 'long' },
};
