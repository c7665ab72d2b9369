import { expect, test } from 'vitest';

import { parseUserAgent } from './device.server.ts';

test.each([
  ['Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0', 'Firefox', 'Linux'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1',
    'Safari',
    'iOS',
  ],
])('%s is described in two words', (userAgent, browser, system) => {
  expect(parseUserAgent(userAgent)).toEqual({ browser, system });
});

test.each([
  null,
  '',
  'x',
  'Your account was hacked. Confirm it at https://evil.example/x now/1 x',
  '\u0000',
  'a'.repeat(9999),
])('%j is an unknown device, and no word of it is repeated', (userAgent) => {
  expect(parseUserAgent(userAgent)).toEqual({});
});
