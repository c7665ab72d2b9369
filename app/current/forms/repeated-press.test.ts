import { expect, test } from 'vitest';

import { isRepeatedPress, noteAnswer, notePress } from './repeated-press.ts';

const HERE = { detail: 1, clientX: 100, clientY: 300 };

test('a press where a form was sent is a repeated one until a second after its answer', () => {
  notePress(HERE, 0);
  expect(isRepeatedPress({ ...HERE, detail: 2, clientX: 110 }, 200)).toBe(true);
  noteAnswer(5000);
  expect([isRepeatedPress(HERE, 5999), isRepeatedPress(HERE, 6000)]).toEqual([true, false]);
});

test('a press elsewhere and one by the keyboard are no repeated ones', () => {
  notePress(HERE, 0);
  expect(isRepeatedPress({ ...HERE, clientY: 340 }, 100)).toBe(false);
  expect(isRepeatedPress({ ...HERE, detail: 0 }, 100)).toBe(false);
});

test('nothing is a repeated press after a form that was sent by the keyboard', () => {
  notePress(HERE, 0);
  notePress({ detail: 0, clientX: 0, clientY: 0 }, 100);
  noteAnswer(200);
  expect([isRepeatedPress(HERE, 300), isRepeatedPress({ detail: 1, clientX: 0, clientY: 0 }, 300)]).toEqual([
    false,
    false,
  ]);
});
