import { useEffect, useEffectEvent } from 'react';
import { useRevalidator } from 'react-router';

import { useText } from '#app/current/locale.ts';
import type { SessionUser } from '#app/current/browser/session-user.ts';
import { AskError } from '#lib/calls/browser/ask-error.ts';

import { messages } from '../messages/messages.ts';
import { apiClient, users } from './api-client.ts';
import { usePolling } from './polling.ts';
import { useSessionWatch } from './session-watch.ts';

const LOGGED_OUT = new Set([401, 403, 404]);

/**
 * Keeps this browser's stored user and the page's own in step (specification §4, §7): what the server's page says is
 * stored, what another tab stored is seen within three seconds, and on start and whenever the server says so it is
 * asked whether the session still holds.
 * @param user whom the page was made for; undefined for a visitor, null while that is not known
 */
export function useSession(user: SessionUser | undefined | null): void {
  const { text } = useText();
  const { revalidate } = useRevalidator();
  const leaveIfLoggedOut = async (stored: SessionUser): Promise<boolean> => {
    if (!(await isLoggedOut(stored))) return false;
    messages.add({ message: text('notice.session.loggedOut'), type: 'info' });
    await logOut();
    return true;
  };
  const start = useEffectEvent(async () => {
    const stored = users.read();
    if (stored === undefined || user === null || (user && user.userId !== stored.userId)) return;
    if ((await leaveIfLoggedOut(stored)) || !user) await revalidate();
  });
  useEffect(() => void start(), []);
  const told = user === null ? null : JSON.stringify(user ?? '');
  useEffect(() => {
    if (told !== null) store(told);
  }, [told]);
  useSessionWatch(user?.loginId ?? undefined, async () => {
    const stored = users.read();
    // Whoever logs out here knows it.
    if (stored === undefined) return;
    await leaveIfLoggedOut(stored);
    await revalidate();
  });
  usePolling(() => {
    if (user === null || JSON.stringify(users.read() ?? '') === seen) return;
    seen = JSON.stringify(users.read() ?? '');
    void revalidate();
  });
}

/** Ends the session here and at the server, and lets the page follow. */
export async function logOut(): Promise<void> {
  const { logout } = await import('#app/login/calls.ts');
  users.clear();
  seen = '""';
  await settled(apiClient.ask(logout, { isLogin: true }));
}

/** What was last stored or seen, as this tab knows it. */
let seen = '""';

function store(told: string): void {
  const user = JSON.parse(told) as SessionUser | '';
  if (user === '') users.clear();
  else users.save(user);
  seen = JSON.stringify(users.read() ?? '');
}

async function isLoggedOut({ userId }: SessionUser): Promise<boolean> {
  const { getAccount } = await import('#app/accounts/calls.ts');
  const refusal = await settled(apiClient.ask(getAccount, { params: { userId }, isLogin: true }));
  return refusal !== undefined && LOGGED_OUT.has(refusal.status);
}

/** The refusal, when there is one; that the network is away says nothing about who is signed in. */
async function settled(asked: Promise<unknown>): Promise<AskError | undefined> {
  try {
    await asked;
    return undefined;
  } catch (error) {
    if (!(error instanceof AskError)) throw error;
    return error;
  }
}
