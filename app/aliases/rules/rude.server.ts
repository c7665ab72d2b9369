import { harmlessWords, rudeWords } from '#content/rude-words.ts';

import { readAsLatin, readAsWritten } from './readings.server.ts';

interface RudeWord {
  readonly word: string;
  readonly locale: string;
}

/** The words of a tidy name that a moderator has to look at, each once, in look-alikes and other disguises too. */
export function findRudeWords(alias: string): RudeWord[] {
  const readings = toReadings(alias);
  const found = new Set(KINDS.flatMap((reads) => readings[reads].flatMap((text) => patternsIn(text, reads))));
  const inOrder = PATTERNS.filter((pattern) => found.has(pattern));
  return [...new Map(inOrder.map(({ word, locale }) => [word, { word, locale }])).values()];
}

function patternsIn(text: string, reads: keyof Readings): RudePattern[] {
  const letters = Array.from(text);
  const starts = new Set([...letters, ...letters.map((letter, at) => `${letter}${letters[at + 1] ?? ''}`)]);
  const tried = [...starts].flatMap((start) => BY_START.get(`${reads} ${start}`) ?? []);
  return tried.filter(({ pattern: { pattern } }) => pattern.test(text)).map(({ pattern }) => pattern);
}

interface RudePattern extends RudeWord {
  readonly pattern: RegExp;
  readonly reads: keyof Readings;
  /** One of them is in each text that matches: where the first letter of the word meets the second, or it alone. */
  readonly starts: readonly string[];
}

/** A name as its words between spaces: with look-alikes as Latin letters, as written, and all in one word. */
interface Readings {
  readonly latin: string[];
  readonly written: string[];
  readonly latinRun: string[];
  readonly writtenRun: string[];
}

function toReadings(alias: string): Readings {
  const spellings = [alias, alias.replaceAll(/(\p{Ll})(?=\p{Lu})/gu, '$1 ')].map(splitWords);
  const read = (readWord: (word: string) => string) => {
    const words = spellings.map((spelling) => spelling.map(readWord));
    const texts = [...words, ...words.map(joinLetters), ...words.map(joinShortWords)].map(
      (text) => ` ${text.join(' ')} `,
    );
    return [...new Set(texts.map(withoutHarmless))];
  };
  const [latin, written] = [read(readAsLatin), read(readAsWritten)];
  const run = (texts: string[]) => [withoutHarmless((texts[0] ?? '').replaceAll(/[^\p{L}\p{M}]/gu, ''))];
  return {
    latin: [...new Set(latin.flatMap((text) => [text, text.replaceAll('rn', 'm'), text.replaceAll('vv', 'w')]))],
    written,
    latinRun: run(latin),
    writtenRun: run(written),
  };
}

function splitWords(text: string): string[] {
  return text.split(/[^\p{L}\p{M}\p{Nd}]+/u).filter((word) => word !== '');
}

/** “f u c k” is one word. */
function joinLetters(words: readonly string[]): string[] {
  return join(words, (last, next) => last.isLetters && next.length === 1);
}

/** “fu ck” and “f uck” too; “pen is” are two. */
function joinShortWords(words: readonly string[]): string[] {
  return join(words, ({ length }, next) => length === 1 || next.length === 1 || (length === 2 && next.length === 2));
}

interface LastWord {
  readonly length: number;
  readonly isLetters: boolean;
}

function join(words: readonly string[], belongs: (last: LastWord, next: string) => boolean): string[] {
  const joined: string[] = [];
  let last: LastWord | undefined;
  for (const word of words) {
    const isJoined = last !== undefined && belongs(last, word);
    if (isJoined) joined.push(`${joined.pop() ?? ''}${word}`);
    else joined.push(word);
    last = { length: word.length, isLetters: word.length === 1 && (!isJoined || last?.isLetters === true) };
  }
  return joined;
}

function withoutHarmless(text: string): string {
  return HARMLESS.reduce((rest, phrase) => rest.replaceAll(phrase, '.'), text);
}

const HARMLESS = harmlessWords.split(', ').map(readAsWritten);

/** Digits and letters that stand for others. */
const STAND_INS: Readonly<Record<string, string>> = {
  a: 'a4',
  b: 'b8',
  e: 'e3',
  g: 'g69',
  i: 'i1',
  l: 'l1',
  o: 'o0',
  s: 's5',
  t: 't7',
  u: 'uv',
  z: 'z2',
  б: 'б6',
  з: 'з3',
  и: 'и1',
  о: 'о0',
  ч: 'ч4',
};
/** In a longer word one stands for the other, but not beside it: “flick” is no other word. */
const ALIKE: Readonly<Record<string, string>> = { i: 'l', l: 'i' };

const IS_LATIN = /^[a-z]+$/;
const HAS_SPACES = /^[\p{Script=Latin}\p{Script=Cyrillic}]/u;
/** From this length on a word is no accident where two meet. */
const LONG = 8;

const PATTERNS: readonly RudePattern[] = Object.entries(rudeWords).flatMap(([locale, lists]) =>
  (['anywhere', 'alone'] as const).flatMap((position) =>
    lists[position].split(' ').flatMap((word) => buildPatterns({ word, locale }, position === 'anywhere')),
  ),
);

const KINDS = ['latin', 'written', 'latinRun', 'writtenRun'] as const satisfies (keyof Readings)[];

const BY_START = Map.groupBy(
  PATTERNS.flatMap((pattern) => pattern.starts.map((start) => ({ key: `${pattern.reads} ${start}`, pattern }))),
  ({ key }) => key,
);

function buildPatterns({ word, locale }: RudeWord, isAnywhere: boolean): RudePattern[] {
  const isLatin = IS_LATIN.test(word);
  const runs = splitRuns(isLatin ? word : readAsWritten(word));
  const letters = runs
    .map(({ own, other, count }) => (other ? `(?:[${own}]{${count},}|${other}{${count}})` : `[${own}]{${count},}`))
    .join('');
  const [first = [], second = ['']] = runs.map(({ own, other = '' }) => Array.from(own + other));
  const starts = first.flatMap((letter) => second.map((next) => letter + next));
  const reads = isLatin ? 'latin' : 'written';
  const common = { word, locale, starts };
  if (!isAnywhere) {
    const pattern = new RegExp(` \\d*${letters}(?:${isLatin ? 'e?s' : ''})?\\d* `, 'u');
    return [{ ...common, reads, pattern }];
  }
  const pattern = new RegExp(letters, 'u');
  const inWords = { ...common, reads, pattern } as const;
  if (word.length < LONG && HAS_SPACES.test(word)) return [inWords];
  return [inWords, { ...inWords, reads: `${reads}Run` }];
}

interface LetterRun {
  readonly count: number;
  /** The letter and what stands for it, at least so often. */
  readonly own: string;
  /** Stands for it just so often. */
  readonly other: string | undefined;
}

function splitRuns(word: string): LetterRun[] {
  return Array.from(word.matchAll(/(.)\1*/gu), ([run, letter = '']) => ({
    count: Array.from(run).length,
    own: STAND_INS[letter] ?? letter,
    other: word.length < 4 ? undefined : ALIKE[letter],
  }));
}
