import type { Current } from '#app/current/current.server.ts';

import { Values } from '../crates/access.server.ts';
import type { Crate } from '../crates/crate.ts';
import { DEFAULT_KEEP } from '../history/history.ts';
import { ITEM_COLUMNS } from '../rows.server.ts';

import type { ItemWrite } from './changes.server.ts';
import { versionSql, revisionSql, seenSql, deleteSharesSql, deleteTagsSql } from './conditional.server.ts';
import type { Preconditions } from './conditional.server.ts';
import { rightsSql } from './rights.server.ts';
import type { Rights } from './rights.server.ts';
import { RowValues } from './row-values.server.ts';

/**
 * The update of one item, which may stand in one statement with those of other items that have the same text and the same
 * shared values.
 */
export interface UpdateStatement {
  itemId: string;
  text: string;
  shared: unknown[];
  /** The item's own values, one for each column of `wanted`. */
  own: unknown[];
}

/** The update with its precondition and its rights, and with everything that is written beside the item. */
export function updateStatementOf(
  current: Current,
  crate: Crate,
  itemId: string,
  change: ItemWrite,
  conditions: Preconditions,
  rights: Rights,
): UpdateStatement {
  const [values, own] = [new Values(), new RowValues()];
  const [crateId, id] = [values.add(crate.crateId, 'text'), own.add(itemId, 'uuid')];
  const by = values.add(current.actor.userId ?? null, 'text');
  const now = own.add(current.now(), 'timestamptz');
  const sets = ['rev = i.rev + 1', `updated_at = greatest(i.updated_at, ${now})`, `updated_by = ${by}`];
  for (const [column, value, type] of columnsOf(change)) sets.push(`${column} = ${own.add(value, type)}`);
  if (change.mapPatch !== undefined) {
    const { set, drop } = change.mapPatch;
    sets.push(`map = (i.map || ${own.add(JSON.stringify(set), 'jsonb')}) - ${own.add(drop, 'text[]')}`);
  }
  const where = [`i.crate_id = ${crateId}`, 'i.item_id = seen.item_id', 'i.rev = seen.rev'];
  where.push(revisionSql(conditions, own), ...rightsSql(current, crate, rights, change, values));
  const steps = [
    seenSql(crateId, id, 'items, wanted w'),
    `item as (update items i set ${sets.join(', ')} from seen join wanted w on ${id} = seen.item_id
      where ${where.join(' and ')} returning ${ITEM_COLUMNS}, i.ordinal)`,
    ...historySql(crateId, crate.policy.keep?.versions ?? DEFAULT_KEEP.versions, values),
    changedSql(crateId, by),
    ...(change.tags === undefined ? [] : tagsSql(crateId)),
    ...(change.collaborators === undefined ? [] : sharesSql(crateId)),
  ];
  const wanted = `wanted as (${own.select(values.list.length)})`;
  const text = `with ${[wanted, ...steps].join(',\n')} select * from item`;
  return { itemId, text, shared: values.list, own: own.list };
}

const WRITTEN = 'item join seen using (item_id)';

/**
 * The old state becomes a version. Revisions follow each other, so that they tell which ones are too many; some at a time
 * are taken away, because one with every write costs a quarter of its speed. They are found item by item: joined, a plan
 * that was made while there were no versions would walk those of the whole crate.
 */
function historySql(crateId: string, versions: number, values: Values): string[] {
  if (versions === 0) return [];
  const several = values.add(Math.ceil(versions / 8), 'int');
  const most = values.add(versions, 'int');
  return [
    versionSql(crateId, 'item.updated_at', false),
    `pruned as (delete from item_versions where ctid = any(array(
      select old.ctid from item cross join lateral (
        select v.ctid from item_versions v where v.crate_id = ${crateId} and v.item_id = item.item_id
          and v.rev < case when item.rev % ${several} = 0 then item.rev - ${most} end and not v.trashed
        order by v.rev limit 1000) old)))`,
  ];
}

function changedSql(crateId: string, by: string): string {
  return `changed as (
    insert into item_changes (crate_id, item_id, ordinal, rev, kind, at, user_id, tags, collaborators, was_tags,
      was_collaborators)
    select ${crateId}, item.item_id, item.ordinal, item.rev, 'update', item.updated_at, ${by}, item.tags,
      item.collaborators, nullif(seen.tags, item.tags), nullif(seen.collaborators, item.collaborators) from ${WRITTEN})`;
}

function tagsSql(crateId: string): string[] {
  return [
    deleteTagsSql(crateId, 'item.tags'),
    `tagged as (insert into item_tags select ${crateId}, fresh.tag, item.created_at, item.item_id, item.ordinal
      from ${WRITTEN} cross join lateral unnest(item.tags) fresh(tag) where fresh.tag <> all(seen.tags))`,
  ];
}

function sharesSql(crateId: string): string[] {
  return [
    deleteSharesSql(crateId, 'item.collaborators[2:]'),
    `shared as (insert into item_shares select ${crateId}, fresh.user_id, item.created_at, item.item_id, item.ordinal
      from ${WRITTEN} cross join lateral unnest(item.collaborators[2:]) fresh(user_id)
      where fresh.user_id <> all(seen.collaborators[2:]))`,
  ];
}

function columnsOf({ name, note, map, tags, collaborators, body }: ItemWrite): [string, unknown, string][] {
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
