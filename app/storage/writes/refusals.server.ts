import { findMissingAccounts } from '#app/accounts/accounts.server.ts';
import { inTransaction } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { refuse } from '#app/current/permission.ts';
import type { Row } from '#database/rows.ts';
import { isSqlState } from '#lib/database/database.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import type { Sql } from '#lib/database/sql.server.ts';
import { Problem } from '#lib/problem.ts';

import type { Crate } from '../crates/crate.ts';
import { forgetCrate } from '../crates/crates.server.ts';
import { accessTo, mayAct } from '../crates/policy.ts';
import type { ItemAttributes, Policy } from '../crates/policy.ts';
import { bodyOverQuota, changedMeanwhile, invalidMetadata, nameTaken, noCrate, noItem } from '../problems.ts';
import { overQuota, preconditionRequired } from '../problems.ts';
import { toEtag } from '../rows.server.ts';
import { revisionSql, parseRevisions } from './fragments.server.ts';
import type { Preconditions } from './fragments.server.ts';

interface ConditionalWrite<Written> {
  crate: Crate;
  itemId: string;
  conditions: Preconditions;
  /** One statement with every condition in itself; undefined when it changed nothing. */
  write: (current: Current) => Promise<Written | undefined>;
  isAllowed: (item: ItemAttributes) => boolean;
  override?: boolean;
}

const FREE_TRIES = 3;

/**
 * After some tries the item is locked first, so that other writers cannot starve this one.
 * @throws Problem 404, 401 or 403, 412 with the current etag and what changed, 428 without a required precondition
 */
export async function writeConditionally<Written>(
  current: Current,
  attempt: ConditionalWrite<Written>,
): Promise<Written> {
  const { crate, itemId } = attempt;
  if (lacksPrecondition(attempt)) await explainRefusal(current, attempt);
  for (let tries = 0; tries < FREE_TRIES; tries += 1) {
    const written = await tryToWrite(current, attempt);
    if (written !== undefined) return written;
  }
  return inTransaction(current, async (current) => {
    await current.db.query(sql`
      select from items where crate_id = ${crate.crateId} and item_id = ${itemId} for no key update`);
    const written = await tryToWrite(current, attempt);
    if (written === undefined) throw new Error(`item ${itemId}: no reason for a write that changed nothing`);
    return written;
  });
}

/** @param bytes of the body, to tell one too large from a full quota  @throws Problem 400, 404, 409, 413 or 507 */
export async function translateConflict<Result>(
  current: Current,
  { crateId, policy }: Crate,
  bytes: number,
  writing: Promise<Result>,
): Promise<Result> {
  try {
    return await writing;
  } catch (error) {
    // In a cluster the name of a constraint ends with the number of a shard.
    if (isSqlState(error, '23505') && error.constraint?.startsWith('items_by_name')) throw new Problem(nameTaken);
    if (isSqlState(error, '23514') && error.constraint?.startsWith('items_map_size')) {
      throw new Problem(invalidMetadata, { fields: { map: 'at most 64 KB of JSON' } });
    }
    // The crate was deleted after its policy was read.
    if (isSqlState(error, '23503')) {
      forgetCrate(current, crateId);
      throw new Problem(noCrate);
    }
    throw quotaProblem(error, { policy, bytes }) ?? error;
  }
}

/** @param known who need no account: those an item has already @throws Problem 400 that names the others without one */
export async function requireAccounts(
  { actor, db }: Current,
  collaborators: readonly string[],
  known: readonly string[] = [],
): Promise<void> {
  const added = collaborators.filter((userId) => userId !== '' && userId !== actor.userId && !known.includes(userId));
  const unknown = added.length === 0 ? [] : await findMissingAccounts(db, added);
  if (unknown.length === 0) return;
  const message = `there is no user of the id ${unknown.join(', ')}`;
  throw new Problem(invalidMetadata, { fields: { collaborators: message } });
}

