import type { Current } from '#app/current/current.server.ts';
import { isAdmin } from '#app/current/role.ts';
import { shaped } from '#lib/database/database.server.ts';
import { KeyedQueue } from '#lib/keyed-queue.ts';
import { Problem } from '#lib/problem.ts';

import { Values, accessSql, refuseIn } from '../crates/access.server.ts';
import type { Crate } from '../crates/crate.ts';
import { accessTo, mayAct, mayNothing } from '../crates/policy.ts';
import type { Access, Action } from '../crates/policy.ts';
import { wakeFollowers } from '../feed/wakes.server.ts';
import { DEFAULT_KEEP } from '../history/history.ts';
import { isItemId } from '../item.ts';
import type { Item, ItemParameters } from '../item.ts';
import { noItem } from '../problems.ts';
import { ITEM_COLUMNS, oneItem } from '../rows.server.ts';
import type { ItemRow } from '../rows.server.ts';

import type { TakenBody } from './bodies.server.ts';
import { keptSql, revisionSql, seenSql, writeConditionally } from './conditional.server.ts';
import type { Preconditions, RefusedItem } from './conditional.server.ts';
import { auditHandOver, handOverSql } from './hand-over.server.ts';

/** What a write replaces; what it leaves out stays. */
export type Change = Omit<ItemParameters, 'createdAt'> & {
  body?: TakenBody;
  /** Keys of the map that are put in and taken out, while the others stay. */
  mapPatch?: { set: Item['map']; drop: string[] };
};

/** Writes to one item wait for each other here, instead of meeting in the database and trying again. */
const queue = new KeyedQueue();

/**
 * Changes one item in one statement that holds the precondition and the permission.
 * @throws Problem 404, 401 or 403, 412 with the current etag
 */
export async function changeItem(
  current: Current,
  crate: Crate,
  itemId: string,
  change: Change,
  conditions: Preconditions,
): Promise<Item> {
  const rules = rulesOf(current, crate, change);
  if (!isItemId(itemId)) throw new Problem(noItem);
  const write = async (current: Current) => {
    const { text, values } = updateSql(current, crate, itemId, change, conditions, rules);
    const [row] = await current.db.query<ItemRow>(shaped(text), values);
    return row;
  };
  const isAllowed = (item: RefusedItem) => allowed(current, rules, change, item);
  const attempt = { crate, itemId, conditions, write, isAllowed };
  const run = () =>
    change.collaborators === undefined
      ? writeConditionally(current, attempt)
      : auditHandOver(current, crate, itemId, (current) => writeConditionally(current, attempt));
  // Who is in a transaction holds a connection, for which others in the queue might wait.
  const isAlone = current.db.isTransaction;
  const row = await (isAlone ? run() : queue.run(`${crate.crateId}/${itemId}`, run));
  wakeFollowers(current, crate.crateId);
  return oneItem(current, crate, row);
}

interface Rules {
  update: Access | undefined;
  tag: Access | undefined;
  /** The answer tells the whole item, so who writes must be allowed to read it. */
  read: Access;
}

/** Body, name, map, note and collaborators need the right to update; tags the right to tag, when they change. */
function rulesOf(current: Current, crate: Crate, change: Change): Rules {
  const rule = (action: Action) => accessTo(crate.policy, action, current.actor, true);
  const onlyTags = Object.keys(change).every((key) => key === 'tags');
  const update = onlyTags ? undefined : rule('update');
  const tag = change.tags === undefined ? undefined : rule('tag');
  const least = update ?? tag;
  if (least !== undefined && mayNothing(least)) refuseIn(current, crate);
  return { update, tag, read: rule('read') };
}

/** The permission of `updateSql`, applied to an item that it did not change. */
function allowed({ actor }: Current, rules: Rules, change: Change, item: RefusedItem): boolean {
  const [owner] = item.collaborators;
  const keepsTags = change.tags?.length === item.tags.length && change.tags.every((tag, at) => tag === item.tags[at]);
  const keepsOwner = change.collaborators === undefined || change.collaborators[0] === owner;
  const mayUpdate = rules.update === undefined || mayAct(rules.update, item);
  const mayTag = rules.tag === undefined || mayAct(rules.tag, item) || (rules.update !== undefined && keepsTags);
  return mayUpdate && mayTag && (keepsOwner || owner === actor.userId || isAdmin(actor.role));
}

interface Sql {
  text: string;
  values: unknown[];
}

