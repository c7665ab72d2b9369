import type { Current } from '#app/current/current.server.ts';
import { cacheTopicsOfCrate } from '#app/current/page/handle.ts';
import { ownOrigins } from '#app/current/stage.ts';
import { Collection } from '#app/storage/collection.server.ts';

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
  current.topicWatch?.note(cacheTopicsOfCrate(crate));
  const item = await new Collection(crate).find(current, name);
  if (item === undefined) return undefined;
  const href = `/api/storage/crates/${encodeURIComponent(crate)}/items/${item.itemId}`;
  return { href, isOurs: true, type: typeOfMimetype(item.mimetype), bytes: item.bytes };
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
