import { randomBytes } from 'node:crypto';

/** A key that no file has or will have, and that nobody guesses. */
export function newFileKey(): string {
  return randomBytes(16).toString('hex');
}

/** Whether a text may be a key: what is not never reaches a path or an address. */
export function isFileKey(text: string): boolean {
  return /^[0-9a-f]{32}$/.test(text);
}

/** Keys become paths, so one that this store did not make is never looked up. */
export function requireFileKey(key: string): void {
  if (!isFileKey(key)) throw new TypeError(`not the key of a file: ${JSON.stringify(key)}`);
}
