import { browserEnvironment } from '#app/current/browser/browser-environment.ts';
import { browserStorage } from '#app/current/browser/browser-storage.ts';
import { createSessionUserStore } from '#app/current/browser/session-user-store.ts';
import { createCallClient } from '#lib/calls/call-client.ts';
import { withQuery } from '#lib/calls/browser/address.ts';

import { VERSION } from '../version.ts';
import { versions } from './versions.ts';

/** Who is signed in, as every tab of this browser sees it. */
export const users = createSessionUserStore(browserStorage);

const environment = browserEnvironment({
  version: VERSION,
  users,
  locale: () => document.documentElement.dataset.locale,
  cookie: () => document.cookie,
  reload: reloadOnce,
  onNotices: (notices) => versions.tell(notices),
});

/** The one thing of these pages that talks to the calls. */
export const apiClient = createCallClient(environment);

/** The address of a GET that the browser sends by itself, with what every GET adds. */
export function addressWithParameters(path: string): string {
  return withQuery(path, environment.parameters());
}

const RELOADED = 'reloaded';
const QUIET_MS = 60_000;

/** A reload that does not help is not tried again for a minute, so that a refusal never turns a page in circles. */
function reloadOnce(): void {
  const last = Number(sessionStorage.getItem(RELOADED) ?? 0);
  if (Date.now() - last < QUIET_MS) return;
  sessionStorage.setItem(RELOADED, String(Date.now()));
  location.reload();
}
