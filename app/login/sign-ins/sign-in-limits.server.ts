import { isKnownDevice } from '#app/accounts/devices.server.ts';
import { emailKey, mailboxKey } from '#app/accounts/emails/email.ts';
import { findSignInAccount } from '#app/accounts/emails/emails.server.ts';
import type { SignInAccount } from '#app/accounts/emails/emails.server.ts';
import { countConfirmations, hasOpenLink } from '#app/confirmations/confirmations.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { consumePoints, requireWithinLimit } from '#app/current/limits.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import { callerKey, networkKey, networkKeys } from '#lib/limits/caller-key.ts';

import { findDeviceHash } from '../sessions/device-cookie.server.ts';
import { SIGN_IN } from './sign-in.ts';
import type { SignInDetails, SignInIdentifier } from './sign-in.ts';

const DAY = 86_400;

/** Mails in a minute: for one mailbox or lookup code, from one address, from one network, for all unknown browsers. */
const PER_SUBJECT = { name: 'sign-in subject', points: 4, seconds: 60, credit: 0 };
const PER_PLACE = { name: 'sign-in place', points: 10, seconds: 60, credit: 0 };
const PER_NETWORK = { name: 'sign-in network', points: 60, seconds: 60, credit: 0 };
const GLOBAL_LIMIT = { name: 'sign-in all', points: 600, seconds: 60 };
/** To one account by all its addresses and its lookup code; a refusal would tell which of them belong together. */
const PER_ACCOUNT = { name: 'sign-in account', points: 4, seconds: 60, credit: 0 };
/** In a day: to one account for proving its session, and to one browser that the account has used before. */
const PER_PROVER = { name: 'sign-in proofs', points: 40, seconds: DAY, credit: 0 };
const PER_BROWSER = { name: 'sign-in browser', points: 40, seconds: DAY, credit: 0 };

/** For the unknown browsers of a network: a school of a thousand who all sign in, each with a second try. */
const MAILS_OF_NETWORK = { name: 'sign-in network day', points: 2000, seconds: DAY, credit: 0 };

const CODES = { name: 'sign-in code', points: 10, seconds: 60, credit: 0 };
const CODES_OF_NETWORK = { name: 'sign-in code network', points: 60, seconds: 60, credit: 0 };
/** A wrong code costs ten points: a thousand of a network in a day have a chance of one in a thousand. */
const TRIES_OF_NETWORK = { name: 'sign-in code day', points: 10_000, seconds: DAY, credit: 0 };
const WRONG_COST = 10;

/** Mails with codes. Five tries each: in all a guess in five thousand a day for one account, and for one mailbox. */
const CODE_LIMITS = [
  { minutes: 60, most: 20 },
  { minutes: 24 * 60, most: 40 },
] as const;

interface SignInMail {
  /** `none` when an account or a mailbox has used up its codes and a link still works. */
  readonly type: 'code' | 'link' | 'none';
  readonly linkOf?: string;
}

interface SignInMailRecipient {
  readonly account: SignInAccount | undefined;
  /** Whether the browser has limits of its own. */
  readonly isKnown: boolean;
  readonly mayHaveCode: boolean;
}

export function toSignInSubject(identifier: SignInIdentifier): string {
  return 'email' in identifier ? (mailboxKey(identifier.email) ?? '') : `@${identifier.userId}`;
}

/** Distinguishes an address from others of the same mailbox. */
export function toOwnerKey(identifier: SignInIdentifier): string {
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
): Promise<SignInMailRecipient> {
  const device = findDeviceHash(current);
  const account = await findSignInAccount(current, identifier);
  const isKnown = device !== undefined && (await isKnownDevice(current, identifier, device));
  await requireWithinLimit(current, callerKey(current.address ?? ''), PER_PLACE);
  if (isKnown || loginId !== undefined) {
    const owner = account?.userId ?? toSignInSubject(identifier);
    const caller = `${owner} ${loginId ?? device?.toString('hex')}`;
    await requireWithinLimit(current, caller, PER_SUBJECT);
    if (loginId === undefined) await requireWithinLimit(current, caller, PER_BROWSER);
    else await requireWithinLimit(current, current.actor.userId ?? '', PER_PROVER);
    return { account, isKnown: true, mayHaveCode: true };
  }
  await requireWithinLimit(current, networkKey(current.address ?? ''), PER_NETWORK);
  await requireWithinLimit(current, toSignInSubject(identifier), PER_SUBJECT);
  await requireWithinLimit(current, 'everyone', GLOBAL_LIMIT);
  for (const network of networkKeys(current.address ?? ''))
    await requireWithinLimit(current, network, MAILS_OF_NETWORK);
  const { allowed } = await consumePoints(current, account?.userId ?? toSignInSubject(identifier), PER_ACCOUNT);
  return { account, isKnown: false, mayHaveCode: allowed };
}

/**
 * In the transaction that creates the mail's confirmation, so that parallel requests are counted one after the other. All
 * of it is looked up for everybody: neither the answer nor its time tells who has an account.
 */
export async function chooseSignInMail(
  current: Current,
  identifier: SignInIdentifier,
  { account, isKnown, mayHaveCode }: SignInMailRecipient,
): Promise<SignInMail> {
  if (isKnown) return { type: 'code' };
  const subject = toSignInSubject(identifier);
  const { userId = subject, subjects = [subject] } = account ?? {};
  await current.db.query(sql`select pg_advisory_xact_lock(hashtextextended(${`sign-in ${userId}`}, 0))`);
  // Spellings that nobody has proved have one link for all of them, which else would flood the mailbox.
  const linkOf = account === undefined ? `mailbox ${subject}` : toOwnerKey(identifier);
  const link = { kind: SIGN_IN, subject, details: { linkOf } satisfies Partial<SignInDetails> };
  const hasLink = await hasOpenLink(current, link);
  const counts: number[] = [];
  for (const limit of CODE_LIMITS)
    counts.push(await countConfirmations(current, { kind: SIGN_IN, subjects, ...limit }));
  const hasCodes = counts.every((count, at) => count < (CODE_LIMITS[at]?.most ?? 0));
  if (mayHaveCode && hasCodes) return { type: 'code' };
  return hasLink ? { type: 'none' } : { type: 'link', linkOf };
}

/** @param isKnown whether the code was sent to a browser with limits of its own @throws Problem 429 */
export async function chargeCodeAttempt(current: Current, isKnown: boolean): Promise<void> {
  await requireWithinLimit(current, callerKey(current.address ?? ''), CODES);
  if (isKnown) return;
  await requireWithinLimit(current, networkKey(current.address ?? ''), CODES_OF_NETWORK);
  for (const network of networkKeys(current.address ?? ''))
    await requireWithinLimit(current, network, TRIES_OF_NETWORK);
}

/** After the attempt, because it refuses nothing that was let in. */
export async function chargeWrongCode(current: Current): Promise<void> {
  for (const network of networkKeys(current.address ?? ''))
    await consumePoints(current, network, TRIES_OF_NETWORK, WRONG_COST - 1);
}
