import { findIntroduction, isField, isRule, signatureAt } from './client-lines.ts';
import type { MailLine } from './mail-lines.ts';

/** Stands in our mails above what an answer need not repeat; no mail program changes it, in no language. */
const REPLY_MARKER = /##-[^\n]{0,200}-##/;

/** Before the text of our mails. */
export function writeReplyMarker(words: string): string {
  return `##- ${words} -##`;
}

interface ReadAnswer {
  /** What somebody has written, above, between and below what they quote, in its order. */
  readonly words: string;
  /** What else the mail says and what we have not sent: quotes of others, signatures, what may be either. */
  readonly rest: string;
}

export interface SentMails {
  /** What our mails say around that, and what whoever answers has written before. */
  readonly frames: readonly string[];
  /** What each of our mails was about. */
  readonly bodies: readonly string[];
  /** Who they are from: addresses and names. */
  readonly names: readonly string[];
}

/**
 * Takes away of an answer what is certainly our own: lines that we have sent, where they are quoted, and what introduces them.
 * All else is in the words or in the rest. Its work grows with the characters of both.
 */
export function readAnswer(lines: readonly MailLine[], sent: SentMails): ReadAnswer {
  const kinds = classifyLines(lines, sent);
  const [words, rest] = [joinLines(lines, kinds, 'own'), joinLines(lines, kinds, 'rest')];
  // Whoever has only quoted has said that.
  return { words: words === '' ? rest : words, rest: words === '' ? '' : rest };
}

type Kind = 'own' | 'ours' | 'rest';

interface LineKind {
  kind: Kind;
  /** Characters at the beginning that are the writer's own, when the line is not. */
  own: number;
}

function joinLines(lines: readonly MailLine[], kinds: readonly LineKind[], wanted: Kind): string {
  const parts: string[] = [];
  let isGap = false;
  for (const [at, { depth, text }] of lines.entries()) {
    const { kind, own } = kinds[at] ?? { kind: 'own', own: 0 };
    const shown = kind === wanted ? text.slice(own) : wanted === 'own' ? text.slice(0, own) : '';
    const isTaken = kind === wanted || shown !== '';
    const isEmpty = shown.trim() === '';
    if (!isTaken || (isEmpty && (isGap || parts.length === 0))) {
      isGap ||= !isTaken;
      continue;
    }
    if (isGap && parts.length > 0 && parts.at(-1) !== '') parts.push('');
    isGap = false;
    parts.push(`${wanted === 'rest' && depth > 0 ? `${'>'.repeat(depth)} ` : ''}${shown.trimEnd()}`);
  }
  return parts.join('\n').trim();
}

function classifyLines(given: readonly MailLine[], { frames, bodies, names }: SentMails): LineKind[] {
  const sent = new KnownText([...frames, ...bodies]);
  const letters = given.map(({ text }) => pickLetters(text));
  const lines = given.map((line, at) => {
    const [before, next] = [given[at - 1], given[at + 1]];
    const isMarker = hasMarker(line, next) || (before !== undefined && hasMarker(before, line, 'in both'));
    const own = letters[at] ?? '';
    return { ...line, isMarker, letters: own.length, isSent: sent.has(own, letters[at - 1]) };
  });
  const kinds = lines.map((): LineKind => ({ kind: 'own', own: 0 }));
  const blocks = findQuotes(lines, unquotedAt(lines, names));
  const quoted = new KnownText(blocks.map(({ from, to }) => letters.slice(from, to).join('')));
  const isWhole = bodies.some((body) => quoted.hasHalfOf(body));
  const isOurs = blocks.reduce((sum, block) => sum + sentIn(lines, block), 0) >= PROOF;
  for (const block of blocks) markQuote(lines, kinds, block, { isOurs, isWhole, names });
  let from = 0;
  // Above each quote, and at the end.
  for (const { from: at, to } of [...blocks, { from: lines.length, to: lines.length }]) {
    markSignature(lines, kinds, from, at);
    from = to;
  }
  return kinds;
}

interface SeenLine extends MailLine {
  readonly letters: number;
  readonly isMarker: boolean;
  /** It is in a mail of ours. */
  readonly isSent: boolean;
}

