import { useEffect, useEffectEvent } from 'react';
import { useRevalidator } from 'react-router';

import type { SessionUser } from '#app/current/browser/session-user.ts';
import { useText } from '#app/current/locale.ts';

import { users } from './api-client.ts';
import { usePolling } from './polling.ts';
import { useSessionWatch } from './session-watch.ts';
import { noteStored, store } from './stored-user.ts';

/** Follows other tabs within 3 s (specification §4, §7). @param shell what the server last said; undefined while unknown */
export function useSession(shell: { readonly user?: SessionUser | undefined } | undefined): void {
  const { text } = useText();
  const { revalidate } = useRevalidator();
  const user = shell?.user;
  /** @returns whether the stored user is nobody's session any more. Visitors need none of what looks after that. */
  const look = async (stored: SessionUser) =>
    (await import('./session-end.ts')).leaveIfLoggedOut(stored, text('notice.session.loggedOut'));
  const start = useEffectEvent(async () => {
    const stored = users.read();
    if (stored === undefined || shell === undefined || (user && user.userId !== stored.userId)) return;
    if ((await look(stored)) || !user) await revalidate();
  });
  useEffect(() => void start(), []);
  // Also what the page had before: who is stored by now may be somebody else, or nobody.
  useEffect(() => {
    if (shell !== undefined) store(shell.user);
  }, [shell]);
  useSessionWatch(user?.loginId ?? undefined, async () => {
    const stored = users.read();
    if (stored === undefined) return;
    await look(stored);
    await revalidate();
  });
  usePolling(() => {
    if (shell !== undefined && noteStored()) void revalidate();
  });
}
