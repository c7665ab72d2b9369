import type { Policy } from '#app/storage/crates/policy.ts';
import type { Item } from '#app/storage/item.ts';
import { PARAMETERS_HEADER } from '#app/storage/item.ts';

import type { CastName } from './cast.ts';
import type { SiteRequest, TestSite } from './site.ts';

/** The rules that most tests use: anyone reads, players create, owners change, `hidden` and `unlisted` hide. */
export const OPEN_POLICY: Policy = {
  list: ['public'],
  read: ['public'],
  create: ['authenticated'],
  update: ['owner', 'collaborator', 'staff'],
  delete: ['owner', 'staff'],
  tag: ['owner', 'collaborator', 'staff'],
  collaborate: ['owner', 'collaborator', 'staff'],
  stat: ['authenticated'],
  hide: { hidden: 'staff', unlisted: 'direct' },
};

export async function createCrate(site: TestSite, crateId: string, policy: Policy = OPEN_POLICY): Promise<string> {
  const response = await site.ask('admin', '/api/storage/crates', { method: 'POST', body: { crateId, policy } });
  if (response.status !== 201) throw new Error(`crate ${crateId}: ${response.status} ${await response.text()}`);
  return `/api/storage/crates/${crateId}`;
}

export function parametersHeader(parameters: object): Record<string, string> {
  return { [PARAMETERS_HEADER]: encodeURIComponent(JSON.stringify(parameters)) };
}

export async function createItem(
  site: TestSite,
  crate: string,
  who: CastName,
  parameters: object = {},
  body: SiteRequest['body'] = 'hello',
): Promise<Item> {
  const response = await site.ask(who, `${crate}/items`, {
    method: 'POST',
    body,
    headers: parametersHeader(parameters),
  });
  if (response.status !== 201) throw new Error(`item: ${response.status} ${await response.text()}`);
  return dataOf<Item>(response);
}

export async function dataOf<Data>(response: Response): Promise<Data> {
  const { data } = (await response.json()) as { data: Data };
  return data;
}

/** The number in an etag, by which each write of the item raises it by one. */
export function revOf(etag: string): number {
  return Number(etag.slice(1, -1));
}

/** The etag that an item has after so many more writes. */
export function etagAfter(etag: string, writes: number): string {
  return `"${revOf(etag) + writes}"`;
}

/** Status and sentence of a refusal. */
export async function refusalOf(response: Response): Promise<[number, string]> {
  const { message } = (await response.json()) as { message: string };
  return [response.status, message];
}
