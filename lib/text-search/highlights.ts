import { OTHER } from './index-words.ts';
import type { SearchTerm } from './search-terms.ts';
import { exactSpelling, foldSpelling } from './spelling.ts';
import { isTypingError } from './typing-errors.ts';
import { BESIDE } from './word-sequence.ts';
import { cutWords } from './words.ts';
import type { TextWord } from './words.ts';

/** Pieces of a text in their order; together they are the text. */
export type HighlightedText = readonly HighlightedPart[];

interface HighlightedPart {
  readonly text: string;
  readonly isHit: boolean;
}

/** Marks the words that the terms find; those that are only alike, where a term finds nothing better. */
export function highlight(text: string, terms: readonly SearchTerm[]): HighlightedText {
  const words = [...cutWords(text)];
  const hits = terms.flatMap((term) => {
    const found = words.filter((word, at) => isFound(word, term) || isHalf(word, words[at - 1], words[at + 1], term));
    return found.length > 0 ? found : words.filter((word) => isAlike(word, term));
  });
  const parts: HighlightedPart[] = [];
  let end = 0;
  for (const hit of hits.toSorted((one, other) => one.start - other.start)) {
    // Pairs overlap.
    const start = Math.max(hit.start, end);
    if (hit.end <= start) continue;
    if (start > end) parts.push({ text: text.slice(end, start), isHit: false });
    const before = parts.at(-1);
    const part = { text: text.slice(start, hit.end), isHit: true };
    if (before?.isHit) parts[parts.length - 1] = { text: before.text + part.text, isHit: true };
    else parts.push(part);
    end = hit.end;
  }
  if (end < text.length) parts.push({ text: text.slice(end), isHit: false });
  return parts;
}

/** Characters around the first hit of an excerpt. */
const BEFORE = 60;
const LENGTH = 220;

/** The piece of a long text in which the terms stand, cut at spaces; nothing where none of them does. */
export function findExcerpt(text: string, terms: readonly SearchTerm[]): HighlightedText | undefined {
  const wanted = terms.map(({ exact, plain }) => plain || exact);
  const positions = text.split('\n').map((line) => [line, placeIn(line, wanted)] as const);
  const [line, at] = positions.find(([, found]) => found !== -1) ?? [];
  if (line === undefined || at === undefined) return undefined;
  const start = at <= BEFORE ? 0 : spaceAfter(line, at - BEFORE, at);
  const end = start + LENGTH >= line.length ? line.length : spaceBefore(line, start + LENGTH, at);
  const parts = highlight(line.slice(start, end), terms);
  if (!parts.some(({ isHit }) => isHit)) return undefined;
  const dots = { text: '…', isHit: false };
  return [...(start > 0 ? [dots] : []), ...parts, ...(end < line.length ? [dots] : [])];
}

/** About where the first of the words stands: other spellings may be some letters longer. */
function placeIn(line: string, wanted: readonly string[]): number {
  const plain = foldSpelling(exactSpelling(line));
  const positions = wanted.map((word) => plain.indexOf(word)).filter((position) => position !== -1);
  return positions.length === 0 ? -1 : Math.min(...positions, line.length);
}

function spaceAfter(line: string, from: number, most: number): number {
  const space = line.indexOf(' ', from);
  return space === -1 || space > most ? wholeAt(line, from) : space + 1;
}

function spaceBefore(line: string, from: number, least: number): number {
  const space = line.lastIndexOf(' ', from);
  return space <= least ? wholeAt(line, from) : space;
}

/** Never between the halves of a character. */
function wholeAt(line: string, at: number): number {
  return /[\udc00-\udfff]/.test(line[at] ?? '') ? at + 1 : at;
}

function isFound({ kind, exact, others }: TextWord, term: SearchTerm): boolean {
  if (exact === term.exact || others.includes(term.exact) || term.other.includes(exact)) return true;
  if (others.some((other) => term.other.includes(OTHER + other))) return true;
  if (kind !== 'word' || term.plain === '') return false;
  const plain = foldSpelling(exact);
  if (term.inflected.includes(plain)) return true;
  return (term.isBeginning && plain.startsWith(term.plain)) || (term.inner.length > 0 && plain.includes(term.plain));
}

/** Of a term that is written as two words here, or as one with another. */
function isHalf(word: TextWord, before: TextWord | undefined, after: TextWord | undefined, { joined }: SearchTerm) {
  if (word.kind !== 'word' || joined.length === 0) return false;
  const plain = foldSpelling(word.exact);
  const [first, last] = [before, after].map((one) => (one?.kind === 'word' ? foldSpelling(one.exact) : undefined));
  return [plain, `${first}${BESIDE}${plain}`, `${plain}${BESIDE}${last}`].some((form) => joined.includes(form));
}

function isAlike({ kind, exact }: TextWord, { plain }: SearchTerm): boolean {
  return kind === 'word' && plain !== '' && isTypingError(plain, foldSpelling(exact));
}
