/** Letters for each of which one may be wrong. */
const PER_ERROR = 5;
const MIN_LETTERS = 4;
const MAX_LETTERS = 32;

/** How many letters of a word may be wrong: one in five, and none of what has a digit, because another number is another thing. */
function countAllowedErrors(plain: string): number {
  const { length } = Array.from(plain);
  return length < MIN_LETTERS || length > MAX_LETTERS || /\p{N}/u.test(plain)
    ? 0
    : Math.max(1, Math.floor(length / PER_ERROR));
}

/** Whether one was typed for the other; two letters that changed places are one error. */
export function isTypingError(typed: string, plain: string): boolean {
  const allowed = Math.min(countAllowedErrors(typed), countAllowedErrors(plain));
  const [one, other] = [Array.from(typed), Array.from(plain)];
  if (allowed === 0 || Math.abs(one.length - other.length) > allowed) return false;
  return countErrors(one, other) <= allowed;
}

/** Of Damerau and Levenshtein, no letter being moved twice. */
function countErrors(one: readonly string[], other: readonly string[]): number {
  let [before, row]: number[][] = [[], Array.from({ length: other.length + 1 }, (_, at) => at)];
  for (const [at, letter] of one.entries()) {
    const next = [at + 1];
    for (const [column, wanted] of other.entries()) {
      const same = (row?.[column] ?? 0) + (letter === wanted ? 0 : 1);
      const isSwap = letter === other[column - 1] && wanted === one[at - 1];
      const swapped = isSwap ? (before?.[column - 1] ?? 0) + 1 : Infinity;
      next.push(Math.min(same, swapped, (row?.[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    }
    [before, row] = [row, next];
  }
  return row?.at(-1) ?? 0;
}

/**
 * Every word of which one letter may have been typed wrongly so, for an index that cannot be asked which words are alike:
 * some hundreds, of which nearly all stand nowhere.
 */
export function listTypingErrors(plain: string): string[] {
  if (countAllowedErrors(plain) === 0) return [];
  const letters = Array.from(plain);
  const alphabet = ALPHABETS.find((one) => one.includes(letters[0] ?? '')) ?? [];
  const words = new Set<string>();
  for (let at = 0; at <= letters.length; at += 1) {
    const letter = letters[at];
    for (const added of alphabet) words.add(letters.toSpliced(at, 0, added).join(''));
    if (letter === undefined) continue;
    words.add(letters.toSpliced(at, 1).join(''));
    for (const other of alphabet) words.add(letters.with(at, other).join(''));
    const next = letters[at + 1];
    if (next !== undefined) words.add(letters.toSpliced(at, 2, next, letter).join(''));
  }
  words.delete(plain);
  return [...words];
}

const ALPHABETS = ['abcdefghijklmnopqrstuvwxyz', 'абвгдежзиклмнопрстуфхцчшщъыьэюяіє', 'αβγδεζηθικλμνξοπρστυφχψω'].map(
  (letters) => Array.from(letters),
);
