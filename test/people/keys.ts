import type { CreatedKey } from '#app/delegation/key.ts';
import type { PermissionId } from '#app/delegation/permissions.ts';

import type { CastName } from '../cast.ts';
import type { SiteRequest, TestSite } from '../site.ts';
import { dataOf } from '../storage.ts';

/** Makes a key of somebody's. @param days null for one that lasts */
export async function createKey(
  site: TestSite,
  who: CastName,
  permissions: readonly PermissionId[],
  days: number | null = 30,
): Promise<CreatedKey> {
  const body = { name: `for ${permissions.join(', ')}`.slice(0, 60), permissions, days };
  const response = await site.ask(who, '/api/delegation/keys', { method: 'POST', body });
  if (response.status !== 201) throw new Error(`a key of ${who}: ${response.status} ${await response.text()}`);
  return dataOf<CreatedKey>(response);
}

/** Asks as a tool does: with the key and nothing else. */
export function askByKey(site: TestSite, key: string, path: string, request: SiteRequest = {}): Promise<Response> {
  return site.ask(undefined, path, { ...request, headers: { 'rumpus-delegation-key': key, ...request.headers } });
}
