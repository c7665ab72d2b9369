import type enUS from '#content/locales/en-US.json';
import { hasKey } from '#lib/has-key.ts';
import { intlLocale } from '#lib/locale/intl.ts';
import { createText } from '#lib/locale/messages.ts';
import type { MessageCatalog, Text } from '#lib/locale/messages.ts';
import { negotiateLocale, parseAcceptLanguage } from '#lib/locale/negotiate.ts';
import { useText as useAnyText } from '#lib/locale/text.tsx';

import { isProduction } from './stage.ts';
import type { Stage } from './stage.ts';

/** Generated from en-US to find text without a key: never offered, and production has no pages in it. */
export const PSEUDO_LOCALE = 'en-XA' as const;

/** In the order of specification §9. */
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
  [PSEUDO_LOCALE]: '⟦Þšéúđó⟧',
} as const;

export type Locale = keyof typeof LOCALE_NAMES;
export const LOCALES = (Object.keys(LOCALE_NAMES) as Locale[]).filter((locale) => locale !== PSEUDO_LOCALE);
export const DEFAULT_LOCALE: Locale = 'en-US';
export const LOCALE_COOKIE = 'locale';

export type TextKey = keyof typeof enUS;

export const useText = useAnyText<TextKey>;

/** For loaders and mails; components call `useText`. */
export async function getText(locale: Locale): Promise<Text<TextKey>> {
  return createText<TextKey>(locale, await loadMessages(locale));
}

const bundles = import.meta.glob<MessageCatalog>('#content/locales/*.json', { query: '?messages', import: 'default' });
const pseudo = import.meta.glob<MessageCatalog>('#content/locales/en-US.json', { query: '?pseudo', import: 'default' });

/** With English for missing texts. Browsers call it in development only (lib/locale/vite-text-files.ts). */
export function loadMessages(locale: Locale): Promise<MessageCatalog> {
  const isPseudo = locale === PSEUDO_LOCALE;
  const load = isPseudo ? pseudo['/content/locales/en-US.json'] : bundles[`/content/locales/${locale}.json`];
  if (load === undefined) throw new Error(`content/locales/${locale}.json is missing`);
  return load();
}

interface LocaleHints {
  readonly stage: Stage;
  readonly path: string;
  readonly cookie: string | undefined;
  readonly acceptLanguage: string | null;
}

/** That of the address, else the visitor's choice, else by specification §5. */
export function requestLocale({ stage, path, cookie, acceptLanguage }: LocaleHints): Locale {
  const named = localeFromPath(path);
  const chosen =
    named !== undefined && stageHasLocale(stage, named) ? named : isSelectableLocale(cookie) ? cookie : undefined;
  return chosen ?? negotiateLocale(parseAcceptLanguage(acceptLanguage), LOCALES, RULES);
}

const RULES = { defaultLocale: DEFAULT_LOCALE, languages: { es: 'es-XL' } } as const;

export function localeFromPath(path: string): Locale | undefined {
  const first = path.split('/', 2)[1]?.replace(/\.data$/, '');
  return isLocale(first) ? first : undefined;
}

export function isLocale(value: unknown): value is Locale {
  return hasKey(LOCALE_NAMES, value);
}

export function stageHasLocale(stage: Stage, locale: Locale): boolean {
  return locale !== PSEUDO_LOCALE || !isProduction(stage);
}

export function isSelectableLocale(value: unknown): value is Locale {
  return isLocale(value) && value !== PSEUDO_LOCALE;
}

export function localeOrDefault(value: unknown, otherwise: Locale = DEFAULT_LOCALE): Locale {
  return isLocale(value) ? value : otherwise;
}

export function pathWithoutLocale(path: string): string {
  const locale = localeFromPath(path);
  return locale === undefined ? path : path.slice(locale.length + 1) || '/';
}

/** @param path without a locale, starting with `/` */
export function localePath(locale: Locale, path: string): string {
  return path === '/' ? `/${locale}` : `/${locale}${path}`;
}

/** The same in the locale of a page's address, if that names one. @param params of the route */
export function inLocale({ locale }: LocaleParams, path: string): string {
  return isLocale(locale) ? localePath(locale, path) : path;
}

export interface LocaleParams {
  readonly locale?: string | undefined;
}

export function htmlLang(locale: Locale): string {
  return intlLocale(locale);
}

interface Alternate {
  readonly hreflang: string;
  readonly href: string;
}

/** Whether all that visitors read is in this language: machines are led to no other. Localization gives the figures. */
export function isComplete(locale: Locale): boolean {
  return locale === DEFAULT_LOCALE;
}

/** In every complete locale, and as x-default the bare path, which negotiates. @param path without a locale */
export function alternates(path: string, origin: string): Alternate[] {
  const locales = LOCALES.filter(isComplete).map((locale) => ({
    hreflang: htmlLang(locale),
    href: `${origin}${localePath(locale, path)}`,
  }));
  return [...locales, { hreflang: 'x-default', href: `${origin}${path}` }];
}
