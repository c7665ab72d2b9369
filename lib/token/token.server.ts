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

/** The same in hexadecimal, for what every request asks. Of tokens seen lately it is remembered. */
export function hexHashOfToken(token: string): string {
  const known = lately.get(token);
  if (known !== undefined) return known;
  const hex = hash('sha256', token, 'hex');
  if (token.length <= LONGEST) remember(token, hex);
  return hex;
}

/** To hash a token takes longer than all else that finds whose it is. Lies in the memory of the process alone. */
const lately = new Map<string, string>();
const MOST = 4096;
const LONGEST = 128;

function remember(token: string, hex: string): void {
  const oldest = lately.size >= MOST ? lately.keys().next().value : undefined;
  if (oldest !== undefined) lately.delete(oldest);
  // A copy: a part of a header would hold all of the header in memory.
  lately.set(Buffer.from(token).toString(), hex);
}