/** Also where a mail program broke it over two lines. */
function hasMarker({ text, depth }: MailLine, next: MailLine | undefined, where?: 'in both'): boolean {
  if (!text.includes('##-')) return false;
  if (REPLY_MARKER.test(text)) return where === undefined;
  return next?.depth === depth && REPLY_MARKER.test(`${text} ${next.text}`);
}

interface Quote {
  readonly from: number;
  readonly to: number;
}

/** Each as far as the next line of somebody's own; the last one may be quoted without a sign. */
function findQuotes(lines: readonly SeenLine[], unquoted: number): Quote[] {
  const quotes: Quote[] = [];
  let [from, to] = [-1, -1];
  const end = () => {
    if (from !== -1) quotes.push({ from, to });
    from = -1;
  };
  for (const [at, { depth, text }] of lines.slice(0, unquoted).entries()) {
    if (depth > 0) {
      if (from === -1) from = at;
      to = at + 1;
    } else if (text.trim() !== '') end();
  }
  end();
  if (unquoted < lines.length) quotes.push({ from: unquoted, to: lines.length });
  return quotes;
}

/** Letters and digits of what we have sent, from which on a quote is one of it. */
const PROOF = 60;
/** Lines of the head of a mail, and below it to our marker. */
const [HEAD_LINES, MARKER_LINES] = [9, 12];

/**
 * Where our mail stands without a sign of a quote, as Outlook and others leave it: at our marker, or at the head of a mail that
 * names us, or with what we have sent below it.
 * @returns the number of lines without one
 */
function unquotedAt(lines: readonly SeenLine[], names: readonly string[]): number {
  const marker = lines.findIndex(({ depth, isMarker }) => depth === 0 && isMarker);
  let below = lines.reduce((sum, { isSent, letters }) => sum + (isSent ? letters : 0), 0);
  let [fields, isNamed] = [0, false];
  for (const [at, { depth, text, isSent, letters }] of lines.entries()) {
    if (at === marker) return withHead(lines, at);
    if (isSent) below -= letters;
    if (depth === 0 && isField(text)) {
      fields += 1;
      isNamed ||= includesAny(text, names);
      continue;
    }
    const isMarked = marker > at && marker <= at + MARKER_LINES;
    if (fields >= 3 && (isNamed || isMarked || below >= PROOF)) return withHead(lines, at - fields);
    [fields, isNamed] = [0, false];
  }
  return lines.length;
}

/** With what introduces it: the head of a mail, a rule, and the empty lines between them. */
function withHead(lines: readonly MailLine[], at: number): number {
  const isGap = ({ depth, text }: MailLine) => depth === 0 && (text.trim() === '' || isRule(text));
  const gap = lines.slice(0, at).findLastIndex((line) => !isGap(line)) + 1;
  const head = lines.slice(Math.max(0, gap - HEAD_LINES), gap);
  const from = head.findLastIndex(({ depth, text }) => depth > 0 || !/^[^:：]{1,40}[:：]/.test(text)) + 1;
  const fields = head.slice(from).filter(({ text }) => isField(text)).length;
  if (fields < Math.min(2, head.length - from)) return gap;
  const first = gap - (head.length - from);
  return lines.slice(0, first).findLastIndex((line) => !isGap(line)) + 1;
}

/** Letters that we have sent. */
function sentIn(lines: readonly SeenLine[], { from, to }: Quote): number {
  return lines.slice(from, to).reduce((sum, { isSent, letters }) => sum + (isSent ? letters : 0), 0);
}

interface QuotedMail {
  /** So much of it that it is one of ours. */
  readonly isOurs: boolean;
  /** With what the mail was about, so that what we have not sent was typed there. Else it may be a quote of somebody else. */
  readonly isWhole: boolean;
  readonly names: readonly string[];
}

