import { randomBytes } from 'node:crypto';

import type { Current } from '#app/current/current.server.ts';
import { writeCookie } from '#lib/http/cookies.ts';
import { hashOfToken } from '#lib/token/token.server.ts';

import { hostCookieName, isSecure } from '../cookies.server.ts';

const DEVICE = 'device';
const DAYS = 400;

export interface DeviceCookie {
  /** What tells this browser from others, as it is kept. */
  readonly hash: Buffer;
  readonly cookie: string;
}

/** The mark that this browser carries, or a new one; it tells nothing but that it is the same browser. */
export function issueDeviceCookie(current: Pick<Current, 'browser' | 'config'>): DeviceCookie {
  const { config } = current;
  const mark = readDeviceCookie(current) ?? randomBytes(32).toString('base64url');
  return {
    hash: hashOfToken(mark),
    cookie: writeCookie(hostCookieName(config, DEVICE), mark, { maxAge: DAYS * 86_400, secure: isSecure(config) }),
  };
}

/** The mark that this browser carries, as it is kept. */
export function findDeviceHash(current: Pick<Current, 'browser' | 'config'>): Buffer | undefined {
  const mark = readDeviceCookie(current);
  return mark === undefined ? undefined : hashOfToken(mark);
}

function readDeviceCookie({ browser, config }: Pick<Current, 'browser' | 'config'>): string | undefined {
  const carried = browser.cookies[hostCookieName(config, DEVICE)] ?? '';
  return /^[\w-]{43}$/.test(carried) ? carried : undefined;
}
