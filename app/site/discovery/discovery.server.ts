import { createHash } from 'node:crypto';

import type { Current } from '#app/current/current.server.ts';
import { unknownPage } from '#app/current/problems.ts';
import { isProduction } from '#app/current/stage.ts';
import type { Stage } from '#app/current/stage.ts';
import { palette } from '#content/art/palette.ts';
import { studio } from '#content/studio.ts';
import { isFresh } from '#lib/http/conditions.ts';
import { Problem } from '#lib/problem.ts';

import { iconAt } from './icons.server.ts';
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

/** Pages with `noindex` are not disallowed, because a crawler must read a page to see it. */
function robots(stage: Stage, publicUrl: string): string {
  if (!isProduction(stage)) return 'User-agent: *\nDisallow: /\n';
  return `User-agent: *\nAllow: /api/docs/community-edition\nDisallow: /api/\n\nSitemap: ${publicUrl}/sitemap.xml\n`;
}

const DAY_MS = 86_400_000;
/** The standard demands less than a year. */
const VALID_DAYS = 180;

/** Where to report a vulnerability (RFC 9116). */
function securityText(publicUrl: string, now: Date): string {
  const policy = `${publicUrl}/security`;
  const today = Math.floor(now.getTime() / DAY_MS) * DAY_MS;
  return [
    `Contact: ${studio.securityContact ?? policy}`,
    `Expires: ${new Date(today + VALID_DAYS * DAY_MS).toISOString()}`,
    `Preferred-Languages: en`,
    `Canonical: ${publicUrl}/.well-known/security.txt`,
    `Policy: ${policy}`,
    '',
  ].join('\n');
}

export const manifest = {
  id: '/',
  name: studio.name,
  short_name: studio.name,
  description: studio.description,
  lang: 'en',
  start_url: '/',
  scope: '/',
  display: 'minimal-ui',
  background_color: palette.cloud,
  theme_color: palette.night,
  icons: [
    { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
    { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
    { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
    { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ],
} as const;
