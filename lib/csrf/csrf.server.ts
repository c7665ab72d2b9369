import { createHmac } from 'node:crypto';

import { isSameText } from '#lib/signed.server.ts';

export const XSRF_COOKIE = 'XSRF-TOKEN';
export const XSRF_HEADER = 'x-xsrf-token';

/** The token of a sign-in: bound to it by a signature, so that nobody can plant one of their own. */
export function xsrfToken(loginId: string, secret: string): string {
  return createHmac('sha256', secret).update(`xsrf\n${loginId}`).digest('base64url');
}

/** Whether the request brings the token of this sign-in in its header. */
export function hasXsrfToken(request: Request, loginId: string, secret: string): boolean {
  return isSameText(request.headers.get(XSRF_HEADER) ?? '', xsrfToken(loginId, secret));
}

/**
 * Whether a browser says that the request comes from one of our own pages. A request that says nothing is no
 * browser's; `silent` tells what that means.
 */
export function isSameOrigin(
  request: { readonly headers: Headers },
  ownOrigins: ReadonlySet<string>,
  silent: boolean,
): boolean {
  const site = request.headers.get('sec-fetch-site');
  const origin = request.headers.get('origin');
  if (site !== null && site !== 'same-origin' && site !== 'none') return false;
  if (origin !== null) return ownOrigins.has(origin);
  return site !== null || silent;
}
