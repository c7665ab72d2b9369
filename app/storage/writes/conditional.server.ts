import { inTransaction } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { refuse } from '#app/current/permission.ts';
import type { EtagCondition } from '#lib/http/conditions.ts';
import { preparedByShape } from '#lib/database/database.server.ts';
import { Problem } from '#lib/problem.ts';

import { Values } from '../crates/access.server.ts';
import type { Crate } from '../crates/crate.ts';
import { accessTo, mayAct } from '../crates/policy.ts';
import { STATE, columnsOf } from '../history/states.server.ts';
import { changedMeanwhile, noItem, preconditionRequired } from '../problems.ts';
import { etagOf } from '../rows.server.ts';

export interface Preconditions {
  ifMatch?: EtagCondition | undefined;
  ifNoneMatch?: EtagCondition | undefined;
}

/** What a conditional write is about, and what must hold for it. */
export interface ConditionalWrite<Row> {
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
 * @throws Problem 404, 401 or 403, 412 with the current etag and what changed, 428 where the crate wants a precondition
 */
export async function writeConditionally<Row>(current: Current, attempt: ConditionalWrite<Row>): Promise<Row> {
  if (lacksPrecondition(attempt)) await explainRefusal(current, attempt);
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

async function tryToWrite<Row>(current: Current, attempt: ConditionalWrite<Row>): Promise<Row | undefined> {
  const row = await attempt.write(current);
  if (row === undefined) await explainRefusal(current, attempt);
  return row;
}

const LOCK = {
  name: 'item_lock',
  text: 'select from items where crate_id = $1 and item_id = $2 for no key update',
};

async function explainRefusal(current: Current, attempt: ConditionalWrite<unknown>): Promise<void> {
  const { crate, itemId, conditions, isAllowed, override } = attempt;
  const values = new Values();
  const [crateId, id] = [values.add(crate.crateId, 'text'), values.add(itemId, 'uuid')];
  const text = `select i.rev, i.collaborators, i.tags, i.updated_at, i.updated_by,
      ${revisionSql(conditions, values)} as meets, ${changedFieldsSql(conditions, values)} as changed
    from items i where i.crate_id = ${crateId} and i.item_id = ${id}`;
  const [item] = await current.db.query<ExplainedRow>(preparedByShape(text), values.list);
  const sees = override || (item !== undefined && mayAct(accessTo(crate.policy, 'read', current.actor, true), item));
  if (item === undefined || !sees) throw new Problem(noItem);
  if (!isAllowed(item)) refuse(current);
  const etag = etagOf(item.rev);
  if (lacksPrecondition(attempt)) throw new Problem(preconditionRequired, { members: { etag }, headers: { etag } });
  if (item.meets) return;
  const { updated_at: updatedAt, updated_by: updatedBy, changed } = item;
  const members = { etag, updatedAt: updatedAt.toISOString(), updatedBy, changed };
  throw new Problem(changedMeanwhile, { members, headers: { etag } });
}

interface ExplainedRow extends RefusedItem {
  rev: string;
  updated_at: Date;
  updated_by: string | null;
  meets: boolean;
  /** The fields that differ from the version that the asker has; null when it is not kept. */
  changed: string[] | null;
}

/** Whether the crate wants to be told what a write replaces, and was not. */
function lacksPrecondition({ crate, conditions }: Pick<ConditionalWrite<unknown>, 'crate' | 'conditions'>): boolean {
  return crate.policy.requirePrecondition === true && conditions.ifMatch === undefined;
}

/** The names of what differs between `items i` and the version that `If-Match` names. */
function changedFieldsSql({ ifMatch }: Preconditions, values: Values): string {
  if (ifMatch === undefined || ifMatch === '*') return 'null::text[]';
  const differs = COMPARED.map(
    ([field, one]) => `case when ${one('v')} is distinct from ${one('i')} then '${field}' end`,
  );
  return `(select array_remove(array[${differs.join(', ')}], null) from item_versions v
    where v.crate_id = i.crate_id and v.item_id = i.item_id and v.rev = any(${values.add(revisionsOf(ifMatch), 'bigint[]')})
    order by v.rev desc limit 1)`;
}

const column = (name: string) => (row: string) => `${row}.${name}`;
const COMPARED: [field: string, of: (row: string) => string][] = [
  ...['name', 'tags', 'collaborators', 'map', 'note', 'mimetype'].map((name): [string, (row: string) => string] => [
    name,
    column(name),
  ]),
  ['body', (row) => `(${row}.bytes, ${row}.digest)`],
];

/** `If-Match` and `If-None-Match` as a condition on `items i`. */
export function revisionSql({ ifMatch, ifNoneMatch }: Preconditions, values: Pick<Values, 'add'>): string {
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

/**
 * `seen`, the item as this statement sees it. A row that changed since then must not be written, so that what is written
 * beside it (tag rows, its version) is true to it.
 */
export function seenSql(crateId: string, itemId: string, from = 'items'): string {
  return `seen as (select ${STATE}, item_id, ordinal, created_at from ${from}
    where crate_id = ${crateId} and item_id = ${itemId})`;
}

/** The state in `seen` becomes a version, once `item` was written. @param endedAt SQL of the time it was replaced */
export function versionSql(crateId: string, endedAt: string, trashed: boolean): string {
  return `kept as (insert into item_versions (crate_id, item_id, ${STATE}, ended_at, trashed)
    select ${crateId}, item_id, ${columnsOf('seen')}, ${endedAt}, ${trashed}
    from item join seen using (item_id))`;
}

/**
 * Takes an item's rows out of a table beside it, once `item` was written. They are found one by one by their key: joined,
 * a plan that was made while the table was empty would walk all of the crate.
 * @param list of `seen`, whose members have a row each  @param stays condition on `old.member` under which it keeps it
 */
function deleteRowsSql(
  name: string,
  table: string,
  column: string,
  crateId: string,
  list: string,
  stays: string,
): string {
  return `${name} as (delete from ${table} where ctid = any(array(
    select gone.ctid from item join seen using (item_id) cross join lateral unnest(${list}) old(member)
    cross join lateral (select t.ctid from ${table} t where t.crate_id = ${crateId} and t.${column} = old.member
      and t.created_at = seen.created_at and t.item_id = seen.item_id limit 1) gone
    where not (${stays}))))`;
}

/** Takes the rows of tags away that are not in the list that `stays` names; of none, all go. */
export function deleteTagsSql(crateId: string, stays?: string): string {
  const kept = stays === undefined ? 'false' : `old.member = any(${stays})`;
  return deleteRowsSql('untagged', 'item_tags', 'tag', crateId, 'seen.tags', kept);
}

/** The same for the rows of collaborators after the first. */
export function deleteSharesSql(crateId: string, stays?: string): string {
  const kept = stays === undefined ? 'false' : `old.member = any(${stays})`;
  return deleteRowsSql('unshared', 'item_shares', 'user_id', crateId, 'seen.collaborators[2:]', kept);
}

function revisionsOf(etags: readonly string[]): string[] {
  return etags.map((etag) => etag.slice(1, -1)).filter((rev) => /^[1-9]\d{0,17}$/.test(rev));
}
