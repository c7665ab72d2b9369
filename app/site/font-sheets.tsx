import { useEffect } from 'react';
import { useLocation } from 'react-router';

import type { Locale } from '#app/current/locale.ts';
import { pickWideCharacters } from '#lib/fonts/wide-characters.ts';
import { InlineScript } from '#lib/nonce/nonce.tsx';

export interface FontLinks {
  readonly preload: readonly FontLink[];
  /** The sheet with the text face of a locale's own characters, unless the sheet of every page has it. */
  readonly text?: FontLink;
  /** The sheet with the display face of characters outside of our texts. */
  readonly rare?: string;
}

export interface FontLink {
  readonly href: string;
  readonly media?: string;
}

/** The sheets with the faces of a locale's own characters; none of them blocks rendering. */
export function FontSheets({ fonts: { text, rare }, locale }: { fonts: FontLinks; locale: Locale }) {
  const { key } = useLocation();
  return (
    <>
      {text && <TextSheet sheet={text} />}
      {rare && <RareSheet key={key} href={rare} locale={locale} />}
      <ForeignSheets key={`foreign ${key}`} />
    </>
  );
}

/** Loads a sheet after the first paint in a system font, and only when its media query matches. */
const LOAD_SHEET = `{
  const { href, media = 'all' } = document.currentScript.dataset;
  if (matchMedia(media).matches)
    new PerformanceObserver((_, observer) => {
      observer.disconnect();
      document.head.append(Object.assign(document.createElement('link'), { rel: 'stylesheet', href }));
    }).observe({ type: 'paint', buffered: true });
}`;

function TextSheet({ sheet: { href, media } }: { sheet: FontLink }) {
  return (
    <>
      <InlineScript text={LOAD_SHEET} data-href={href} data-media={media} />
      <noscript>
        <link rel="stylesheet" href={href} media={media} />
      </noscript>
    </>
  );
}

/** The characters of our texts, for locales with their own display face. */
const KNOWN: Partial<Record<Locale, () => Promise<{ default: string }>>> = {
  'ja-JP': () => import('#content/locales/ja-JP.json?characters'),
  'ko-KR': () => import('#content/locales/ko-KR.json?characters'),
  'zh-CN': () => import('#content/locales/zh-CN.json?characters'),
};

/** Loads the faces of rare characters when the page has one, as in texts of players and staff. */
function RareSheet({ href, locale }: { href: string; locale: Locale }) {
  useEffect(() => {
    const load = async () => {
      const characters = pickWideCharacters(document.querySelector('main')?.textContent ?? '');
      if (characters.isSubsetOf(new Set((await KNOWN[locale]?.())?.default))) return;
      if (document.querySelector(`link[href="${href}"]`) !== null) return;
      document.head.append(Object.assign(document.createElement('link'), { rel: 'stylesheet', href }));
    };
    // Without them the page keeps its fallback font.
    load().catch(() => {});
  }, [href, locale]);
  return null;
}

/** A telephone has such faces itself, a desk may draw boxes. */
const ON_DESKS = '(min-width: 48rem), (hover: hover)';

/** Loads the faces of titles and names in scripts that the page's own language does not have. */
function ForeignSheets() {
  useEffect(() => {
    const load = async () => {
      const main = document.querySelector('main');
      if (main === null || !matchMedia(ON_DESKS).matches) return;
      if (pickWideCharacters(main.textContent).size === 0) return;
      (await import('./foreign-fonts.ts')).loadForeignFonts(main);
    };
    // Without them the page keeps its fallback font.
    load().catch(() => {});
  }, []);
  return null;
}
