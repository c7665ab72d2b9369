import { browserEnvironment } from '#app/current/browser/browser-environment.ts';
import { kept } from '#app/current/browser/kept.ts';
import { createSessionUserStore } from '#app/current/browser/session-user-store.ts';
import { createAsk } from '#lib/calls/ask.ts';
import { withQuery } from '#lib/calls/browser/address.ts';

import { VERSION } from '../version.ts';
import { versions } from './versions.ts';

/** Who is signed in, as every tab of this browser sees it. */
export const users = createSessionUserStore(kept);

const environment = browserEnvironment({
  version: VERSION,
  users,
  locale: () => document.documentElement.dataset.locale,
  cookie: () => document.cookie,
  reload: reloadOnce,
  onNotices: (notices) => versions.tell(notices),
});

/** The one thing of these pages that talks to the calls. */
export const asking = createAsk(environment);

/** The address of a GET that the browser sends by itself, with what every GET adds. */
export function askedAddress(path: string): string {
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
