/** NFKC, which may bring spaces, and small letters; a soft hyphen and other characters that nobody sees are left out. */
export function exactSpelling(word: string): string {
  if (ASCII.test(word)) return word.replaceAll(/[\s~|]/g, '').toLowerCase();
  return word
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\p{VS}\u00ad\u200b-\u200d\u2060\s~|]/gu, '')
    .replaceAll('i\u0307', 'i') // What becomes of the Turkish İ.
    .replaceAll('ς', 'σ')
    .normalize('NFC');
}

/** Without marks and, where a word has umlauts, as Germans write it without them. @param exact by `exactSpelling` */
export function otherSpellings(exact: string): string[] {
  if (PLAIN.test(exact)) return [];
  const others = [foldSpelling(exact), foldSpelling(exact.replaceAll(/[äöü]/g, (letter) => UMLAUTS[letter] ?? letter))];
  return [...new Set(others)].filter((other) => other !== exact && other !== '');
}

/** Without the marks above and below letters; letters with strokes and joined ones become plain. */
export function foldSpelling(exact: string): string {
  if (PLAIN.test(exact)) return exact;
  return exact
    .normalize('NFD')
    .replaceAll(MARKS, '')
    .replaceAll(SPECIAL, (letter) => SPECIAL_LETTERS[letter] ?? letter)
    .normalize('NFC');
}

// Most words; what else is done to the others takes ten times as long.
const ASCII = /^[\0-\x7f]*$/;
const PLAIN = /^[a-z0-9]*$/;
/** Of Latin, Greek and Cyrillic letters, and the vowels of Hebrew and Arabic; those of other scripts make other words. */
const MARKS =
  /[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670]|\u0640/g;
const UMLAUTS: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue' };
/** Letters that no form of Unicode takes apart. */
const SPECIAL_LETTERS: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ŧ: 't',
  ı: 'i',
  ŋ: 'n',
  ĸ: 'k',
};
const SPECIAL = new RegExp(`[${Object.keys(SPECIAL_LETTERS).join('')}]`, 'g');
