import type { ProblemKind } from '#lib/problem.ts';

import {
  invisible,
  noLetter,
  tooManyEmoji,
  tooManyMarks,
  wrongDirection,
  wrongEdges,
  wrongLength,
  wrongLetters,
} from '../problems.ts';

/** In grapheme clusters. */
export const MIN_LENGTH = 2;
export const MAX_LENGTH = 24;
/** In UTF-16 units: one grapheme cluster may have several. */
export const MAX_TYPED = 200;

/** A name in its stored form: compatible letters as the plain ones (NFKC), one space between words. Of a long text only the beginning: a run of marks takes a second. */
export function tidyAlias(typed: string): string {
  return typed
    .slice(0, 5 * MAX_TYPED)
    .normalize('NFKC')
    .replaceAll(/\p{White_Space}+/gu, ' ')
    .trim()
    .normalize('NFKC');
}

/** Equal for two spellings of one name: case and forms of letters do not count. */
export function aliasKey(alias: string): string {
  return alias.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC');
}

/** The rule that a tidy name breaks; reserved names are checked by `isReserved`. */
export function findBrokenRule(alias: string): ProblemKind | undefined {
  return CHECKS.find(([isBroken]) => isBroken(alias))?.[1];
}

const CHECKS: readonly [isBroken: (alias: string) => boolean, rule: ProblemKind][] = [
  [(alias) => /\p{Bidi_Control}/u.test(alias), wrongDirection],
  [(alias) => /\p{Default_Ignorable_Code_Point}/u.test(alias), invisible],
  [hasWrongLength, wrongLength],
  [
    (alias) => !/^[\p{L}\p{M}\p{Nd}\p{Emoji_Presentation} \-_.'’·]*$/u.test(alias) || FLAG_PART.test(alias),
    wrongLetters,
  ],
  [hasTooManyMarks, tooManyMarks],
  [(alias) => !/\p{L}/u.test(alias), noLetter],
  [(alias) => (alias.match(/\p{Emoji_Presentation}/gu)?.length ?? 0) > MAX_EMOJI, tooManyEmoji],
  [(alias) => /^[\p{M} \-_.'’·]|[ \-_.'’·]$|[ \-_.'’·]{2}/u.test(alias), wrongEdges],
];

const MAX_EMOJI = 2;
/** Halves of flags and skin tones mean nothing alone. */
const FLAG_PART = /[\p{Regional_Indicator}\p{Emoji_Modifier}]/u;

function hasWrongLength(alias: string): boolean {
  const length = Array.from(new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(alias)).length;
  return length < MIN_LENGTH || length > MAX_LENGTH || alias.length > MAX_TYPED;
}

/** Accents of no script of their own pile up; some scripts need more marks, but none more than four (UTS 39 §5.4). */
export function hasTooManyMarks(alias: string): boolean {
  const marks = alias.normalize('NFD').match(/\p{Mn}+/gu) ?? [];
  return marks.some((pile) => {
    const accents = pile.match(/\p{Script=Inherited}/gu)?.length ?? 0;
    return accents > MAX_ACCENTS || Array.from(pile).length > MAX_MARKS || /(.)\1/u.test(pile);
  });
}

const MAX_ACCENTS = 2;
const MAX_MARKS = 4;
