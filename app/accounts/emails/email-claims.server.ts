import type { Confirmation } from '#app/confirmations/confirmation.ts';
import {
  countConfirmations,
  findById,
  createConfirmation,
  redeemByCode,
  redeemByToken,
} from '#app/confirmations/confirmations.server.ts';
import { inTransaction } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { requireWithinLimit } from '#app/current/limits.server.ts';
import { requireProof, requireUser } from '#app/current/permission.ts';
import { requireMailServer, sendMailLater } from '#app/mail/mail-queue.server.ts';
import type { Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';
import { Problem, problemAt } from '#lib/problem.ts';

import {
  codeOver,
  invalidEmail,
  noEmail,
  ownEmail,
  takenEmail,
  tooManyEmails,
  tooManyMails,
  wrongCode,
} from '../problems.ts';
import { requirePasskeyByRule } from '../recovery/passkey-rule.server.ts';
import { noteSecurityEvent } from '../security-log/security-log.server.ts';
import { lockAccount, lockFrozenAccount } from '../sign-in-methods.server.ts';
import { VERIFY_EMAIL } from './email-confirmation.ts';
import type { ClaimDetails } from './email-confirmation.ts';
import { CLAIM_HOURS } from './email-mails.server.ts';
import { notifyOfEmailChange } from './email-notices.server.ts';
import { createUndoConfirmation } from './email-undo.server.ts';
import { MAX_EMAILS, emailKey, mailboxKey } from './email.ts';
import { addVerifiedEmail, listEmails, lockEmail } from './emails.server.ts';
import type { VerifiedEmailRow } from './emails.server.ts';
import { verifyEmailMail } from './verify-email.mail.tsx';

const PER_ACCOUNT = { name: 'emails account', points: 5, seconds: 60, credit: 0 };
/** For all ten addresses, and four mails for each: no account mails the strangers of a list. */
const PER_ACCOUNT_DAY = { name: 'emails account day', points: 40, seconds: 86_400, credit: 0 };
/** Mails to one mailbox in a day, from all accounts and in any spelling: each has five tries of its code. */
const MAX_PER_DAY = 20;
const DAY_MINUTES = 24 * 60;
/** By then the last of them is a day old, unless more are requested. */
/** In UTF-16 units, before it is normalized: a long run of combining marks takes a second. */
const MAX_TYPED = 1024;
const TOMORROW = { headers: { 'retry-after': String(DAY_MINUTES * 60) } };
/** As long as the page of an expired link says so. */
const EXPIRED_DAYS = 7;

/** The answer is the same when another account owns the address. @throws Problem 401, 403, 400, 409, 429, 503 */
export async function claimEmail(current: Current, input: string): Promise<string> {
  const userId = requireUser(current);
  requireProof(current);
  const typed = input.trim();
  const address = typed.length > MAX_TYPED ? '' : typed.normalize('NFC');
  const key = emailKey(address);
  if (key === undefined) throw problemAt('email', invalidEmail);
  const subject = mailboxKey(address) ?? key;
  await limitMails(current, userId, subject);
  await inTransaction(current, async (current) => {
    await lockAccount(current, userId);
    await requirePasskeyByRule(current, userId);
    const emails = await listEmails(current, userId);
    const known = emails.find((email) => email.key === key);
    if (known?.isVerified) throw problemAt('email', ownEmail);
    if (known === undefined && emails.length >= MAX_EMAILS) throw new Problem(tooManyEmails);
    const details: ClaimDetails = { address, locale: current.locale };
    const confirmation = { kind: VERIFY_EMAIL, userId, subject, browser: userId, details, minutes: CLAIM_HOURS * 60 };
    const confirmationId = await createConfirmation(current, confirmation);
    await current.db.query(sql`insert into account_emails (user_id, address_key, address, added_at, confirmation_id)
      values (${userId}, ${key}, ${address}, ${current.now()}, ${confirmationId})
      on conflict (user_id, address_key) do update
        set address = excluded.address, added_at = excluded.added_at, confirmation_id = excluded.confirmation_id`);
    if (known === undefined) await noteSecurityEvent(current, userId, 'emailAdded', { address });
    const until = new Date(current.now().getTime() + CLAIM_HOURS * 3_600_000);
    await sendMailLater(current, verifyEmailMail, { confirmationId }, { key: confirmationId, until });
  });
  await requireMailServer(current);
  return address;
}

/** @throws Problem 401, 400 for a wrong code, 409 when none works any more or the address has an owner, 404 */
export async function verifyEmailByCode(current: Current, key: string, code: string): Promise<string> {
  const userId = requireUser(current);
  const confirmationId = await findClaim(current, userId, key);
  if (confirmationId === undefined) throw new Problem(noEmail);
  const attempt = { confirmationId, kind: VERIFY_EMAIL, browser: userId, code };
  // A wrong try is counted, so its refusal must not roll that back.
  const outcome = await inTransaction(current, async (current) => {
    const redeemed = await redeemByCode(current, attempt);
    return typeof redeemed === 'string' ? redeemed : { address: await assignEmail(current, redeemed) };
  });
  if (typeof outcome !== 'string') return outcome.address;
  const refusal = outcome === 'wrong' ? wrongCode : codeOver;
  throw problemAt('code', refusal);
}

/** Works in any browser. @throws Problem 409 when the link has expired or the address has an owner */
export async function verifyEmailByLink(current: Current, token: string): Promise<string> {
  return inTransaction(current, async (current) => {
    const confirmation = await redeemByToken(current, token, VERIFY_EMAIL);
    if (confirmation === undefined) throw new Problem(codeOver);
    return assignEmail(current, confirmation);
  });
}

/** A week after their last mail expired: until then another may be requested. @returns how many were deleted */
export async function sweepClaims(current: Current): Promise<number> {
  const before = new Date(current.now().getTime() - (CLAIM_HOURS + EXPIRED_DAYS * 24) * 3_600_000);
  const rows = await current.db.query(sql`delete from account_emails
    where verified_at is null and added_at < ${before} returning 1`);
  return rows.length;
}

async function isClaimed(current: Current, confirmationId: string): Promise<boolean> {
  const confirmation = await findById(current, confirmationId);
  if (confirmation?.userId === undefined) return false;
  const { address } = confirmation.details as ClaimDetails;
  return (await findClaim(current, confirmation.userId, emailKey(address) ?? '')) === confirmationId;
}

async function findClaim(current: Current, userId: string, key: string): Promise<string | undefined> {
  const [claim] = await current.db.query<Pick<Row<'account_emails'>, 'confirmation_id'>>(sql`
    select confirmation_id from account_emails
    where user_id = ${userId} and address_key = ${key} and verified_at is null and confirmation_id is not null`);
  return claim?.confirmation_id ?? undefined;
}

/** When two accounts verify an address at once, one statement decides who gets it. */
async function assignEmail(current: Current, { confirmationId, userId = '', details }: Confirmation): Promise<string> {
  const { address } = details as ClaimDetails;
  await lockEmail(current, address);
  // Where it is frozen, no claim is left.
  await lockFrozenAccount(current, userId);
  if (!(await isClaimed(current, confirmationId))) throw new Problem(codeOver);
  const added = await addVerifiedEmail(current, userId, address);
  if (added === 'taken') throw new Problem(takenEmail);
  await noteSecurityEvent(current, userId, 'emailVerified', { address });
  await notifyOfAddedEmail(current, userId, address);
  return address;
}

/** All other addresses; the main one can take it away again. */
async function notifyOfAddedEmail(current: Current, userId: string, added: string): Promise<void> {
  const [main] = await current.db
    .query<VerifiedEmailRow>(sql`select address, verified_at, is_primary from account_emails
    where user_id = ${userId} and is_primary and address_key <> ${emailKey(added) ?? ''}`);
  if (main === undefined) return;
  const confirmationId = await createUndoConfirmation(current, userId, { change: 'added', added, ...main });
  await notifyOfEmailChange(current, userId, { change: 'added', confirmationId, except: added });
}

async function limitMails(current: Current, userId: string, subject: string): Promise<void> {
  await requireWithinLimit(current, userId, PER_ACCOUNT);
  await requireWithinLimit(current, userId, PER_ACCOUNT_DAY);
  const mails = { kind: VERIFY_EMAIL, subjects: [subject], minutes: DAY_MINUTES, most: MAX_PER_DAY };
  if ((await countConfirmations(current, mails)) >= MAX_PER_DAY) throw new Problem(tooManyMails, TOMORROW);
}
