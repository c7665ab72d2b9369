import { findPrimaryEmail } from '#app/accounts/emails/emails.server.ts';
import { emailKey } from '#app/accounts/emails/email.ts';
import { createConfirmation, redeemByCode, redeemByToken } from '#app/confirmations/confirmations.server.ts';
import type { Confirmation } from '#app/confirmations/confirmation.ts';
import { inTransaction } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { sendMailLater } from '#app/mail/mail-queue.server.ts';
import { requireUser } from '#app/current/permission.ts';
import { Problem } from '#lib/problem.ts';
import { deviceOf } from '#lib/sessions/device.server.ts';

import { codeOver, invalidWho, wrongCode } from '../problems.ts';
import type { SignInResult } from '../sessions/sign-in-result.ts';
import { completeSignIn } from '../sessions/complete-sign-in.server.ts';
import { startSession } from '../sessions/start-session.server.ts';
import { signInMail } from '../sign-in.mail.tsx';
import {
  findPendingSignIn,
  clearPendingSignIn,
  writePendingSignIn,
  newBrowserSecret,
} from './pending-sign-in.server.ts';
import { keyOf, chargeSignInMail, chargeCodeAttempt, subjectOf } from './sign-in-limits.server.ts';
import { SIGN_IN, SIGN_IN_MINUTES } from './sign-in.ts';
import type { SignInDetails, SignInIdentifier } from './sign-in.ts';

/**
 * Sends whoever they say they are a mail with a link and a code. It does and answers the same for those who are known
 * and those who are not: only the work in the background looks.
 * @param written an address or a lookup code  @param returnTo a path of ours
 * @returns the value of `Set-Cookie` that lets this browser use the code
 * @throws Problem 400 'That email or Lookup Code is invalid!', 429, 503 when no mail can be queued
 */
export async function requestSignIn(current: Current, written: string, returnTo: string): Promise<string> {
  return requestSignInMail(current, identifierFrom(written), { returnTo });
}

/**
 * Sends the asker a mail to show that it is still them.
 * @throws Problem 401 who has not signed in, 400 for an account without an address, 429, 503
 */
export async function requestProof(current: Current, returnTo: string): Promise<string> {
  const email = await findPrimaryEmail(current, requireUser(current));
  if (email === undefined) throw new Problem(invalidWho);
  return requestSignInMail(current, { email }, { returnTo, loginId: current.actor.loginId });
}

type SignInRequestOptions = Pick<SignInDetails, 'returnTo' | 'loginId'>;

async function requestSignInMail(current: Current, who: SignInIdentifier, wish: SignInRequestOptions): Promise<string> {
  const mailing = await chargeSignInMail(current, who, wish.loginId);
  const { browser, system } = deviceOf(current.browser.userAgent);
  const linkOf = mailing === 'link' ? keyOf(who) : undefined;
  const details: SignInDetails = { ...who, ...wish, browser, system, locale: current.locale, linkOf };
  const secret = newBrowserSecret();
  // What is over as soon as it is asked for costs and answers the same.
  const minutes = mailing === 'none' ? 0 : SIGN_IN_MINUTES;
  // Without a browser no code can be right, while the link works anywhere.
  const asking = mailing === 'code' ? secret : undefined;
  const kept = { kind: SIGN_IN, subject: subjectOf(who), browser: asking, details, minutes };
  const confirmationId = await inTransaction(current, async (current) => {
    const confirmationId = await createConfirmation(current, kept);
    const until = new Date(current.now().getTime() + SIGN_IN_MINUTES * 60_000);
    await sendMailLater(current, signInMail, { confirmationId }, { key: `sign-in.${confirmationId}`, until });
    return confirmationId;
  });
  return writePendingSignIn(current, { confirmationId, secret });
}

/**
 * Ends a sign-in by the code of its mail, in the browser that asked.
 * @throws Problem 400 for a wrong code, 410 when it is used, too old or tried five times
 */
export async function signInByCode(current: Current, code: string): Promise<SignInResult> {
  await chargeCodeAttempt(current);
  const asked = findPendingSignIn(current);
  if (asked === undefined) throw new Problem(codeOver);
  const { confirmationId, secret } = asked;
  const attempt = { confirmationId, kind: SIGN_IN, browser: secret, code: code.replaceAll(/\s/g, '') };
  const arrived = await inTransaction(current, async (current) => {
    const spent = await redeemByCode(current, attempt);
    return typeof spent === 'string' ? spent : finish(current, spent);
  });
  if (typeof arrived === 'string') throw new Problem(arrived === 'wrong' ? wrongCode : codeOver);
  return arrived;
}

/** Ends a sign-in by the button behind the link of its mail. @returns undefined when it is used or over */
export async function signInByLink(current: Current, token: string): Promise<SignInResult | undefined> {
  return inTransaction(current, async (current) => {
    const spent = await redeemByToken(current, token, SIGN_IN);
    return spent && finish(current, spent);
  });
}

async function finish(current: Current, { details }: Confirmation): Promise<SignInResult> {
  const wanted = details as SignInDetails;
  const arrived = await finishAs(current, wanted);
  return { ...arrived, cookies: [...arrived.cookies, clearPendingSignIn(current)] };
}

async function finishAs(current: Current, wanted: SignInDetails): Promise<SignInResult> {
  const { returnTo, loginId } = wanted;
  if (loginId !== undefined) {
    await current.sessions.within(current.db).prove(loginId, current.now());
    return { to: returnTo, cookies: [] };
  }
  if ('email' in wanted) return completeSignIn(current, { email: wanted.email, returnTo });
  return { to: returnTo, cookies: await startSession(current, wanted.userId, 'email') };
}

function identifierFrom(written: string): SignInIdentifier {
  const text = written.trim();
  if (LOOKUP_CODE.test(text)) return { userId: text.replace(/^@/, '').toLowerCase() };
  if (emailKey(text) === undefined) throw new Problem(invalidWho);
  return { email: text.normalize('NFC') };
}

const LOOKUP_CODE = /^@?[a-zA-Z0-9]{5,12}$/;
