import { requireActive } from '#app/accounts/accounts.server.ts';
import { recordDevice } from '#app/accounts/devices.server.ts';
import { requireNotFrozen } from '#app/accounts/freezing.server.ts';
import { noteSecurityEvent } from '#app/accounts/security-log/security-log.server.ts';
import { hasOwnSignInMethod } from '#app/accounts/sign-in-methods.server.ts';
import { createConfirmation } from '#app/confirmations/confirmations.server.ts';
import { inTransaction } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { sendMailLater } from '#app/mail/mail-queue.server.ts';
import { parseUserAgent } from '#lib/sessions/device.server.ts';
import { UNPROVED } from '#lib/sessions/sessions.server.ts';

import { sessionCookieName, signInCookies } from '../cookies.server.ts';
import { newDeviceMail } from '../new-device.mail.tsx';
import { issueDeviceCookie } from './device-cookie.server.ts';
import { END_SESSION } from './end-session.server.ts';
import { noteMergeProof } from './merge-proof.server.ts';
import type { SignInProof } from './sign-in-result.ts';

type SignInMethod = 'email' | 'provider' | 'passkey' | 'recoveryCode';

/** The link in the mail about a new device works for a week. */
const END_MINUTES = 7 * 24 * 60;

export async function startSessionByProof(current: Current, userId: string, proof: SignInProof): Promise<string[]> {
  if (proof.identity === undefined) return startSession(current, userId, 'email');
  return startSession(current, userId, 'provider', await pickProvedAt(current, userId, proof));
}

/** Most providers accept an old session, so their own time counts, unless the account has no other sign-in method. */
async function pickProvedAt(current: Current, userId: string, { authenticatedAt }: SignInProof): Promise<Date> {
  if (!(await hasOwnSignInMethod(current, userId))) return current.now();
  return authenticatedAt === undefined ? UNPROVED : new Date(authenticatedAt);
}

/** @param provedAt when it was before now @returns values of `Set-Cookie` @throws Problem 403 when banned or frozen, 404 */
export async function startSession(
  current: Current,
  userId: string,
  method: SignInMethod,
  provedAt: Date = current.now(),
): Promise<string[]> {
  return inTransaction(current, async (current) => {
    await requireActive(current, userId);
    await requireNotFrozen(current, userId, method === 'email');
    const sessions = current.sessions;
    const oldToken = current.browser.cookies[sessionCookieName(current.config)];
    if (oldToken !== undefined) await sessions.end(oldToken);
    const device = parseUserAgent(current.browser.userAgent);
    const { token, session } = await sessions.create(userId, current.now(), device, {
      provedAt,
      isByPasskey: method === 'passkey',
    });
    await noteMergeProof(current, session);
    await noteSecurityEvent(current, userId, 'signIn', { way: method });
    const deviceCookie = issueDeviceCookie(current);
    if (await recordDevice(current, userId, deviceCookie.hash))
      await notifyOfNewDevice(current, userId, session.loginId);
    return [...signInCookies(current.config, current.secret, token, session.loginId), deviceCookie.cookie];
  });
}

async function notifyOfNewDevice(current: Current, userId: string, loginId: string): Promise<void> {
  await noteSecurityEvent(current, userId, 'newDevice');
  const { browser = '', system = '' } = parseUserAgent(current.browser.userAgent);
  const details = { loginId, browser, system };
  const confirmation = { kind: END_SESSION, userId, details, minutes: END_MINUTES };
  const confirmationId = await createConfirmation(current, confirmation);
  const payload = { confirmationId, browser, system, at: current.now().toISOString() };
  await sendMailLater(current, newDeviceMail, payload, { key: `new-device.${confirmationId}` });
}
