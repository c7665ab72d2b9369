import * as z from 'zod/mini';

import { findMissingAccounts } from '#app/accounts/accounts.server.ts';
import { emailKey } from '#app/accounts/emails/email.ts';
import { beginLeaving } from '#app/accounts/leaving.server.ts';
import { inTransaction, withHeavyPool } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { requireRole } from '#app/current/permission.ts';
import type { PersonalData } from '#app/current/personal-data.server.ts';
import { sql } from '#lib/database/sql.server.ts';

import { listForms } from './keys.server.ts';

/** A deletion that is over, as a line of JSON holds it. */
const PastDeletion = z.object({
  deletionId: z.uuid(),
  userId: z.nullable(z.string()),
  keys: z.array(z.string()),
  kept: z.array(z.string()),
  standIn: z.string(),
  deletedAt: z.iso.datetime(),
});
type PastDeletion = z.output<typeof PastDeletion>;

const PAGE = 500;
const FIRST = '00000000-0000-0000-0000-000000000000';

/** All that are over, the oldest first. Needs super. */
export async function* listPastDeletions(current: Current): AsyncGenerator<PastDeletion, void> {
  requireRole(current, 'super');
  let after: readonly [deletedAt: string, deletionId: string] | undefined = ['-infinity', FIRST];
  while (after !== undefined) {
    const page: PastDeletion[] = await current.db.query<PastDeletion>(sql`
      select deletion_id as "deletionId", user_id as "userId", keys, kept, stand_in as "standIn",
        to_char(deleted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as "deletedAt"
      from past_deletions where (deleted_at, deletion_id) > (${after[0]}::timestamptz, ${after[1]}::uuid)
      order by deleted_at, deletion_id limit ${PAGE}::int`);
    yield* page;
    const last = page.at(-1);
    after = page.length < PAGE || last === undefined ? undefined : [last.deletedAt, last.deletionId];
  }
}

/** @throws ZodError for what is no line of that list */
export function parsePastDeletion(line: string): PastDeletion {
  return PastDeletion.parse(JSON.parse(line));
}

/**
 * Asks again for what a database that was put back to an earlier state does not know any more; the job does it. Each is
 * deleted as it was then, without another wait. What the database knows to be over is left alone. Needs super. @returns how many were there again
 */
export async function applyPastDeletions(
  outer: Current,
  data: readonly PersonalData[],
  past: readonly PastDeletion[],
): Promise<number> {
  requireRole(outer, 'super');
  const current = withHeavyPool(outer);
  const emails = await findAddresses(current, data, new Set(past.flatMap(({ keys }) => keys)));
  let back = 0;
  for (const one of past) {
    const own = emails.filter(({ forms }) => forms.some((form) => one.keys.includes(form)));
    const isBack = await inTransaction(current, (current) =>
      askAgain(
        current,
        one,
        own.map(({ address }) => address),
      ),
    );
    if (isBack) back += 1;
  }
  return back;
}

async function askAgain(current: Current, past: PastDeletion, addresses: readonly string[]): Promise<boolean> {
  const { db, now } = current;
  const { deletionId, userId, kept, standIn, deletedAt } = past;
  // It was over before the backup was taken: what is there of them has come since, from who came back.
  const known = await db.query(sql`select from past_deletions where deletion_id = ${deletionId}`);
  if (known.length > 0) return false;
  const isThere = userId !== null && (await findMissingAccounts(db, [userId])).length === 0;
  if (!isThere && addresses.length === 0) return false;
  await db.query(sql`delete from account_deletions where deletion_id = ${deletionId} or user_id = ${userId}`);
  if (isThere) await beginLeaving(current, userId, now(), 0);
  await db.query(sql`insert into account_deletions (deletion_id, user_id, emails, names, kept, stand_in, asked_at, due_at)
    values (${deletionId}, ${isThere ? userId : null}, ${[...new Set(addresses.map((one) => emailKey(one) ?? one))]},
      ${[...addresses]}, ${kept}, ${standIn}, ${deletedAt}, ${now()})`);
  return true;
}

interface KnownAddress {
  readonly address: string;
  readonly forms: readonly string[];
}

/** Every address that the database holds, of which the digests are in the list. */
async function findAddresses(
  { db }: Current,
  data: readonly PersonalData[],
  keys: ReadonlySet<string>,
): Promise<KnownAddress[]> {
  const columns = data
    .flatMap(({ fates = {} }) => Object.keys(fates))
    .filter((name) => /\.(?:email|address)$/.test(name));
  const found = new Map<string, KnownAddress>();
  for (const place of columns) {
    const [table = '', column = ''] = place.split('.');
    const name = sql.raw(`"${column}"`);
    let after = '';
    for (;;) {
      const rows = await db.query<{ address: string }>(sql`
        select distinct ${name} as address from ${sql.raw(table)} where ${name} > ${after} order by 1 limit ${PAGE}::int`);
      for (const { address } of rows) {
        const forms = listForms(data, { userId: null, emails: [emailKey(address) ?? address] });
        if (forms.some((form) => keys.has(form))) found.set(address, { address, forms });
      }
      if (rows.length < PAGE) break;
      after = rows.at(-1)?.address ?? '';
    }
  }
  return [...found.values()];
}
