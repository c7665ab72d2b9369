import { useEffect } from 'react';
import { useLocation } from 'react-router';

import type { Locale } from '#app/current/locale.ts';
import { wideCharactersOf } from '#lib/fonts/wide-characters.ts';
import { InlineScript } from '#lib/nonce/nonce.tsx';

export interface FontLinks {
  /** What the first screen of the locale needs most: of its display and of its text. */
  readonly preload: readonly FontLink[];
  /** The sheet with the text face of a locale's own characters; where there is none, the sheet of every page has it. */
  readonly text?: FontLink;
  /** The sheet with the display face of characters that no text of ours has. */
  readonly rare?: string;
}

export interface FontLink {
  readonly href: string;
  readonly media?: string;
}

/** The sheets with the faces of a locale's own characters, none of which holds the page up. */
export function FontSheets({ fonts: { text, rare }, locale }: { fonts: FontLinks; locale: Locale }) {
  const { key } = useLocation();
  return (
    <>
      {text && <TextSheet sheet={text} />}
      {rare && <RareSheet key={key} href={rare} locale={locale} />}
    </>
  );
}

/** Asks for a sheet as soon as the page is painted in the machine's own face, and only when it is for this device. */
const ASK = `{
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
      <InlineScript text={ASK} data-href={href} data-media={media} />
      <noscript>
        <link rel="stylesheet" href={href} media={media} />
      </noscript>
    </>
  );
}

/** The characters of our own texts in a locale that has a display face of its own. */
const KNOWN: Partial<Record<Locale, () => Promise<{ default: string }>>> = {
  'ja-JP': () => import('#content/locales/ja-JP.json?characters'),
  'ko-KR': () => import('#content/locales/ko-KR.json?characters'),
  'zh-CN': () => import('#content/locales/zh-CN.json?characters'),
};

/** Asks for the faces of rare characters when a page has one: players and staff write what no text of ours does. */
function RareSheet({ href, locale }: { href: string; locale: Locale }) {
  useEffect(() => {
    const ask = async () => {
      const written = wideCharactersOf(document.querySelector('main')?.textContent ?? '');
      if (written.isSubsetOf(new Set((await KNOWN[locale]?.())?.default))) return;
      if (document.querySelector(`link[href="${href}"]`) !== null) return;
      document.head.append(Object.assign(document.createElement('link'), { rel: 'stylesheet', href }));
    };
    // Without an answer the page stays as it is.
    ask().catch(() => {});
  }, [href, locale]);
  return null;
}
