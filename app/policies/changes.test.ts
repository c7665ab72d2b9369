import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { parseBlocks } from './blocks.ts';
import type { ChangedSection, TextChange } from './change.ts';
import { changesBetween } from './changes.server.ts';

const BEFORE = `# Terms

We keep things for two years.

## Letters

Write to us.

- Say who you are.
- Say what happened.

## Gone

Nobody reads this.
`;
const AFTER = `# Terms of use

We keep things for one year.

## Letters

Write to us.

- Say who you are.
- Say what happened, **step by step**.
- Attach a [picture](/x).

## New

Somebody may read this one.
`;

test('two texts that differ only in the first heading or in markup have no changes', () => {
  expect(changesBetween(BEFORE, BEFORE)).toEqual([]);
  expect(changesBetween('# A\n\nOne `two` three.', '# B\n\nOne\n[two](/x) **three**.')).toEqual([]);
});

test('a reworded paragraph is compared word by word, below its heading, with the number of unchanged ones', () => {
  const [start, letters, ...rest] = changesBetween(BEFORE, AFTER);
  expect(start).toEqual({
    heading: undefined,
    blocks: [{ kind: 'paragraph', parts: parts('We keep things for ', '-two years', '+one year', '.') }],
  });
  expect(letters).toEqual({
    heading: parts('Letters'),
    blocks: [
      2,
      { kind: 'item', parts: parts('Say what happened', '+, step by step', '.') },
      { kind: 'item', parts: parts('+Attach a picture.') },
    ],
  });
  expect(rest).toEqual([
    { heading: parts('-Gone'), blocks: [{ kind: 'paragraph', parts: parts('-Nobody reads this.') }] },
    { heading: parts('+New'), blocks: [{ kind: 'paragraph', parts: parts('+Somebody may read this one.') }] },
  ]);
});

test('paragraphs with little in common are one removed and one added', () => {
  const [section] = changesBetween('Cats sleep all day long.', 'Requests are counted by address.');
  expect(section?.blocks.map((block) => typeof block !== 'number' && block.parts.map(({ kind }) => kind))).toEqual([
    ['removed'],
    ['added'],
  ]);
});

describe('changesBetween', () => {
  const words = fc.array(fc.constantFrom('we', 'keep', 'your', 'name', 'letters', 'a', 'day', 'never'), {
    minLength: 1,
    maxLength: 12,
  });
  const block = fc.tuple(fc.constantFrom('', '- ', '## '), words).map(([mark, said]) => `${mark}${said.join(' ')}`);
  const texts = fc.array(block, { maxLength: 12 }).map((blocks) => blocks.join('\n\n'));

  test('returns the blocks of the new text without the removed words, and of the old one without the added words', () => {
    fc.assert(
      fc.property(texts, texts, (before, after) => {
        const changes = changesBetween(before, after);
        const old = parseBlocks(before).map(({ text }) => text);
        const now = parseBlocks(after).map(({ text }) => text);
        for (const one of versionIn(changes, 'removed')) expect(now).toContain(one);
        for (const one of versionIn(changes, 'added')) expect(old).toContain(one);
        if (changes.length === 0) expect(now).toEqual(old);
      }),
      { seed: 20, numRuns: 300 },
    );
  });
});

/** The blocks of one version: without the words of the other one. */
function versionIn(changes: ChangedSection[], without: TextChange['kind']): string[] {
  const blocks = changes.flatMap(({ heading = [], blocks }) => [
    heading,
    ...blocks.flatMap((block) => (typeof block === 'number' ? [] : [block.parts])),
  ]);
  return blocks
    .map((parts) => parts.filter(({ kind }) => kind !== without).map(({ text }) => text))
    .filter(({ length }) => length > 0)
    .map((said) => said.join('').replaceAll(/\s+/g, ' ').trim());
}

/** Parts in short: a leading plus or minus marks added and removed words. */
function parts(...texts: string[]): TextChange[] {
  return texts.map((part) => {
    if (part.startsWith('+')) return { kind: 'added', text: part.slice(1) };
    return part.startsWith('-') ? { kind: 'removed', text: part.slice(1) } : { kind: 'same', text: part };
  });
}
