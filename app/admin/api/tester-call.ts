import type { CallReference } from '#app/api-docs/contract/reference.ts';
import { buildAddress, requestExample } from '#app/api-docs/contract/request-examples.ts';

import { TESTER_HEADER } from './tester-role.ts';

export type TesterCall = Pick<CallReference, 'id' | 'method' | 'path' | 'summary' | 'takes' | 'sample'>;

export interface RequestDraft {
  readonly method: string;
  /** From the path on. */
  readonly address: string;
  /** A line for each: `Name: value`. */
  readonly headers: string;
  readonly body: string;
}

export const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
export const EMPTY_DRAFT: RequestDraft = { method: 'GET', address: '/api/version', headers: '', body: '' };

export function toDraft({ method, path, takes, sample }: TesterCall): RequestDraft {
  const type = takes === 'json' ? { 'Content-Type': 'application/json' } : {};
  const headers = Object.entries({ ...type, ...sample.headers }).map(([name, value]) => `${name}: ${value}`);
  const body = sample.bytes ?? (sample.body === undefined ? '' : JSON.stringify(sample.body, undefined, 2));
  return { method, address: buildAddress({ path }, sample), headers: headers.join('\n'), body };
}

/** For a shell. The token stays out of it: it is read from TESTER_TOKEN. @param role of the token, or `public` without one */
export function writeCurl({ method, address, headers, body }: RequestDraft, role: string, origin: string): string {
  const call = { method, path: address, takes: undefined, answers: [] };
  const sample = {
    credentials: 'none' as const,
    params: {},
    query: {},
    headers: parseHeaderLines(headers),
    status: 200,
  };
  const written = method === 'GET' || body === '' ? sample : { ...sample, bytes: body };
  const command = requestExample('curl', call, written, origin);
  return role === 'public' ? command : `${command} \\\n  -H "${TESTER_HEADER}: $TESTER_TOKEN"`;
}

/** Only calls of this site: the token goes nowhere else. */
export function isCallAddress(address: string): boolean {
  return /^\/api\/[^\s\\]*$/.test(address) && new URL(address, 'http://site.invalid').pathname.startsWith('/api/');
}

export function parseHeaderLines(lines: string): Record<string, string> {
  const pairs = lines.split('\n').map((line) => /^\s*([\w-]+)\s*:\s*(.*?)\s*$/.exec(line));
  return Object.fromEntries(pairs.flatMap((pair) => (pair ? [[(pair[1] ?? '').toLowerCase(), pair[2] ?? '']] : [])));
}

export function withHeader(lines: string, name: string, value: string): string {
  const others = lines
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.toLowerCase().startsWith(`${name.toLowerCase()}:`));
  return [...others, `${name}: ${value}`].join('\n');
}

/** Saved requests as they were stored; whatever else stands there is nothing. */
export function readDrafts(stored: string | null): RequestDraft[] {
  try {
    const drafts: unknown = JSON.parse(stored ?? '[]');
    return Array.isArray(drafts) ? drafts.filter(isDraft) : [];
  } catch {
    return [];
  }
}

function isDraft(value: unknown): value is RequestDraft {
  const members = typeof value === 'object' && value !== null ? { ...EMPTY_DRAFT, ...value } : undefined;
  return (
    members !== undefined &&
    Object.keys(EMPTY_DRAFT).every((name) => typeof Reflect.get(members, name) === 'string') &&
    Object.keys(EMPTY_DRAFT).every((name) => Reflect.has(Object(value), name))
  );
}
