import { OTHER } from './index-words.ts';
import { listInflections } from './inflections.ts';
import { foldSpelling } from './spelling.ts';
import { toInnerTrigrams, toTrigrams } from './trigrams.ts';
import { BESIDE, WordSequence } from './word-sequence.ts';
import { cutWords } from './words.ts';
import type { TextWord } from './words.ts';

/** What somebody looks for: all of the terms and phrases, and nothing that is excluded. */
export interface SearchText {
  readonly terms: readonly SearchTerm[];
  readonly phrases: readonly SearchPhrase[];
  /** Spellings of words by which a text is excluded; of one with several words, all of them. */
  readonly excluded: readonly (readonly string[])[];
}

/** Words that stand beside each other. */
export interface SearchPhrase {
  /** It stands in the `WordSequence` of a text that has the phrase. */
  readonly text: string;
  /** Of its words; such a text has all of them. */
  readonly neighbours: readonly string[];
  /** Whether these say all: a text with the only two of them has the phrase. */
  readonly isOfTwo: boolean;
  /** Whether somebody has put it in quotation marks. */
  readonly isQuoted: boolean;
}

/** A word that is looked for. Whatever fits one of its lists is a hit, best by `exact`. */
export interface SearchTerm {
  readonly exact: string;
  /** What an index has for other spellings of it. */
  readonly other: readonly string[];
  /** Its plainest spelling; empty where it is no word cut at spaces, and found as it is alone. */
  readonly plain: string;
  /** Other forms of the word, in their plainest spelling. */
  readonly inflected: readonly string[];
  /** What an index has where it was written as two words, or as one with that which stands beside it. */
  readonly joined: readonly string[];
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
/** Letters of a word that is written as two, and of each of these. */
const [MIN_JOINED, MAX_JOINED, MIN_HALF] = [5, 24, 2];
/** Letters of a word that says something by itself; articles and the like are in most texts. */
const MIN_TELLING = 3;

/** A phrase in quotation marks, maybe after a hyphen; or a word after one. */
const MARKED = /((?<!\S)-)?["“”„«»]([^"“”„«»]+)["“”«»]|(?<!\S)-([\p{L}\p{N}\p{RGI_Emoji}]\S*)/gv;
/** Letters without spaces between them; two are found by their pair. */
const MIN_RUN = 3;

/**
 * What is looked for by a text: words in quotation marks stand beside each other, and so do letters of scripts without
 * spaces; a word after a hyphen stands nowhere. At most so many terms and excluded words; none for a text of signs.
 */
export function readSearchText(text: string): SearchText {
  const unwanted: string[] = [];
  const quoted: TextWord[][] = [];
  const wanted = text
    .slice(0, MAX_SEARCH_TEXT)
    .replaceAll(MARKED, (part, hyphen: string | undefined, phrase: string | undefined, word = '') => {
      if (phrase === undefined || hyphen !== undefined) {
        unwanted.push(phrase ?? word);
        return ' ';
      }
      quoted.push([...cutWords(phrase)]);
      return part;
    });
  const runs = groupRuns([...cutWords(wanted)]).filter(({ length }) => length >= MIN_RUN);
  const phrases = [
    ...runs.map((words) => toPhrase(words, false)),
    ...quoted.filter((words) => words.length > 1).map((words) => toPhrase(words, true)),
  ];
  return {
    terms: readSearchTerms(wanted),
    phrases: [...new Map(phrases.map((phrase) => [phrase.text, phrase])).values()],
    excluded: unwanted.slice(0, MAX_TERMS).flatMap(excludedSpellings),
  };
}

function excludedSpellings(typed: string): (readonly string[])[] {
  const words = [...cutWords(typed)].filter(isTerm);
  const [only, ...more] = words;
  if (only === undefined) return [];
  if (more.length > 0) return [[...new Set(words.map(({ exact }) => exact))]];
  return [only.exact, ...otherForms(only)].map((form) => [form]);
}

/** Neighbouring letters, as far as they stand beside each other. */
function groupRuns(words: readonly TextWord[]): TextWord[][] {
  const runs: TextWord[][] = [];
  for (const word of words.filter(({ kind }) => kind === 'letter')) {
    const run = runs.at(-1);
    const last = run?.at(-1);
    if (last !== undefined && (last.end === word.start || last.start === word.start)) run?.push(word);
    else runs.push([word]);
  }
  return runs;
}

/** At its ends letters may have others beside them, and words may not. */
function toPhrase(words: readonly TextWord[], isQuoted: boolean): SearchPhrase {
  const sequence = new WordSequence();
  for (const word of words) sequence.add(word);
  const text = sequence.toString();
  const isLetter = (word: TextWord | undefined) => word?.kind === 'letter' || word?.kind === 'pair';
  return {
    text: text.slice(isLetter(words[0]) ? 1 : 0, isLetter(words.at(-1)) ? -1 : undefined),
    neighbours: [...sequence.neighbours],
    isOfTwo: words.length === 2 && sequence.neighbours.size === 1,
    isQuoted,
  };
}

/** What is looked for by plain words, every term at once; the terms after the eighth are left out. */
export function readSearchTerms(text: string): SearchTerm[] {
  const words = [...cutWords(text.slice(0, MAX_SEARCH_TEXT), 2 * MAX_SEARCH_TEXT)].filter(isTerm);
  const last = words.at(-1);
  const terms = new Map<string, SearchTerm>();
  for (const [at, word] of words.entries()) {
    if (terms.size === MAX_TERMS) break;
    const { exact, start } = word;
    if (terms.has(exact)) continue;
    const plain = toPlain(word);
    const { length } = Array.from(plain);
    terms.set(exact, {
      exact,
      plain,
      other: otherForms(word),
      inflected: listInflections(plain),
      joined: [...splitWord(plain), ...joinBeside(toPlain(words[at - 1]), plain, toPlain(words[at + 1]))],
      isBeginning: start === last?.start && length >= MIN_BEGINNING,
      inner: length >= MIN_INNER ? toInnerTrigrams(plain) : [],
      trigrams: length >= MIN_SIMILAR ? toTrigrams(plain) : [],
    });
  }
  return [...terms.values()];
}

/** How many of the terms have to be found where no text has all of them: half of those that say something. */
export function countNeeded(terms: readonly SearchTerm[]): number {
  const telling = terms.filter(isTelling).length;
  return telling === 0 ? terms.length : Math.ceil(telling / 2);
}

export function isTelling({ plain }: SearchTerm): boolean {
  return plain === '' || Array.from(plain).length >= MIN_TELLING;
}

/** Empty for what is not cut at spaces. */
function toPlain(word: TextWord | undefined): string {
  return word?.kind === 'word' ? foldSpelling(word.exact) : '';
}

/** As it stands where somebody wrote `Steam Deck` or `AB-1234` for `steamdeck` or `ab1234`. */
function splitWord(plain: string): string[] {
  const letters = Array.from(plain);
  if (letters.length < MIN_JOINED || letters.length > MAX_JOINED) return [];
  return letters.slice(MIN_HALF, 1 - MIN_HALF).map((_, at) => letters.toSpliced(at + MIN_HALF, 0, BESIDE).join(''));
}

function joinBeside(before: string, plain: string, after: string): string[] {
  const words = [
    [before, plain],
    [plain, after],
  ].filter((two) => two.every((word) => word !== ''));
  return words.map((two) => two.join('')).flatMap((word) => [word, OTHER + word]);
}

/** A letter that is a part of a pair says nothing beside it. */
function isTerm({ kind, start, end }: TextWord, _: number, all: readonly TextWord[]): boolean {
  return kind !== 'letter' || !all.some((other) => other.kind === 'pair' && other.start <= start && other.end >= end);
}

/** What an index has for other spellings of a word. */
function otherForms({ exact, others }: TextWord): string[] {
  return [...others.flatMap((other) => [other, OTHER + other]), OTHER + exact];
}
