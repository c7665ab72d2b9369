import { useEffect, useEffectEvent, useRef } from 'react';
import { useRevalidator } from 'react-router';

import type { SessionUser } from '#app/current/browser/session-user.ts';
import { useText } from '#app/current/locale.ts';
import { CallError } from '#lib/calls/browser/call-error.ts';

import { messages } from '../notices/messages.ts';
import { apiClient, users } from './api-client.ts';
import { usePolling } from './polling.ts';
import { useSessionWatch } from './session-watch.ts';

const LOGGED_OUT = new Set([401, 403, 404]);

/** Follows other tabs within 3 s (specification §4, §7). @param shell what the server last said; undefined while unknown */
export function useSession(shell: { readonly user?: SessionUser | undefined } | undefined): void {
  const user = shell === undefined ? null : shell.user;
  const { text } = useText();
  const { revalidate } = useRevalidator();
  const start = useEffectEvent(async () => {
    const stored = users.read();
    if (stored === undefined || user === null || (user && user.userId !== stored.userId)) return;
    if ((await leaveIfLoggedOut(stored, text('notice.session.loggedOut'))) || !user) await revalidate();
  });
  useEffect(() => void start(), []);
  const json = user === null ? null : JSON.stringify(user ?? '');
  useEffect(() => {
    if (json !== null) store(json);
  }, [json]);
  const hasAsked = useRef(false);
  // What this tab has stored before may be the same; who is stored by now is not.
  useEffect(() => {
    if (hasAsked.current && json !== null) store(json);
    hasAsked.current = false;
  }, [shell]);
  useSessionWatch(user?.loginId ?? undefined, async () => {
    const stored = users.read();
    if (stored === undefined) return;
    await leaveIfLoggedOut(stored, text('notice.session.loggedOut'));
    await revalidate();
  });
  usePolling(() => {
    if (user === null || JSON.stringify(users.read() ?? '') === seen) return;
    seen = JSON.stringify(users.read() ?? '');
    hasAsked.current = true;
    void revalidate();
  });
}

/** Several find out at once; the first of them tells. @param message where no page says more */
export async function leaveIfLoggedOut(stored: SessionUser, message: string): Promise<boolean> {
  const refusal = await findRefusal(stored);
  if (refusal === undefined || !LOGGED_OUT.has(refusal.status)) return false;
  if (ended === stored.loginId) return true;
  ended = stored.loginId;
  forgetUser();
  if (refusal.page !== undefined) {
    location.assign(refusal.page);
    return true;
  }
  messages.add({ message, type: 'info' });
  await logOut();
  return true;
}

export async function logOut(): Promise<void> {
  const { logout } = await import('#app/login/calls.ts');
  forgetUser();
  await catchRefusal(apiClient.ask(logout, { isLogin: true }));
}

function forgetUser(): void {
  users.clear();
  seen = '""';
}

/** The user last stored or seen by this tab, as JSON. */
let seen = '""';

/** The session whose end this tab has told. */
let ended: SessionUser['loginId'] | undefined;

/** @param json of the user that a page has; of an empty text for a visitor */
export function store(json: string): void {
  const user = JSON.parse(json) as SessionUser | '';
  // A page that was made before the end says that there is one still.
  if (user === '' || user.loginId === ended) users.clear();
  else users.save(user);
  seen = JSON.stringify(users.read() ?? '');
}

/** Why the stored user is nobody's session any more; undefined while it is somebody's. */
export async function findRefusal(stored: SessionUser): Promise<CallError | undefined> {
  const { getAccount } = await import('#app/accounts/calls.ts');
  const { userId, masquerade } = stored;
  const refusal = await catchRefusal(apiClient.ask(getAccount, { params: { userId }, isLogin: true }));
  if (refusal?.status !== 400 || masquerade === undefined) return refusal;
  // The role is no longer above that of the masquerade, perhaps because nobody is signed in.
  users.save({ ...stored, masquerade: undefined });
  return findRefusal({ ...stored, masquerade: undefined });
}

/** Without a network the session is unknown. */
async function catchRefusal(call: Promise<unknown>): Promise<CallError | undefined> {
  try {
    await call;
    return undefined;
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    return error;
  }
}
