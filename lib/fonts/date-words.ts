const STYLES = ['full', 'long', 'medium', 'short'] as const;
const UNITS = ['year', 'quarter', 'month', 'week', 'day', 'hour', 'minute', 'second'] as const;
/** Covers every weekday, every month, a.m. and p.m. */
const DATES = Array.from({ length: 12 }, (_, at) => new Date(Date.UTC(2026, at, at + 1, at * 2)));

export function dateWords(locale: string): string {
  const dates = STYLES.flatMap((style) => {
    const format = new Intl.DateTimeFormat(locale, { dateStyle: style, timeStyle: style, timeZone: 'UTC' });
    return DATES.map((date) => format.format(date));
  });
  const ages = (['always', 'auto'] as const).flatMap((numeric) => {
    const format = new Intl.RelativeTimeFormat(locale, { numeric });
    return UNITS.flatMap((unit) => [-3, -2, -1, 0, 1, 2, 3].map((many) => format.format(many, unit)));
  });
  const compact = new Intl.NumberFormat(locale, { notation: 'compact' });
  const numbers = [1e3, 1e4, 1e6, 1e8, 1e12].map((number) => compact.format(number));
  return [...dates, ...ages, ...numbers].join(' ');
}
