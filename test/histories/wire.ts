import { requestBytes } from '../bench/http-connection.ts';
import type { WireAnswer } from '../bench/http-connection.ts';
import type { OperationInput, OperationResult } from './history.ts';

/** Where a store listens, the path of its items, and who asks. */
export interface StoreAddress {
  port: number;
  path: string;
  credentials: Record<string, string>;
}

/** A question as storage's calls put it. @param item the id; a creation has none */
export function requestOf(
  { path, credentials }: StoreAddress,
  item: string | undefined,
  input: OperationInput,
): Buffer {
  const address = `${path}/${item ?? ''}`;
  if (input.kind === 'read') return requestBytes('GET', `${address}?download=true`, credentials);
  const condition: Record<string, string> =
    'ifMatch' in input && input.ifMatch !== undefined ? { 'if-match': `"${input.ifMatch}"` } : {};
  const headers = { ...credentials, ...condition };
  if (input.kind === 'remove') return requestBytes('DELETE', address, headers);
  const tags = [input.mark];
  if (input.kind === 'tag') {
    const json = { ...headers, 'content-type': 'application/json' };
    return requestBytes('PUT', `${address}/metadata`, json, JSON.stringify({ tags }));
  }
  const bytes = {
    ...headers,
    'content-type': 'text/plain',
    'rumpus-item-parameters': encodeURIComponent(JSON.stringify({ tags })),
  };
  if (input.kind === 'create') return requestBytes('POST', path, bytes, input.mark);
  return requestBytes('PUT', address, bytes, input.mark);
}

/** Others held the item for too long, and nothing was done: had it been, its revision would be nobody's. */
export function isBusy(answer: WireAnswer): boolean {
  return answer.status === 503 && (JSON.parse(answer.body()) as { code: string }).code === 'database.busy';
}

/** What an answer tells, and of which item. An answer of any other kind is an error. */
export function resultOf(input: OperationInput, answer: WireAnswer): { result: OperationResult; item?: string } {
  if (answer.status === 404) return { result: { kind: 'gone' } };
  if (answer.status === 204) return { result: { kind: 'removed' } };
  const rev = Number(answer.header('etag')?.slice(1, -1));
  if (answer.status === 412 && rev > 0) return { result: { kind: 'changed', rev } };
  if (answer.status >= 300 || !(rev > 0)) throw new Error(`${input.kind} was answered by ${answer.text()}`);
  if (input.kind === 'read') {
    const parameters = decodeURIComponent(answer.header('rumpus-item-parameters') ?? '');
    const { tags } = JSON.parse(parameters) as { tags: string[] };
    return { result: { kind: 'state', rev, body: answer.body(), tag: tags.join() } };
  }
  const { data } = JSON.parse(answer.body()) as { data: { itemId: string; tags: string[] } };
  return { result: { kind: 'written', rev, tag: data.tags.join() }, item: data.itemId };
}
