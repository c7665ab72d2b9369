import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { Bitmap } from './bitmap.ts';
import { countBefore, countEach, countValues, listValues, findNth } from './expression.ts';
import type { SetExpression } from './expression.ts';

/** Numbers that meet often: around the borders of spans, and up to the largest. */
const numbers = fc.oneof(
  fc.nat(300),
  fc.integer({ min: 65_400, max: 65_700 }),
  fc.integer({ min: 2 ** 32 - 50, max: 2 ** 32 + 50 }),
  fc.integer({ min: Number.MAX_SAFE_INTEGER - 50, max: Number.MAX_SAFE_INTEGER }),
);
/** A run of numbers, so long that its span changes its form. */
const runs = fc.record({
  from: fc.nat(70_000),
  length: fc.constantFrom(3, 40, 1500, 5000),
  step: fc.constantFrom(1, 2, 7),
});
const steps = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant('one' as const), isAdded: fc.boolean(), value: numbers }),
    fc.record({ kind: fc.constant('run' as const), isAdded: fc.boolean(), run: runs }),
  ),
  { maxLength: 12 },
);
type Steps = typeof steps extends fc.Arbitrary<infer Value> ? Value : never;

function valuesOf(step: Steps[number]): number[] {
  if (step.kind === 'one') return [step.value];
  const { from, length, step: width } = step.run;
  return Array.from({ length }, (_, at) => from + at * width);
}

function play(all: Steps): [Bitmap, Set<number>] {
  const bits = new Bitmap();
  const plain = new Set<number>();
  for (const step of all) {
    for (const value of valuesOf(step)) {
      const changed = step.isAdded ? !plain.has(value) : plain.has(value);
      if (step.isAdded) plain.add(value);
      else plain.delete(value);
      if ((step.isAdded ? bits.add(value) : bits.remove(value)) !== changed) throw new Error(`${value}: told wrongly`);
    }
  }
  return [bits, plain];
}

const ascending = (values: Iterable<number>) => [...values].toSorted((one, other) => one - other);

describe('a set of bits', () => {
  test('is the set of the numbers put in and not taken out', () => {
    const run = fc.property(steps, fc.array(numbers), (all, values) => {
      const [bits, plain] = play(all);
      expect(bits.size).toBe(plain.size);
      expect([...bits]).toEqual(ascending(plain));
      expect(values.map((value) => bits.has(value))).toEqual(values.map((value) => plain.has(value)));
    });
    fc.assert(run, { numRuns: 150 });
  });

  test('takes 125 KB for a million numbers in a row, and nothing once they are gone', () => {
    const bits = new Bitmap();
    for (let value = 0; value < 1_000_000; value += 1) bits.add(value);
    expect(bits.bytes).toBeGreaterThan(125_000);
    expect(bits.bytes).toBeLessThan(140_000);
    for (let value = 0; value < 1_000_000; value += 1) bits.remove(value);
    expect([bits.bytes, bits.size, bits.highs.length]).toEqual([0, 0, 0]);
  });

  test('takes a few bytes for each of numbers that lie close, and a chunk for each that lies alone', () => {
    const close = new Bitmap();
    for (let value = 0; value < 60_000; value += 30) close.add(value);
    expect(close.bytes).toBeLessThan(2000 * 3);
    const far = new Bitmap();
    for (let value = 0; value < 100; value += 1) far.add(value * 10_000_000_000);
    expect(far.bytes).toBeLessThan(100 * 300);
  });

  test.each([-1, 0.5, Number.NaN, Number.MAX_SAFE_INTEGER + 1, Infinity])('refuses %s', (value) => {
    expect(() => new Bitmap().add(value)).toThrow(RangeError);
    expect(() => new Bitmap().has(value)).toThrow(RangeError);
  });
});

interface Tree {
  all?: [Tree, ...Tree[]];
  none?: Tree[];
  any?: Tree[];
  set?: number;
}
const { tree } = fc.letrec<{ tree: Tree }>((tie) => ({
  tree: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.record({ set: fc.nat(3) }),
    fc.record({
      all: fc.array(tie('tree'), { minLength: 1, maxLength: 3 }) as fc.Arbitrary<[Tree, ...Tree[]]>,
      none: fc.array(tie('tree'), { maxLength: 3 }),
    }),
    fc.record({ any: fc.array(tie('tree'), { maxLength: 3 }) }),
  ),
}));

function expressionOf(tree: Tree, sets: readonly Bitmap[]): SetExpression {
  const down = (one: Tree) => expressionOf(one, sets);
  if (tree.set !== undefined) return sets[tree.set] ?? new Bitmap();
  if (tree.any !== undefined) return { any: tree.any.map(down) };
  const [first = { set: 0 }, ...others] = tree.all ?? [];
  return { all: [down(first), ...others.map(down)], none: (tree.none ?? []).map(down) };
}

function holds(tree: Tree, sets: readonly Set<number>[], value: number): boolean {
  const down = (one: Tree) => holds(one, sets, value);
  if (tree.set !== undefined) return sets[tree.set]?.has(value) ?? false;
  if (tree.any !== undefined) return tree.any.some(down);
  return (tree.all ?? []).every(down) && !(tree.none ?? []).some(down);
}

describe('an expression of sets', () => {
  test('counts and names the numbers that plain sets would', () => {
    const four = fc.tuple(steps, steps, steps, steps);
    const run = fc.property(four, tree, fc.nat(12_000), (all, tree, most) => {
      const played = all.map(play);
      const bits = played.map(([set]) => set);
      const plain = played.map(([, set]) => set);
      const expected = ascending(new Set(plain.flatMap((set) => [...set]))).filter((value) =>
        holds(tree, plain, value),
      );
      const expression = expressionOf(tree, bits);
      expect(countValues(expression)).toBe(expected.length);
      expect(listValues(expression, expected.length)).toEqual(expected);
      expect(listValues(expression, most)).toEqual(expected.length > most ? undefined : expected);
      expect(countEach(expression, bits)).toEqual(
        plain.map((set) => expected.filter((value) => set.has(value)).length),
      );
      const place = 1 + (most % (expected.length + 2));
      expect(findNth(expression, place, false)).toBe(expected[place - 1]);
      expect(findNth(expression, place, true)).toBe(expected.at(-place));
      const border = expected[place - 1] ?? most;
      const [first = new Bitmap()] = bits;
      expect(countBefore(first, border, false)).toBe([...first].filter((value) => value < border).length);
      expect(countBefore(first, border, true)).toBe([...first].filter((value) => value > border).length);
      expect(bits.map(ascending)).toEqual(plain.map(ascending));
    });
    fc.assert(run, { numRuns: 100 });
  });
});
