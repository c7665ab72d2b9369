import { browserEnvironment } from '#app/current/browser/browser-environment.ts';
import { browserStorage } from '#app/current/browser/browser-storage.ts';
import { createSessionUserStore } from '#app/current/browser/session-user-store.ts';
import { withQuery } from '#lib/calls/browser/address.ts';
import { RateLimitBlock } from '#lib/calls/browser/rate-limit-block.ts';
import { createCallClient } from '#lib/calls/call-client.ts';

import { VERSION } from '../version.ts';
import { versions } from './versions.ts';

/** The signed-in user, shared by all tabs of the browser. */
export const users = createSessionUserStore(browserStorage);

/** Of calls and of the router's requests alike. */
export const rateLimit = new RateLimitBlock(Date.now);

const environment = browserEnvironment({
  version: VERSION,
  users,
  locale: () => document.documentElement.dataset.locale,
  cookie: () => document.cookie,
  reload: reloadOnce,
  onNotices: (notices) => versions.record(notices),
  rateLimit,
});

export const apiClient = createCallClient(environment);

export function addressWithParameters(path: string): string {
  return withQuery(path, environment.parameters());
}

const RELOADED = 'reloaded';
const PAUSE_MS = 60_000;

/** Reloads at most once a minute, so that a refusal never causes a loop. */
function reloadOnce(): void {
  const last = Number(sessionStorage.getItem(RELOADED) ?? 0);
  if (Date.now() - last < PAUSE_MS) return;
  sessionStorage.setItem(RELOADED, String(Date.now()));
  location.reload();
}
