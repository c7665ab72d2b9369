import { array, assert, constantFrom, property } from 'fast-check';
import { describe, expect, test } from 'vitest';

import { cpuCostOf } from '#test/cpu-cost.ts';

import { withMarks } from './merge-marks.server.ts';
import { isConflict, joinParts, parseMembers, mergeTexts, mergeValues } from './merge.ts';

const texts = array(constantFrom('', 'a', 'b', 'c', 'd'), { maxLength: 12 }).map((lines) => lines.join('\n'));
const merged = (base: string, mine: string, theirs: string) =>
  joinParts(mergeTexts(base, mine, theirs), () => undefined);

describe('mergeTexts', () => {
  test('takes what only one side changed, whichever it is', () => {
    assert(
      property(texts, texts, (base, changed) => {
        expect(merged(base, changed, base)).toBe(changed);
        expect(merged(base, base, changed)).toBe(changed);
        expect(merged(base, changed, changed)).toBe(changed);
      }),
    );
  });

  test('gives back either side when that is chosen everywhere something conflicts and nothing else differs', () => {
    assert(
      property(texts, texts, (mine, theirs) => {
        const parts = mergeTexts('', mine, theirs);
        if (parts.every((part) => isConflict(part))) {
          expect(joinParts(parts, () => 'mine')).toBe(mine);
          expect(joinParts(parts, () => 'theirs')).toBe(theirs);
        }
      }),
    );
  });

  test('keeps changes of both at different places, and asks where they are the same', () => {
    const base = 'one\n\ntwo\n\nthree';
    expect(merged(base, 'ONE\n\ntwo\n\nthree', 'one\n\ntwo\n\nTHREE')).toBe('ONE\n\ntwo\n\nTHREE');
    const parts = mergeTexts(base, 'one\n\nmine\n\nthree', 'one\n\ntheirs\n\nthree');
    expect(parts).toEqual([
      { at: 0, lines: ['one', ''] },
      { at: 1, base: ['two'], mine: ['mine'], theirs: ['theirs'] },
      { at: 2, lines: ['', 'three'] },
    ]);
    expect(joinParts(parts, () => undefined)).toBeUndefined();
    expect(joinParts(parts, () => 'both')).toBe('one\n\nmine\ntheirs\n\nthree');
    expect(joinParts(parts, () => ['by', 'hand'])).toBe('one\n\nby\nhand\n\nthree');
  });

  test('is quick for texts that would take the square of their lines', () => {
    const lines = (first: string) => `${first}\n${'\n'.repeat(200_000)}${first}`;
    const [base, mine, theirs] = [lines('a'), lines('b'), `c${lines('\n\nc')}c`];
    let parts: ReturnType<typeof mergeTexts> = [];
    expect(cpuCostOf(() => void (parts = mergeTexts(base, mine, theirs)))).toBeLessThan(40);
    expect(parts.some((part) => isConflict(part))).toBe(true);
  });

  test('is quick for thousands of lines of which most are equal, such as the numbers of a list', () => {
    const lines = (every: number) => Array.from({ length: 2500 }, (_, at) => String(at % every)).join('\n');
    expect(cpuCostOf(() => void mergeTexts(lines(2), lines(3), lines(5)))).toBeLessThan(40);
  });
});

test('words of very many conflicts are not marked, because finding them takes long', () => {
  const [base, mine, theirs] = ['a ', 'b ', 'c '].map((word) => word.repeat(2048)) as [string, string, string];
  const fields = Array.from({ length: 240 }, (_, at) => ({ name: `map.${at}`, base, mine, theirs }));
  let merge: ReturnType<typeof withMarks> | undefined;
  const cost = cpuCostOf(() => void (merge = withMarks({ etag: '1', values: {}, fields, parts: [] })));
  expect([merge?.fields[0]?.marks !== undefined, merge?.fields.at(-1)?.marks]).toEqual([true, undefined]);
  expect(cost).toBeLessThan(200);
});

describe('mergeValues', () => {
  test('merges each field by itself, lists member by member, and leaves what both changed', () => {
    const base = { title: 'T', blurb: 'B', image: 'i', date: '1', topics: 'a, b, c' };
    const mine = { title: 'Mine', blurb: 'B', image: 'j', date: '2', topics: 'a, c, d' };
    const theirs = { title: 'Theirs', blurb: 'New', image: 'i', date: '2', topics: 'e, a, b' };
    expect(mergeValues(base, mine, theirs, new Set(['topics']))).toEqual({
      values: { blurb: 'New', image: 'j', date: '2', topics: 'e, a, d' },
      fields: [{ name: 'title', base: 'T', mine: 'Mine', theirs: 'Theirs' }],
    });
  });
});

test('membersOf reads a list between commas, each member once', () => {
  expect(parseMembers(' a,b , ,a,')).toEqual(['a', 'b']);
});
