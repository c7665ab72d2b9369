import { expect, test } from 'vitest';

import {
  LOCALES,
  PSEUDO_LOCALE,
  alternates,
  pathWithoutLocale,
  getText,
  htmlLang,
  isComplete,
  loadMessages,
  localeFromPath,
  localePath,
  requestLocale,
} from './locale.ts';
import { STAGES } from './stage.ts';

test('the site has the 14 locales of specification §9, in its order', () => {
  const order = 'en-US, ja-JP, ko-KR, zh-TW, zh-CN, ru-RU, de-DE, fr-FR, pl-PL, pt-BR, es-XL, es-ES, it-IT, tr-TR';
  expect(LOCALES.join(', ')).toBe(order);
});

test.each<[path: string, cookie: string | undefined, acceptLanguage: string | null, locale: string, by: string]>([
  ['/ja-JP/blog', 'de-DE', 'fr', 'ja-JP', 'the address'],
  ['/blog', 'de-DE', 'fr', 'de-DE', 'the choice remembered in the cookie'],
  ['/blog', 'xx-XX', 'fr', 'fr-FR', 'the languages, when the cookie names no locale'],
  ['/blog', undefined, 'es-MX, en', 'es-XL', 'any Spanish'],
  ['/blog', undefined, 'es-ES', 'es-ES', 'an exact match before any Spanish'],
  ['/blog', undefined, 'pt-PT', 'pt-BR', 'the first locale with the same two letters'],
  ['/', undefined, 'nl', 'en-US', 'the default'],
  ['/', undefined, null, 'en-US', 'the default when nothing is said'],
])('%s, cookie %s, languages %s: %s by %s', (path, cookie, acceptLanguage, locale) => {
  expect(requestLocale({ stage: 'www', path, cookie, acceptLanguage })).toBe(locale);
});

test('the pseudo-locale has pages outside of production, and is never offered', () => {
  const hints = { path: '/en-XA/blog', cookie: undefined, acceptLanguage: 'ja' };
  expect(LOCALES).not.toContain(PSEUDO_LOCALE);
  expect(STAGES.filter((stage) => requestLocale({ ...hints, stage }) === PSEUDO_LOCALE)).toEqual(
    STAGES.filter((stage) => stage !== 'www'),
  );
  const bare = { stage: 'localhost', path: '/blog' } as const;
  expect(requestLocale({ ...bare, cookie: PSEUDO_LOCALE, acceptLanguage: 'ja' })).toBe('ja-JP');
  expect(requestLocale({ ...bare, cookie: undefined, acceptLanguage: 'en-XA' })).toBe('en-US');
});

test('a path starts with a locale only when its whole first segment is one', () => {
  expect(['/ja-JP', '/ja-JP/', '/ja-JP/blog', '/ja-JP.data'].map(localeFromPath)).toEqual(Array(4).fill('ja-JP'));
  expect(['/', '', '/ja', '/ja-JPX/', '/blog/ja-JP', '/constructor', '//ja-JP'].map(localeFromPath)).toEqual(
    Array(7).fill(undefined),
  );
});

test('a locale is added to a path and removed from it', () => {
  for (const path of ['/', '/blog', '/games/crashlands-2']) {
    expect(pathWithoutLocale(path)).toBe(path);
    for (const locale of LOCALES) expect(pathWithoutLocale(localePath(locale, path))).toBe(path);
  }
  expect(localePath('ja-JP', '/')).toBe('/ja-JP');
});

test('every page has an alternate for each complete locale and the bare path as x-default', () => {
  const origin = 'https://site.example';
  const complete = LOCALES.filter(isComplete);
  expect(complete).toContain('en-US');
  expect(alternates('/blog', origin)).toEqual([
    ...complete.map((locale) => ({ hreflang: htmlLang(locale), href: `${origin}/${locale}/blog` })),
    { hreflang: 'x-default', href: `${origin}/blog` },
  ]);
  expect(alternates('/', origin)[0]?.href).toBe(`${origin}/en-US`);
  expect(htmlLang('es-XL')).toBe('es-419');
  expect(LOCALES.map(htmlLang).filter((lang) => lang.includes('XL'))).toEqual([]);
});

test('every locale loads and has every text', async () => {
  const keys = Object.keys((await loadMessages('en-US')).texts).toSorted();
  for (const locale of [...LOCALES, PSEUDO_LOCALE] as const) {
    const messages = await loadMessages(locale);
    expect(messages.fallback.locale).toBe('en-US');
    expect(Object.keys({ ...messages.texts, ...messages.fallback.texts }).toSorted()).toEqual(keys);
  }
});

test('the error page has the sentences of specification §2', async () => {
  const text = await getText('en-US');
  expect(text('error.401')).toBe('Bad credentials!');
  expect(text('error.404')).toBe("We don't have what you're looking for.");
  expect(text('error.403')).toBe("You aren't allowed in here.");
  expect(text('error.500')).toBe('Server Error. Everything is on fire.');
  expect(text('error.400')).toBe('You did something weird. Or we did.');
  expect(text('error.429')).toBe("You've hit the request limit. Come back soon!");
  expect(text('error.302')).toBe('That content lives somewhere else! Redirecting...');
  expect(text('error.other')).toBe('Well that was unexpected!');
});
