import { describe, expect, test } from 'vitest';

import { ask } from './client.ts';
import type { WireReply } from './client.ts';

const ORIGIN = new URL(process.env.BASE_URL ?? '').origin;
function page(path: string, headers: Record<string, string> = {}): Promise<WireReply> {
  return ask(undefined, `GET ${path}`, { headers: { accept: 'text/html', ...headers } });
}

describe('the language of a page', () => {
  const languageOf = async (path: string, headers: Record<string, string> = {}) =>
    /<html lang="([^"]+)"/.exec((await page(path, headers)).text)?.[1];

  test('is that of its address', async () => {
    for (const [locale, lang] of [
      ['en-US', 'en-US'],
      ['ja-JP', 'ja-JP'],
      ['es-XL', 'es-419'],
      ['tr-TR', 'tr-TR'],
    ] as const) {
      expect(await languageOf(`/${locale}`, { cookie: 'locale=de-DE', 'accept-language': 'fr' })).toBe(lang);
    }
  });

  test('else is that of the cookie, else that of the browser', async () => {
    expect(await languageOf('/', { cookie: 'locale=de-DE', 'accept-language': 'fr' })).toBe('de-DE');
    expect(await languageOf('/', { cookie: 'locale=xx', 'accept-language': 'fr' })).toBe('fr-FR');
    expect(await languageOf('/', { 'accept-language': 'es-MX, en;q=0.5' })).toBe('es-419');
    expect(await languageOf('/', { 'accept-language': 'es-ES' })).toBe('es-ES');
    expect(await languageOf('/', { 'accept-language': 'ru-RU' })).toBe('ru-RU');
    expect(await languageOf('/', { 'accept-language': 'pt-PT' })).toBe('pt-BR');
    expect(await languageOf('/', { 'accept-language': 'nl' })).toBe('en-US');
    expect(await languageOf('/', { 'accept-language': 'x'.repeat(5000) })).toBe('en-US');
    expect(await languageOf('/')).toBe('en-US');
  });

  test('has alternates in every complete one, the bare address as x-default', async () => {
    for (const path of ['/', '/ja-JP']) {
      const alternates = alternatesOf(await page(path));
      expect([...alternates]).toEqual([
        ['en-US', `${ORIGIN}/en-US`],
        ['x-default', `${ORIGIN}/`],
      ]);
    }
  });

  test('is that of the address before that of the browser, and so it is in what the page links to', async () => {
    const turkish = { 'accept-language': 'tr-TR' };
    const home = await page('/ja-JP', turkish);
    expect(home.text).toMatch(/<html lang="ja-JP".*<h2[^>]*>ブログより</s);
    const paths = (reply: WireReply) => reply.text.match(/(?<=<a [^>]*href=")\/[^"]*/g) ?? [];
    expect(paths(home)).toEqual(expect.arrayContaining(['/ja-JP', '/ja-JP/games/levelhead']));
    // The language selector alone leads to other languages.
    const isKept = (path: string) => /^\/(?:[a-z]{2}-[A-Z]{2}|api\/docs[^/]*)(?:[/?#]|$)/.test(path);
    expect(paths(home).filter((path) => !isKept(path))).toEqual([]);
    const game = await page('/ja-JP/games/levelhead', turkish);
    expect(game.text).toContain('<html lang="ja-JP"');
    expect(alternatesOf(game).get('x-default')).toBe(`${ORIGIN}/games/levelhead`);
    expect(paths(game)).toContain('/ja-JP');
  });
});

function alternatesOf({ text }: WireReply): Map<string, string> {
  const links = [...text.matchAll(/<link rel="alternate" hrefLang="([^"]+)" href="([^"]+)"/gi)];
  return new Map(links.map(([, language = '', href = '']) => [language, href]));
}
