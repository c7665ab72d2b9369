import { isDeepStrictEqual } from 'node:util';

import { recordAuditEntry } from '#app/audit/audit.server.ts';
import { inTransaction, withHeavyPool } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { requireRole } from '#app/current/permission.ts';
import type { Columns, Row } from '#database/rows.ts';
import { isSqlState, retryAfterDeadlock } from '#lib/database/database.server.ts';
import type { Queryable } from '#lib/database/database.server.ts';
import type { CachedRows } from '#lib/database/row-cache.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import type { Sql } from '#lib/database/sql.server.ts';
import type { EtagCondition } from '#lib/http/conditions.ts';
import { Problem } from '#lib/problem.ts';

import { crateAudit } from '../audit-kinds.server.ts';
import { notifyFollowers } from '../feed/notify.server.ts';
import { crateBusy, crateChanged, crateTaken, noCrate } from '../problems.ts';
import { toEtag } from '../rows.server.ts';
import { changesRanks, rankStats } from '../stats/ranks.server.ts';
import { parseRevisions } from '../writes/fragments.server.ts';
import { CrateId, DEFAULT_MAX_BYTES } from './crate.ts';
import type { Crate, CrateChange, NewCrate } from './crate.ts';
import type { Policy } from './policy.ts';

const CRATE: CachedRows<Crate> = { topic: 'crate' };
export const CRATE_COLUMNS = sql`crate_id, rev, name, policy, max_bytes, created_at, updated_at`;

/** From the cache, without a permission check. @throws Problem 404 */
export async function getCrate(current: Current, crateId: string): Promise<Crate> {
  requireCrateId(crateId);
  const crate = await current.rowCache.get(CRATE, crateId, current.db, async (db) => {
    const row = await findCrateRow(db, crateId);
    return row && toCrate(row);
  });
  if (crate === undefined) throw new Problem(noCrate);
  return crate;
}

/** For a write that found the crate gone, so that the cache is stale. */
export function forgetCrate(current: Current, crateId: string): void {
  current.rowCache.forget(CRATE, crateId);
}

export async function readCrate(current: Current, crateId: string): Promise<Crate> {
  requireRole(current, 'admin');
  return getCrate(current, crateId);
}

export async function listCrates(current: Current, limit: number, after: string): Promise<Crate[]> {
  requireRole(current, 'admin');
  const rows = await current.db.query<CrateRow>(sql`
    select ${CRATE_COLUMNS} from crates where crate_id > ${after} order by crate_id limit ${limit}`);
  return rows.map(toCrate);
}

export async function createCrate(current: Current, wanted: NewCrate): Promise<Crate> {
  const crate = await addCrate(current, wanted);
  if (crate === undefined) throw new Problem(crateTaken);
  return crate;
}

/** Unless there is one of that name. @throws Problem 401 or 403 */
export async function addCrate(current: Current, wanted: NewCrate): Promise<Crate | undefined> {
  requireRole(current, 'admin');
  const { crateId, name = crateId, policy = {}, maxBytes = DEFAULT_MAX_BYTES } = wanted;
  const crate = await inTransaction(current, async (current) => {
    const now = current.now();
    const [row] = await current.db.query<CrateRow>(sql`
      insert into crates (crate_id, name, policy, max_bytes, created_at, updated_at)
      values (${crateId}, ${name}, ${JSON.stringify(policy)}, ${maxBytes}, ${now}, ${now})
      on conflict do nothing returning ${CRATE_COLUMNS}`);
    if (row === undefined) return undefined;
    const crate = toCrate(row);
    await recordAuditEntry(current, crateAudit.create, { target: `crate/${crateId}`, after: withoutEtag(crate) });
    return crate;
  });
  forgetCrate(current, crateId);
  notifyFollowers(current, crateId);
  return crate;
}

/**
 * With other quotas all usage is counted anew, while writes wait.
 * @param ifMatch the state that this changes @throws Problem 401, 403, 404, or 412 with the present etag
 */
