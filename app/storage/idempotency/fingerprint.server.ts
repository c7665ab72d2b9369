import { hash } from 'node:crypto';

import { PARAMETERS_HEADER } from '../item.ts';

const HEADERS = [PARAMETERS_HEADER, 'content-type', 'if-match', 'if-none-match'];

/**
 * What a request asks, in 32 bytes: two that ask the same have the same, whatever the order of their members.
 * @param input the body's JSON, or the SHA-256 of one that is not JSON
 */
export function fingerprintOf(request: Request, input: unknown): Buffer {
  const { pathname, searchParams } = new URL(request.url);
  const query = [...searchParams].map((pair) => JSON.stringify(pair)).sort();
  const headers = HEADERS.map((name) => request.headers.get(name));
  const parts = [request.method, pathname, query, headers, input];
  return hash('sha256', JSON.stringify(parts, inOrder), 'buffer');
}

/** For `JSON.stringify`: members by name. */
function inOrder(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
