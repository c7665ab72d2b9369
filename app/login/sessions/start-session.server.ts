import { requireActive } from '#app/accounts/accounts.server.ts';
import { recordDevice } from '#app/accounts/devices.server.ts';
import { hasOwnSignInMethod } from '#app/accounts/sign-in-methods.server.ts';
import { noteSecurityEvent } from '#app/accounts/security-log/security-log.server.ts';
import { createConfirmation } from '#app/confirmations/confirmations.server.ts';
import { inTransaction } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { sendMailLater } from '#app/mail/mail-queue.server.ts';
import { deviceOf } from '#lib/sessions/device.server.ts';
import { UNPROVED } from '#lib/sessions/sessions.server.ts';

import { sessionCookieName, signInCookies } from '../cookies.server.ts';
import { newDeviceMail } from '../new-device.mail.tsx';
import type { SignInProof } from './sign-in-result.ts';
import { END_SESSION } from './end-session.server.ts';
import { issueDeviceCookie } from './device-cookie.server.ts';

/** How somebody has proved who they are. */
export type SignInMethod = 'email' | 'provider' | 'passkey';

/** The link in the mail about a new device works for a week. */
const END_MINUTES = 7 * 24 * 60;

/** Signs an account in by what has just been proved of its owner, as `startSession` does. */
export async function startSessionByProof(current: Current, userId: string, arrival: SignInProof): Promise<string[]> {
  if (arrival.identity === undefined) return startSession(current, userId, 'email');
  return startSession(current, userId, 'provider', await proofBy(current, userId, arrival));
}

/**
 * What a provider's word proves. Most let in whoever sits at a browser with a session of theirs, so it counts from when
 * they were asked, if that is told; but for those whom nobody else can ask.
 */
async function proofBy(current: Current, userId: string, { askedAt }: SignInProof): Promise<Date> {
  if (!(await hasOwnSignInMethod(current, userId))) return current.now();
  return askedAt === undefined ? UNPROVED : new Date(askedAt);
}

/**
 * Signs an account in, in the browser of the request: its old session ends, and a new one with a new token begins.
 * Who has used other browsers is told of one that is new.
 * @param provedAt when its owner has proved who they are, where that was before now
 * @returns the values of `Set-Cookie`
 * @throws Problem 403 when the account is banned, 404 when there is none
 */
export async function startSession(
  current: Current,
  userId: string,
  way: SignInMethod,
  provedAt: Date = current.now(),
): Promise<string[]> {
  return inTransaction(current, async (current) => {
    await requireActive(current, userId);
    const sessions = current.sessions.within(current.db);
    const old = current.browser.cookies[sessionCookieName(current.config)];
    if (old !== undefined) await sessions.end(old);
    const device = deviceOf(current.browser.userAgent);
    const { token, session } = await sessions.create(userId, current.now(), device, provedAt);
    await noteSecurityEvent(current, userId, 'signIn', { way });
    const mark = issueDeviceCookie(current);
    if (await recordDevice(current, userId, mark.hash)) await notifyOfNewDevice(current, userId, session.loginId);
    return [...signInCookies(current.config, current.secret, token, session.loginId), mark.cookie];
  });
}

async function notifyOfNewDevice(current: Current, userId: string, loginId: string): Promise<void> {
  await noteSecurityEvent(current, userId, 'newDevice');
  const { browser = '', system = '' } = deviceOf(current.browser.userAgent);
  const details = { loginId, browser, system };
  const asked = { kind: END_SESSION, userId, details, minutes: END_MINUTES };
  const confirmationId = await createConfirmation(current, asked);
  const payload = { confirmationId, browser, system, at: current.now().toISOString() };
  await sendMailLater(current, newDeviceMail, payload, { key: `new-device.${confirmationId}` });
}
