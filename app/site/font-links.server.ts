import notoJapanese from '@fontsource-variable/noto-sans-jp/files/noto-sans-jp-119-wght-normal.woff2?no-inline';
import notoKorean from '@fontsource-variable/noto-sans-kr/files/noto-sans-kr-118-wght-normal.woff2?no-inline';
import notoSimplified from '@fontsource-variable/noto-sans-sc/files/noto-sans-sc-118-wght-normal.woff2?no-inline';
import notoTraditional from '@fontsource-variable/noto-sans-tc/files/noto-sans-tc-122-wght-normal.woff2?no-inline';
import nunitoCyrillic from '@fontsource-variable/nunito/files/nunito-cyrillic-wght-normal.woff2?no-inline';
import nunitoLatin from '@fontsource-variable/nunito/files/nunito-latin-wght-normal.woff2?no-inline';
import blackHan from '@fontsource/black-han-sans/files/black-han-sans-korean-400-normal.woff2?characters=ko-KR&font';
import delaCyrillic from '@fontsource/dela-gothic-one/files/dela-gothic-one-cyrillic-400-normal.woff2?no-inline';
import delaJapanese from '@fontsource/dela-gothic-one/files/dela-gothic-one-japanese-400-normal.woff2?characters=ja-JP&font';
import delaLatin from '@fontsource/dela-gothic-one/files/dela-gothic-one-latin-400-normal.woff2?no-inline';
import zcool from '@fontsource/zcool-kuaile/files/zcool-kuaile-chinese-simplified-400-normal.woff2?characters=zh-CN&font';

import type { Locale } from '#app/current/locale.ts';
import japaneseText from '#content/fonts/ja-text.css?url';
import japanese from '#content/fonts/ja.css?url';
import koreanText from '#content/fonts/ko-text.css?url';
import korean from '#content/fonts/ko.css?url';
import simplifiedText from '#content/fonts/zh-cn-text.css?url';
import simplified from '#content/fonts/zh-cn.css?url';
import traditionalText from '#content/fonts/zh-tw-text.css?url';

import type { FontLink, FontLinks } from './font-sheets.tsx';

/**
 * Telephones have a system font for Chinese, Japanese and Korean (Android the same one), and our slices for a page have
 * half a megabyte. A narrow desktop window, which may lack such a font, has a pointer that hovers.
 */
function offTelephones(href: string): FontLink {
  return { href, media: '(min-width: 48rem), (hover: hover)' };
}

/** Names, numbers and addresses use these in every locale. */
const LATIN: readonly FontLink[] = [{ href: delaLatin }, { href: nunitoLatin }];

const OWN: Partial<Record<Locale, FontLinks>> = {
  'ja-JP': {
    preload: [...LATIN, { href: delaJapanese }, offTelephones(notoJapanese)],
    text: offTelephones(japaneseText),
    rare: japanese,
  },
  'ko-KR': {
    preload: [...LATIN, { href: blackHan }, offTelephones(notoKorean)],
    text: offTelephones(koreanText),
    rare: korean,
  },
  'zh-CN': {
    preload: [...LATIN, { href: zcool }, offTelephones(notoSimplified)],
    text: offTelephones(simplifiedText),
    rare: simplified,
  },
  'zh-TW': { preload: [...LATIN, offTelephones(notoTraditional)], text: offTelephones(traditionalText) },
  'ru-RU': { preload: [...LATIN, { href: delaCyrillic }, { href: nunitoCyrillic }] },
};

/** The fonts of a locale. The numbered slices have most of the characters of its texts. */
export function fontLinks(locale: Locale): FontLinks {
  return OWN[locale] ?? { preload: LATIN };
}
