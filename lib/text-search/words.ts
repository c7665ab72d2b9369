import { exactSpelling, otherSpellings } from './spelling.ts';

/**
 * `word` is cut at what separates words. Chinese, Japanese, Korean, Thai and others hardly separate theirs: of them each
 * two neighbours are a `pair`, which finds a word wherever it stands, and each one a `letter`. A `sign` is an emoji.
 */
type WordKind = 'word' | 'pair' | 'letter' | 'sign';

export interface TextWord {
  readonly kind: WordKind;
  /** Where it stands in the text. */
  readonly start: number;
  readonly end: number;
  /** In small letters and one of the spellings that Unicode takes to be the same. */
  readonly exact: string;
  /** Other spellings of it, such as without the marks above its letters; the plainest first. */
  readonly others: readonly string[];
}

/** Characters; more than that of one word are left out. */
const MAX_WORD = 64;

/** All words of a text in their order, at most so many. Signs that are no words are skipped. */
export function* cutWords(text: string, most = Infinity): Generator<TextWord> {
  let count = 0;
  for (const word of allWords(text)) {
    if (count >= most) return;
    count += 1;
    yield word;
  }
}

function* allWords(text: string): Generator<TextWord> {
  let end = 0;
  for (const { 0: run, index } of MAY_HAVE_RUNS.test(text) ? text.matchAll(RUNS) : []) {
    yield* spacedWords(text.slice(end, index), end);
    end = index + run.length;
    if (UNSPACED.test(run)) yield* neighbours(run, index);
    else yield { kind: 'sign', start: index, end, exact: plainSign(run), others: [] };
  }
  yield* spacedWords(text.slice(end), end);
}

/** None of letters up to those of India, and marks of most texts; to look for runs and emoji takes longer than the rest. */
const MAY_HAVE_RUNS = /[\u0e00-\u1fff\u2031-\u20ab\u20ad-\uffff]/;

// The marks are those that lengthen a vowel or belong to a narrow letter; they stand in no script of their own.
const LETTERS = String.raw`\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Bopo}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}\p{sc=Tibt}ー\uff70\uff9e\uff9f`;
const UNSPACED = new RegExp(`[${LETTERS}]`, 'v');
const RUN_LETTER = `[[${LETTERS}]&&[\\p{L}\\p{M}\\p{N}]]`;
/** An emoji of one character: to try all of several takes a hundred times as long. */
const ALONE = String.raw`[\p{Emoji_Presentation}--\p{RI}](?![\p{Emoji_Modifier}\ufe0f\u200d])`;
const RUNS = new RegExp(`${RUN_LETTER}[${RUN_LETTER}\\p{M}]*|${ALONE}|\\p{RGI_Emoji}`, 'gv');

/** Of `node.js`, `l'eau` and `10:30` each part is a word; of `1.2.3` they are one. Invisible characters do not end a word. */
const PARTS = /(?:[\p{L}\p{M}\p{N}\u00ad\u200c-\u200d\u2060]|(?<=\p{N})[.,](?=\p{N}))+/gu;

// What `Intl.Segmenter` knows besides is how to cut scripts without spaces, and it takes three times as long.
function* spacedWords(text: string, offset: number): Generator<TextWord> {
  for (const { 0: part, index } of text.matchAll(PARTS)) {
    const exact = cut(exactSpelling(part));
    if (!/[\p{L}\p{N}]/u.test(exact)) continue;
    const start = offset + index;
    yield { kind: 'word', start, end: start + part.length, exact, others: otherSpellings(exact).map(cut) };
  }
}

function* neighbours(run: string, offset: number): Generator<TextWord> {
  const exact = exactSpelling(run);
  const letters = Array.from(exact);
  // Where one spelling is longer than the other, all of the run stands for each of its words.
  const isSame = exact.length === run.length;
  let at = 0;
  for (const [index, letter] of letters.entries()) {
    const spanFor = (length: number) => ({
      start: isSame ? offset + at : offset,
      end: isSame ? offset + at + length : offset + run.length,
    });
    yield { kind: 'letter', ...spanFor(letter.length), exact: letter, others: [] };
    const next = letters[index + 1];
    const pair = letter + next;
    if (next !== undefined) yield { kind: 'pair', ...spanFor(pair.length), exact: pair, others: [] };
    at += letter.length;
  }
}

/** A hand is a hand in every colour, and a heart one with and without the mark that makes it an emoji. */
function plainSign(sign: string): string {
  return sign.replaceAll(/[\p{VS}\p{Emoji_Modifier}]/gu, '') || sign;
}

function cut(word: string): string {
  return word.length <= MAX_WORD ? word : Array.from(word).slice(0, MAX_WORD).join('');
}
