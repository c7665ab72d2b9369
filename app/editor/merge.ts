import { diff3Merge } from 'node-diff3';

import type { FieldValues } from '#app/current/forms/form-state.ts';

type MergePart = MergedLines | TextConflict;

interface MergedLines {
  /** The place among all parts, from 0. */
  readonly at: number;
  readonly lines: readonly string[];
}

export interface TextConflict {
  readonly at: number;
  readonly base: readonly string[];
  readonly mine: readonly string[];
  readonly theirs: readonly string[];
  /** What of each side differs from `base`, word by word; undefined where that is too much. */
  readonly marks?: SideMarks;
}

export type MergeSide = 'mine' | 'theirs';
export type SideMarks = Readonly<Record<MergeSide, readonly WordMark[] | undefined>>;

export interface WordMark {
  readonly kind: 'added' | 'removed' | 'same';
  readonly text: string;
}

export interface FieldConflict {
  readonly name: string;
  readonly base: string;
  readonly mine: string;
  readonly theirs: string;
  readonly marks?: SideMarks;
}

/** What has to be chosen where two people changed one document, and what came together by itself. */
export interface Merge {
  /** Of the state that the other person saved; a merged document replaces that one. */
  readonly etag: string;
  /** Fields without conflict, but for the text. */
  readonly values: FieldValues;
  readonly fields: readonly FieldConflict[];
  readonly parts: readonly MergePart[];
}

export const MERGE_CHOICES = ['mine', 'theirs', 'both', 'own'] as const;
export type MergeChoice = (typeof MERGE_CHOICES)[number];

/** More changed lines than these are one conflict: finding what they share takes time by their square. */
const MAX_LINES = 3000;
/** So are lines that are equal to very many others, such as the numbers of a list. */
const MAX_PAIRS = 400_000;

/** What only one side changed is merged. Joined by line breaks, the lines of all parts are the text. */
export function mergeTexts(base: string, mine: string, theirs: string): MergePart[] {
  const [of, a, b] = [base, mine, theirs].map((text) => text.split('\n')) as [string[], string[], string[]];
  const head = countShared(of, a, b, 0);
  const shortest = Math.min(of.length, a.length, b.length);
  const tail = Math.min(shortest - head, countShared(of.toReversed(), a.toReversed(), b.toReversed(), 0));
  const middle = (lines: string[]) => lines.slice(head, lines.length - tail);
  const parts: UnplacedPart[] = [
    { lines: of.slice(0, head) },
    ...mergeLines(middle(of), middle(a), middle(b)),
    { lines: of.slice(of.length - tail) },
  ];
  const remaining = parts.filter((part) => 'base' in part || part.lines.length > 0);
  return remaining.map((part, at) => Object.assign(part, { at }));
}

function countShared(of: string[], a: string[], b: string[], from: number): number {
  let at = from;
  while (at < of.length && of[at] === a[at] && of[at] === b[at]) at += 1;
  return at;
}

type UnplacedPart = Omit<MergedLines, 'at'> | Omit<TextConflict, 'at'>;

function mergeLines(base: string[], mine: string[], theirs: string[]): UnplacedPart[] {
  const isMuch = Math.max(base.length, mine.length, theirs.length) > MAX_LINES;
  if (isMuch || countPairs(base, mine) + countPairs(base, theirs) > MAX_PAIRS) return [{ base, mine, theirs }];
  return diff3Merge(mine, base, theirs).map(({ ok = [], conflict }) =>
    conflict === undefined ? { lines: ok } : { base: conflict.o, mine: conflict.a, theirs: conflict.b },
  );
}

function countPairs(base: readonly string[], side: readonly string[]): number {
  const counts = new Map<string, number>();
  for (const line of base) counts.set(line, (counts.get(line) ?? 0) + 1);
  return side.reduce((sum, line) => sum + (counts.get(line) ?? 0), 0);
}

export function isConflict(part: MergePart): part is TextConflict {
  return 'base' in part;
}

/** @param findChoice of each conflict, by place; lines that are written by hand @returns undefined without a choice */
export function joinParts(
  parts: readonly MergePart[],
  findChoice: (at: number) => Exclude<MergeChoice, 'own'> | readonly string[] | undefined,
): string | undefined {
  const lines: string[] = [];
  for (const part of parts) {
    const choice = isConflict(part) ? findChoice(part.at) : undefined;
    if (!isConflict(part)) lines.push(...part.lines);
    else if (choice === undefined) return undefined;
    else if (typeof choice === 'object') lines.push(...choice);
    else lines.push(...(choice === 'theirs' ? [] : part.mine), ...(choice === 'mine' ? [] : part.theirs));
  }
  return lines.join('\n');
}

/** Field by field. @param lists names of fields with members between commas, of which each side adds and removes some */
export function mergeValues(
  base: FieldValues,
  mine: FieldValues,
  theirs: FieldValues,
  lists: ReadonlySet<string>,
): Pick<Merge, 'values' | 'fields'> {
  const values: Record<string, string> = {};
  const fields: FieldConflict[] = [];
  for (const name of Object.keys(theirs)) {
    const [was = '', own = '', other = ''] = [base[name], mine[name], theirs[name]];
    if (own === other || other === was) values[name] = own;
    else if (own === was) values[name] = other;
    else if (lists.has(name)) values[name] = mergeLists(was, own, other);
    else fields.push({ name, base: was, mine: own, theirs: other });
  }
  return { values, fields };
}

function mergeLists(base: string, mine: string, theirs: string): string {
  const [was, own, other] = [base, mine, theirs].map(parseMembers) as [string[], string[], string[]];
  const remaining = other.filter((member) => own.includes(member) || !was.includes(member));
  return [...remaining, ...own.filter((member) => !was.includes(member) && !remaining.includes(member))].join(', ');
}

/** Of a list between commas, each once. */
export function parseMembers(list: string): string[] {
  return [...new Set(list.split(',').map((member) => member.trim()))].filter((member) => member !== '');
}
