import { randomBytes } from 'node:crypto';

export function newFileKey(): string {
  return randomBytes(16).toString('hex');
}

/** Anything else never reaches a path or an address. */
export function isFileKey(text: string): boolean {
  return /^[0-9a-f]{32}$/.test(text);
}

/** Keys become paths, so a key that this store did not make is never looked up. */
export function requireFileKey(key: string): void {
  if (!isFileKey(key)) throw new TypeError(`not the key of a file: ${JSON.stringify(key)}`);
}
