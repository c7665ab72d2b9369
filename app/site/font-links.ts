import type { Locale } from '#app/current/locale.ts';
import japanese from '#content/fonts/ja.css?url';
import korean from '#content/fonts/ko.css?url';
import simplified from '#content/fonts/zh-cn.css?url';
import traditional from '#content/fonts/zh-tw.css?url';

import blackHan from '@fontsource/black-han-sans/files/black-han-sans-118-400-normal.woff2?no-inline';
import delaCyrillic from '@fontsource/dela-gothic-one/files/dela-gothic-one-cyrillic-400-normal.woff2?no-inline';
import delaKana from '@fontsource/dela-gothic-one/files/dela-gothic-one-119-400-normal.woff2?no-inline';
import delaLatin from '@fontsource/dela-gothic-one/files/dela-gothic-one-latin-400-normal.woff2?no-inline';
import zcool from '@fontsource/zcool-kuaile/files/zcool-kuaile-118-400-normal.woff2?no-inline';
import notoJapanese from '@fontsource-variable/noto-sans-jp/files/noto-sans-jp-119-wght-normal.woff2?no-inline';
import notoKorean from '@fontsource-variable/noto-sans-kr/files/noto-sans-kr-118-wght-normal.woff2?no-inline';
import notoSimplified from '@fontsource-variable/noto-sans-sc/files/noto-sans-sc-118-wght-normal.woff2?no-inline';
import notoTraditional from '@fontsource-variable/noto-sans-tc/files/noto-sans-tc-122-wght-normal.woff2?no-inline';
import nunitoCyrillic from '@fontsource-variable/nunito/files/nunito-cyrillic-wght-normal.woff2?no-inline';
import nunitoLatin from '@fontsource-variable/nunito/files/nunito-latin-wght-normal.woff2?no-inline';

export interface FontLinks {
  /** The style sheet with the faces of a locale's own characters; without one, those of every page do. */
  readonly stylesheet?: string;
  /** The files that the first screen of the locale needs most: its display and its text. */
  readonly preload: readonly [display: string, text: string];
}

/** The fonts of a locale. The numbered slices are those with most of the characters of its texts. */
export function fontLinks(locale: Locale): FontLinks {
  return OWN[locale] ?? { preload: [delaLatin, nunitoLatin] };
}

const OWN: Partial<Record<Locale, FontLinks>> = {
  'ja-JP': { stylesheet: japanese, preload: [delaKana, notoJapanese] },
  'ko-KR': { stylesheet: korean, preload: [blackHan, notoKorean] },
  'zh-CN': { stylesheet: simplified, preload: [zcool, notoSimplified] },
  'zh-TW': { stylesheet: traditional, preload: [delaLatin, notoTraditional] },
  'ru-RU': { preload: [delaCyrillic, nunitoCyrillic] },
};
