import type { WireCastName } from './cast.ts';
import { ask } from './client.ts';
import type { WireRequest, WireReply } from './client.ts';

export interface WireKey {
  passId: string;
  key: string;
}

/** Makes a key of somebody's, by their session. */
export async function createKey(who: WireCastName, permissions: readonly string[]): Promise<WireKey> {
  const body = { name: 'wire', permissions, days: 30 };
  const reply = await ask(who, 'POST /api/delegation/keys', { body });
  if (reply.status !== 201) throw new Error(`a key of ${who}: ${reply.refusal.join(' ')}`);
  return reply.data() as WireKey;
}

export async function revokeKey(who: WireCastName, { passId }: WireKey): Promise<WireReply> {
  return ask(who, `DELETE /api/delegation/keys/${passId}`);
}

/** Asks as a tool does: with a key and nothing else. */
export function askByKey(key: string, line: string, request: WireRequest = {}): Promise<WireReply> {
  return ask(undefined, line, { ...request, headers: { 'rumpus-delegation-key': key, ...request.headers } });
}
