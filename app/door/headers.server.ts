import type { Config } from '#app/current/config/config.server.ts';
import { POLICY_HEADERS } from '#app/policies/policy.ts';
import { studio } from '#content/studio.ts';
import type { Keeping } from '#lib/calls/respond.server.ts';

const EXPOSED =
  'etag, idempotency-replayed, link, ratelimit, ratelimit-policy, repr-digest, retry-after, rumpus-changes-since, rumpus-ignored, rumpus-item-parameters, rumpus-telemetry-remaining, rumpus-version, version-privacy, version-terms, version-terms-rce, x-rate-limit-limit, x-rate-limit-remaining, x-rate-limit-reset, x-request-id, x-rumpus-dummy-body';

/** Every origin may send calls, but without cookies and without the key of an app. */
export function callHeaders(config: Config, version: string): Record<string, string> {
  return {
    'rumpus-version': version,
    ...POLICY_HEADERS,
    'cache-control': 'private, no-store',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'access-control-allow-origin': '*',
    'access-control-expose-headers': EXPOSED,
    ...transportHeaders(config),
  };
}

/** What answers depend on beside their address. */
const VARY = 'cookie, rumpus-delegation-key, rumpus-app-key, locale, accept-language';

/** Of reads that everybody may ask. @param isOfNobody neither a key nor a cookie came with the request */
export function keptHeaders(isOfNobody: boolean): Keeping {
  // Asked for again each time: what somebody hides is hidden at once, and limits are told as they are.
  return isOfNobody
    ? { 'cache-control': 'public, no-cache', vary: VARY }
    : { 'cache-control': 'private, no-store', vary: `${VARY}, origin` };
}

/** @param origin of an app's pages, which ask with its key */
export function preflightHeaders(
  methods: string[],
  base: Record<string, string>,
  origin: string | undefined,
): Record<string, string> {
  const all = {
    ...base,
    vary: 'origin, access-control-request-headers',
    'access-control-allow-methods': methods.join(', '),
    'access-control-allow-headers': ALLOWED,
    'access-control-max-age': '86400',
  };
  if (origin === undefined) return all;
  // For as long, browsers ask with the key from an origin that is not listed any more; the door refuses it.
  return {
    ...all,
    'access-control-allow-origin': origin,
    'access-control-allow-headers': `${ALLOWED}, rumpus-app-key`,
    'access-control-max-age': '600',
  };
}

const ALLOWED =
  'accept, content-digest, content-type, idempotency-key, if-match, if-none-match, last-event-id, locale, range, repr-digest, rumpus-delegation-key, rumpus-item-parameters';

interface PageRights {
  readonly isDevelopment: boolean;
  readonly frames?: readonly string[];
  readonly hasMicrophone?: boolean;
}

/** @param nonce of our scripts and styles */
export function pageHeaders(
  config: Config,
  nonce: string,
  { isDevelopment, frames = [], hasMicrophone = false }: PageRights,
): Record<string, string> {
  const styles = isDevelopment ? "style-src 'self' 'unsafe-inline'" : `style-src 'self' 'nonce-${nonce}'`;
  const policy = [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'`,
    styles,
    `img-src 'self' data:${studio.mediaOrigin === undefined ? '' : ` ${studio.mediaOrigin}`}`,
    isDevelopment ? "connect-src 'self' ws:" : "connect-src 'self'",
    // What somebody has just recorded is played from the memory of their page.
    ...(hasMicrophone ? ["media-src 'self' blob:"] : []),
    `frame-src ${frames.length === 0 ? "'none'" : frames.join(' ')}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ];
  return {
    ...POLICY_HEADERS,
    'content-security-policy': policy.join('; '),
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': `camera=(), geolocation=(), microphone=(${hasMicrophone ? 'self' : ''}), payment=()`,
    ...transportHeaders(config),
  };
}

/** Pictures may be uploads: nothing in them runs. */
export function mediaHeaders(config: Config): Record<string, string> {
  return {
    'cache-control': 'no-store',
    'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
    'cross-origin-resource-policy': 'cross-origin',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    ...transportHeaders(config),
  };
}

export function fileHeaders(config: Config): Record<string, string> {
  return {
    'content-security-policy': "frame-ancestors 'none'",
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-content-type-options': 'nosniff',
    ...transportHeaders(config),
  };
}

function transportHeaders(config: Config): Record<string, string> {
  if (config.stage === 'localhost') return {};
  return { 'strict-transport-security': 'max-age=31536000; includeSubDomains' };
}
