import { MASQUERADE_COOKIE } from '#app/current/masquerade.server.ts';
import type { Masquerade } from '#app/current/masquerade.server.ts';
import type { Role } from '#app/current/role.ts';
import { isSecure, sessionCookieName, signInCookies } from '#app/login/cookies.server.ts';
import { XSRF_COOKIE, xsrfToken } from '#lib/csrf/csrf.server.ts';
import { writeCookie } from '#lib/http/cookies.ts';

import type { SiteParts } from './parts.server.ts';
import { isWrite } from './request-limits.server.ts';

interface CookieRequest {
  readonly request: Request;
  readonly cookies: Readonly<Record<string, string>>;
}

interface PageCookieOwner {
  readonly session: { readonly loginId: string } | undefined;
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
    const value = masquerade.requested === own ? '' : masquerade.requested;
    set.push(writeCookie(MASQUERADE_COOKIE, value, { maxAge: value === '' ? 0 : 86_400, secure }));
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
