/** English ones; between two of them a word is the same. */
const ENDINGS = ['', 's', 'es', 'd', 'ed', 'e', 'ing'];
/** Letters that both have, before an ending. */
const MIN_STEM = 3;
/** An ending of one letter after so few makes another word, such as `see` and `seed`. */
const MIN_BEFORE_D = 4;
/** In any language so much of a word tells it, whatever its last letters are. */
const MIN_BEGINNING = 5;
const MAX_ENDING = 2;

/**
 * Other forms that a word may have: `crash`, `crashed` and `crashing` of `crashes`, and in any language the word with a shorter
 * ending. Some of them are no words, and stand nowhere.
 * @param plain by `foldSpelling`
 */
export function listInflections(plain: string): string[] {
  const letters = Array.from(plain);
  if (letters.length < MIN_STEM) return [];
  const shorter = [1, MAX_ENDING]
    .map((cut) => letters.slice(0, -cut))
    .filter(({ length }) => length >= MIN_BEGINNING)
    .map((stem) => stem.join(''));
  const forms = /^[a-z]+$/.test(plain) ? ENDINGS.flatMap((ending) => replaceEnding(plain, ending)) : [];
  return [...new Set([...shorter, ...forms])].filter((form) => form !== plain);
}

function replaceEnding(plain: string, ending: string): string[] {
  const stem = plain.slice(0, plain.length - ending.length);
  if (!plain.endsWith(ending) || stem.length < MIN_STEM || !isEnding(stem, ending)) return [];
  return ENDINGS.filter((other) => isEnding(stem, other)).map((other) => stem + other);
}

function isEnding(stem: string, ending: string): boolean {
  if (ending === 's') return !stem.endsWith('s');
  return ending !== 'd' || (stem.endsWith('e') && stem.length >= MIN_BEFORE_D);
}
