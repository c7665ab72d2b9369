import { hash, randomBytes, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** 256 bits; only the SHA-256 is to be stored. @param prefix lets scanners for leaked secrets find it */
export function newToken(prefix: string): { token: string; hash: Buffer } {
  // Hexadecimal: a double click marks it whole, and no line is broken in it.
  const token = `${prefix}${randomBytes(32).toString('hex')}`;
  return { token, hash: hashOfToken(token) };
}

/** As `newToken`, with a checksum behind it, by which scanners tell it from other text without asking anybody. */
export function newCheckedToken(prefix: string): { token: string; hash: Buffer } {
  const { token: text } = newToken(prefix);
  const token = `${text}${checksum(text)}`;
  return { token, hash: hashOfToken(token) };
}

/** Whether the last 8 digits are the CRC-32 of what is before them. */
export function hasRightChecksum(token: string): boolean {
  return checksum(token.slice(0, -CHECKSUM_LENGTH)) === token.slice(-CHECKSUM_LENGTH);
}

/** For people to type: `readable-code.ts` shows it in groups, and reads it. */
export function newReadableCode(letters: string, length: number): string {
  return Array.from({ length }, () => letters[randomInt(letters.length)]).join('');
}

const CHECKSUM_LENGTH = 8;

function checksum(text: string): string {
  return crc32(text).toString(16).padStart(CHECKSUM_LENGTH, '0');
}

export function hashOfToken(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}

/** Cached for recent tokens, because every request needs it. */
export function hexHashOfToken(token: string): string {
  const known = lately.get(token);
  if (known !== undefined) return known;
  const hex = hash('sha256', token, 'hex');
  if (token.length <= MAX_TOKEN_LENGTH) remember(token, hex);
  return hex;
}

/** Hashing takes longer than all else that identifies a token's owner. Kept in memory alone. */
const lately = new Map<string, string>();
const MAX_TOKENS = 4096;
const MAX_TOKEN_LENGTH = 128;

function remember(token: string, hex: string): void {
  const oldest = lately.size >= MAX_TOKENS ? lately.keys().next().value : undefined;
  if (oldest !== undefined) lately.delete(oldest);
  // A copy: a substring of a header would hold all of the header in memory.
  lately.set(Buffer.from(token).toString(), hex);
}
