import type { CrashAnswer } from './crash-client.ts';
import type { Ledger } from './ledger.ts';

/** One request each time it is called; tells whether it was answered. */
export type Writer = () => Promise<boolean>;

/** Bytes of a body that lies in a file. */
export const LARGE = 100_000;

/** A body that tells what it is from its first byte to its last. */
export function bodyOf(mark: string, bytes: number): string {
  return `${mark} `.repeat(Math.ceil(bytes / (mark.length + 1))).slice(0, bytes);
}

/** Notes an answer that is a refusal: nothing here asks for what it may not have. */
export function isUnexpected(ledger: Ledger, what: string, { status, data }: CrashAnswer): boolean {
  if (status < 300) return false;
  ledger.surprises.push(`${what}: ${status} ${JSON.stringify(data)}`);
  return true;
}
