import type { Config } from '#app/current/config/config.server.ts';
import { MASQUERADE_COOKIE, MASQUERADE_SECONDS, readWayBack, writeMasquerade } from '#app/current/masquerade.server.ts';
import { XSRF_COOKIE, xsrfToken } from '#lib/csrf/csrf.server.ts';
import { writeCookie } from '#lib/http/cookies.ts';
import { SESSION_DAYS } from '#lib/sessions/sessions.server.ts';

export function sessionCookieName(config: Config): string {
  return hostCookieName(config, 'session');
}

/** Hidden from scripts. The privacy policy lists their purposes and durations. */
export const HOST_COOKIES = ['session', 'device', 'sign-in', 'registration', 'provider', 'passkey', 'merge'] as const;

/** With https the prefix binds a cookie to this host: no other subdomain can set it. */
export function hostCookieName(config: Config, name: (typeof HOST_COOKIES)[number]): string {
  return isSecure(config) ? `__Host-${name}` : name;
}

export function isSecure(config: Config): boolean {
  return config.publicUrl.startsWith('https:');
}

export function signInCookies(config: Config, secret: string, token: string, loginId: string): string[] {
  const options = { maxAge: SESSION_DAYS * 86_400, secure: isSecure(config) };
  return [
    writeCookie(sessionCookieName(config), token, options),
    writeCookie(XSRF_COOKIE, xsrfToken(loginId, secret), { ...options, readable: true }),
  ];
}

/** @param cookies of the request: a masquerade ends, and whoever signs in again still finds the way back from it */
export function signOutCookies(config: Config, cookies: Readonly<Record<string, string>>): string[] {
  const expired = { maxAge: 0, secure: isSecure(config) };
  const back = readWayBack(cookies[MASQUERADE_COOKIE]);
  return [
    writeCookie(sessionCookieName(config), '', expired),
    writeCookie(XSRF_COOKIE, '', { ...expired, readable: true }),
    writeCookie(MASQUERADE_COOKIE, writeMasquerade(undefined, back), {
      ...expired,
      ...(back && { maxAge: MASQUERADE_SECONDS }),
    }),
  ];
}
