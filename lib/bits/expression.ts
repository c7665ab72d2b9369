import { Bits } from './bits.ts';
import { SPAN, eachOf } from './chunk.ts';
import type { Part } from './chunk.ts';
import { Draft, overlapOf } from './draft.ts';

/** Sets made of sets: what all have and none of the others does, or what any has. */
export type Expression =
  | Bits
  | { readonly all: readonly [Expression, ...Expression[]]; readonly none?: readonly Expression[] }
  | { readonly any: readonly Expression[] };

/** How many numbers an expression holds; worked out span by span, so that no set is made of it. */
export function countOf(expression: Expression): number {
  if (expression instanceof Bits) return expression.size;
  const node = nodeOf(expression);
  let count = 0;
  for (const high of node.highs()) count += node.part(high)?.size ?? 0;
  return count;
}

/** How many numbers of an expression are in each of the sets. */
export function countEach(expression: Expression, sets: readonly Bits[]): number[] {
  const counts = sets.map(() => 0);
  const node = nodeOf(expression);
  for (const high of node.highs()) {
    const part = node.part(high);
    if (part === undefined) continue;
    for (const [at, set] of sets.entries()) {
      const other = set.part(high);
      if (other !== undefined) counts[at] = (counts[at] ?? 0) + overlapOf(part, other);
    }
  }
  return counts;
}

/** The numbers of an expression, ascending; undefined when they are more than `most`. */
export function membersOf(expression: Expression, most: number): number[] | undefined {
  const members: number[] = [];
  const node = nodeOf(expression);
  for (const high of node.highs()) {
    const part = node.part(high);
    if (part === undefined) continue;
    if (members.length + part.size > most) return undefined;
    eachOf(part, (low) => members.push(high * SPAN + low));
  }
  return members;
}

/** The number at a place of an expression, counted from 1 upwards or with `isDown` from the top; undefined beyond its end. */
export function nthOf(expression: Expression, place: number, isDown: boolean): number | undefined {
  const node = nodeOf(expression);
  const highs = isDown ? node.highs().toReversed() : node.highs();
  let rest = place;
  for (const high of highs) {
    const part = node.part(high);
    const size = part?.size ?? 0;
    if (part !== undefined && size >= rest) {
      const lows: number[] = [];
      eachOf(part, (low) => lows.push(low));
      return high * SPAN + (lows.at(isDown ? -rest : rest - 1) ?? 0);
    }
    rest -= size;
  }
  return undefined;
}

/** How many numbers of a set lie below a value, or with `isDown` above it. */
export function countBefore(set: Bits, value: number, isDown: boolean): number {
  const own = Math.floor(value / SPAN);
  let count = 0;
  for (const high of set.highs) {
    const part = set.part(high);
    const isBefore = isDown ? high > own : high < own;
    if (part !== undefined && isBefore) count += part.size;
    if (part !== undefined && high === own) {
      eachOf(part, (low) => void (isDown === high * SPAN + low > value && high * SPAN + low !== value && (count += 1)));
    }
  }
  return count;
}

interface Node {
  /** The spans that may hold something, ascending. */
  highs(): readonly number[];
  /** Good until the next part is asked for. */
  part(high: number): Part | undefined;
}

function nodeOf(expression: Expression): Node {
  if (expression instanceof Bits) return { highs: () => expression.highs, part: (high) => expression.part(high) };
  if ('any' in expression) return anyNode(expression.any.map(nodeOf));
  return allNode(expression.all.map(nodeOf), (expression.none ?? []).map(nodeOf));
}

function allNode(wanted: Node[], unwanted: Node[]): Node {
  const draft = new Draft();
  const part = (high: number): Part | undefined => {
    const parts = wanted.map((node) => node.part(high));
    if (!parts.every((one) => one !== undefined)) return undefined;
    // Lists first, the shortest of them leading: what is left stays a list from then on.
    const [first, ...others] = parts.toSorted((one, other) => weightOf(one) - weightOf(other));
    const without = unwanted.flatMap((node) => node.part(high) ?? []);
    if (first === undefined || others.length + without.length === 0) return first;
    draft.copy(first);
    for (const other of others) draft.filter(other, true);
    for (const other of without) draft.filter(other, false);
    return draft;
  };
  const highs = () =>
    wanted.map((node) => node.highs()).reduce((least, next) => (next.length < least.length ? next : least));
  return { highs, part };
}

function anyNode(nodes: Node[]): Node {
  const draft = new Draft();
  const part = (high: number): Part | undefined => {
    const [first, ...others] = nodes.flatMap((node) => node.part(high) ?? []);
    if (first === undefined || others.length === 0) return first;
    draft.copy(first);
    for (const other of others) draft.join(other);
    return draft;
  };
  const highs = () => [...new Set(nodes.flatMap((node) => [...node.highs()]))].toSorted((one, other) => one - other);
  return { highs, part };
}

function weightOf({ words, length }: Part): number {
  return words === undefined ? length : SPAN;
}
