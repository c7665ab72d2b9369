import { Bitmap } from './bitmap.ts';
import { SPAN, forEachValue } from './chunk.ts';
import type { ReadonlyChunk } from './chunk.ts';
import { ScratchChunk, countCommon } from './scratch-chunk.ts';

export type SetExpression =
  | Bitmap
  | { readonly all: readonly [SetExpression, ...SetExpression[]]; readonly none?: readonly SetExpression[] }
  | { readonly any: readonly SetExpression[] };

/** Counts span by span, so that no set is made of the expression. */
export function countValues(expression: SetExpression): number {
  if (expression instanceof Bitmap) return expression.size;
  const node = toNode(expression);
  let count = 0;
  for (const high of node.highs()) count += node.part(high)?.size ?? 0;
  return count;
}

export function countEach(expression: SetExpression, sets: readonly Bitmap[]): number[] {
  const counts = sets.map(() => 0);
  const node = toNode(expression);
  for (const high of node.highs()) {
    const part = node.part(high);
    if (part === undefined) continue;
    for (const [at, set] of sets.entries()) {
      const other = set.part(high);
      if (other !== undefined) counts[at] = (counts[at] ?? 0) + countCommon(part, other);
    }
  }
  return counts;
}

/** The numbers of an expression, ascending; undefined when they are more than `most`. */
export function listValues(expression: SetExpression, most: number): number[] | undefined {
  const members: number[] = [];
  const node = toNode(expression);
  for (const high of node.highs()) {
    const part = node.part(high);
    if (part === undefined) continue;
    if (members.length + part.size > most) return undefined;
    forEachValue(part, (low) => members.push(high * SPAN + low));
  }
  return members;
}

/** The number at a place, counted from 1 upwards or with `isDown` from the top; undefined beyond the end. */
export function findNth(expression: SetExpression, position: number, isDown: boolean): number | undefined {
  const node = toNode(expression);
  const highs = isDown ? node.highs().toReversed() : node.highs();
  let rest = position;
  for (const high of highs) {
    const part = node.part(high);
    const size = part?.size ?? 0;
    if (part !== undefined && size >= rest) {
      const lows: number[] = [];
      forEachValue(part, (low) => lows.push(low));
      return high * SPAN + (lows.at(isDown ? -rest : rest - 1) ?? 0);
    }
    rest -= size;
  }
  return undefined;
}

/** How many numbers of a set lie below a value, or with `isDown` above it. */
export function countBefore(set: Bitmap, value: number, isDown: boolean): number {
  const own = Math.floor(value / SPAN);
  let count = 0;
  for (const high of set.highs) {
    const part = set.part(high);
    const isBefore = isDown ? high > own : high < own;
    if (part !== undefined && isBefore) count += part.size;
    if (part !== undefined && high === own) {
      forEachValue(
        part,
        (low) => void (isDown === high * SPAN + low > value && high * SPAN + low !== value && (count += 1)),
      );
    }
  }
  return count;
}

interface ExpressionNode {
  highs(): readonly number[];
  /** Valid until the next call. */
  part(high: number): ReadonlyChunk | undefined;
}

function toNode(expression: SetExpression): ExpressionNode {
  if (expression instanceof Bitmap) return { highs: () => expression.highs, part: (high) => expression.part(high) };
  if ('any' in expression) return anyNode(expression.any.map(toNode));
  return allNode(expression.all.map(toNode), (expression.none ?? []).map(toNode));
}

function allNode(wanted: ExpressionNode[], unwanted: ExpressionNode[]): ExpressionNode {
  const draft = new ScratchChunk();
  const part = (high: number): ReadonlyChunk | undefined => {
    const parts = wanted.map((node) => node.part(high));
    if (!parts.every((one) => one !== undefined)) return undefined;
    // Lists first, the shortest leading: the result stays a list from then on.
    const [first, ...others] = parts.toSorted((one, other) => estimateCost(one) - estimateCost(other));
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

function anyNode(nodes: ExpressionNode[]): ExpressionNode {
  const draft = new ScratchChunk();
  const part = (high: number): ReadonlyChunk | undefined => {
    const [first, ...others] = nodes.flatMap((node) => node.part(high) ?? []);
    if (first === undefined || others.length === 0) return first;
    draft.copy(first);
    for (const other of others) draft.join(other);
    return draft;
  };
  const highs = () => [...new Set(nodes.flatMap((node) => [...node.highs()]))].toSorted((one, other) => one - other);
  return { highs, part };
}

function estimateCost({ words, length }: ReadonlyChunk): number {
  return words === undefined ? length : SPAN;
}
