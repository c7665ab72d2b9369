import {
  MASQUERADE_COOKIE,
  MASQUERADE_SECONDS,
  readMasquerade,
  readWayBack,
  writeMasquerade,
} from '#app/current/masquerade.server.ts';
import type { Masquerade, WayBack } from '#app/current/masquerade.server.ts';
import { ownPath } from '#app/current/return-route.ts';
import type { Role } from '#app/current/role.ts';
import { ownOrigins } from '#app/current/stage.ts';
import { isSecure, sessionCookieName, signInCookies } from '#app/login/cookies.server.ts';
import { plainAddress } from '#app/site/browser/address.ts';
import { XSRF_COOKIE, xsrfToken } from '#lib/csrf/csrf.server.ts';
import { writeCookie } from '#lib/http/cookies.ts';

import type { SiteParts } from './parts.server.ts';
import { isWrite } from './request-limits.server.ts';

interface CookieRequest {
  readonly request: Request;
  readonly cookies: Readonly<Record<string, string>>;
}

interface PageCookieOwner {
  readonly session: { readonly loginId: string; readonly userId: string } | undefined;
  readonly own: Role;
  readonly masquerade: Masquerade;
}

/** The masquerade of a query counts for own visits only: a picture in a post can have such an address too. */
export function pageCookies(parts: SiteParts, { request, cookies }: CookieRequest, viewer: PageCookieOwner): string[] {
  const { config, secret } = parts;
  const { session, own, masquerade } = viewer;
  const secure = isSecure(config);
  const set: string[] = [];
  if (masquerade.requested !== undefined && isOwnVisit(request) && !isWrite(request)) {
    const value = masquerade.requested === own ? '' : beginMasquerade(parts, { request, cookies }, viewer);
    set.push(writeCookie(MASQUERADE_COOKIE, value, { maxAge: value === '' ? 0 : MASQUERADE_SECONDS, secure }));
  }
  if (session !== undefined && cookies[XSRF_COOKIE] !== xsrfToken(session.loginId, secret)) {
    const token = cookies[sessionCookieName(config)] ?? '';
    set.push(...signInCookies(config, secret, token, session.loginId).slice(1));
  }
  return set;
}

/** Old browsers send neither header. */
export function isOwnVisit({ headers }: Request): boolean {
  const [site, dest] = [headers.get('sec-fetch-site'), headers.get('sec-fetch-dest')];
  return (site === null || site === 'same-origin' || site === 'none') && (dest ?? 'document') === 'document';
}

/** A change of the role keeps the way back of the first. */
function beginMasquerade(
  { config }: SiteParts,
  { request, cookies }: CookieRequest,
  { session, own, masquerade }: PageCookieOwner,
): string {
  const before = cookies[MASQUERADE_COOKIE];
  const userId = session?.userId ?? '';
  const kept = readMasquerade(own, null, before).as === undefined ? undefined : readWayBack(before);
  const back = kept?.userId === userId ? kept : findOrigin(request, config.publicUrl, userId);
  return writeMasquerade(masquerade.requested, back);
}

/** The page of this site that has the link, as its browser tells. */
function findOrigin({ headers }: Request, publicUrl: string, userId: string): WayBack | undefined {
  const referer = headers.get('referer') ?? '';
  if (!URL.canParse(referer)) return undefined;
  const { origin, pathname, search } = new URL(referer);
  if (!ownOrigins(publicUrl).has(origin)) return undefined;
  const path = ownPath(plainAddress(pathname + search));
  // Of an address that is too long to be kept, its page is left.
  return { userId, path: path === '/' ? ownPath(pathname) : path };
}
