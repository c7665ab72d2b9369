import { CACHE_PARAMETER } from '#lib/calls/browser/address.ts';
import type { CallClientEnvironment } from '#lib/calls/call-client.ts';

import { effectiveRole, storedMasquerade } from './session-user-store.ts';
import type { SessionUserStore } from './session-user-store.ts';

/** What the server tells beside an answer; the policies by the version that is in force. */
export interface ServerNotices {
  version?: string;
  terms?: string;
  termsRce?: string;
  privacy?: string;
  /** Seconds until the rate limit starts anew. */
  rateLimitReset?: number;
}

export interface BrowserPage {
  /** The client's version, such as 17.36.4. */
  version: string;
  users: SessionUserStore;
  locale: () => string | undefined;
  cookie: () => string;
  reload: () => void;
  onNotices: (notices: ServerNotices) => void;
  base?: string;
  now?: () => number;
}

/** How a page of this site asks (specification §7): who asks stands in the parameters, the language in a header. */
export function browserEnvironment(page: BrowserPage): CallClientEnvironment {
  const { version, users, locale, cookie, base = '/', now = Date.now } = page;
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
    now,
    onHeaders: (headers) => page.onNotices(noticesIn(headers)),
    onLoggedOut: () => {
      // Without a stored user the reload would change nothing, and the same 401 would come again.
      if (users.read() === undefined) return;
      users.clear();
      page.reload();
    },
  };
}

/** What the headers of an answer of ours tell. */
export function noticesIn(headers: Headers): ServerNotices {
  const told = (name: string) => headers.get(name) ?? undefined;
  const reset = told('x-rate-limit-reset');
  return {
    version: told('rumpus-version'),
    terms: told('version-terms'),
    termsRce: told('version-terms-rce'),
    privacy: told('version-privacy'),
    rateLimitReset: reset === undefined ? undefined : Number(reset),
  };
}

/** FNV-1a of 32 bits: it keeps caches apart and guards nothing. */
function hash(text: string): string {
  let value = 0x81_1c_9d_c5;
  for (const byte of new TextEncoder().encode(text)) value = Math.imul(value ^ byte, 0x01_00_01_93);
  return (value >>> 0).toString(36);
}
