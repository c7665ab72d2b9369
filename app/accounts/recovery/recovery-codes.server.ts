import { inTransaction } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { requireProof, requireUser } from '#app/current/permission.ts';
import type { Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';
import { CODE_LETTERS, groupCode, toCodeKey } from '#lib/token/readable-code.ts';
import { hashOfToken, newReadableCode } from '#lib/token/token.server.ts';

import { emailKey } from '../emails/email.ts';
import { sendNoticeLater } from '../notices.server.ts';
import { noteSecurityEvent } from '../security-log/security-log.server.ts';
import { lockAccount } from '../sign-in-methods.server.ts';
import { RECOVERY_CODES, RECOVERY_CODE_LENGTH } from './recovery.ts';
import type { OwnRecoveryCodes } from './recovery.ts';

/** How many are left, and since when. @throws Problem 401 */
export async function findRecoveryCodes(current: Current): Promise<OwnRecoveryCodes | undefined> {
  const userId = requireUser(current);
  const [row] = await current.db.query<{ left: number; made_at: Date | null }>(sql`
    select count(*) filter (where used_at is null)::int as left, min(created_at) as made_at
    from recovery_codes where user_id = ${userId}`);
  return row?.made_at == null ? undefined : { left: row.left, madeAt: row.made_at };
}

/** Ten new ones, in the place of all of before. This answer is the only one that holds them. @throws Problem 401, 403 without a fresh sign-in */
export async function makeRecoveryCodes(current: Current): Promise<string[]> {
  const userId = requireUser(current);
  requireProof(current);
  const codes = Array.from({ length: RECOVERY_CODES }, () => newReadableCode(CODE_LETTERS, RECOVERY_CODE_LENGTH));
  await inTransaction(current, async (current) => {
    await lockAccount(current, userId);
    await current.db.query(sql`delete from recovery_codes where user_id = ${userId}`);
    await current.db.query(sql`insert into recovery_codes (user_id, code_hash, created_at)
      select ${userId}::text, code_hash, ${current.now()}::timestamptz from unnest(${codes.map(hashOfCode)}::bytea[]) code_hash`);
    await noteSecurityEvent(current, userId, 'recoveryCodesMade');
    await sendNoticeLater(current, userId, 'recoveryCodesMade');
  });
  return codes.map(groupCode);
}

/**
 * Uses one up; of any number at once one does. Takes the same time whether or not there is an account. In the transaction of the
 * sign-in; the account is locked before the code, as by what drops codes. @returns whose it was
 */
export async function useRecoveryCode(
  current: Current,
  account: { readonly userId: string } | { readonly email: string },
  typed: string,
): Promise<string | undefined> {
  const [userId, key] = 'userId' in account ? [account.userId, null] : [null, emailKey(account.email) ?? null];
  const [used] = await current.db.query<Pick<Row<'recovery_codes'>, 'user_id'>>(sql`
    with owner as (
      select a.user_id, c.code_hash from accounts a join recovery_codes c using (user_id)
      where c.code_hash = ${hashOfCode(typed)} and c.used_at is null and a.user_id = coalesce(${userId}, (
        select user_id from account_emails where address_key = ${key} and verified_at is not null))
      for share of a
    )
    update recovery_codes c set used_at = ${current.now()} from owner
    where c.user_id = owner.user_id and c.code_hash = owner.code_hash and c.used_at is null
    returning c.user_id`);
  return used?.user_id;
}

/** In a transaction. @param since those of then and later; all without it */
export async function dropRecoveryCodes({ db }: Pick<Current, 'db'>, userId: string, since?: Date): Promise<void> {
  await db.query(sql`delete from recovery_codes
    where user_id = ${userId} and created_at >= coalesce(${since ?? null}::timestamptz, '-infinity')`);
}

function hashOfCode(typed: string): Buffer {
  return hashOfToken(toCodeKey(typed) ?? '');
}
