import fc from 'fast-check';
import { expect, test } from 'vitest';

import { hasWeakEtag, isFresh, isNotModified, readIfMatch, readIfNoneMatch } from './conditions.ts';

test.each([
  ['"7"', ['"7"']],
  ['"7", "9"', ['"7"', '"9"']],
  ['"7","a,b"', ['"7"', '"a,b"']],
  ['*', '*'],
  [' * ', '*'],
  ['W/"7"', []],
  ['W/"7", "9"', ['"9"']],
  ['""', ['""']],
  ['"7-gzip", "8-br", "9-zstd", "a-deflate"', ['"7"', '"8"', '"9"', '"a"']],
  ['"7-gzip-x", "gzip", "7-"', ['"7-gzip-x"', '"gzip"', '"7-"']],
  ['7', []],
  ['', undefined],
  [null, undefined],
  [undefined, undefined],
])('If-Match: %j asks for %j', (header, condition) => {
  expect(readIfMatch(header)).toEqual(condition);
});

test('If-None-Match asks the same, and takes weak etags for strong ones', () => {
  expect(readIfNoneMatch('"6", W/"7"')).toEqual(['"6"', '"7"']);
  expect([readIfNoneMatch('*'), readIfNoneMatch(null)]).toEqual(['*', undefined]);
});

test.each([
  ['"7"', true],
  ['W/"7"', true],
  ['"6", W/"7"', true],
  ['"7-gzip"', true],
  ['W/"7-br"', true],
  ['*', true],
  ['"77"', false],
  ['7', false],
  ['', false],
  [null, false],
])('to a client with %j the state "7" is fresh: %s', (header, fresh) => {
  expect(isFresh(header, '"7"')).toBe(fresh);
});

test.each([
  ['W/"7"', true],
  ['"6", W/"7"', true],
  ['"7"', false],
  ['"W/"', false],
  ['*', false],
  [null, false],
])('that %j holds a weak etag is %s', (header, isWeak) => {
  expect(hasWeakEtag(header)).toBe(isWeak);
});

test('a list of strong etags is read as it was written, and each of them is fresh', () => {
  const etag = fc.stringMatching(/^[!#-~]{0,8}$/).map((text) => `"${text}"`);
  fc.assert(
    fc.property(fc.array(etag, { minLength: 1, maxLength: 8 }), (etags) => {
      const header = etags.join(', ');
      expect([readIfMatch(header), readIfNoneMatch(header)]).toEqual([etags, etags]);
      expect(etags.every((one) => isFresh(header, one))).toBe(true);
    }),
  );
});

test.each<[Record<string, string>, boolean, method?: string]>([
  [{}, false],
  [{ 'if-modified-since': 'Sun, 06 Nov 1994 08:49:37 GMT' }, true],
  [{ 'if-modified-since': 'Sunday, 06-Nov-94 08:49:37 GMT' }, true],
  [{ 'if-modified-since': 'Sun Nov  6 08:49:37 1994' }, true],
  [{ 'if-modified-since': 'Mon, 07 Nov 1994 00:00:00 GMT' }, true],
  [{ 'if-modified-since': 'Sun, 06 Nov 1994 08:49:36 GMT' }, false],
  [{ 'if-modified-since': 'Sun Nov  6 08:49:36 1994' }, false],
  [{ 'if-modified-since': '2026-01-01T00:00:00Z' }, false],
  [{ 'if-modified-since': 'tomorrow' }, false],
  [{ 'if-modified-since': '' }, false],
  [{ 'if-modified-since': 'Sun, 06 Nov 1994 08:49:37 GMT' }, true, 'HEAD'],
  [{ 'if-modified-since': 'Sun, 06 Nov 1994 08:49:37 GMT' }, false, 'POST'],
  [{ 'if-none-match': '"6"', 'if-modified-since': 'Mon, 07 Nov 1994 00:00:00 GMT' }, false],
  [{ 'if-none-match': 'W/"7"', 'if-modified-since': 'Sat, 05 Nov 1994 00:00:00 GMT' }, true],
])('to %j what was modified within a second is not modified: %s', (headers, isFresh, method = 'GET') => {
  const modifiedAt = new Date('1994-11-06T08:49:37.900Z');
  expect(isNotModified(new Request('http://a.example', { method, headers }), '"7"', modifiedAt)).toBe(isFresh);
});
