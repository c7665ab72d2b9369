import { createHash } from 'node:crypto';

import { expect, test } from 'vitest';

import { readDigest, writeDigest } from './digests.server.ts';

const digest = createHash('sha256').update('hello').digest();
const written = 'sha-256=:LPJNul+wow4m6DsqxbninhsWHlwfp0JecwQzYpOLmCQ=:';

test('a digest is written as RFC 9530 says, and read back', () => {
  expect(writeDigest(digest)).toBe(written);
  expect(readDigest(written)).toEqual(digest);
});

test.each([
  ['among others', `sha-512=:YWJj:, ${written}, unixsum=:AA==:`],
  ['with a parameter', `${written};a=1`],
  ['the last of several', `sha-256=:${Buffer.alloc(32).toString('base64')}:,${written}`],
])('the SHA-256 is found %s', (_, header) => {
  expect(readDigest(header)).toEqual(digest);
});

test.each([null, '', ' ', 'sha-512=:YWJj:', 'md5=:AA==:, crc32c=:AA==:'])('%j names no SHA-256', (header) => {
  expect(readDigest(header)).toBeUndefined();
});

test.each([
  'hello',
  'sha-256',
  'sha-256=LPJNul+wow4m6DsqxbninhsWHlwfp0JecwQzYpOLmCQ=',
  'sha-256=::',
  'sha-256=:AA==:',
  'sha-256=:****:',
  `SHA-256=${written.slice(8)}`,
  `${written} extra`,
  'sha-512=5',
  `${written}, sha-256=:AA==:`,
])('%s is malformed', (header) => {
  expect(readDigest(header)).toBe('malformed');
});
