/** As wide as Latin letters, that search engines show of a title and of a description. */
export const SEARCH_TITLE = 60;
export const SEARCH_BLURB = 160;

/** In the width of a Latin letter: letters of Chinese, Japanese and Korean are twice as wide. */
export function textWidth(text: string): number {
  return Array.from(text).reduce((sum, letter) => sum + (WIDE.test(letter) ? 2 : 1), 0);
}

const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff01-\uff60]/u;

/** As an engine shows it: what is too long ends after a whole word, or where there is none, with an ellipsis. */
export function cutForSearch(text: string, most: number): string {
  const words = text.trim().replaceAll(/\s+/g, ' ');
  if (textWidth(words) <= most) return words;
  let width = 0;
  let end = 0;
  for (const letter of words) {
    width += WIDE.test(letter) ? 2 : 1;
    if (width > most - 2) break;
    end += letter.length;
  }
  const space = words.lastIndexOf(' ', end);
  return `${words.slice(0, space > end / 2 ? space : end).replace(/[\s\p{P}]+$/u, '')} …`;
}
