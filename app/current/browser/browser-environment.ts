import { CACHE_PARAMETER } from '#lib/calls/browser/address.ts';
import { RateLimitBlock } from '#lib/calls/browser/rate-limit-block.ts';
import type { CallClientEnvironment } from '#lib/calls/call-client.ts';

import { effectiveRole, storedMasquerade } from './session-user-store.ts';
import type { SessionUserStore } from './session-user-store.ts';

export interface ServerNotices {
  version?: string;
  terms?: string;
  termsRce?: string;
  privacy?: string;
  rateLimitReset?: number;
}

interface BrowserPage {
  version: string;
  users: SessionUserStore;
  locale: () => string | undefined;
  cookie: () => string;
  reload: () => void;
  onNotices: (notices: ServerNotices) => void;
  base?: string;
  rateLimit?: RateLimitBlock;
}

/** Specification §7: the masquerade is a parameter, the locale a header. */
export function browserEnvironment(page: BrowserPage): CallClientEnvironment {
  const { version, users, locale, cookie, base = '/', rateLimit = new RateLimitBlock(Date.now) } = page;
  return {
    base,
    parameters: () => {
      const user = users.read();
      const cacheId = hash([version, effectiveRole(user), locale() ?? ''].join('\n'));
      return { [CACHE_PARAMETER]: cacheId, masquerade: storedMasquerade(user) };
    },
    headers: () => ({ Locale: locale() }),
    cookie,
    xsrf: { cookie: 'XSRF-TOKEN', header: 'X-XSRF-TOKEN' },
    rateLimit,
    onHeaders: (headers) => page.onNotices(noticesIn(headers)),
    onLoggedOut: () => {
      // Without a stored user a reload would not help: the same 401 would follow.
      if (users.read() === undefined) return;
      users.clear();
      page.reload();
    },
  };
}

export function noticesIn(headers: Headers): ServerNotices {
  const header = (name: string) => headers.get(name) ?? undefined;
  const reset = header('x-rate-limit-reset');
  return {
    version: header('rumpus-version'),
    terms: header('version-terms'),
    termsRce: header('version-terms-rce'),
    privacy: header('version-privacy'),
    rateLimitReset: reset === undefined ? undefined : Number(reset),
  };
}

/** FNV-1a of 32 bits: separates caches, protects nothing. */
function hash(text: string): string {
  let value = 0x81_1c_9d_c5;
  for (const byte of new TextEncoder().encode(text)) value = Math.imul(value ^ byte, 0x01_00_01_93);
  return (value >>> 0).toString(36);
}