function updateSql(
  current: Current,
  crate: Crate,
  itemId: string,
  change: Change,
  conditions: Preconditions,
  rules: Rules,
): Sql {
  const values = new Values();
  const [crateId, id] = [values.add(crate.crateId, 'text'), values.add(itemId, 'uuid')];
  const [now, by] = [values.add(current.now(), 'timestamptz'), values.add(current.actor.userId ?? null, 'text')];
  const sets = ['rev = i.rev + 1', `updated_at = greatest(i.updated_at, ${now})`, `updated_by = ${by}`];
  for (const [column, value, type] of columnsOf(change)) sets.push(`${column} = ${values.add(value, type)}`);
  if (change.mapPatch !== undefined) {
    const { set, drop } = change.mapPatch;
    sets.push(`map = (i.map || ${values.add(JSON.stringify(set), 'jsonb')}) - ${values.add(drop, 'text[]')}`);
  }
  const where = [`i.crate_id = ${crateId}`, `i.item_id = ${id}`, 'i.rev = seen.rev', revisionSql(conditions, values)];
  if (rules.update) where.push(accessSql(rules.update, values));
  if (!rules.read.everything) where.push(accessSql(rules.read, values));
  where.push(...handOverSql(current, change.collaborators, values));
  if (change.tags !== undefined && rules.tag !== undefined) {
    const same = rules.update === undefined ? 'false' : `i.tags = ${values.add(change.tags, 'text[]')}`;
    where.push(`(${same} or ${accessSql(rules.tag, values)})`);
  }
  const steps = [
    seenSql(crateId, id),
    `item as (update items i set ${sets.join(', ')} from seen where ${where.join(' and ')}
      returning ${ITEM_COLUMNS}, i.ordinal)`,
    ...historySql(crateId, id, crate.policy.keep?.versions ?? DEFAULT_KEEP.versions, values),
    changedSql(crateId, id, by),
    ...(change.tags === undefined ? [] : tagsSql(crateId, id)),
    ...(change.collaborators === undefined ? [] : sharesSql(crateId, id)),
  ];
  return { text: `with ${steps.join(',\n')} select * from item`, values: values.list };
}

/** The old state becomes a version. Revisions follow each other, so that they tell which one is one too many. */
function historySql(crateId: string, id: string, versions: number, values: Values): string[] {
  if (versions === 0) return [];
  return [
    keptSql(crateId, id, 'item.updated_at', false),
    `pruned as (delete from item_versions v using item where v.crate_id = ${crateId} and v.item_id = ${id}
      and v.rev < item.rev - ${values.add(versions, 'int')} and not v.trashed)`,
  ];
}

function changedSql(crateId: string, id: string, by: string): string {
  return `changed as (
    insert into item_changes (crate_id, item_id, ordinal, rev, kind, at, user_id, tags, collaborators, was_tags,
      was_collaborators)
    select ${crateId}, ${id}, item.ordinal, item.rev, 'update', item.updated_at, ${by}, item.tags, item.collaborators,
      nullif(seen.tags, item.tags), nullif(seen.collaborators, item.collaborators) from seen, item)`;
}

function tagsSql(crateId: string, id: string): string[] {
  return [
    `untagged as (delete from item_tags t using item, seen where t.crate_id = ${crateId} and t.item_id = ${id}
      and t.created_at = item.created_at and t.tag = any(seen.tags) and t.tag <> all(item.tags))`,
    `tagged as (insert into item_tags select ${crateId}, fresh.tag, item.created_at, ${id}, item.ordinal
      from item, seen, unnest(item.tags) fresh(tag) where fresh.tag <> all(seen.tags))`,
  ];
}

function sharesSql(crateId: string, id: string): string[] {
  return [
    `unshared as (delete from item_shares s using item, seen where s.crate_id = ${crateId} and s.item_id = ${id}
      and s.created_at = item.created_at and s.user_id = any(seen.collaborators[2:])
      and s.user_id <> all(item.collaborators[2:]))`,
    `shared as (insert into item_shares select ${crateId}, fresh.user_id, item.created_at, ${id}, item.ordinal
      from item, seen, unnest(item.collaborators[2:]) fresh(user_id) where fresh.user_id <> all(seen.collaborators[2:]))`,
  ];
}

function columnsOf({ name, note, map, tags, collaborators, body }: Change): [string, unknown, string][] {
  const columns: [string, unknown, string][] = [];
  if (name !== undefined) columns.push(['name', name, 'text']);
  if (note !== undefined) columns.push(['note', note, 'text']);
  if (map !== undefined) columns.push(['map', JSON.stringify(map), 'jsonb']);
  if (tags !== undefined) columns.push(['tags', tags, 'text[]']);
  if (collaborators !== undefined) {
    columns.push(['collaborators', collaborators, 'text[]'], ['user_id', collaborators[0], 'text']);
  }
  if (body !== undefined) {
    columns.push(['body', body.inline, 'bytea'], ['file_key', body.fileKey, 'text']);
    columns.push(
      ['mimetype', body.mimetype, 'text'],
      ['bytes', body.bytes, 'bigint'],
      ['digest', body.digest, 'bytea'],
    );
  }
  return columns;
}
