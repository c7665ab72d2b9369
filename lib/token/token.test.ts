import { createHash } from 'node:crypto';

import { expect, test } from 'vitest';

import { hasRightChecksum, hashOfToken, hexHashOfToken, newCheckedToken, newToken } from './token.server.ts';

test('a token is its prefix and 256 random bits, always new ones', () => {
  const tokens = Array.from({ length: 100 }, () => newToken('shop_key_').token);
  expect(new Set(tokens).size).toBe(100);
  for (const token of tokens) expect(token).toMatch(/^shop_key_[0-9a-f]{64}$/);
});

test('a checked token ends with a checksum that any one wrong digit breaks', () => {
  expect(hasRightChecksum(`shop_key_${'0'.repeat(64)}6490958f`)).toBe(true);
  for (const { token, hash } of Array.from({ length: 100 }, () => newCheckedToken('shop_key_'))) {
    expect(token).toMatch(/^shop_key_[0-9a-f]{72}$/);
    expect(hash).toEqual(hashOfToken(token));
    expect(hasRightChecksum(token)).toBe(true);
    for (let at = 0; at < token.length; at += 7) {
      const other = token[at] === '0' ? '1' : '0';
      expect(hasRightChecksum(`${token.slice(0, at)}${other}${token.slice(at + 1)}`)).toBe(false);
    }
  }
});

test('the hash of a token is its SHA-256, whatever its length', () => {
  const { token, hash } = newToken('x_');
  expect(hash).toEqual(createHash('sha256').update(token).digest());
  const known = createHash('sha256').update('A16characterkeyX').digest();
  expect(hashOfToken('A16characterkeyX')).toEqual(known);
  expect(hexHashOfToken('A16characterkeyX')).toBe(known.toString('hex'));
});

test('the hash in hexadecimal is right for tokens seen before, for those seen long ago, and for long ones', () => {
  const tokens = Array.from({ length: 5000 }, (_, at) => `token ${at}`.padEnd(at % 200, '.'));
  const hashes = tokens.map((token) => createHash('sha256').update(token).digest('hex'));
  expect(tokens.map(hexHashOfToken)).toEqual(hashes);
  expect(tokens.toReversed().map(hexHashOfToken)).toEqual(hashes.toReversed());
});
