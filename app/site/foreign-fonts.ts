import japaneseText from '#content/fonts/ja-text.css?url';
import japanese from '#content/fonts/ja.css?url';
import koreanText from '#content/fonts/ko-text.css?url';
import korean from '#content/fonts/ko.css?url';
import simplifiedText from '#content/fonts/zh-cn-text.css?url';
import simplified from '#content/fonts/zh-cn.css?url';
import traditionalText from '#content/fonts/zh-tw-text.css?url';
import { pickWideCharacters } from '#lib/fonts/wide-characters.ts';

type Script = 'ja' | 'ko' | 'zh-CN' | 'zh-TW';

const SHEETS: Readonly<Record<Script, readonly string[]>> = {
  ja: [japaneseText, japanese],
  ko: [koreanText, korean],
  'zh-CN': [simplifiedText, simplified],
  'zh-TW': [traditionalText],
};

const HANGUL = /[\u1100-\u11FF\u3130-\u318F\uAC00-\uD7AF]/;

/** Brings the faces of the scripts on a page of another language; a browser then loads no slice but those it draws. */
export function loadForeignFonts(main: Element): void {
  for (const href of [...scriptsOn(main)].flatMap((script) => SHEETS[script])) {
    if (document.querySelector(`link[href="${href}"]`) !== null) continue;
    document.head.append(Object.assign(document.createElement('link'), { rel: 'stylesheet', href }));
  }
}

/** What says its language is drawn in that one's face; of names that do not, Han is drawn as in Japanese. */
function scriptsOn(main: Element): Set<Script> {
  const scripts = new Set<Script>();
  const walker = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const words = node.nodeValue ?? '';
    if (pickWideCharacters(words).size === 0) continue;
    const said = node.parentElement?.closest<HTMLElement>('[lang]')?.lang ?? '';
    scripts.add(findScript(said) ?? (HANGUL.test(words) ? 'ko' : 'ja'));
  }
  const own = findScript(document.documentElement.lang);
  if (own !== undefined) scripts.delete(own);
  return scripts;
}

function findScript(language: string): Script | undefined {
  if (/^zh-(?:TW|Hant)/.test(language)) return 'zh-TW';
  return ({ ja: 'ja', ko: 'ko', zh: 'zh-CN' } as const)[language.slice(0, 2)];
}
