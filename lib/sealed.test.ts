import fc from 'fast-check';
import { expect, test } from 'vitest';

import { readSealed, seal } from './sealed.server.ts';

const SECRET = 'a secret of the tests';

test('a sealed value is read for its purpose with its secret, and nowhere else', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (value) => {
      const sealed = seal(value, 'a', SECRET);
      expect(readSealed(sealed, 'a', SECRET)).toBe(value);
      expect(readSealed(sealed, 'b', SECRET)).toBeUndefined();
      expect(readSealed(sealed, 'a', 'another secret')).toBeUndefined();
    }),
  );
});

test('a seal shows nothing of its value, not even that two are the same', () => {
  const [one, other] = [seal('0190a0b0', 'a', SECRET), seal('0190a0b0', 'a', SECRET)];
  expect(one).not.toBe(other);
  expect(Buffer.from(one, 'base64url').toString('latin1')).not.toContain('0190a0b0');
});

test('one changed character breaks a seal, wherever it stands', () => {
  const sealed = seal('value', 'a', SECRET);
  for (let at = 0; at < sealed.length; at += 1) {
    const changed = `${sealed.slice(0, at)}${sealed[at] === 'A' ? 'B' : 'A'}${sealed.slice(at + 1)}`;
    expect(readSealed(changed, 'a', SECRET)).toBeUndefined();
  }
});

test.each(['', 'A', '.', 'A'.repeat(43), 'ä'.repeat(60)])('%j is no sealed value', (text) => {
  expect(readSealed(text, 'a', SECRET)).toBeUndefined();
});
