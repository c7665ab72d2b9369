import fc from 'fast-check';
import { expect, test } from 'vitest';

import type { Operation } from './history.ts';
import { FAULTS, simulateHistory } from './simulated-store.ts';
import { violationsIn } from './violations.ts';

const SEEDS = [1, 2, 3, 4, 5];
const STEPS = 3000;

test('a store that works one request after the other and publishes each change has no violations', () => {
  fc.assert(
    fc.property(fc.integer(), (seed) => {
      expect(violationsIn(simulateHistory(seed, 1000))).toEqual([]);
    }),
    { numRuns: 50 },
  );
});

test.each(FAULTS)('a store that %s is caught', (fault) => {
  for (const seed of SEEDS) expect(violationsIn(simulateHistory(seed, STEPS, fault))).not.toEqual([]);
});

test('a write whose answer was lost may have happened or not, as a whole', () => {
  for (const seed of SEEDS) {
    const { operations, feeds } = simulateHistory(seed, STEPS);
    const unheard = operations.map((operation, at) => (at % 10 === 0 ? withoutAnswer(operation) : operation));
    expect(violationsIn({ operations: unheard, feeds })).toEqual([]);
  }
});

test('a store that loses a write is caught among writes without an answer too', () => {
  for (const seed of SEEDS) {
    const { operations, feeds } = simulateHistory(seed, STEPS, 'loses a write that it acknowledged');
    const unheard = operations.map((operation, at) => (at % 10 === 0 ? withoutAnswer(operation) : operation));
    expect(violationsIn({ operations: unheard, feeds })).not.toEqual([]);
  }
});

test('a store that does a write which it has refused is caught', () => {
  for (const seed of SEEDS) {
    const { operations, feeds } = simulateHistory(seed, STEPS);
    const replaced = operations.filter(({ input, result }) => input.kind === 'replace' && result?.kind === 'written');
    const refused = replaced[Math.floor(replaced.length / 2)];
    expect(violationsIn({ operations: operations.filter((operation) => operation !== refused), feeds })).not.toEqual(
      [],
    );
  }
});

test('a violation names the writes and their clients', () => {
  const made = operation('create', 1, 2, 7, 'made');
  const both = [operation('replace', 3, 6, 8, 'left', 7), operation('replace', 4, 5, 8, 'right', 7)];
  expect(violationsIn({ operations: [made, ...both], feeds: [] })).toEqual([
    'shared: replace under 7 of client 1 (3.000 to 6.000) and replace under 7 of client 1 (4.000 to 5.000) are both at 8',
    'shared: replace under 7 of client 1 (4.000 to 5.000) was told the tag right',
  ]);
});

function operation(
  kind: 'create' | 'replace',
  began: number,
  ended: number,
  rev: number,
  mark: string,
  ifMatch?: number,
): Operation {
  return {
    client: 1,
    item: 'shared',
    input: { kind, mark, ifMatch },
    began,
    ended,
    result: { kind: 'written', rev, tag: mark },
  };
}

/** Creations stay: without their answer nobody knows the item. */
function withoutAnswer(operation: Operation): Operation {
  if (operation.input.kind === 'create') return operation;
  return { ...operation, ended: Infinity, result: { kind: 'nothing' } };
}
