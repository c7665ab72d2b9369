import { createHash } from 'node:crypto';

import { isFresh } from '#lib/http/conditions.ts';

import { atomXml } from './atom.ts';
import type { FeedDocument, SyndicatedEntry } from './feed-document.ts';
import type { FeedFormat } from './feed-format.ts';
import { jsonFeed } from './json-feed.ts';
import { rssXml } from './rss.ts';

const WRITERS = { 'rss.xml': rssXml, 'atom.xml': atomXml, 'feed.json': jsonFeed } as const;

/**
 * The document, or 304 for whom nothing has changed.
 * @param version what the entries are made of, as JSON  @param write makes them, where somebody needs them
 */
export async function documentResponse(
  request: Request,
  { file, type }: FeedFormat,
  feed: Omit<FeedDocument, 'entries'>,
  version: string,
  write: () => Promise<readonly SyndicatedEntry[]>,
): Promise<Response> {
  const hash = createHash('sha256').update(JSON.stringify(feed)).update(version).digest('base64url');
  const etag = `"${hash.slice(0, 22)}"`;
  const { hubUrl, url } = feed;
  const headers = {
    'content-type': `${type}; charset=utf-8`,
    'cache-control': 'public, no-cache',
    etag,
    ...(hubUrl !== undefined && { link: `<${hubUrl}>; rel="hub", <${url}>; rel="self"` }),
  };
  if (isFresh(request.headers.get('if-none-match'), etag)) return new Response(null, { status: 304, headers });
  return new Response(WRITERS[file]({ ...feed, entries: await write() }), { headers });
}
