import * as z from 'zod/mini';

import { problem } from '#lib/problem.ts';

/** Milliseconds. */
export const RETENTION_MS = 24 * 60 * 60 * 1000;
export const REPLAYED_HEADER = 'idempotency-replayed';

export const invalidIdempotencyKey = problem(
  400,
  'storage.badIdempotencyKey',
  'An Idempotency-Key is 1 to 255 visible characters, in quotes or bare.',
);
export const stillRunning = problem(
  409,
  'storage.stillRunning',
  'A request with this Idempotency-Key is still running.',
);
export const keyReused = problem(
  422,
  'storage.idempotencyKeyReused',
  'This Idempotency-Key was used for another request.',
);

export const idempotencyHeaders = { 'idempotency-key': z.optional(z.string()) };
export const idempotencyProblems = [invalidIdempotencyKey, stillRunning, keyReused];

/** Reads a string of structured fields (RFC 9651 §3.3.3) or the bare key; undefined for neither. */
export function readKey(header: string): string | undefined {
  const text = header.trim();
  const quoted = /^"((?:[^"\\]|\\["\\])*)"$/.exec(text)?.[1]?.replaceAll(/\\(["\\])/g, '$1');
  const key = quoted ?? (/["\\,;]/.test(text) ? '' : text);
  return /^[\x21-\x7e]{1,255}$/.test(key) ? key : undefined;
}
