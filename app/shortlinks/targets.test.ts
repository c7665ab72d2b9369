import { describe, expect, test } from 'vitest';

import { targetLooksAlike, targetLoops, targetNotAllowed } from './problems.ts';
import { isReservedSlug, makeSlug, readTarget, slugSkeleton, withUtm } from './targets.server.ts';

const OWN = { publicUrl: 'https://www.rumpus.example', mainUrl: 'https://www.rumpus.example' };
const read = (typed: string) => {
  const target = readTarget(typed, OWN);
  return target instanceof URL ? target.href : target;
};

test.each([
  ['https://store.example.com/game', 'https://store.example.com/game'],
  [' http://Store.Example.com:8080/a?b=c#d ', 'http://store.example.com:8080/a?b=c#d'],
  ['https://bücher.example/', 'https://xn--bcher-kva.example/'],
  ['https://日本語.example/', 'https://xn--wgv71a119e.example/'],
  ['https://почта.example/', 'https://xn--80a1acny.example/'],
  ['https://www.rumpus.example/post/news', 'https://www.rumpus.example/post/news'],
  ['https://www.rumpus.example/blog/go', 'https://www.rumpus.example/blog/go'],
])('a shortlink may lead to %j', (typed, target) => {
  expect(read(typed)).toBe(target);
});

test.each([
  '',
  'evil.example',
  '//evil.example',
  '/games',
  '\\\\evil.example',
  'https:/evil.example',
  'https:evil.example',
  'https:\\\\evil.example',
  'https://evil.example\\@good.example',
  'javascript:alert(1)',
  'JavaScript://x.example/%0aalert(1)',
  'java\nscript:alert(1)',
  'data:text/html,x',
  'vbscript:x',
  'file:///etc/passwd',
  'ftp://x.example/',
  'blob:https://x.example/y',
  'mailto:a@x.example',
  'https://user@evil.example/',
  'https://user:secret@evil.example/',
  'https://www.rumpus.example@evil.example/',
  'https://x.example/\r\nset-cookie: a=b',
  'https://x.example/\tb',
  'https://x.example/a b',
  'https://x.example/\u0000',
  'https://x.example/\u202Egnp.exe',
  'https://ev\u200Bil.example/',
  'https://localhost/',
  'https://127.0.0.1/',
  'https://2130706433/',
  'https://0x7f.1/',
  'https://[::1]/',
  'https://8.8.8.8/',
  'https://intranet/',
  'https://x.example./',
  'https://',
  `https://x.example/${'a'.repeat(2048)}`,
])('a shortlink never leads to %j', (typed) => {
  expect(read(typed)).toBe(targetNotAllowed);
});

test.each([
  'https://www.rumpus.example/go/other',
  'https://www.rumpus.example/GO/other',
  'https://www.rumpus.example//go/other',
  'https://www.rumpus.example/de-DE/go/other',
  'https://www.rumpus.example/a/../go/other',
  'https://www.rumpus.example/%67o/other',
  'https://www.rumpus.example:8443/go/other',
  'http://WWW.rumpus.example/go/',
])('a shortlink never leads to the shortlink %s', (typed) => {
  expect(read(typed)).toBe(targetLoops);
});

test.each(['https://раypal.com/', 'https://аррӏе.com/', 'https://xn--80ak6aa92e.com/', 'https://shop.gооgle.example/'])(
  'a shortlink never leads to %s, which looks like another',
  (typed) => {
    expect(read(typed)).toBe(targetLooksAlike);
  },
);

test('a campaign stands in the place of what the address says of one', () => {
  const url = new URL('https://x.example/?a=1&utm_source=old#part');
  expect(withUtm(url, { source: 'a&b', campaign: 'launch' })).toBe(
    'https://x.example/?a=1&utm_source=a%26b&utm_campaign=launch#part',
  );
  expect(url.search).toBe('?a=1&utm_source=old');
});

describe('a slug', () => {
  test('that is made has no letter that is taken for another', () => {
    for (let made = 0; made < 100; made += 1) expect(makeSlug()).toMatch(/^[2-9bcdfghjkmnpqrstvwxz]{7}$/);
  });

  test.each([
    ['limes11', 'limesll'],
    ['b00k', 'book'],
    ['modern', 'modem'],
    ['a-b', 'a--b'],
  ])('%s looks like %s', (one, other) => {
    expect(slugSkeleton(one)).toBe(slugSkeleton(other));
  });

  test.each(['login', 'l0gin', '1ogin', 'admin', 'adrnin', 'support', 'sign-in', 'password'])(
    '%s is reserved, because a page of ours could be called so',
    (slug) => {
      expect(isReservedSlug(slug)).toBe(true);
    },
  );
});
