import { expect, test } from 'vitest';

import { parseOrigin } from './apps.server.ts';

test.each([
  ['https://play.example.com', 'https://play.example.com'],
  ['HTTPS://Play.Example.com:443', 'https://play.example.com'],
  ['https://play.example.com:8443', 'https://play.example.com:8443'],
  ['https://bücher.example', 'https://xn--bcher-kva.example'],
])('%s is the origin %s', (typed, origin) => {
  expect(parseOrigin(typed, false)).toBe(origin);
});

test.each([
  ['the machine of whoever tests, but not on production', 'http://localhost:3000'],
  ['its address', 'http://127.0.0.1:3000'],
  ['its other address', 'http://[::1]'],
])('%s is an origin', (_, typed) => {
  expect(parseOrigin(typed, true)).toBe(typed);
  expect(parseOrigin(typed, false)).toBeUndefined();
});

test.each([
  '',
  '*',
  'null',
  'https://*',
  'https://*.example.com',
  'https://%2a.example.com',
  'http://play.example.com',
  'http://localhost.example.com',
  'https://play.example.com/',
  'https://play.example.com/page',
  'https://play.example.com?a=b',
  'https://play.example.com#a',
  'https://user@play.example.com',
  'https://user:secret@play.example.com',
  'https://play.example.com.',
  'https://play.example.com\\@evil.example',
  'https://play.example.com, https://evil.example',
  'https://play.example.com\nhttps://evil.example',
  '\thttps://play.example.com',
  'https://',
  'https://play.example.com:99999',
  'https:play.example.com',
  '//play.example.com',
  'ftp://play.example.com',
  'file://',
  'javascript://play.example.com',
  'chrome-extension://abcdef',
  `https://${'a'.repeat(250)}.example`,
])('%j is no origin', (typed) => {
  expect(parseOrigin(typed, true)).toBeUndefined();
});
