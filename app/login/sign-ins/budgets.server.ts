import { knowsDevice } from '#app/accounts/devices.server.ts';
import { mailboxKey } from '#app/accounts/emails/email.ts';
import { countConfirmations } from '#app/confirmations/confirmations.server.ts';
import { requireWithin } from '#app/current/bounds/limits.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { callerKey, networkKey } from '#lib/limits/caller-key.ts';

import { findDeviceHash } from '../sessions/device-mark.server.ts';
import { SIGN_IN } from './sign-in.ts';
import type { Who } from './sign-in.ts';

/** So many mails may be asked for in a minute: for one mailbox or code, from one place, one network, by all strangers. */
const PER_SUBJECT = { name: 'sign-in subject', points: 4, seconds: 60, credit: 0 };
const PER_PLACE = { name: 'sign-in place', points: 10, seconds: 60, credit: 0 };
const PER_NETWORK = { name: 'sign-in network', points: 60, seconds: 60, credit: 0 };
const IN_ALL = { name: 'sign-in all', points: 600, seconds: 60 };
/** Codes typed from one place in a minute. */
const CODES = { name: 'sign-in code', points: 10, seconds: 60, credit: 0 };

/** Five tries each: in all a guess in five thousand a day for whoever asks in the name of another. */
const MOST = [
  { minutes: 60, most: 20 },
  { minutes: 24 * 60, most: 40 },
] as const;

/** What a mail for signing in is asked for, as it is counted. */
export function subjectOf(who: Who): string {
  return 'email' in who ? (mailboxKey(who.email) ?? '') : `@${who.userId}`;
}

/**
 * Takes what asking for a mail costs. Strangers share what a mailbox is worth; a browser with which its owner has
 * signed in before, and whoever is signed in already, have their own, so that nobody can be kept out by others.
 * @param loginId of who is signed in
 * @returns whether the mailbox has had enough of strangers: then the mail is neither sent nor worth anything
 * @throws Problem 429
 */
export async function spendOnAsking(current: Current, who: Who, loginId: string | undefined): Promise<boolean> {
  const subject = subjectOf(who);
  const device = findDeviceHash(current);
  const isKnown = device !== undefined && (await knowsDevice(current, who, device));
  await requireWithin(current, callerKey(current.address ?? ''), PER_PLACE);
  if (isKnown || loginId !== undefined) {
    await requireWithin(current, `${subject} ${loginId ?? device?.toString('hex')}`, PER_SUBJECT);
    return false;
  }
  await requireWithin(current, networkKey(current.address ?? ''), PER_NETWORK);
  await requireWithin(current, subject, PER_SUBJECT);
  await requireWithin(current, 'everyone', IN_ALL);
  const counts = await Promise.all(
    MOST.map(({ minutes, most }) => countConfirmations(current, { kind: SIGN_IN, subject, minutes, most })),
  );
  return counts.some((count, at) => count >= (MOST[at]?.most ?? 0));
}

/** @throws Problem 429 when too many codes were typed where the request comes from */
export async function spendOnCode(current: Current): Promise<void> {
  await requireWithin(current, callerKey(current.address ?? ''), CODES);
}
