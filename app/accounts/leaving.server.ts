import { createHmac } from 'node:crypto';

import { deletePendingApprovals, needsSecondPerson } from '#app/approvals/approvals.server.ts';
import { nobodyToConfirm } from '#app/approvals/problems.ts';
import type { Current } from '#app/current/current.server.ts';
import type { Columns, Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';
import { Problem } from '#lib/problem.ts';

import { mayActSql, toBan } from './ban.server.ts';
import type { BanColumns } from './ban.server.ts';
import { emailKey, mailboxKey } from './emails/email.ts';
import { listEmails } from './emails/emails.server.ts';
import { listIdentities } from './identities/identities.server.ts';
import { identityKey } from './identities/identity.ts';
import type { Identity } from './identities/identity.ts';
import { endOpenProofs } from './open-sign-ins.server.ts';
import { noAccount } from './problems.ts';
import { lastSuper } from './staff/problems.ts';
import { forgetWhenCommitted } from './staff/target.server.ts';

/**
 * From here on nobody acts as them, by whatever session or key. In the transaction of who asks for it.
 * @param least how many other supers must be left of one @returns whether it was not so before
 * @throws Problem 404, 409 for the last super
 */
export async function beginLeaving(
  current: Current,
  userId: string,
  dueAt: Date,
  least = needsSecondPerson(current) ? 2 : 1,
): Promise<boolean> {
  const { db } = current;
  // All supers in one order, so that of two who leave at once the second sees that the first is gone.
  const locked = await db.query<Pick<Row<'accounts'>, 'user_id' | 'deletion_due_at'>>(sql`
    select user_id, deletion_due_at from accounts where user_id = ${userId} or role = 'super'
    order by user_id for no key update`);
  const own = locked.find((row) => row.user_id === userId);
  if (own === undefined) throw new Problem(noAccount);
  if (own.deletion_due_at !== null) return false;
  const [left] = await db.query(sql`update accounts set deletion_due_at = ${dueAt}
    where user_id = ${userId} and (role <> 'super' or (
      select count(*) from accounts other where other.role = 'super' and other.user_id <> ${userId}
        and ${mayActSql(current.now())}) >= ${least}::int)
    returning user_id`);
  if (left === undefined) throw new Problem(least === 1 ? lastSuper : nobodyToConfirm);
  await endOpenProofs(current, userId);
  await current.sessions.endAll(userId);
  await deletePendingApprovals(current, userId);
  forgetWhenCommitted(current, userId);
  return true;
}

/** In the transaction that takes the wish back, or throws a thief out who may have had it. */
export async function endLeaving(current: Current, userId: string): Promise<void> {
  await current.db.query(sql`update accounts set deletion_due_at = null where user_id = ${userId}`);
  forgetWhenCommitted(current, userId);
}

/** In the transaction that does it: whether it is still wanted, which nobody changes until then. */
export async function isStillLeaving(current: Current, userId: string): Promise<boolean> {
  const rows = await current.db.query(sql`select from accounts
    where user_id = ${userId} and deletion_due_at is not null for no key update`);
  return rows.length > 0;
}

/** The addresses that they have proved. Permission is up to the caller. */
export async function findLeavingNames(
  current: Current,
  userId: string,
): Promise<{ keys: string[]; addresses: string[] }> {
  const proved = (await listEmails(current, userId)).filter(({ isVerified }) => isVerified);
  await markBan(current, userId);
  return { keys: proved.map(({ key }) => key), addresses: proved.map(({ address }) => address) };
}

/** The last of them. */
export async function finishLeaving(current: Current, userId: string): Promise<void> {
  await current.db.query(sql`delete from accounts where user_id = ${userId}`);
  forgetWhenCommitted(current, userId);
}

/** While their ways in are still known: what is kept of somebody banned tells nothing but that it is them. */
async function markBan(current: Current, userId: string): Promise<void> {
  const [row] = await current.db.query<BanColumns>(sql`select banned_at, banned_until, ban_reason from accounts
    where user_id = ${userId}`);
  if (row === undefined || !toBan(row, current.now())?.isOn) return;
  const emails = (await listEmails(current, userId)).filter(({ isVerified }) => isVerified);
  const identities = await listIdentities(current, userId);
  const marks = listMarks(current, { emails: emails.map(({ address }) => address), identities });
  await current.db.query(sql`insert into ban_marks (mark, banned_until)
    select mark, ${row.banned_until?.toISOString() ?? null}::timestamptz from unnest(${marks}::text[]) mark
    on conflict (mark) do update set banned_until = excluded.banned_until`);
}

interface WaysIn {
  readonly emails: readonly string[];
  readonly identities: readonly Pick<Identity, 'issuer' | 'subject'>[];
}

function listMarks({ secret }: Pick<Current, 'secret'>, { emails, identities }: WaysIn): string[] {
  const ways = [
    ...emails.map((email) => mailboxKey(email) ?? emailKey(email) ?? email),
    ...identities.map(identityKey),
  ];
  return ways.map((way) => createHmac('sha256', secret).update(`ban ${way}`).digest('hex'));
}

/** A new account of somebody who was banned and has been deleted since is banned as long as they were. */
export async function keepBan(current: Current, userId: string, ways: WaysIn): Promise<void> {
  const now = current.now();
  const marks = listMarks(current, ways);
  await current.db.query<Columns<'accounts', { user_id: string }>>(sql`
    update accounts set banned_at = ${now}::timestamptz, banned_until = m.banned_until
    from (select banned_until from ban_marks where mark = any(${marks}::text[])
      and (banned_until is null or banned_until > ${now}::timestamptz) order by banned_until desc nulls first limit 1) m
    where user_id = ${userId}`);
  forgetWhenCommitted(current, userId);
}

/** Those of bans that are over. A job's: needs no role. */
export async function sweepBanMarks({ db, now }: Current): Promise<void> {
  await db.query(sql`delete from ban_marks where banned_until <= ${now()}`);
}
