import { hasOpenOfUsers } from '#app/confirmations/confirmations.server.ts';
import type { Current } from '#app/current/current.server.ts';
import type { Columns, Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';
import { Problem } from '#lib/problem.ts';

import { BAN_COLUMNS, toBan } from './ban.server.ts';
import type { BanColumns } from './ban.server.ts';
import { UNDO_EMAIL } from './emails/email-confirmation.ts';
import { UNDO_HOURS } from './emails/email-mails.server.ts';
import { endOpenProofs } from './open-sign-ins.server.ts';
import { lockedMerge, noAccount, passkeyFirst, recentChange, roleFirst } from './problems.ts';
import { mustHavePasskey } from './recovery/passkey-rule.server.ts';
import { noteSecurityEvent } from './security-log/security-log.server.ts';
import { forgetWhenCommitted } from './staff/target.server.ts';

export interface AccountPair {
  readonly goneId: string;
  readonly keptId: string;
}

type MergeableRow = BanColumns &
  Pick<Row<'accounts'>, 'user_id' | 'deletion_due_at' | 'frozen_at'> &
  Columns<'accounts', { role: string }>;

/**
 * Locks both in a transaction. Neither is banned, frozen or about to be deleted, none has a change of its addresses that could still be
 * undone, and the one that goes has no role. @throws Problem 403, 404, 409
 */
export async function requireMergeable(current: Current, { goneId, keptId }: AccountPair): Promise<void> {
  const { db, now, actor } = current;
  if (goneId === keptId) throw new Problem(noAccount);
  const rows = await db.query<MergeableRow>(sql`
    select user_id, role, deletion_due_at, frozen_at, ${BAN_COLUMNS} from accounts
    where user_id = any(${[goneId, keptId]}::text[]) order by user_id for update`);
  if (rows.length < 2) throw new Problem(noAccount);
  if (rows.some((row) => row.deletion_due_at !== null || row.frozen_at !== null || toBan(row, now())?.isOn === true))
    throw new Problem(lockedMerge);
  if (rows.some((row) => row.user_id === goneId && row.role !== 'authenticated')) throw new Problem(roleFirst);
  if (await hasOpenOfUsers(current, [goneId, keptId], UNDO_EMAIL)) throw new Problem(recentChange);
  // It gets ways in, which only a passkey of its own may add.
  const isByPasskey = actor.userId === undefined || (actor.userId === keptId && actor.isByPasskey === true);
  if (!isByPasskey && (await mustHavePasskey(current, keptId))) throw new Problem(passkeyFirst);
}

/**
 * In the transaction that has locked both. Whoever has taken a session may have added a way in, and would prove the account by that:
 * one that is younger than an undo reaches back merges nothing, unless the account began with it. @throws Problem 409
 */
export async function requireOldWaysIn({ db, now }: Current, { goneId, keptId }: AccountPair): Promise<void> {
  const since = new Date(now().getTime() - UNDO_HOURS * 3_600_000);
  const young = await db.query(sql`
    select from accounts a cross join lateral (
      select verified_at as at from account_emails where user_id = a.user_id
      union all select created_at from passkeys where user_id = a.user_id
      union all select linked_at from account_identities where user_id = a.user_id
      union all select created_at from recovery_codes where user_id = a.user_id
    ) way where a.user_id = any(${[goneId, keptId]}::text[])
      and way.at > greatest(${since}::timestamptz, a.created_at + ${BEGINNING}::interval) limit 1`);
  if (young.length > 0) throw new Problem(recentChange);
}

/** What a registration takes. */
const BEGINNING = '1 minute';

/**
 * The ways in and the log of the one are the other's, its sessions end, and its lookup code leads on. In the transaction that has locked both,
 * after its keys are gone.
 */
export async function absorbAccount(current: Current, { goneId, keptId }: AccountPair, at: Date): Promise<void> {
  const { db } = current;
  await endOpenProofs(current, goneId);
  await current.sessions.endAll(goneId);
  await moveWaysIn(current, { goneId, keptId });
  await db.query(sql`update account_notes set user_id = ${keptId} where user_id = ${goneId}`);
  await db.query(sql`update security_events set user_id = ${keptId} where user_id = ${goneId}`);
  await db.query(sql`delete from accounts where user_id = ${goneId}`);
  await db.query(sql`update merged_accounts set kept_user_id = ${keptId} where kept_user_id = ${goneId}`);
  await db.query(sql`insert into merged_accounts (user_id, kept_user_id, merged_at)
    values (${goneId}, ${keptId}, ${at})`);
  await noteSecurityEvent(current, keptId, 'merged', { name: `@${goneId}` });
  forgetWhenCommitted(current, goneId);
  forgetWhenCommitted(current, keptId);
}

/** The main address of the kept one stays so; of two connections to one service its own stays. */
async function moveWaysIn({ db }: Current, { goneId, keptId }: AccountPair): Promise<void> {
  await db.query(sql`delete from account_emails where user_id = ${goneId} and verified_at is null`);
  await db.query(sql`delete from account_emails where user_id = ${keptId} and verified_at is null
    and address_key in (select address_key from account_emails where user_id = ${goneId})`);
  await db.query(sql`update account_emails set user_id = ${keptId}, is_primary = is_primary and not exists (
      select from account_emails where user_id = ${keptId} and is_primary) where user_id = ${goneId}`);
  await db.query(sql`delete from account_identities where user_id = ${goneId}
    and platform in (select platform from account_identities where user_id = ${keptId})`);
  await db.query(sql`update account_identities set user_id = ${keptId} where user_id = ${goneId}`);
  await db.query(sql`update passkeys set user_id = ${keptId} where user_id = ${goneId}`);
  await db.query(sql`delete from recovery_codes where user_id = ${goneId}`);
  await db.query(sql`delete from account_devices where user_id = ${goneId}
    and device_hash in (select device_hash from account_devices where user_id = ${keptId})`);
  await db.query(sql`update account_devices set user_id = ${keptId} where user_id = ${goneId}`);
}
