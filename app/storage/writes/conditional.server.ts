import { inTransaction } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { refuse } from '#app/current/permission.ts';
import type { EtagCondition } from '#lib/http/conditions.ts';
import { shaped } from '#lib/database/database.server.ts';
import { Problem } from '#lib/problem.ts';

import { Values } from '../crates/access.server.ts';
import type { Crate } from '../crates/crate.ts';
import { accessTo, mayAct } from '../crates/policy.ts';
import { changedMeanwhile, noItem } from '../problems.ts';
import { etagOf } from '../rows.server.ts';

export interface Preconditions {
  ifMatch?: EtagCondition | undefined;
  ifNoneMatch?: EtagCondition | undefined;
}

/** What a conditional write is about, and what must hold for it. */
export interface Attempt<Row> {
  crate: Crate;
  itemId: string;
  conditions: Preconditions;
  /** One statement that holds every condition in itself; undefined when it changed nothing. */
  write: (current: Current) => Promise<Row | undefined>;
  /** The permission, told by itself, for the answer when nothing changed. */
  isAllowed: (item: RefusedItem) => boolean;
  override?: boolean;
}

export interface RefusedItem {
  collaborators: string[];
  tags: string[];
}

const FREE_TRIES = 3;

/**
 * Runs a conditional write. When it changes nothing, a second statement tells why; when there is no reason left, the
 * item changed in between, and the write runs again. After some tries the item is locked first, so that no crowd of
 * other writers keeps one out.
 * @throws Problem 404, 401 or 403, 412 with the current etag
 */
export async function writeConditionally<Row>(current: Current, attempt: Attempt<Row>): Promise<Row> {
  for (let tries = 0; tries < FREE_TRIES; tries += 1) {
    const row = await tryToWrite(current, attempt);
    if (row !== undefined) return row;
  }
  return inTransaction(current, async (current) => {
    await current.db.query(LOCK, [attempt.crate.crateId, attempt.itemId]);
    const row = await tryToWrite(current, attempt);
    if (row === undefined)
      throw new Error(`item ${attempt.itemId}: nothing speaks against a write that changed nothing`);
    return row;
  });
}

async function tryToWrite<Row>(current: Current, attempt: Attempt<Row>): Promise<Row | undefined> {
  const row = await attempt.write(current);
  if (row === undefined) await explainRefusal(current, attempt);
  return row;
}

const LOCK = {
  name: 'item_lock',
  text: 'select from items where crate_id = $1 and item_id = $2 for no key update',
};

async function explainRefusal(current: Current, attempt: Attempt<unknown>): Promise<void> {
  const { crate, itemId, conditions, isAllowed, override } = attempt;
  const values = new Values();
  const place = `i.crate_id = ${values.add(crate.crateId, 'text')} and i.item_id = ${values.add(itemId, 'uuid')}`;
  const text = `select i.rev, i.collaborators, i.tags, ${revisionSql(conditions, values)} as meets from items i where ${place}`;
  const [item] = await current.db.query<RefusedItem & { rev: string; meets: boolean }>(shaped(text), values.list);
  const sees = override || (item !== undefined && mayAct(accessTo(crate.policy, 'read', current.actor, true), item));
  if (item === undefined || !sees) throw new Problem(noItem);
  if (!isAllowed(item)) refuse(current);
  if (item.meets) return;
  const etag = etagOf(item.rev);
  throw new Problem(changedMeanwhile, { members: { etag }, headers: { etag } });
}

/** `If-Match` and `If-None-Match` as a condition on `items i`. */
export function revisionSql({ ifMatch, ifNoneMatch }: Preconditions, values: Values): string {
  const conditions: string[] = [];
  if (ifMatch !== undefined && ifMatch !== '*') {
    conditions.push(`i.rev = any(${values.add(revisionsOf(ifMatch), 'bigint[]')})`);
  }
  if (ifNoneMatch === '*') conditions.push('false');
  else if (ifNoneMatch !== undefined) {
    conditions.push(`i.rev <> all(${values.add(revisionsOf(ifNoneMatch), 'bigint[]')})`);
  }
  return conditions.join(' and ') || 'true';
}

/** The item as this statement sees it; a row that changed since then is not written, so that its tag rows stay true. */
export function seenSql(crateId: string, itemId: string): string {
  return `with seen as (select rev, tags from items where crate_id = ${crateId} and item_id = ${itemId})`;
}

function revisionsOf(etags: readonly string[]): string[] {
  return etags.map((etag) => etag.slice(1, -1)).filter((rev) => /^[1-9]\d{0,17}$/.test(rev));
}
