import { createHash } from 'node:crypto';

import type { Current } from '#app/current/current.server.ts';
import { unknownPage } from '#app/current/problems.ts';
import { isFresh } from '#lib/http/conditions.ts';
import { Problem } from '#lib/problem.ts';

import { iconAt } from './icons.server.ts';
import { manifest } from './manifest.ts';
import { robots } from './robots.ts';
import { securityText } from './security-text.ts';
import { sitemapAt } from './sitemap.server.ts';

/** @param path one of DISCOVERY @throws Problem 404 */
export async function answerDiscovery(current: Current, path: string, request: Request): Promise<Response> {
  const found = await find(current, path);
  if (found === undefined) throw new Problem(unknownPage);
  const { type, body, seconds } = found;
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
  const headers = { 'content-type': type, 'cache-control': `public, max-age=${seconds}`, etag };
  if (isFresh(request.headers.get('if-none-match'), etag)) return new Response(null, { status: 304, headers });
  return new Response(request.method === 'HEAD' ? null : body, { headers });
}

interface DiscoveryFile {
  readonly type: string;
  readonly body: string | Buffer<ArrayBuffer>;
  /** How long browsers may keep it. */
  readonly seconds: number;
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const TEXT = 'text/plain; charset=utf-8';
const XML = 'application/xml; charset=utf-8';

async function find(current: Current, path: string): Promise<DiscoveryFile | undefined> {
  const { stage, config } = current;
  if (path === '/robots.txt') return { type: TEXT, body: robots(stage, config.publicUrl), seconds: HOUR };
  if (path === '/.well-known/security.txt') {
    return { type: TEXT, body: securityText(config.publicUrl, current.now()), seconds: HOUR };
  }
  if (path === '/manifest.webmanifest') {
    return { type: 'application/manifest+json', body: JSON.stringify(manifest), seconds: HOUR };
  }
  const sitemap = await sitemapAt(current, path);
  if (sitemap !== undefined) return { type: XML, body: sitemap, seconds: MINUTE };
  const icon = await iconAt(path);
  return icon && { ...icon, seconds: DAY };
}
