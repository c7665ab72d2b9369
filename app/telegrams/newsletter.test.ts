import { expect, test } from 'vitest';

import { MAX_EMAIL_LENGTH, isNewsletterEmail, isSubscription, signUpPath } from './newsletter.ts';

test.each([
  'a@b.c',
  'a@abc',
  'a@1-2',
  'a@...',
  'first.last+tag@example.com',
  '"quoted"@example.com',
  'jürgen@müller.example',
  'a@b@c.d',
  `${'a'.repeat(MAX_EMAIL_LENGTH - 4)}@b.c`,
])('%s is an address for newsletters', (email) => {
  expect(isNewsletterEmail(email)).toBe(true);
});

test.each([
  '',
  '@',
  'a@',
  '@abc',
  'abc',
  'a@bc',
  'a b@abc',
  ' a@abc',
  'a\t@abc',
  'a\n@abc',
  'a @abc',
  'a@ab c',
  'a@abc ',
  'a\0b@abc',
  'a\u0007@abc',
  'a\u0085@abc',
  'a@abc\0',
  'a@ab_c',
  'a@abc\nbcc: d@efg',
  `${'a'.repeat(MAX_EMAIL_LENGTH - 3)}@b.c`,
])('%j is no address for newsletters', (email) => {
  expect(isNewsletterEmail(email)).toBe(false);
});

test('the sign-up leads to /telegrams, with the address only when there is one', () => {
  expect(signUpPath('ballyhoo')).toBe('/telegrams?subscribe=ballyhoo');
  expect(signUpPath('ballyhoo', 'a+b&c=d@e.fg')).toBe('/telegrams?subscribe=ballyhoo&email=a%2Bb%26c%3Dd%40e.fg');
});

test('a newsletter is known by its exact id', () => {
  expect(['ballyhoo', 'rumpus-ce', 'Ballyhoo', '', 'news'].map(isSubscription)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});
