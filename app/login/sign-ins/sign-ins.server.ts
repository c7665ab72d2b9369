import { findPrimaryEmail } from '#app/accounts/emails/emails.server.ts';
import { emailKey } from '#app/accounts/emails/email.ts';
import { keepConfirmation, spendByCode, spendByToken } from '#app/confirmations/confirmations.server.ts';
import type { Confirmation } from '#app/confirmations/confirmation.ts';
import { inTransaction } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { sendLater } from '#app/mail/mails-later.server.ts';
import { requireUser } from '#app/current/permission.ts';
import { Problem } from '#lib/problem.ts';
import { deviceOf } from '#lib/sessions/device.server.ts';

import { codeOver, invalidWho, wrongCode } from '../problems.ts';
import type { Arrived } from '../sessions/arrival.ts';
import { arrive } from '../sessions/arrive.server.ts';
import { startSession } from '../sessions/start-session.server.ts';
import { signInMail } from '../sign-in.mail.tsx';
import { findAsked, forgetAsked, keepAsked, newBrowserSecret } from './browser-secret.server.ts';
import { keyOf, spendOnAsking, spendOnCode, subjectOf } from './budgets.server.ts';
import { SIGN_IN, SIGN_IN_MINUTES } from './sign-in.ts';
import type { SignInDetails, Who } from './sign-in.ts';

/**
 * Sends whoever they say they are a mail with a link and a code. It does and answers the same for those who are known
 * and those who are not: only the work in the background looks.
 * @param written an address or a lookup code  @param returnTo a path of ours
 * @returns the value of `Set-Cookie` that lets this browser use the code
 * @throws Problem 400 'That email or Lookup Code is invalid!', 429, 503 when no mail can be queued
 */
export async function askToSignIn(current: Current, written: string, returnTo: string): Promise<string> {
  return ask(current, whoOf(written), { returnTo });
}

/**
 * Sends the asker a mail to show that it is still them.
 * @throws Problem 401 who has not signed in, 400 for an account without an address, 429, 503
 */
export async function askToProve(current: Current, returnTo: string): Promise<string> {
  const email = await findPrimaryEmail(current, requireUser(current));
  if (email === undefined) throw new Problem(invalidWho);
  return ask(current, { email }, { returnTo, loginId: current.actor.loginId });
}

type Wish = Pick<SignInDetails, 'returnTo' | 'loginId'>;

async function ask(current: Current, who: Who, wish: Wish): Promise<string> {
  const mailing = await spendOnAsking(current, who, wish.loginId);
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
    const confirmationId = await keepConfirmation(current, kept);
    const until = new Date(current.now().getTime() + SIGN_IN_MINUTES * 60_000);
    await sendLater(current, signInMail, { confirmationId }, { key: `sign-in.${confirmationId}`, until });
    return confirmationId;
  });
  return keepAsked(current, { confirmationId, secret });
}

/**
 * Ends a sign-in by the code of its mail, in the browser that asked.
 * @throws Problem 400 for a wrong code, 410 when it is used, too old or tried five times
 */
export async function signInByCode(current: Current, code: string): Promise<Arrived> {
  await spendOnCode(current);
  const asked = findAsked(current);
  if (asked === undefined) throw new Problem(codeOver);
  const { confirmationId, secret } = asked;
  const attempt = { confirmationId, kind: SIGN_IN, browser: secret, code: code.replaceAll(/\s/g, '') };
  const arrived = await inTransaction(current, async (current) => {
    const spent = await spendByCode(current, attempt);
    return typeof spent === 'string' ? spent : finish(current, spent);
  });
  if (typeof arrived === 'string') throw new Problem(arrived === 'wrong' ? wrongCode : codeOver);
  return arrived;
}

/** Ends a sign-in by the button behind the link of its mail. @returns undefined when it is used or over */
export async function signInByLink(current: Current, token: string): Promise<Arrived | undefined> {
  return inTransaction(current, async (current) => {
    const spent = await spendByToken(current, token, SIGN_IN);
    return spent && finish(current, spent);
  });
}

async function finish(current: Current, { details }: Confirmation): Promise<Arrived> {
  const wanted = details as SignInDetails;
  const arrived = await finishAs(current, wanted);
  return { ...arrived, cookies: [...arrived.cookies, forgetAsked(current)] };
}

async function finishAs(current: Current, wanted: SignInDetails): Promise<Arrived> {
  const { returnTo, loginId } = wanted;
  if (loginId !== undefined) {
    await current.sessions.within(current.db).prove(loginId, current.now());
    return { to: returnTo, cookies: [] };
  }
  if ('email' in wanted) return arrive(current, { email: wanted.email, returnTo });
  return { to: returnTo, cookies: await startSession(current, wanted.userId, 'email') };
}

function whoOf(written: string): Who {
  const text = written.trim();
  if (LOOKUP_CODE.test(text)) return { userId: text.replace(/^@/, '').toLowerCase() };
  if (emailKey(text) === undefined) throw new Problem(invalidWho);
  return { email: text.normalize('NFC') };
}

const LOOKUP_CODE = /^@?[a-zA-Z0-9]{5,12}$/;
