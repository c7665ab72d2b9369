import { createAccount } from '#app/accounts/accounts.server.ts';
import { addVerifiedEmail, findUserByEmail, lockEmail } from '#app/accounts/emails/emails.server.ts';
import { findByIdentity, linkIdentity } from '#app/accounts/identities/identities.server.ts';
import { noteSecurityEvent } from '#app/accounts/security-log/security-log.server.ts';
import { DEFAULT_CONTEXT } from '#app/aliases/alias.ts';
import { claimAlias } from '#app/aliases/naming/changes.server.ts';
import { findByToken, createConfirmation, redeemByToken, tokenOf } from '#app/confirmations/confirmations.server.ts';
import { inTransaction } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { versionOf } from '#app/policies/policy.ts';
import { writeCookie } from '#lib/http/cookies.ts';
import { Problem } from '#lib/problem.ts';

import { hostCookieName, isSecure } from '../cookies.server.ts';
import { noRegistration } from '../problems.ts';
import type { SignInProof, SignInResult } from './sign-in-result.ts';
import { startSessionByProof } from './start-session.server.ts';

const REGISTRATION = 'login.register';
const COOKIE = 'registration';
/** Minutes to think about the terms. */
const MINUTES = 30;

/** Keeps what a stranger has proved until they agree to an account. */
export async function beginRegistration(current: Current, arrival: SignInProof): Promise<SignInResult> {
  const kept = { kind: REGISTRATION, details: arrival, minutes: MINUTES };
  const token = tokenOf(current, await createConfirmation(current, kept));
  return { to: '/login/confirmation-required', cookies: [cookieOf(current, token, MINUTES * 60)] };
}

/** What the browser of the request may make an account of. */
export async function findRegistration(current: Current): Promise<SignInProof | undefined> {
  const token = current.browser.cookies[hostCookieName(current.config, COOKIE)];
  const found = token === undefined ? undefined : await findByToken(current, token);
  return found?.kind === REGISTRATION && found.state === 'open' ? (found.details as SignInProof) : undefined;
}

/**
 * Makes the account that its owner has just agreed to, and signs it in; when their address or identity has got one
 * meanwhile, that one.
 * @param alias the name they chose
 * @throws Problem 410 when the registration is over, 400 or 409 for the alias
 */
export async function register(current: Current, alias: string): Promise<SignInResult> {
  return inTransaction(current, async (current) => {
    const spent = await redeemByToken(
      current,
      current.browser.cookies[hostCookieName(current.config, COOKIE)] ?? '',
      REGISTRATION,
    );
    if (spent === undefined) throw new Problem(noRegistration);
    const arrival = spent.details as SignInProof;
    if (arrival.email !== undefined) await lockEmail(current, arrival.email);
    const userId = (await findOwner(current, arrival)) ?? (await openAccount(current, arrival, alias));
    const cookies = await startSessionByProof(current, userId, arrival);
    return { to: arrival.returnTo, cookies: [...cookies, cookieOf(current, '', 0)] };
  });
}

async function findOwner(current: Current, { email, identity }: SignInProof): Promise<string | undefined> {
  const known = identity && (await findByIdentity(current, identity));
  return known?.userId ?? (email === undefined ? undefined : await findUserByEmail(current, email));
}

async function openAccount(current: Current, { email, identity }: SignInProof, alias: string): Promise<string> {
  const userId = await createAccount(current, { locale: current.locale, terms: versionOf('terms') });
  await noteSecurityEvent(current, userId, 'accountCreated');
  await claimAlias(current, DEFAULT_CONTEXT, userId, alias);
  if (identity !== undefined) await linkIdentity(current, userId, identity);
  // Its address was locked before anybody was looked for, so it cannot be taken.
  if (email !== undefined) await addVerifiedEmail(current, userId, email);
  return userId;
}

function cookieOf({ config }: Current, token: string, maxAge: number): string {
  return writeCookie(hostCookieName(config, COOKIE), token, { maxAge, secure: isSecure(config) });
}
