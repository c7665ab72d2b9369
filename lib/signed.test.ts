import fc from 'fast-check';
import { expect, test } from 'vitest';

import { isSameText, readSigned, sign } from './signed.server.ts';

const SECRET = 'a secret of more than 32 characters, for tests';

test('a signed value is read again, and its text fits into an address', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (value) => {
      const signed = sign(value, 'cursor', SECRET);
      expect(signed).toMatch(/^[\w-]*\.[\w-]{43}$/);
      expect(readSigned(signed, 'cursor', SECRET)).toBe(Buffer.from(value).toString());
    }),
  );
});

test('a value that was signed for another purpose or with another secret is not read', () => {
  const signed = sign('["player",1]', 'dev sign-in', SECRET);
  expect(readSigned(signed, 'cursor', SECRET)).toBeUndefined();
  expect(readSigned(signed, 'dev sign-in', `${SECRET}.`)).toBeUndefined();
});

test('a changed value, a changed signature, none and a third part are not read', () => {
  const [value = '', signature = ''] = sign('["player",1]', 'cursor', SECRET).split('.');
  const other = Buffer.from('["super",1]').toString('base64url');
  const forged = [`${other}.${signature}`, `${value}.${signature.slice(1)}`, value, `${value}.`, '', '.'];
  for (const text of [...forged, `${value}.${signature}.`, `${value}.${signature}.x`]) {
    expect(readSigned(text, 'cursor', SECRET), text).toBeUndefined();
  }
});

test('texts are the same only when every byte is', () => {
  expect(isSameText('ä', 'ä')).toBe(true);
  expect(isSameText('ä', 'a')).toBe(false);
  expect(isSameText('', '')).toBe(true);
  expect(isSameText('token', 'tokens')).toBe(false);
});
