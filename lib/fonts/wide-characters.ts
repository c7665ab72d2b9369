const WIDE = /[\u1100-\u11FF\u2E80-\uD7FF\uF900-\uFAFF\uFF00-\uFFEF\u{20000}-\u{3FFFF}]/gu;

/** Chinese, Japanese and Korean ones. */
export function pickWideCharacters(text: string): Set<string> {
  return new Set(text.match(WIDE));
}
