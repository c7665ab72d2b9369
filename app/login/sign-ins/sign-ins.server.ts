import { findLandingPath } from '#app/accounts/accounts.server.ts';
import { findPrimaryEmail } from '#app/accounts/emails/emails.server.ts';
import { findKeptId } from '#app/accounts/merged-ids.server.ts';
import type { Confirmation } from '#app/confirmations/confirmation.ts';
import { createConfirmation, findById, redeemByCode, redeemByToken } from '#app/confirmations/confirmations.server.ts';
import { inTransaction } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { requireUser } from '#app/current/permission.ts';
import { requireMailServer, sendMailLater } from '#app/mail/mail-queue.server.ts';
import { Problem } from '#lib/problem.ts';
import { parseUserAgent } from '#lib/sessions/device.server.ts';

import { codeOver, invalidWho, wrongCode } from '../problems.ts';
import { completeSignIn } from '../sessions/complete-sign-in.server.ts';
import type { SignInResult } from '../sessions/sign-in-result.ts';
import { startSession } from '../sessions/start-session.server.ts';
import { signInMail } from '../sign-in.mail.tsx';
import {
  findPendingSignIn,
  clearPendingSignIn,
  writePendingSignIn,
  newBrowserSecret,
} from './pending-sign-in.server.ts';
import {
  chargeCodeAttempt,
  chargeSignInMail,
  chargeWrongCode,
  chooseSignInMail,
  toOwnerKey,
  toSignInSubject,
} from './sign-in-limits.server.ts';
import { SIGN_IN, SIGN_IN_MINUTES, readIdentifier } from './sign-in.ts';
import type { SignInDetails, SignInIdentifier } from './sign-in.ts';

/**
 * Answers the same with and without an account: only the background job looks it up. @param returnTo a path of ours
 * @returns the `Set-Cookie` that lets this browser use the code @throws Problem 400, 429, 503 when no mail can be
 *   queued, or no mail server is there
 */
export async function requestSignIn(current: Current, input: string, returnTo: string): Promise<string> {
  return requestSignInMail(current, identifierFrom(input), { returnTo });
}

/** @throws Problem 401, 400 for an account without an address, 429, 503 */
export async function requestProof(current: Current, returnTo: string): Promise<string> {
  const email = await findPrimaryEmail(current, requireUser(current));
  if (email === undefined) throw new Problem(invalidWho);
  return requestSignInMail(current, { email }, { returnTo, loginId: current.actor.loginId });
}

/** To whom an earlier mail went; the answer tells as little. @throws Problem as `requestSignIn` and `requestProof` */
export async function requestSignInAgain(current: Current, details: SignInDetails): Promise<string> {
  const { returnTo, loginId } = details;
  if (loginId !== undefined) return requestProof(current, returnTo);
  const identifier = 'email' in details ? { email: details.email } : { userId: details.userId };
  return requestSignInMail(current, identifier, { returnTo });
}

type SignInRequestOptions = Pick<SignInDetails, 'returnTo' | 'loginId'>;

async function requestSignInMail(
  current: Current,
  identifier: SignInIdentifier,
  options: SignInRequestOptions,
): Promise<string> {
  const recipient = await chargeSignInMail(current, identifier, options.loginId);
  const { isKnown } = recipient;
  const { browser, system } = parseUserAgent(current.browser.userAgent);
  const secret = newBrowserSecret();
  const confirmationId = await inTransaction(current, async (current) => {
    const { type, linkOf } = await chooseSignInMail(current, identifier, recipient);
    const { locale } = current;
    const details: SignInDetails = { ...identifier, ...options, browser, system, locale, linkOf, isKnown };
    const confirmationId = await createConfirmation(current, {
      kind: SIGN_IN,
      subject: toSignInSubject(identifier),
      ownerKey: toOwnerKey(identifier),
      browser: secret,
      details,
      minutes: SIGN_IN_MINUTES,
      // What nobody is mailed takes the same time, and refuses codes in the same way.
      hasCode: type === 'code',
      hasLink: type !== 'none',
    });
    const until = new Date(current.now().getTime() + SIGN_IN_MINUTES * 60_000);
    await sendMailLater(current, signInMail, { confirmationId }, { key: `sign-in.${confirmationId}`, until });
    return confirmationId;
  });
  await requireMailServer(current);
  return writePendingSignIn(current, { confirmationId, secret });
}

/** In the browser that requested it. @throws Problem 400 for a wrong code, 410 when it has expired or after five */
export async function signInByCode(current: Current, code: string): Promise<SignInResult> {
  const pending = findPendingSignIn(current);
  const details = (pending && (await findById(current, pending.confirmationId))?.details) as SignInDetails | undefined;
  await chargeCodeAttempt(current, details?.isKnown ?? false);
  if (pending === undefined) throw new Problem(codeOver);
  const { confirmationId, secret } = pending;
  const attempt = { confirmationId, kind: SIGN_IN, browser: secret, code };
  const result = await inTransaction(current, async (current) => {
    const redeemed = await redeemByCode(current, attempt);
    return typeof redeemed === 'string' ? redeemed : finish(current, redeemed);
  });
  if (typeof result !== 'string') return result;
  await chargeWrongCode(current);
  throw new Problem(result === 'wrong' ? wrongCode : codeOver);
}

export async function signInByLink(current: Current, token: string): Promise<SignInResult | undefined> {
  return inTransaction(current, async (current) => {
    const confirmation = await redeemByToken(current, token, SIGN_IN);
    return confirmation && finish(current, confirmation);
  });
}

async function finish(current: Current, { details }: Confirmation): Promise<SignInResult> {
  const result = await finishAs(current, details as SignInDetails);
  return { ...result, cookies: [...result.cookies, clearPendingSignIn(current)] };
}

async function finishAs(current: Current, details: SignInDetails): Promise<SignInResult> {
  const { returnTo, loginId } = details;
  if (loginId !== undefined) {
    await current.sessions.prove(loginId, current.now());
    return { to: returnTo, cookies: [] };
  }
  if ('email' in details) return completeSignIn(current, { email: details.email, returnTo });
  const userId = (await findKeptId(current, details.userId)) ?? details.userId;
  const to = await findLandingPath(current, userId, returnTo);
  return { to, cookies: await startSession(current, userId, 'email') };
}

function identifierFrom(input: string): SignInIdentifier {
  const identifier = readIdentifier(input);
  if (identifier === undefined) throw new Problem(invalidWho);
  return identifier;
}
