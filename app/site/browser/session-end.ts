import type { SessionUser } from '#app/current/browser/session-user.ts';
import { CallError } from '#lib/calls/browser/call-error.ts';

import { messages } from '../notices/messages.ts';
import { apiClient, users } from './api-client.ts';
import { forgetUser, noteEnd } from './stored-user.ts';

const LOGGED_OUT = new Set([401, 403, 404]);

/** Several find out at once; the first of them tells. @param message where no page says more */
export async function leaveIfLoggedOut(stored: SessionUser, message: string): Promise<boolean> {
  const refusal = await findRefusal(stored);
  if (refusal === undefined || !LOGGED_OUT.has(refusal.status)) return false;
  if (!noteEnd(stored)) return true;
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
