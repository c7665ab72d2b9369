import { expect, test } from 'vitest';

import { signIn } from '../sign-in.ts';
import { BASE_URL, visit } from '../visitor.ts';

const IS_FULL = process.env.FULL !== undefined;
const WIDTHS = IS_FULL ? [320, 360, 414, 640, 768, 900, 1024, 1280, 1440] : [320, 360, 640, 900, 1440];
/** With the longest words, with letters of other widths, and without spaces. Each page is in German and one of them. */
const LOCALES = ['ru-RU', 'en-US', 'pl-PL', 'fr-FR', 'ja-JP', 'tr-TR', 'es-ES', 'zh-CN', 'ko-KR'];
const PATHS = [
  '',
  '/about',
  '/press',
  '/changelog',
  '/telegrams',
  '/rumpus-ce',
  '/terms',
  '/privacy',
  '/login',
  '/games',
  '/games/crashlands',
  '/games/crashlands-2',
  '/games/levelhead',
  '/games/levelhead/presskit',
  '/linkout?url=https%3A%2F%2Fa.example',
  '/post/devchat-naming-things',
  '/account',
];

interface Screen {
  path: string;
  lang: string;
  /** HTML of the shell, which has the panel of the account, and of the page itself. */
  header: string;
  main: string;
}

test('no heading breaks inside a word in a window of 320 to 1440 px, in any kind of language', async () => {
  const { cookie } = signIn('player');
  const localesOf = (at: number) => (IS_FULL ? LOCALES : LOCALES.slice(at % LOCALES.length).slice(0, 1));
  const paths = PATHS.flatMap((path, at) => ['de-DE', ...localesOf(at)].map((locale) => `/${locale}${path}`));
  const screens = await Promise.all(paths.map((path) => readScreen(path, path.endsWith('/account') ? cookie : '')));
  const { page } = await visit({ javaScriptEnabled: false, viewport: { width: 320, height: 800 } });
  await page.goto('/');
  await page.evaluate((screens) => void Reflect.set(globalThis, 'screens', screens), screens);
  // The faces of all that is shown are there after this.
  await page.evaluate(findBrokenWords);
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  const found: string[] = [];
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    found.push(...(await page.evaluate(findBrokenWords)));
  }
  expect(found).toEqual([]);
});

async function readScreen(path: string, cookie: string): Promise<Screen> {
  const response = await fetch(BASE_URL + path, { headers: { cookie } });
  expect(response.status, path).toBe(200);
  const html = (await response.text()).replaceAll(/ (?:src|srcset)="[^"]*"/gi, ` src="${PIXEL}"`);
  const part = (tag: string) => new RegExp(`<${tag}[ >].*?</${tag}>`, 's').exec(html)?.[0] ?? '';
  return { path, lang: /<html lang="([^"]+)"/.exec(html)?.[1] ?? '', header: part('header'), main: part('main') };
}

/** Pictures keep their size, and none is loaded. */
const PIXEL = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==';

/** Runs in the page, which is much faster than to open each: they have one style sheet. */
function findBrokenWords(): string[] {
  const found: string[] = [];
  const range = document.createRange();
  for (const { path, lang, header, main } of Reflect.get(globalThis, 'screens') as Screen[]) {
    document.documentElement.lang = lang;
    document.querySelector('header')!.outerHTML = header;
    document.querySelector('main')!.outerHTML = main;
    document.querySelector<HTMLElement>('.account-panel')?.showPopover();
    for (const heading of document.querySelectorAll('h1, h2, h3')) {
      const words = new Intl.Segmenter(heading.closest<HTMLElement>('[lang]')?.lang, { granularity: 'word' });
      const texts = document.createTreeWalker(heading, NodeFilter.SHOW_TEXT);
      for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
        for (const { segment, index, isWordLike } of words.segment(text.nodeValue ?? '')) {
          range.setStart(text, index);
          range.setEnd(text, index + segment.length);
          if (isWordLike && range.getClientRects().length > 1) found.push(`${path} at ${innerWidth} px: ${segment}`);
        }
      }
    }
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth > clientWidth) found.push(`${path} at ${innerWidth} px scrolls sideways`);
  }
  return found;
}
