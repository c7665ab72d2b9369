import { dateTimeFormat, numberFormat, pluralRules } from './intl.ts';

/** A compiled text: a string, or its parts where it has arguments. */
export type MessageTemplate = string | readonly MessagePart[];

/** A literal; the count of the plural around it (0); the place of a value. */
export type MessagePart = string | 0 | ValuePart;

type ValuePart =
  | { readonly value: string }
  | { readonly value: string; readonly number: Intl.NumberFormatOptions }
  | { readonly value: string; readonly date: Intl.DateTimeFormatOptions }
  | { readonly value: string; readonly inside: readonly MessagePart[] }
  | { readonly value: string; readonly cases: PluralCases }
  | { readonly value: string; readonly plurals: PluralCases; readonly offset?: number; readonly ordinal?: true };

type PluralCases = Readonly<Record<string, readonly MessagePart[]>>;

/** Untranslated texts stand in `fallback`, in the language of the default locale. */
export interface MessageCatalog {
  readonly texts: Readonly<Record<string, MessageTemplate>>;
  readonly fallback: { readonly locale: string; readonly texts: Readonly<Record<string, MessageTemplate>> };
}

/** Dates are Date or milliseconds since 1970. */
export type TextValue = string | number | bigint | Date;
export type TextValues = Readonly<Record<string, TextValue>>;
export type Text<Key extends string> = (key: Key, values?: TextValues) => string;

/** @throws Error when a value is missing, which is a bug */
export function createText<Key extends string = string>(locale: string, messages: MessageCatalog): Text<Key> {
  return (key, values) => formatMessage<never>(locale, messages, key, values).join('');
}

type Wrap<Made> = (inside: (string | Made)[]) => Made | string;
type PartValues<Made> = Readonly<Record<string, TextValue | Made | Wrap<Made>>>;

/** A text as strings and what values and tags made; a missing text becomes its key. */
export function formatMessage<Made>(
  locale: string,
  { texts, fallback }: MessageCatalog,
  key: string,
  values: PartValues<Made> = {},
): (string | Made)[] {
  // Fallbacks take the plural rules of their own language: Japanese ones would say "1 posts".
  if (Object.hasOwn(texts, key)) return formatOne(locale, texts[key], values);
  if (Object.hasOwn(fallback.texts, key)) return formatOne(fallback.locale, fallback.texts[key], values);
  console.error('NO LIBRARY', key);
  return [key];
}

function formatOne<Made>(locale: string, message: MessageTemplate = '', values: PartValues<Made>): (string | Made)[] {
  return typeof message === 'string' ? [message] : joined(formatParts(locale, message, values));
}

function formatParts<Made>(
  locale: string,
  parts: readonly MessagePart[],
  values: PartValues<Made>,
  count = 0,
): (string | Made)[] {
  return parts.flatMap((part): (string | Made)[] => {
    if (typeof part === 'string') return [part];
    if (part === 0) return [numberFormat(locale, {}).format(count)];
    if (!Object.hasOwn(values, part.value)) throw new Error(`The text lacks its value “${part.value}”`);
    return formatValue(locale, part, values, count);
  });
}

function formatValue<Made>(
  locale: string,
  part: ValuePart,
  values: PartValues<Made>,
  count: number,
): (string | Made)[] {
  const value = values[part.value];
  const format = (parts: readonly MessagePart[], inner = count) => joined(formatParts(locale, parts, values, inner));
  if ('number' in part) return [numberFormat(locale, part.number).format(value as number | bigint)];
  if ('date' in part) return [dateTimeFormat(locale, part.date).format(value as Date | number)];
  if ('inside' in part) return [(value as Wrap<Made>)(format(part.inside))];
  if ('cases' in part) return format(chosen(part.cases, String(value), 'other'));
  if (!('plurals' in part))
    return [typeof value === 'number' || typeof value === 'bigint' ? `${value}` : (value as Made)];
  const { plurals, offset = 0, ordinal } = part;
  const counted = Number(value) - offset;
  const rule = pluralRules(locale, { type: ordinal ? 'ordinal' : 'cardinal' }).select(counted);
  return format(chosen(plurals, `=${String(value)}`, rule, 'other'), counted);
}

function chosen(cases: PluralCases, ...names: string[]): readonly MessagePart[] {
  const name = names.find((one) => Object.hasOwn(cases, one));
  return (name === undefined ? undefined : cases[name]) ?? [];
}

/** Joins neighbouring strings: as children React would put a marker between them. */
function joined<Made>(parts: (string | Made)[]): (string | Made)[] {
  const whole: (string | Made)[] = [];
  for (const part of parts) {
    const last = whole.at(-1);
    if (typeof part === 'string' && typeof last === 'string') whole[whole.length - 1] = last + part;
    else whole.push(part);
  }
  return whole;
}
