import { OTHER } from './index-words.ts';
import { foldSpelling } from './spelling.ts';
import { innerTrigramsOf, trigramsOf } from './trigrams.ts';
import { cutWords } from './words.ts';

/** A word that is looked for. Whatever fits one of its lists is a hit, best by `exact`. */
export interface SearchTerm {
  readonly exact: string;
  /** What an index has for other spellings of it. */
  readonly other: readonly string[];
  /** Its plainest spelling; empty where it is no word cut at spaces, and found as it is alone. */
  readonly plain: string;
  /** Whether a word may go on behind it: it is the last, and may be unfinished. */
  readonly isBeginning: boolean;
  /** Those of a word that may stand inside of another; empty where it is too short for that. */
  readonly inner: readonly string[];
  /** By which words with typing errors are alike; empty where it is too short for that. */
  readonly trigrams: readonly string[];
}

export const MAX_SEARCH_TEXT = 256;
export const MAX_TERMS = 8;
const MIN_BEGINNING = 3;
const MIN_INNER = 5;
const MIN_SIMILAR = 4;

/** What is looked for by a text, every term at once; the terms after the eighth are left out. None for a text of signs. */
export function readSearchTerms(text: string): SearchTerm[] {
  const words = [...cutWords(text.slice(0, MAX_SEARCH_TEXT), 2 * MAX_SEARCH_TEXT)].filter(
    // A letter that is a part of a pair says nothing beside it.
    ({ kind, start, end }, _, all) =>
      kind !== 'letter' || !all.some((other) => other.kind === 'pair' && other.start <= start && other.end >= end),
  );
  const last = words.at(-1);
  const terms = new Map<string, SearchTerm>();
  for (const { kind, exact, others, start } of words) {
    if (terms.size === MAX_TERMS) break;
    if (terms.has(exact)) continue;
    const plain = kind === 'word' ? foldSpelling(exact) : '';
    const { length } = Array.from(plain);
    terms.set(exact, {
      ...{ exact, plain, other: [...others.flatMap((other) => [other, OTHER + other]), OTHER + exact] },
      isBeginning: start === last?.start && length >= MIN_BEGINNING,
      inner: length >= MIN_INNER ? innerTrigramsOf(plain) : [],
      trigrams: length >= MIN_SIMILAR ? trigramsOf(plain) : [],
    });
  }
  return [...terms.values()];
}
