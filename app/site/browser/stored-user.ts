import type { SessionUser } from '#app/current/browser/session-user.ts';

import { users } from './api-client.ts';

/** The user last stored or seen by this tab, as JSON. */
let seen = '""';

/** The session whose end this tab has told. */
let ended: SessionUser['loginId'] | undefined;

/** @param user of a page; undefined for a visitor */
export function store(user: SessionUser | undefined): void {
  // A page that was made before the end says that there is one still.
  if (user === undefined || user.loginId === ended) users.clear();
  else users.save(user);
  noteStored();
}

export function forgetUser(): void {
  users.clear();
  noteStored();
}

/** @returns whether somebody else is stored than this tab has stored or seen last */
export function noteStored(): boolean {
  const stored = JSON.stringify(users.read() ?? '');
  const isOther = stored !== seen;
  seen = stored;
  return isOther;
}

/** @returns whether this tab has not told that before */
export function noteEnd({ loginId }: SessionUser): boolean {
  const isNew = ended !== loginId;
  ended = loginId;
  return isNew;
}