function markQuote(
  lines: readonly SeenLine[],
  kinds: readonly LineKind[],
  quote: Quote,
  { isOurs, isWhole, names }: QuotedMail,
): void {
  const isAllSent = lines
    .slice(quote.from, quote.to)
    .every(({ letters, isSent, isMarker }) => letters === 0 || isSent || isMarker);
  const isCopy = sentIn(lines, quote) > 0 && (isOurs || isAllSent);
  for (let at = quote.from; at < quote.to; at += 1) {
    const [line, kind] = [lines[at], kinds[at]];
    if (line === undefined || kind === undefined) continue;
    const isIntroduction = includesAny(line.text, names) && findIntroduction([line.text]) !== undefined;
    const isFrame = line.depth > 1 || isField(line.text) || isRule(line.text) || isIntroduction;
    if (line.isSent || line.isMarker || line.letters === 0) kind.kind = 'ours';
    else if (!isCopy || !isWhole || isFrame) kind.kind = 'rest';
  }
  markIntroduction(lines, kinds, quote.from, isCopy ? 'ours' : names);
}

/** Empty lines between it and the quote, and lines over which mail programs break it. */
const [GAP, INTRODUCTION] = [3, 4];

/** It goes with a quote of ours, or one that it says is ours. */
function markIntroduction(
  lines: readonly SeenLine[],
  kinds: readonly LineKind[],
  quote: number,
  whose: 'ours' | readonly string[],
): void {
  const isEmpty = (line: SeenLine | undefined) => line?.depth === 0 && line.text.trim() === '';
  let end = quote;
  while (end > quote - GAP && isEmpty(lines[end - 1])) end -= 1;
  let first = end;
  while (first > end - INTRODUCTION && lines[first - 1]?.depth === 0 && !isEmpty(lines[first - 1])) first -= 1;
  const above = lines.slice(first, end).map(({ text }) => text);
  const found = findIntroduction(above);
  if (found === undefined) return;
  const isOurs = whose === 'ours' || includesAny(above.slice(-found.lines).join(' '), whose);
  for (const kind of kinds.slice(end - found.lines, end)) kind.kind = isOurs ? 'ours' : 'rest';
  const begin = kinds[end - found.lines];
  if (begin !== undefined) begin.own = found.from;
}

function markSignature(lines: readonly MailLine[], kinds: readonly LineKind[], from: number, to: number): void {
  const own = [];
  for (let at = from; at < to && kinds[at]?.kind === 'own'; at += 1) own.push(lines[at]?.text ?? '');
  for (let at = from + signatureAt(own); at < from + own.length; at += 1) {
    const kind = kinds[at];
    if (kind !== undefined) kind.kind = 'rest';
  }
}

function includesAny(text: string, names: readonly string[]): boolean {
  const folded = text.toLowerCase();
  return names.some((name) => name !== '' && folded.includes(name.toLowerCase()));
}

/** Letters and digits alone, which no mail program changes: without links, which some write anew. */
function pickLetters(text: string): string {
  if (text === '') return '';
  return text
    .replaceAll(/https?:\/\/\S+/g, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '')
    .toLowerCase();
}

/** Letters that are looked up at once, and of all that is kept of what was sent. */
const [PIECE, MAX_SENT] = [8, 100_000];

/** However a mail program breaks its lines. */
class KnownText {
  readonly #pieces = new Set<string>();
  readonly #lines = new Set<string>();

  constructor(texts: readonly string[]) {
    let left = MAX_SENT;
    for (const text of texts) {
      const letters = pickLetters(text.slice(0, left));
      left -= letters.length;
      for (const line of text.split('\n')) this.#lines.add(pickLetters(line));
      for (let at = 0; at + PIECE <= letters.length; at += 1) this.#pieces.add(letters.slice(at, at + PIECE));
    }
  }

  /** @param before those of the line above it, of which a short one may be the end */
  has(letters: string, before = ''): boolean {
    if (letters === '') return false;
    if (letters.length >= PIECE) return this.#hasPieces(letters);
    return this.#lines.has(letters) || this.#hasPieces(`${before.slice(1 - PIECE)}${letters}`);
  }

  hasHalfOf(text: string): boolean {
    const letters = pickLetters(text.slice(0, MAX_SENT));
    let found = 0;
    for (let at = 0; at + PIECE <= letters.length; at += 1)
      if (this.#pieces.has(letters.slice(at, at + PIECE))) found += 1;
    return found > 0 && found * 2 >= letters.length - PIECE;
  }

  #hasPieces(letters: string): boolean {
    for (let at = 0; at + PIECE <= letters.length; at += 1) {
      if (!this.#pieces.has(letters.slice(at, at + PIECE))) return false;
    }
    return letters.length >= PIECE;
  }
}
