import type { Current } from '#app/current/current.server.ts';
import { cacheTopicsOfCrate } from '#app/current/page/handle.ts';
import { ownOrigins } from '#app/current/stage.ts';
import { isItemId } from '#app/storage/item.ts';
import { SearchQuery } from '#app/storage/search/search.ts';
import { findItems } from '#app/storage/search/searches.server.ts';
import { Problem } from '#lib/problem.ts';

import type { DownloadFile } from './download-link.tsx';

/** An item `crate/name` or `crate/id` that the reader may see, or a file at an address. */
export async function findDownload(
  current: Current,
  { item, href }: Readonly<Record<string, string>>,
): Promise<DownloadFile | undefined> {
  if (item !== undefined) return href === undefined ? findItem(current, item) : undefined;
  const base = current.config.publicUrl;
  const url = URL.parse(href ?? '', base);
  if (href === undefined || url === null || !/^https?:$/.test(url.protocol) || url.username !== '') return undefined;
  const isOurs = ownOrigins(base).has(url.origin);
  if (!isOurs && url.protocol !== 'https:') return undefined;
  return { href: isOurs ? url.pathname + url.search : url.href, isOurs, type: typeOfName(url.pathname) };
}

async function findItem(current: Current, path: string): Promise<DownloadFile | undefined> {
  const [, crate = '', name = ''] = /^([\w-]+)\/(.+)$/.exec(path) ?? [];
  const search = SearchQuery.safeParse({ [isItemId(name) ? 'itemIds' : 'names']: name, limit: '1' });
  if (!search.success) return undefined;
  current.topicWatch?.note(cacheTopicsOfCrate(crate));
  const { items } = await findItems(current, crate, search.data).catch(noneForReader);
  const [item] = items;
  if (item === undefined || (isItemId(name) ? item.itemId !== name.toLowerCase() : item.name !== name))
    return undefined;
  const href = `/api/storage/crates/${encodeURIComponent(crate)}/items/${item.itemId}`;
  return { href, isOurs: true, type: typeOfMimetype(item.mimetype), bytes: item.bytes };
}

/** A crate that the reader does not know has nothing for them. */
function noneForReader(refusal: unknown): { items: [] } {
  if (refusal instanceof Problem) return { items: [] };
  throw refusal;
}

function typeOfName(path: string): string | undefined {
  const [, extension] = /\.([a-z0-9]{1,5})$/i.exec(path) ?? [];
  return extension?.toUpperCase();
}

/** `application/json; charset=utf-8` is JSON. */
function typeOfMimetype(mimetype: string): string | undefined {
  const [, subtype] = /^\w+\/(?:x-|vnd\.)?([\w.+-]+)/.exec(mimetype) ?? [];
  return subtype === 'octet-stream' ? undefined : subtype?.split('+').at(-1)?.toUpperCase();
}
