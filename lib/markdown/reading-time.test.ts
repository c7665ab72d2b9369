import { expect, test } from 'vitest';

import { countWords, readingMinutes } from './reading-time.ts';

test.each([
  ['', 0, 0],
  ["It's 3.5 well-known words, isn't it? – Yes…", 7, 0],
  ['Łódź i żółw', 3, 0],
  ['한국어는 띄어쓰기를 합니다', 3, 0],
  ['我们做游戏。', 0, 5],
  ['ゲームを作るstudioです', 1, 8],
  ['ภาษาไทยง่ายมาก', 4, 0],
])('%j has its words and characters', (text, words, characters) => {
  expect(countWords(text)).toEqual({ words, characters });
});

test('a text takes a minute for 220 words or 500 characters, and never none', () => {
  const minutes = [
    [0, 0],
    [440, 0],
    [0, 1500],
    [220, 500],
  ].map(([words = 0, characters = 0]) => readingMinutes({ words, characters }));
  expect(minutes).toEqual([1, 2, 3, 2]);
});