/** @param write tells 413 (the body alone is too large) from 507; without it every full quota is 507 */
export function quotaProblem(error: unknown, write?: { policy: Policy; bytes: number }): Problem | undefined {
  if (!isSqlState(error, 'QUOTA')) return undefined;
  const { whose, kind, added, over, ofVersion }: QuotaRefusal = JSON.parse(error.detail ?? '{}');
  const quota = write?.policy.quotas?.[whose]?.bytes;
  const isAlone = kind === 'bytes' && write !== undefined && quota !== undefined && write.bytes > quota;
  // A new body is charged before the version of the old one, which then is what did not fit: both add the body.
  const all = kind === 'bytes' && ofVersion && write?.bytes ? write.bytes : added;
  const left = Math.max(0, all - over);
  return new Problem(isAlone ? bodyOverQuota : overQuota, { members: { whose, kind, left } });
}

interface QuotaRefusal {
  whose: 'user' | 'crate';
  kind: 'bytes' | 'items' | 'versions';
  added: number;
  over: number;
  ofVersion: boolean;
}

async function tryToWrite<Written>(current: Current, attempt: ConditionalWrite<Written>): Promise<Written | undefined> {
  const written = await attempt.write(current);
  if (written === undefined) await explainRefusal(current, attempt);
  return written;
}

async function explainRefusal(current: Current, attempt: ConditionalWrite<unknown>): Promise<void> {
  const { crate, itemId, conditions, isAllowed, override } = attempt;
  const [item] = await current.db.query<RefusedRow>(sql`
    select i.rev, i.collaborators, i.tags, i.updated_at, i.updated_by, ${revisionSql(conditions)} as meets,
      ${changedFieldsSql(crate.crateId, itemId, conditions)} as changed
    from items i where i.crate_id = ${crate.crateId} and i.item_id = ${itemId}`);
  const sees = override || (item !== undefined && mayAct(accessTo(crate.policy, 'read', current.actor, true), item));
  if (item === undefined || !sees) throw new Problem(noItem);
  if (!isAllowed(item)) refuse(current);
  const etag = toEtag(item.rev);
  if (lacksPrecondition(attempt)) throw new Problem(preconditionRequired, { members: { etag }, headers: { etag } });
  if (item.meets) return;
  const { updated_at: updatedAt, updated_by: updatedBy, changed } = item;
  const members = { etag, updatedAt: updatedAt.toISOString(), updatedBy, changed };
  throw new Problem(changedMeanwhile, { members, headers: { etag } });
}

type RefusedRow = Pick<Row<'items'>, 'rev' | 'collaborators' | 'tags' | 'updated_at' | 'updated_by'> & {
  meets: boolean;
  /** The fields that differ from the caller's version; null when that is pruned. */
  changed: string[] | null;
};

function lacksPrecondition({ crate, conditions }: Pick<ConditionalWrite<unknown>, 'crate' | 'conditions'>): boolean {
  return crate.policy.requirePrecondition === true && conditions.ifMatch === undefined;
}

function changedFieldsSql(crateId: string, itemId: string, { ifMatch }: Preconditions): Sql {
  if (ifMatch === undefined || ifMatch === '*') return sql`null::text[]`;
  return sql`(select array_remove(array[
      case when v.name is distinct from i.name then 'name' end,
      case when v.tags is distinct from i.tags then 'tags' end,
      case when v.collaborators is distinct from i.collaborators then 'collaborators' end,
      case when v.map is distinct from i.map then 'map' end,
      case when v.note is distinct from i.note then 'note' end,
      case when v.mimetype is distinct from i.mimetype then 'mimetype' end,
      case when (v.bytes, v.digest) is distinct from (i.bytes, i.digest) then 'body' end], null)
    from item_versions v where v.crate_id = ${crateId} and v.item_id = ${itemId}
      and v.rev = any(${parseRevisions(ifMatch)}::bigint[])
    order by v.rev desc limit 1)`;
}
