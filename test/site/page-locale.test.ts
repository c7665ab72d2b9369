import { expect, test } from 'vitest';

import { LOCALES, getText, htmlLang, localePath } from '#app/current/locale.ts';
import english from '#content/locales/en-US.json' with { type: 'json' };

import { useTestSite } from '../site.ts';

const site = useTestSite();

test.each(LOCALES)('a page in %s says that its translation is ongoing, unless it is English', async (locale) => {
  const notice = (await getText(locale))('shell.translation.notice');
  for (const path of ['/', '/about', '/no/such/page']) {
    const html = await (await site.ask(undefined, localePath(locale, path))).text();
    expect([path, html.includes(notice)]).toEqual([path, locale !== 'en-US']);
    expect(html).toContain(`data-locale="${locale}"`);
  }
  expect(notice === english['shell.translation.notice'].text).toBe(locale === 'en-US');
});

test('the header Locale says the language before the cookie and the browser do, but not before the address', async () => {
  const languageOf = async (path: string, headers: Record<string, string>) => {
    const html = await (await site.ask(undefined, path, { headers })).text();
    return /<html lang="([^"]+)"/.exec(html)?.[1];
  };
  const others = { cookie: 'locale=ko-KR', 'accept-language': 'tr' };
  for (const locale of LOCALES) {
    expect(await languageOf('/about', { ...others, Locale: locale })).toBe(htmlLang(locale));
  }
  expect(await languageOf('/fr-FR/about', { ...others, Locale: 'ja-JP' })).toBe('fr-FR');
  expect(await languageOf('/about', { 'accept-language': 'tr', Locale: 'es-419' })).toBe('tr-TR');
});
