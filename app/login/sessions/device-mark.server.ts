import { createHash, randomBytes } from 'node:crypto';

import type { Current } from '#app/current/current.server.ts';
import { writeCookie } from '#lib/http/cookies.ts';

import { isSecure } from '../cookies.server.ts';

const COOKIE = 'device';
const DAYS = 400;

export interface DeviceMark {
  /** What tells this browser from others, as it is kept. */
  readonly hash: Buffer;
  readonly cookie: string;
}

/** The mark that this browser carries, or a new one; it tells nothing but that it is the same browser. */
export function markDevice({ browser, config }: Pick<Current, 'browser' | 'config'>): DeviceMark {
  const carried = browser.cookies[COOKIE] ?? '';
  const mark = /^[\w-]{43}$/.test(carried) ? carried : randomBytes(32).toString('base64url');
  return {
    hash: createHash('sha256').update(mark).digest(),
    cookie: writeCookie(COOKIE, mark, { maxAge: DAYS * 86_400, secure: isSecure(config) }),
  };
}
