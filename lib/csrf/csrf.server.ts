import { createHmac } from 'node:crypto';

import { isSameText } from '#lib/signed.server.ts';

export const XSRF_COOKIE = 'XSRF-TOKEN';
export const XSRF_HEADER = 'x-xsrf-token';

/** Signed for this sign-in, so that nobody can plant a token of their own. */
export function xsrfToken(loginId: string, secret: string): string {
  return createHmac('sha256', secret).update(`xsrf\n${loginId}`).digest('base64url');
}

export function hasXsrfToken(request: Request, loginId: string, secret: string): boolean {
  return isSameText(request.headers.get(XSRF_HEADER) ?? '', xsrfToken(loginId, secret));
}

/** Whether the browser names one of our own pages as the source; `silent` is the answer without such headers. */
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
