import { expect, test } from 'vitest';

import { parseLevelSearch, toggleTag } from './level-search.ts';
import type { NamedTag } from './level-search.ts';

const TAGS: NamedTag[] = [
  { tag: 'ltag_boss', name: 'ボス' },
  { tag: 'ltag_onescreen', name: 'One Screen' },
  { tag: 'ltag_kaizo', name: 'Kaizo' },
  { tag: 'ltag_shop', name: 'Shop' },
];
const parse = (q: string, hall: 'tower' | 'marketing' = 'tower', userId?: string) =>
  parseLevelSearch(q, { hall, tags: TAGS, userId });

test.each([
  ['tag:boss -tag:kaizo', { tags: ['ltag_boss'], excludeTags: ['ltag_kaizo'] }],
  ['tag:"one screen" TAG:ボス', { tags: ['ltag_onescreen', 'ltag_boss'] }],
  ['diamonds:3', { minDiamonds: 3, maxDiamonds: 3 }],
  ['diamonds:1..2 gem>=100', { minDiamonds: 1, maxDiamonds: 2, minHiddenGem: 100 }],
  ['spice<50.5', { maxReplayValue: 50.499999 }],
  ['playtime>=1.5h', { minPlayTime: 5400 }],
  ['age<=7d age>=1', { maxSecondsAgo: 604_800, minSecondsAgo: 86_400 }],
  ['by:@VFHY42 by:6h97ml', { userIds: ['vfhy42', '6h97ml'], builders: ['6h97ml'] }],
  ['by:"Velvet Biscuit" author:ねこ', { builders: ['Velvet Biscuit', 'ねこ'] }],
  ['Velvet tag:boss "Biscuit  room"', { words: 'Velvet  Biscuit  room', tags: ['ltag_boss'] }],
  ['迷宮 3:00', { words: '迷宮 3:00' }],
  ['is:daily is:trial', { dailyBuild: true, towerTrial: true }],
  ['title:dungeon title:"gr 18"', { title: 'dungeon gr 18' }],
  ['', {}],
])('the search %j is understood', (q, filters) => {
  expect(parse(q)).toEqual({ filters, problems: [] });
});

test.each([
  ['-kaizo', 'unknownWord', '-tag:kaizo'],
  ['-dungeon', 'unknownWord', undefined],
  ['!!!', 'unknownWord', undefined],
  ['title:', 'noTitle', undefined],
  ['taag:boss', 'unknownWord', 'tag:boss'],
  ['colour:red', 'unknownWord', undefined],
  ['tag:bos', 'unknownTag', 'tag:boss'],
  ['tag:nothing', 'unknownTag', undefined],
  ['is:dayly', 'unknownEvent', undefined],
  ['bucks>5', 'notHere', undefined],
  ['diamonds:many', 'noNumber', undefined],
  ['age<soon', 'noAge', undefined],
  ['playtime>long', 'noDuration', undefined],
  ['by:<>', 'noPlayer', undefined],
  ['by:@me', 'notSignedIn', undefined],
  ['-diamonds:3', 'notWithout', undefined],
])('the word %j is told as %s', (word, reason, nearest) => {
  const { filters, problems } = parse(`tag:shop ${word}`);
  expect(filters).toEqual({ tags: ['ltag_shop'] });
  expect(problems).toEqual([{ word, reason, ...(problems[0]?.nearest !== undefined && { nearest }) }]);
  expect(problems[0]?.nearest).toBe(nearest);
});

test('a fourth tag is one too many, and a hall has words of its own', () => {
  expect(parse('tag:boss tag:kaizo tag:shop tag:onescreen').problems).toEqual([
    { word: 'tag:onescreen', reason: 'tooManyTags' },
  ]);
  expect(parse('bucks>=500', 'marketing').filters).toEqual({ minExposureBucks: 500 });
  expect(parse('is:daily', 'marketing').problems).toMatchObject([{ reason: 'notHere' }]);
});

test.each(['by:me', 'by:@me', 'author:ME', 'AUTHOR:@Me by:me'])('%s is by whoever has signed in', (q) => {
  expect(parse(q, 'tower', 'vfhy42')).toEqual({ filters: { userIds: ['vfhy42'] }, problems: [] });
});

test.each([
  ['', 'tag:boss', false],
  ['diamonds:2 title:"the boss"', 'diamonds:2 title:"the boss" tag:boss', false],
  ['diamonds:2 TAG:"ボス" tag:shop', 'diamonds:2 tag:shop', true],
  ['-tag:boss tag:ltag_boss', '', true],
])('a tag is added to the search %j, or taken out: %j', (q, toggled, isChosen) => {
  expect(toggleTag(q, { tag: 'ltag_boss', name: 'ボス' })).toEqual({ isChosen, q: toggled });
});
