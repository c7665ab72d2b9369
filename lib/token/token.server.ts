import { hash, randomBytes } from 'node:crypto';

/**
 * A secret of 256 bits, to be shown once, and its SHA-256, which is all that is kept of it.
 * @param prefix says what it opens, so that who searches files for secrets finds it by one pattern
 */
export function newToken(prefix: string): { token: string; hash: Buffer } {
  // Hexadecimal: a double click marks it whole, and no line is broken in it.
  const token = `${prefix}${randomBytes(32).toString('hex')}`;
  return { token, hash: hashOfToken(token) };
}

export function hashOfToken(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}

/** The same in hexadecimal, which notifications name: the quicker of the two, for what every request asks. */
export function hexHashOfToken(token: string): string {
  return hash('sha256', token, 'hex');
}
