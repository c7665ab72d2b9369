import { WELCOME_PAGE } from '#app/accounts/account.ts';
import { createAccount, findLandingPath } from '#app/accounts/accounts.server.ts';
import { emailKey, mailboxKey } from '#app/accounts/emails/email.ts';
import { addVerifiedEmail, findUserByEmail, lockEmail } from '#app/accounts/emails/emails.server.ts';
import { findByIdentity, linkIdentity } from '#app/accounts/identities/identities.server.ts';
import { identityKey } from '#app/accounts/identities/identity.ts';
import { keepBan } from '#app/accounts/leaving.server.ts';
import { noteSecurityEvent } from '#app/accounts/security-log/security-log.server.ts';
import { DEFAULT_CONTEXT } from '#app/aliases/alias.ts';
import { claimAlias } from '#app/aliases/naming/changes.server.ts';
import {
  findByToken,
  createConfirmation,
  redeemByToken,
  toConfirmationToken,
} from '#app/confirmations/confirmations.server.ts';
import { inTransaction } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { inLocale, localeFromPath } from '#app/current/locale.ts';
import { versionInForce } from '#app/policies/policy.ts';
import { writeCookie } from '#lib/http/cookies.ts';
import { Problem } from '#lib/problem.ts';

import { hostCookieName, isSecure } from '../cookies.server.ts';
import { noRegistration } from '../problems.ts';
import type { SignInProof, SignInResult } from './sign-in-result.ts';
import { startSessionByProof } from './start-session.server.ts';

const REGISTRATION = 'login.register';
const COOKIE = 'registration';
const MINUTES = 30;

export async function beginRegistration(current: Current, proof: SignInProof): Promise<SignInResult> {
  const confirmation = { kind: REGISTRATION, details: proof, minutes: MINUTES, ...toOwner(proof) };
  const token = toConfirmationToken(current, await createConfirmation(current, confirmation));
  return { to: '/login/confirmation-required', cookies: [writeRegistrationCookie(current, token, MINUTES * 60)] };
}

export async function findRegistration(current: Current): Promise<SignInProof | undefined> {
  const token = current.browser.cookies[hostCookieName(current.config, COOKIE)];
  const confirmation = token === undefined ? undefined : await findByToken(current, token);
  return confirmation?.kind === REGISTRATION && confirmation.state === 'open'
    ? (confirmation.details as SignInProof)
    : undefined;
}

/** Who has, by then, an account of the address or the identity may end it. */
function toOwner({ email, identity }: SignInProof): { subject: string; ownerKey: string } | undefined {
  if (email !== undefined) return { subject: mailboxKey(email) ?? '', ownerKey: emailKey(email) ?? '' };
  return identity && { subject: identityKey(identity), ownerKey: identityKey(identity) };
}

/** If their address or identity got an account meanwhile, signs in to that. @throws Problem 410, 400, 409 */
export async function register(current: Current, alias: string): Promise<SignInResult> {
  return inTransaction(current, async (current) => {
    const confirmation = await redeemByToken(
      current,
      current.browser.cookies[hostCookieName(current.config, COOKIE)] ?? '',
      REGISTRATION,
    );
    if (confirmation === undefined) throw new Problem(noRegistration);
    const proof = confirmation.details as SignInProof;
    if (proof.email !== undefined) await lockEmail(current, proof.email);
    const owner = await findOwner(current, proof);
    const userId = owner ?? (await openAccount(current, proof, alias));
    const cookies = await startSessionByProof(current, userId, proof);
    return {
      to: owner === undefined ? welcomePath(proof.returnTo) : await findLandingPath(current, userId, proof.returnTo),
      cookies: [...cookies, writeRegistrationCookie(current, '', 0)],
    };
  });
}

/** In the language of the page to which it leads on. */
function welcomePath(returnTo: string): string {
  const locale = localeFromPath(returnTo);
  return `${inLocale({ locale }, WELCOME_PAGE)}?${new URLSearchParams({ returnTo })}`;
}

async function findOwner(current: Current, { email, identity }: SignInProof): Promise<string | undefined> {
  const linked = identity && (await findByIdentity(current, identity));
  return linked?.userId ?? (email === undefined ? undefined : await findUserByEmail(current, email));
}

async function openAccount(current: Current, { email, identity }: SignInProof, alias: string): Promise<string> {
  const userId = await createAccount(current, { locale: current.locale, terms: versionInForce('terms') });
  await noteSecurityEvent(current, userId, 'accountCreated');
  await claimAlias(current, DEFAULT_CONTEXT, userId, alias);
  if (identity !== undefined) await linkIdentity(current, userId, identity);
  // The address was locked before the search for an owner, so it cannot be taken.
  if (email !== undefined) await addVerifiedEmail(current, userId, email);
  await keepBan(current, userId, {
    emails: email === undefined ? [] : [email],
    identities: identity === undefined ? [] : [identity],
  });
  return userId;
}

function writeRegistrationCookie({ config }: Current, token: string, maxAge: number): string {
  return writeCookie(hostCookieName(config, COOKIE), token, { maxAge, secure: isSecure(config) });
}
