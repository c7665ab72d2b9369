import { isKnownDevice } from '#app/accounts/devices.server.ts';
import { emailKey, mailboxKey } from '#app/accounts/emails/email.ts';
import { countConfirmations, hasOpenConfirmation } from '#app/confirmations/confirmations.server.ts';
import { requireWithinLimit } from '#app/current/limits.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { callerKey, networkKey } from '#lib/limits/caller-key.ts';

import { findDeviceHash } from '../sessions/device-cookie.server.ts';
import { SIGN_IN } from './sign-in.ts';
import type { SignInDetails, SignInIdentifier } from './sign-in.ts';

/** Mails in a minute: for one mailbox or lookup code, from one address, from one network, for all unknown browsers. */
const PER_SUBJECT = { name: 'sign-in subject', points: 4, seconds: 60, credit: 0 };
const PER_PLACE = { name: 'sign-in place', points: 10, seconds: 60, credit: 0 };
const PER_NETWORK = { name: 'sign-in network', points: 60, seconds: 60, credit: 0 };
const GLOBAL_LIMIT = { name: 'sign-in all', points: 600, seconds: 60 };
/** In a day: to one account for proving its session, and to one browser that the account has used before. */
const PER_PROVER = { name: 'sign-in proofs', points: 40, seconds: 86_400, credit: 0 };
const PER_BROWSER = { name: 'sign-in browser', points: 40, seconds: 86_400, credit: 0 };
const CODES = { name: 'sign-in code', points: 10, seconds: 60, credit: 0 };

/** Mails with codes. Five tries each: in all a guess in five thousand a day for one mailbox, or for one lookup code. */
const CODE_LIMITS = [
  { minutes: 60, most: 20 },
  { minutes: 24 * 60, most: 40 },
] as const;

/** `none` when a mailbox has used up its codes and a link in it still works. */
export type SignInMailType = 'code' | 'link' | 'none';

export function subjectOf(identifier: SignInIdentifier): string {
  return 'email' in identifier ? (mailboxKey(identifier.email) ?? '') : `@${identifier.userId}`;
}

/** Distinguishes an address from others of the same mailbox. */
export function keyOf(identifier: SignInIdentifier): string {
  return 'email' in identifier ? (emailKey(identifier.email) ?? '') : `@${identifier.userId}`;
}

/**
 * A browser that the account has used before has its own limits, so that strangers cannot lock the owner out: when they
 * have used up all codes, a link in the mailbox still works. @throws Problem 429
 */
export async function chargeSignInMail(
  current: Current,
  identifier: SignInIdentifier,
  loginId: string | undefined,
): Promise<SignInMailType> {
  const subject = subjectOf(identifier);
  const device = findDeviceHash(current);
  const isKnown = device !== undefined && (await isKnownDevice(current, identifier, device));
  await requireWithinLimit(current, callerKey(current.address ?? ''), PER_PLACE);
  if (isKnown || loginId !== undefined) {
    const caller = loginId ?? device?.toString('hex');
    await requireWithinLimit(current, `${subject} ${caller}`, PER_SUBJECT);
    if (loginId === undefined) await requireWithinLimit(current, `${subject} ${caller}`, PER_BROWSER);
    else await requireWithinLimit(current, current.actor.userId ?? '', PER_PROVER);
    return 'code';
  }
  await requireWithinLimit(current, networkKey(current.address ?? ''), PER_NETWORK);
  await requireWithinLimit(current, subject, PER_SUBJECT);
  await requireWithinLimit(current, 'everyone', GLOBAL_LIMIT);
  const counts = await Promise.all(
    CODE_LIMITS.map(({ minutes, most }) => countConfirmations(current, { kind: SIGN_IN, subject, minutes, most })),
  );
  if (counts.every((count, at) => count < (CODE_LIMITS[at]?.most ?? 0))) return 'code';
  const details: Pick<SignInDetails, 'linkOf'> = { linkOf: keyOf(identifier) };
  return (await hasOpenConfirmation(current, { kind: SIGN_IN, subject, details })) ? 'none' : 'link';
}

/** @throws Problem 429 when too many codes were typed from one address */
export async function chargeCodeAttempt(current: Current): Promise<void> {
  await requireWithinLimit(current, callerKey(current.address ?? ''), CODES);
}
