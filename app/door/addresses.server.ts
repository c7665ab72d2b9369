import { createStaticHandler } from 'react-router';
import type { Params } from 'react-router';
import { routes } from 'virtual:react-router/server-build';

import { isLocale } from '#app/current/locale.ts';
import type { Masquerade } from '#app/current/masquerade.server.ts';
import type { CacheHandle, FormHandle } from '#app/current/page/handle.ts';
import { FEEDS } from '#app/posts/feed-name.ts';
import { withoutParameters } from '#app/site/browser/address.ts';
import { badAddress, notFound } from '#lib/calls/problems.ts';
import { Problem } from '#lib/problem.ts';

import { isOwnVisit } from './page-cookies.server.ts';
import { isWrite } from './request-limits.server.ts';

export interface ScreenMatch {
  readonly id: string;
  /** As app/routes.ts writes it. */
  readonly path: string;
  readonly handle: (Partial<CacheHandle> & FormHandle) | undefined;
  readonly params: Params;
}

/** At a path, or at that of its data. */
export function matchScreen(path: string): ScreenMatch | undefined {
  // The router requests a page's data with these suffixes.
  const match = screens.match(path.replace(/\/_\.data$|\.data$/, '') || '/')?.at(-1);
  if (match === undefined) return undefined;
  const { id, path: pattern = '', handle } = match.route;
  return { id, path: pattern, handle: handle as ScreenMatch['handle'], params: match.params };
}

const SCREENS = Object.values(routes).flatMap((route) => {
  if (route === undefined || route.id === 'root') return [];
  const { id, path = '', index, module } = route;
  // A layout route without a path of its own.
  if (path === '' && !index) return [];
  const handle: unknown = module.handle;
  return [index ? { id, path, index, handle } : { id, path, handle }];
});

/** It ranks the routes once; `matchRoutes` does that for each path, which takes eighty times as long. */
const screens = createStaticHandler(SCREENS);

/** Undefined for a page that is not cached, such as at a path that is not canonical. */
export function findCacheHandle(path: string): CacheHandle | undefined {
  if (path.includes('%') || findCanonicalPath(path) !== path) return undefined;
  const handle = matchScreen(path)?.handle;
  return handle?.cacheTopics && { ...handle, cacheTopics: handle.cacheTopics };
}

interface PageRequest {
  readonly request: Request;
  readonly path: string;
  readonly search: string;
}

export function redirectToCanonical({ request, path, search }: PageRequest): Response | undefined {
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  // Two slashes at the start would lead to another host.
  if (!isRead || path.startsWith('//') || path.endsWith('.data')) return undefined;
  const canonical = findCanonicalPath(path);
  if (canonical === undefined || canonical === path || canonical.startsWith('//')) return undefined;
  return new Response(null, { status: 308, headers: { location: canonical + search } });
}

/** Once the cookie has the masquerade, the address loses it, so that nobody shares it. Old browsers do that themselves. */
export function redirectFromMasquerade(
  { request, path, search }: PageRequest,
  { requested }: Masquerade,
): Response | undefined {
  const isVisit = request.headers.get('sec-fetch-dest') === 'document' && isOwnVisit(request) && !isWrite(request);
  if (requested === undefined || !isVisit || path.startsWith('//')) return undefined;
  return new Response(null, { status: 302, headers: { location: withoutParameters(path + search, ['masquerade']) } });
}

/** In the spelling of app/routes.ts, so that a page has one address: no capitals, no extra slashes. */
function findCanonicalPath(path: string): string | undefined {
  const match = matchScreen(path);
  if (match === undefined || match.path === '*') return undefined;
  const { locale } = match.params;
  if (locale !== undefined && !isFirstSegment(locale, match.path)) return undefined;
  const segments = match.path.split('/').filter((segment) => segment !== ':locale?' || locale !== undefined);
  const given = path.split('/').filter((part) => part !== '');
  const spelled = segments.flatMap((segment, at) => {
    if (segment === '*') return given.slice(at);
    if (segment.startsWith(':')) return given[at] ?? (segment.endsWith('?') ? [] : '');
    return segment;
  });
  return `/${spelled.join('/')}`;
}

/** A locale; or the name of a feed, which the router takes for one in `/blog/news/x/y`, where the screen is the same. */
export function isFirstSegment(named: string, route: string): boolean {
  return isLocale(named) || (isFeed(named) && isFeed(route.split('/')[1]));
}

function isFeed(name: string | undefined): boolean {
  return FEEDS.some((feed) => feed === name);
}

/** URL parsers drop tabs and line breaks, and two slashes are then a host, to which a page's own links would lead. */
export function looksLikeHost(path: string): boolean {
  return /^\/(?:%0[9ad])*[/\\]/i.test(path);
}

/** PostgreSQL stores no null character. @throws Problem 404 in a path, 400 in a query */
export function requireAddress({ path, search }: { readonly path: string; readonly search: string }): void {
  if (path.includes('%00')) throw new Problem(notFound);
  if (search.includes('%00')) throw new Problem(badAddress);
}
