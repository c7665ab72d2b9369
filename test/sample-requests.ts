import { getFullReference } from '#app/api-docs/api-docs.server.ts';
import '#app/nouns.server.ts';

export interface SampleRequest {
  /** From the question mark on. */
  readonly search: string;
  readonly body?: unknown;
  readonly headers: Record<string, string>;
}

const STAFF = { actor: { role: 'staff' }, stage: 'localhost' } as Parameters<typeof getFullReference>[0];
/** A stream does not end, and with a key of its own a request happens once. */
const NOT_SENT = new Set(['accept', 'idempotency-key']);

/** What the example of each call sends beside its path, by the id of the call. */
export function findSampleRequests(): Record<string, SampleRequest> {
  const calls = getFullReference(STAFF).map(({ id, sample: { query, headers, body, bytes } }) => {
    const search = Object.keys(query).length === 0 ? '' : `?${new URLSearchParams(query).toString()}`;
    const sent = Object.entries(headers).filter(([name]) => !NOT_SENT.has(name.toLowerCase()));
    return [id, { search, headers: Object.fromEntries(sent), body: bytes ?? body }] as const;
  });
  return Object.fromEntries(calls);
}
