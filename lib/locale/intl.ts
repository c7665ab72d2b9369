/** Formatters are kept by locale; times are in UTC by default, so that a page is the same on server and browser. */

/** The tag that `Intl` and HTML understand: `es-XL` is our word for the Spanish of Latin America. */
export function intlLocale(locale: string): string {
  return locale === 'es-XL' ? 'es-419' : locale;
}

/** @param value a Date, milliseconds since 1970, or ISO 8601. @throws RangeError when it is no time */
export function formatDate(
  locale: string,
  value: Date | number | string,
  options: Intl.DateTimeFormatOptions = { dateStyle: 'long' },
): string {
  return dateTimeFormat(locale, options).format(typeof value === 'string' ? new Date(value) : value);
}

export function formatNumber(locale: string, value: number | bigint, options: Intl.NumberFormatOptions = {}): string {
  return numberFormat(locale, options).format(value);
}

/** In a sentence: "A, B, and C". */
export function formatList(locale: string, items: readonly string[]): string {
  return listFormat(locale, { type: 'conjunction' }).format(items);
}

/** @param seconds from now, negative for the past: -7200 is "2 hours ago". Counts whole units of the largest that fits */
export function formatRelative(locale: string, seconds: number): string {
  const [unit, length] = UNITS.find(([, length]) => Math.abs(seconds) >= length) ?? SECOND;
  return relativeFormat(locale, { numeric: 'auto' }).format(Math.trunc(seconds / length), unit);
}

const SECOND = ['second', 1] as const;
const UNITS = [
  ['year', 31_556_952],
  ['month', 2_629_746],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const;

export const dateTimeFormat = remember(
  (tag, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(tag, { timeZone: 'UTC', ...options }),
);
export const numberFormat = remember((tag, options: Intl.NumberFormatOptions) => new Intl.NumberFormat(tag, options));
export const pluralRules = remember((tag, options: Intl.PluralRulesOptions) => new Intl.PluralRules(tag, options));
const listFormat = remember((tag, options: Intl.ListFormatOptions) => new Intl.ListFormat(tag, options));
const relativeFormat = remember(
  (tag, options: Intl.RelativeTimeFormatOptions) => new Intl.RelativeTimeFormat(tag, options),
);

/** Options come from our own code, so there are few of them and all may be kept. */
function remember<Options, Format>(make: (tag: string, options: Options) => Format) {
  const made = new Map<string, Format>();
  return (locale: string, options: Options): Format => {
    const key = locale + JSON.stringify(options);
    const known = made.get(key) ?? make(intlLocale(locale), options);
    made.set(key, known);
    return known;
  };
}
