import { randomBytes } from 'node:crypto';

import type { Current } from '#app/current/current.server.ts';
import { writeCookie } from '#lib/http/cookies.ts';
import { hashOfToken } from '#lib/token/token.server.ts';

import { hostCookieName, isSecure } from '../cookies.server.ts';

const DEVICE = 'device';
const DAYS = 400;

interface DeviceCookie {
  readonly hash: Buffer;
  readonly cookie: string;
}

export function issueDeviceCookie(current: Pick<Current, 'browser' | 'config'>): DeviceCookie {
  const { config } = current;
  const token = readDeviceCookie(current) ?? randomBytes(32).toString('base64url');
  return {
    hash: hashOfToken(token),
    cookie: writeCookie(hostCookieName(config, DEVICE), token, { maxAge: DAYS * 86_400, secure: isSecure(config) }),
  };
}

export function findDeviceHash(current: Pick<Current, 'browser' | 'config'>): Buffer | undefined {
  const token = readDeviceCookie(current);
  return token === undefined ? undefined : hashOfToken(token);
}

function readDeviceCookie({ browser, config }: Pick<Current, 'browser' | 'config'>): string | undefined {
  const token = browser.cookies[hostCookieName(config, DEVICE)] ?? '';
  return /^[\w-]{43}$/.test(token) ? token : undefined;
}