export async function changeCrate(
  current: Current,
  crateId: string,
  change: CrateChange,
  ifMatch?: EtagCondition,
): Promise<Crate> {
  requireRole(current, 'admin');
  requireCrateId(crateId);
  const crate = await retryAfterDeadlock(current.db, () =>
    inTransaction(withHeavyPool(current), (current) => changeRow(current, crateId, change, ifMatch)),
  );
  forgetCrate(current, crateId);
  notifyFollowers(current, crateId);
  return crate;
}

async function changeRow(
  current: Current,
  crateId: string,
  change: CrateChange,
  ifMatch: EtagCondition | undefined,
): Promise<Crate> {
  const quotas = change.policy?.quotas;
  const seen = await findCrateRow(current.db, crateId);
  const counts = quotas !== undefined && !isDeepStrictEqual(seen?.policy.quotas, quotas);
  const ranks = change.policy !== undefined && changesRanks(seen?.policy, change.policy);
  // A write is charged by the quotas it sees: those in progress end first, and later ones see the new quotas.
  if (counts) await blockWrites(current, sql`lock table items, item_versions in share mode`);
  // A stat is ranked by the policy that its statement sees.
  if (ranks) await blockWrites(current, sql`lock table item_stats in share row exclusive mode`);
  const row = await findCrateRow(current.db, crateId, sql`for update`);
  if (row === undefined) throw new Problem(noCrate);
  const isCurrent =
    ifMatch === undefined || ifMatch === '*' ? sql`true` : sql`rev = any(${parseRevisions(ifMatch)}::bigint[])`;
  const policy = change.policy === undefined ? null : JSON.stringify(change.policy);
  const [changed] = await current.db.query<CrateRow>(sql`
    update crates set name = coalesce(${change.name ?? null}, name), policy = coalesce(${policy}, policy),
      max_bytes = coalesce(${change.maxBytes ?? null}, max_bytes), updated_at = ${current.now()}, rev = rev + 1
    where crate_id = ${crateId} and ${isCurrent} returning ${CRATE_COLUMNS}`);
  if (changed === undefined) throw new Problem(crateChanged, { headers: { etag: toEtag(row.rev) } });
  const [before, after] = [toCrate(row), toCrate(changed)];
  if (counts) await current.db.query(sql`select count_usage(${crateId})`);
  else if (quotas !== undefined && !isDeepStrictEqual(before.policy.quotas, quotas)) throw new Problem(crateBusy);
  if (!ranks && changesRanks(before.policy, after.policy)) throw new Problem(crateBusy);
  await rankStats(current, crateId, before.policy, after.policy);
  const states = { before: withoutEtag(before), after: withoutEtag(after) };
  await recordAuditEntry(current, crateAudit.change, { target: `crate/${crateId}`, ...states });
  return after;
}

/** Writes wait until the transaction ends. Behind a long one this gives up, or all others would wait too. */
async function blockWrites({ db }: Current, lock: Sql): Promise<void> {
  await db.query(sql`set local lock_timeout = '500ms'`);
  try {
    await db.query(lock);
  } catch (error) {
    if (isSqlState(error, '55P03')) throw new Problem(crateBusy, { headers: { 'retry-after': '1' } });
    throw error;
  }
  await db.query(sql`set local lock_timeout to default`);
}

/** Saves a query, and keeps text from PostgreSQL that it cannot take. */
export function requireCrateId(crateId: string): void {
  if (!CrateId.safeParse(crateId).success) throw new Problem(noCrate);
}

export type CrateRow = Omit<Row<'crates'>, 'changes_from'> & Columns<'crates', { policy: Policy }>;

/** Past the cache. @param lock held until the end of the transaction */
export async function findCrateRow(db: Queryable, crateId: string, lock = sql.empty): Promise<CrateRow | undefined> {
  const [row] = await db.query<CrateRow>(sql`select ${CRATE_COLUMNS} from crates where crate_id = ${crateId} ${lock}`);
  return row;
}

export function toCrate(row: CrateRow): Crate {
  return {
    crateId: row.crate_id,
    name: row.name,
    policy: row.policy,
    maxBytes: Number(row.max_bytes),
    etag: toEtag(row.rev),
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

/** The audit tells of what was changed. */
export function withoutEtag(crate: Crate): Omit<Crate, 'etag'> {
  const { etag: _, ...told } = crate;
  return told;
}
