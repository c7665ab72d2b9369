import { expect, test } from 'vitest';

import { feedBehind, feedPath, feedTerms, parseFeed } from './feed.ts';

const GAMES = new Set(['crashlands', 'levelhead']);
const parsed = (path: string) => parseFeed(path, GAMES);

test.each([
  ['/blog', '/blog'],
  ['/news/', '/news'],
  ['/blog/design/crashlands', '/blog/crashlands/design'],
  ['/blog/levelhead+crashlands/art', '/blog/art/crashlands+levelhead'],
  ['/lore/x+x/x', '/lore/x'],
  ['/blog/c%2B%2B/a%2Fb', '/blog/a%2Fb/c%2B%2B'],
  ['/blog/@st4ff+ja-JP', '/blog/@st4ff+ja-JP'],
  ['/blog/%E6%97%A5%E8%A8%98', '/blog/%E6%97%A5%E8%A8%98'],
  ['/blog/a+b+c+d+e+f+g+h', '/blog/a+b+c+d+e+f+g+h'],
])('the feed at %s has the one address %s', (path, address) => {
  const feed = parsed(path);
  expect(feed && feedPath(feed)).toBe(address);
});

test.each([
  '/',
  '/blogs',
  '/post/x',
  '/blog/a/b/c/d/e',
  '/blog/a+b+c+d+e+f+g+h+i',
  '/blog/+',
  '/blog/a+',
  '/blog/%zz',
  '/blog/@',
  '/blog/@a-b',
  '/blog/a,b',
  '/blog/%00',
  '/blog/%20a',
  `/blog/${'x'.repeat(65)}`,
  '/blog/%E2%80%AE',
])('%s is the address of no feed', (path) => {
  expect(parsed(path)).toBeUndefined();
});

test('each segment must be met, by any of its terms: games, languages, authors, else topics', () => {
  const feed = parsed('/blog/design/crashlands/@st4ff/levelhead+art+@cr34tor');
  expect(feed && feedTerms(feed)).toEqual({
    tags: { included: ['topic:design', 'game:crashlands'], excluded: ['topic:devchat'] },
    anyOf: [
      { tags: [], userIds: ['st4ff'] },
      { tags: ['game:levelhead', 'topic:art'], userIds: ['cr34tor'] },
    ],
  });
  const japanese = parsed('/news/ja-JP');
  expect(japanese && feedTerms(japanese)).toEqual({
    tags: { included: ['topic:news', 'locale:ja-JP'], excluded: [] },
    anyOf: undefined,
  });
});

test.each([
  ['/blog/devchat', '/devchat'],
  ['/blog/crashlands/devchat', '/devchat/crashlands'],
  ['/blog/devchat+news', undefined],
  ['/news/devchat', undefined],
])('behind %s is %s', (path, address) => {
  const feed = parsed(path);
  const behind = feed && feedBehind(feed);
  expect(behind && feedPath(behind)).toBe(address);
});
