import type enUS from '#content/locales/en-US.json';
import { intlLocale } from '#lib/locale/intl.ts';
import { createText } from '#lib/locale/messages.ts';
import type { Messages, Text } from '#lib/locale/messages.ts';
import { negotiateLocale, parseAcceptLanguage } from '#lib/locale/negotiate.ts';
import { useText as useAnyText } from '#lib/locale/text.tsx';

/** The locales of the site in the order of specification §9, each with the name its readers know it by. */
export const LOCALE_NAMES = {
  'en-US': 'English',
  'ja-JP': '日本語',
  'ko-KR': '한국어',
  'zh-TW': '繁體中文',
  'zh-CN': '简体中文',
  'ru-RU': 'Русский',
  'de-DE': 'Deutsch',
  'fr-FR': 'Français',
  'pl-PL': 'Polski',
  'pt-BR': 'Português (Brasil)',
  'es-XL': 'Español (Latinoamérica)',
  'es-ES': 'Español (España)',
  'it-IT': 'Italiano',
  'tr-TR': 'Türkçe',
} as const;

export type Locale = keyof typeof LOCALE_NAMES;
export const LOCALES = Object.keys(LOCALE_NAMES) as Locale[];
export const DEFAULT_LOCALE: Locale = 'en-US';
/** Remembers the visitor's choice; mirrored to local storage under the same name. */
export const LOCALE_COOKIE = 'locale';

/** The texts there are, by key. */
export type TextKey = keyof typeof enUS;

/** The texts of the page, in a component. */
export const useText = useAnyText<TextKey>;

/** The texts of a locale, where there is no component: in a loader, a `meta`, a mail. */
export async function getText(locale: Locale): Promise<Text<TextKey>> {
  return createText<TextKey>(locale, await loadMessages(locale));
}

const bundles = import.meta.glob<Messages>('#content/locales/*.json', { query: '?messages', import: 'default' });

/** Loads the one bundle of this locale; what it lacks is in it in English. */
export function loadMessages(locale: Locale): Promise<Messages> {
  const load = bundles[`/content/locales/${locale}.json`];
  if (load === undefined) throw new Error(`content/locales/${locale}.json is missing`);
  return load();
}

export interface LocaleHints {
  /** The path of the request. */
  readonly path: string;
  readonly cookie: string | undefined;
  readonly acceptLanguage: string | null;
}

/** The locale of a request: what its address says, else what the visitor chose, else the rule of specification §5. */
export function requestLocale({ path, cookie, acceptLanguage }: LocaleHints): Locale {
  const told = localeFromPath(path) ?? (isLocale(cookie) ? cookie : undefined);
  return told ?? negotiateLocale(parseAcceptLanguage(acceptLanguage), LOCALES, RULES);
}

const RULES = { defaultLocale: DEFAULT_LOCALE, languages: { es: 'es-XL' } } as const;

/** The locale that a path starts with: `/ja-JP/blog`, and the router's own `/ja-JP.data`. */
export function localeFromPath(path: string): Locale | undefined {
  const first = path.split('/', 2)[1]?.replace(/\.data$/, '');
  return isLocale(first) ? first : undefined;
}

export function isLocale(value: unknown): value is Locale {
  return typeof value === 'string' && Object.hasOwn(LOCALE_NAMES, value);
}

export function localeOr(value: unknown, otherwise: Locale = DEFAULT_LOCALE): Locale {
  return isLocale(value) ? value : otherwise;
}

/** The path without its locale: `/ja-JP/blog` and `/blog` are `/blog`. */
export function barePath(path: string): string {
  const locale = localeFromPath(path);
  return locale === undefined ? path : path.slice(locale.length + 1) || '/';
}

/** @param path without a locale, starting with `/` */
export function localePath(locale: Locale, path: string): string {
  return path === '/' ? `/${locale}` : `/${locale}${path}`;
}

/** What the `lang` attribute and `hreflang` say: a tag that browsers know. */
export function htmlLang(locale: Locale): string {
  return intlLocale(locale);
}

export interface Alternate {
  readonly hreflang: string;
  readonly href: string;
}

/** The page in every locale, and as x-default the bare path, which negotiates. @param path without a locale */
export function alternates(path: string, origin: string): Alternate[] {
  const locales = LOCALES.map((locale) => ({
    hreflang: htmlLang(locale),
    href: `${origin}${localePath(locale, path)}`,
  }));
  return [...locales, { hreflang: 'x-default', href: `${origin}${path}` }];
}
