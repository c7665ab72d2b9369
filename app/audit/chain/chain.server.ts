import { randomBytes } from 'node:crypto';

import { inTransaction } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { requireRole } from '#app/current/permission.ts';
import type { Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';

import { dayKeyId, judgeDayHead, signDayHead } from './day-heads.server.ts';
import type { DayHead } from './day-heads.server.ts';
import { CHAINED_COLUMNS, CHAIN_START, leafDigest, leafSalt, linkHash, listAuditLeaves } from './links.server.ts';
import type { ChainedEntry } from './links.server.ts';

const BATCH = 500;
/** Of one turn, which leaves the rest to the next. */
const MOST = 100_000;

/**
 * Chains what is committed, in the order of transactions below the horizon: no entry can come before one of them any more.
 * Each batch is a transaction with its links and the head of its day, under a lock, so that whatever happens there is one
 * chain without a gap. Needs super. @returns how many were chained @throws Problem 401, 403 @throws Error where the chain
 * does not end as its last day was signed
 */
export async function chainAuditEntries(current: Current, size = BATCH): Promise<number> {
  requireRole(current, 'super');
  for (let chained = 0; ;) {
    const count = await inTransaction(current, (current) => chainBatch(current, size));
    chained += count;
    if (count < size || chained >= MOST) return chained;
  }
}

async function chainBatch(current: Current, size: number): Promise<number> {
  const { db } = current;
  await lockChain(current);
  const entries = await db.query<ChainedEntry>(sql`
    select ${CHAINED_COLUMNS} from audit_queue q join audit a on a.audit_id = q.audit_id,
      (select pg_snapshot_xmin(now) as horizon, pg_snapshot_xmax(now) as ceiling from pg_current_snapshot() now) s
    where q.xid < s.horizon or q.xid >= s.ceiling
    order by q.xid, q.audit_id limit ${size}::int`);
  const last = entries.at(-1);
  if (last === undefined) return 0;
  const head = await findHead(current);
  const links: { readonly position: string; readonly salt: string; readonly hash: string }[] = [];
  let [position, hash] = [BigInt(head?.position ?? 0), head?.hash ?? CHAIN_START];
  for (const entry of entries) {
    const salt = randomBytes(32);
    const digests = listAuditLeaves(entry).map((leaf) => leafDigest(leaf, leafSalt(salt, leaf.path)));
    position += 1n;
    hash = linkHash(hash, position, entry, digests);
    links.push({ position: `${position}`, salt: salt.toString('hex'), hash });
  }
  const auditIds = entries.map(({ audit_id }) => audit_id);
  const [positions, hashes, salts] = [
    links.map((one) => one.position),
    links.map((one) => one.hash),
    links.map((one) => one.salt),
  ];
  await db.query(sql`insert into audit_links (position, audit_id, hash, salt)
    select position, audit_id, decode(hash, 'hex'), decode(salt, 'hex')
    from unnest(${positions}::bigint[], ${auditIds}::bigint[], ${hashes}::text[], ${salts}::text[])
      one(position, audit_id, hash, salt)`);
  await db.query(sql`delete from audit_queue where audit_id = any(${auditIds}::bigint[])`);
  await signDay(current, `${position}`, hash);
  return entries.length;
}

/** Until the end of the transaction nobody else chains or erases. */
export async function lockChain({ db }: Pick<Current, 'db'>): Promise<void> {
  await db.query(sql`select from audit_chain for update`);
}

type ChainHead = Pick<Row<'audit_links'>, 'position'> & { readonly hash: string };

/** Whoever cut the chain off would have the site go on from there, and sign that. */
async function findHead({ db, secret }: Current): Promise<ChainHead | undefined> {
  const [head] = await db.query<ChainHead>(sql`
    select position, encode(hash, 'hex') as hash from audit_links order by position desc limit 1`);
  const [day] = await db.query<DayHead>(sql`
    select ${DAY_COLUMNS} from audit_days d order by d.position desc limit 1`);
  const isWhole = day === undefined ? head === undefined : day.position === head?.position && day.hash === head.hash;
  if (!isWhole || (day !== undefined && judgeDayHead(day, secret) === 'broken')) {
    throw new Error(
      'the audit does not end as its last day was signed, and nothing is added to it: see npm run verify-audit',
    );
  }
  return head;
}

export const DAY_COLUMNS = sql`d.day::text, d.position, encode(d.hash, 'hex') as hash, d.key_id, d.signature`;

/**
 * The head of a day moves until the day is over, so that what is chained is signed. One that another key has signed stays as
 * it is, and the day after it begins: else whoever made the chain anew would have us sign it.
 */
async function signDay({ db, now, secret, log }: Current, position: string, hash: string): Promise<void> {
  const [today, keyId] = [now().toISOString().slice(0, 10), dayKeyId(secret)];
  const [latest] = await db.query<{ day: string }>(sql`
    select greatest(max(day) filter (where key_id = ${keyId}), max(day) filter (where key_id <> ${keyId}) + 1,
      ${today}::date)::text as day from audit_days`);
  const head = signDayHead({ day: latest?.day ?? '', position, hash }, secret);
  await db.query(sql`insert into audit_days (day, position, hash, key_id, signature)
    values (${head.day}::date, ${position}, decode(${hash}, 'hex'), ${head.key_id}, ${head.signature})
    on conflict (day) do update set position = excluded.position, hash = excluded.hash, key_id = excluded.key_id,
      signature = excluded.signature`);
  // Kept elsewhere, it also tells of a database that was put back to an earlier state.
  db.whenCommitted(() => log.info({ head }, 'signed the audit'));
}
