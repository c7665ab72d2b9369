import { isKnownDevice } from '#app/accounts/devices.server.ts';
import { emailKey, mailboxKey } from '#app/accounts/emails/email.ts';
import { countConfirmations, hasOpenConfirmation } from '#app/confirmations/confirmations.server.ts';
import { requireWithinLimit } from '#app/current/limits/limits.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { callerKey, networkKey } from '#lib/limits/caller-key.ts';

import { findDeviceHash } from '../sessions/device-cookie.server.ts';
import { SIGN_IN } from './sign-in.ts';
import type { SignInDetails, SignInIdentifier } from './sign-in.ts';

/** So many mails may be asked for in a minute: for one mailbox or code, from one place, one network, by all strangers. */
const PER_SUBJECT = { name: 'sign-in subject', points: 4, seconds: 60, credit: 0 };
const PER_PLACE = { name: 'sign-in place', points: 10, seconds: 60, credit: 0 };
const PER_NETWORK = { name: 'sign-in network', points: 60, seconds: 60, credit: 0 };
const GLOBAL_LIMIT = { name: 'sign-in all', points: 600, seconds: 60 };
/** Of a day: to one account for showing that it is still them, and to one browser that its owner has used before. */
const PER_PROVER = { name: 'sign-in proofs', points: 40, seconds: 86_400, credit: 0 };
const PER_BROWSER = { name: 'sign-in browser', points: 40, seconds: 86_400, credit: 0 };
/** Codes typed from one place in a minute. */
const CODES = { name: 'sign-in code', points: 10, seconds: 60, credit: 0 };

/** Mails with codes. Five tries each: in all a guess in five thousand a day for one mailbox, or for one lookup code. */
const MOST = [
  { minutes: 60, most: 20 },
  { minutes: 24 * 60, most: 40 },
] as const;

/** What strangers who ask for a mail get: none when a mailbox has had its codes and a link in it still works. */
export type SignInMailType = 'code' | 'link' | 'none';

/** What a mail for signing in is asked for, as it is counted. */
export function subjectOf(who: SignInIdentifier): string {
  return 'email' in who ? (mailboxKey(who.email) ?? '') : `@${who.userId}`;
}

/** What keeps one address or lookup code from the others that share its mailbox. */
export function keyOf(who: SignInIdentifier): string {
  return 'email' in who ? (emailKey(who.email) ?? '') : `@${who.userId}`;
}

/**
 * Takes what asking for a mail costs. Strangers share what a mailbox is worth; a browser with which its owner has
 * signed in before, and whoever is signed in already, have their own. Nobody can be kept out by others: when strangers
 * have had all codes, there is always a link in the mailbox that works.
 * @param loginId of who is signed in
 * @throws Problem 429
 */
export async function chargeSignInMail(
  current: Current,
  who: SignInIdentifier,
  loginId: string | undefined,
): Promise<SignInMailType> {
  const subject = subjectOf(who);
  const device = findDeviceHash(current);
  const isKnown = device !== undefined && (await isKnownDevice(current, who, device));
  await requireWithinLimit(current, callerKey(current.address ?? ''), PER_PLACE);
  if (isKnown || loginId !== undefined) {
    const asker = loginId ?? device?.toString('hex');
    await requireWithinLimit(current, `${subject} ${asker}`, PER_SUBJECT);
    if (loginId === undefined) await requireWithinLimit(current, `${subject} ${asker}`, PER_BROWSER);
    else await requireWithinLimit(current, current.actor.userId ?? '', PER_PROVER);
    return 'code';
  }
  await requireWithinLimit(current, networkKey(current.address ?? ''), PER_NETWORK);
  await requireWithinLimit(current, subject, PER_SUBJECT);
  await requireWithinLimit(current, 'everyone', GLOBAL_LIMIT);
  const counts = await Promise.all(
    MOST.map(({ minutes, most }) => countConfirmations(current, { kind: SIGN_IN, subject, minutes, most })),
  );
  if (counts.every((count, at) => count < (MOST[at]?.most ?? 0))) return 'code';
  const details: Pick<SignInDetails, 'linkOf'> = { linkOf: keyOf(who) };
  return (await hasOpenConfirmation(current, { kind: SIGN_IN, subject, details })) ? 'none' : 'link';
}

/** @throws Problem 429 when too many codes were typed where the request comes from */
export async function chargeCodeAttempt(current: Current): Promise<void> {
  await requireWithinLimit(current, callerKey(current.address ?? ''), CODES);
}
