interface LocaleRules<Locale extends string> {
  readonly defaultLocale: Locale;
  /** By language (two letters), the locale of everyone whose variant is not offered. */
  readonly languages?: Readonly<Record<string, Locale>>;
}

/** For each language, best first: its very locale, its rule, the first locale of that language; else the default. */
export function negotiateLocale<Locale extends string>(
  preferred: readonly string[],
  offered: readonly Locale[],
  rules: LocaleRules<Locale>,
): Locale {
  for (const tag of preferred) {
    const found = matchLocale(tag.toLowerCase(), offered, rules);
    if (found !== undefined) return found;
  }
  return rules.defaultLocale;
}

/** Best first, equal ones in their order. Drops malformed ones, `*` and `q=0`; only the start of a long header counts. */
export function parseAcceptLanguage(header: string | null | undefined): string[] {
  const ranges = (header ?? '').slice(0, MAX_LENGTH).split(',').slice(0, MAX_RANGES);
  return ranges
    .map(parseRange)
    .filter(({ tag, quality }) => TAG.test(tag) && quality > 0)
    .sort((a, b) => b.quality - a.quality)
    .map(({ tag }) => tag);
}

const MAX_LENGTH = 1000;
const MAX_RANGES = 32;
const TAG = /^[a-z]{2,8}(?:-[a-z0-9]{1,8})*$/i;

function matchLocale<Locale extends string>(
  tag: string,
  offered: readonly Locale[],
  { languages = {} }: LocaleRules<Locale>,
): Locale | undefined {
  const language = readLanguage(tag);
  const ruled = Object.hasOwn(languages, language) ? languages[language] : undefined;
  return (
    offered.find((locale) => locale.toLowerCase() === tag) ??
    offered.find((locale) => locale === ruled) ??
    offered.find((locale) => readLanguage(locale.toLowerCase()) === language)
  );
}

/** The whole first subtag: Konkani, `kok`, is not Korean. */
function readLanguage(tag: string): string {
  return tag.split('-', 1)[0] ?? tag;
}

function parseRange(range: string): { tag: string; quality: number } {
  const [tag = '', ...parameters] = range.split(';').map((part) => part.trim());
  const weight = parameters.find((parameter) => /^q\s*=/i.test(parameter));
  return { tag, quality: weight === undefined ? 1 : Number(weight.slice(weight.indexOf('=') + 1)) };
}
