import { randomBytes } from 'node:crypto';

import type { Current } from '#app/current/current.server.ts';
import { writeCookie } from '#lib/http/cookies.ts';

import { hostCookieName, isSecure } from '../cookies.server.ts';

const COOKIE = 'sign-in';
const SECONDS = 3600;

interface PendingSignIn {
  readonly confirmationId: string;
  readonly secret: string;
}

export function newBrowserSecret(): string {
  return randomBytes(32).toString('base64url');
}

export function writePendingSignIn(
  { config }: Pick<Current, 'config'>,
  { confirmationId, secret }: PendingSignIn,
): string {
  return writeCookie(hostCookieName(config, COOKIE), `${confirmationId}.${secret}`, {
    maxAge: SECONDS,
    secure: isSecure(config),
  });
}

export function findPendingSignIn({ browser, config }: Pick<Current, 'browser' | 'config'>): PendingSignIn | undefined {
  const [, confirmationId = '', secret = ''] =
    /^([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\.([\w-]{43})$/.exec(
      browser.cookies[hostCookieName(config, COOKIE)] ?? '',
    ) ?? [];
  return confirmationId === '' ? undefined : { confirmationId, secret };
}

export function clearPendingSignIn({ config }: Pick<Current, 'config'>): string {
  return writeCookie(hostCookieName(config, COOKIE), '', { maxAge: 0, secure: isSecure(config) });
}
