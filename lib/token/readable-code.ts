/** Without vowels, so that no word comes about, and without signs that look like another one. */
export const CODE_LETTERS = 'CDFGHJKMNPQRTVWXY34679';
/** Letters alone, for who types without a keyboard (RFC 8628, section 6.1). Digits that look like one of them are read as it. */
export const PLAIN_LETTERS = 'BCDFGHJKLMNPQRSTVWXZ';
const GROUP = 4;

const MIN_CODE = 4;
export const MAX_CODE = 32;
/** With what people type between the letters. */
export const MAX_TYPED = 100;

const LOOKS: Readonly<Record<string, string>> = { O: '0', I: '1', L: '1', Z: '2', S: '5', B: '8' };

/**
 * What a code is found by, however it was typed: small letters, wide ones, spaces and dashes, and letters that were taken
 * for another, such as O for 0. @returns undefined for what can be none
 */
export function toCodeKey(typed: string): string | undefined {
  if (typed.length > MAX_TYPED) return undefined;
  const letters = typed
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[\s\p{Pd}_]/gu, '');
  if (letters.length < MIN_CODE || letters.length > MAX_CODE || !/^[A-Z0-9]*$/.test(letters)) return undefined;
  return letters.replaceAll(/[OILZSB]/g, (letter) => LOOKS[letter] ?? letter);
}

/** As it is shown: in groups of four. */
export function groupCode(letters: string): string {
  return letters.match(new RegExp(`.{1,${GROUP}}`, 'g'))?.join('-') ?? letters;
}
