import { mailboxKey } from '#app/accounts/emails/email.ts';
import { listEmails } from '#app/accounts/emails/emails.server.ts';
import { inTransaction } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { requireRole, requireUser } from '#app/current/permission.ts';
import { recordThreadHistory } from '#app/threads/history.server.ts';
import { participantOf } from '#app/threads/readers.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import { Problem } from '#lib/problem.ts';

import { isBlocked } from '../problems.ts';
import { requireRow } from '../submission-rows.server.ts';
import type { SubmissionRow } from '../submission.ts';

/**
 * Whoever sent it writes nothing to the studio any more, by no form and no mail, until they are let in again. What they have
 * written stays theirs to read. Of an account it holds for its addresses too, of an address for that alone: anybody can type
 * the address of somebody else. Needs staff. @throws Problem 401, 403, 404
 */
export async function blockSender(current: Current, subjectId: string): Promise<void> {
  requireRole(current, 'staff');
  const by = requireUser(current);
  const row = await requireRow(current, subjectId);
  const { userId } = row;
  const emails = userId === undefined ? [] : await listEmails(current, userId);
  const verified = emails.filter(({ isVerified }) => isVerified);
  const ids = [...waysOf(row), ...verified.flatMap(({ address }) => addressWays(address))];
  await inTransaction(current, async (current) => {
    const added = await current.db.query(sql`insert into contact_blocks (participant_id, user_id, blocked_by, at)
      select participant_id, ${userId ?? null}::text, ${by}::text, ${current.now()}::timestamptz
      from unnest(${[...new Set(ids)]}::text[]) participant_id on conflict do nothing returning participant_id`);
    if (added.length > 0) await recordThreadHistory(current, subjectId, 'block');
  });
}

/** Needs staff. @throws Problem 401, 403, 404 */
export async function unblockSender(current: Current, subjectId: string): Promise<void> {
  requireRole(current, 'staff');
  const row = await requireRow(current, subjectId);
  const { userId } = row;
  await inTransaction(current, async (current) => {
    const removed = await current.db.query(sql`delete from contact_blocks
      where participant_id = any(${waysOf(row)}::text[]) or user_id = ${userId ?? null}::text returning participant_id`);
    if (removed.length > 0) await recordThreadHistory(current, subjectId, 'unblock');
  });
}

type Writer = Pick<SubmissionRow, 'participantId' | 'email'>;

/** Permission is up to the caller. */
export async function hasBlock({ db }: Pick<Current, 'db'>, writer: Writer): Promise<boolean> {
  const rows = await db.query(
    sql`select from contact_blocks where participant_id = any(${waysOf(writer)}::text[]) limit 1`,
  );
  return rows.length > 0;
}

/** @throws Problem 403 */
export async function requireNotBlocked(current: Current, writer: Writer): Promise<void> {
  if (await hasBlock(current, writer)) throw new Problem(isBlocked);
}

function waysOf({ participantId, email }: Writer): string[] {
  return email === undefined ? [participantId] : [participantId, ...addressWays(email)];
}

/** As it is written, and as the mailbox that it reaches, which has many spellings. */
function addressWays(email: string): string[] {
  return [email, mailboxKey(email) ?? email].map((address) => participantOf({ email: address }));
}
