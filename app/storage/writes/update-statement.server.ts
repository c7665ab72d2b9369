import type { Current } from '#app/current/current.server.ts';
import { Batcher } from '#lib/batcher.ts';
import { isSqlState, retryAfterDeadlock } from '#lib/database/database.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import type { Sql, SqlValue } from '#lib/database/sql.server.ts';
import type { EtagCondition } from '#lib/http/conditions.ts';

import type { Crate } from '../crates/crate.ts';
import { DEFAULT_KEEP } from '../history/history.ts';
import type { Item, ItemParameters } from '../item.ts';
import { ITEM_METADATA } from '../rows.server.ts';
import type { ItemRow } from '../rows.server.ts';
import type { ReceivedBody } from './bodies.server.ts';
import { LARGE_BYTES, arrayText, deleteSharesSql, deleteTagsSql, revisionSql } from './fragments.server.ts';
import { parseRevisions, unchangedRowSql, versionSql } from './fragments.server.ts';
import type { Preconditions } from './fragments.server.ts';

/**
 * Undefined when its conditions were not met. Concurrent updates of several items, by the same caller and with the same
 * kind of change, share one statement and one commit.
 */
export function writeUpdate(update: UpdateJob): Promise<ItemRow | undefined> {
  const { current, crate, itemId, change, conditions } = update;
  const { userId, role, app } = current.actor;
  const kinds = [conditions.ifMatch, conditions.ifNoneMatch].map((list) => (Array.isArray(list) ? 'list' : list));
  const key = [crate.crateId, crate.updatedAt, userId, role, app, kinds, listParts(change)];
  const isLarge = (change.body?.inline?.length ?? 0) > LARGE_BYTES;
  return current.db.state.get(createUpdates).run(isLarge ? `${crate.crateId}/${itemId}` : JSON.stringify(key), update);
}

interface UpdateJob {
  current: Current;
  crate: Crate;
  itemId: string;
  change: ItemWrite;
  conditions: Preconditions;
  /** Of the caller, on `items i`, which is to become as `wanted w` says. */
  allowed: Sql;
}

/** What a write leaves out stays. */
export type ItemWrite = ItemParameters & {
  /** A restored version may have a large body without a digest. */
  body?: Omit<ReceivedBody, 'digest'> & { digest: ReceivedBody['digest'] | null };
  mapPatch?: { set: Item['map']; drop: string[] };
};

export function listParts(change: ItemWrite): string[] {
  return Object.keys(change).filter((part) => change[part as keyof ItemWrite] !== undefined);
}

const MAX_BATCH_SIZE = 24;
const createUpdates = () => new Batcher<UpdateJob, ItemRow | undefined>(updateTogether, MAX_BATCH_SIZE);

async function updateTogether(updates: UpdateJob[]): Promise<(ItemRow | undefined | Promise<ItemRow | undefined>)[]> {
  if (updates.length === 1) return updates.map(updateAlone);
  try {
    // One order for all, so that statements with the same items wait for each other and never deadlock.
    const rows = await updateItems(updates.toSorted((a, b) => (a.itemId < b.itemId ? -1 : 1)));
    return updates.map(({ itemId }) => rows.get(itemId));
  } catch (error) {
    // One of them is refused, and nothing is written. Alone, each finds out whether it was the cause; a transaction is over.
    const isOver = updates.some(({ current }) => current.db.isTransaction);
    if (!isOver && isSqlState(error, '23505', '23514', 'QUOTA', '57014', '40P01', '55P03'))
      return updates.map(updateAlone);
    throw error;
  }
}

async function updateAlone(update: UpdateJob): Promise<ItemRow | undefined> {
  const rows = await retryAfterDeadlock(update.current.db, () => updateItems([update]));
  return rows.get(update.itemId);
}

async function updateItems(updates: readonly UpdateJob[]): Promise<Map<string, ItemRow>> {
  const [first] = updates;
  if (first === undefined) return new Map();
  const { current, crate, change, conditions, allowed } = first;
  const { crateId, policy } = crate;
  const by = current.actor.userId ?? null;
  const each = (toValue: (update: UpdateJob) => SqlValue) => updates.map(toValue);
  const columns = COLUMNS.filter(({ part }) => change[part] !== undefined);
  const names = columns.map(({ name }) => name);
  const arrays = columns.map(({ of, isBytes }) => {
    const values = each(({ change }) => of(change));
    return isBytes ? sql`(select ${values}::bytea[])` : sql`(select ${values}::text[])`;
  });
  const sets = columns.map(({ set }) => set).filter((set) => set !== undefined);
  const revisions = { ifMatch: sql`w.if_match::bigint[]`, ifNoneMatch: sql`w.if_none_match::bigint[]` };
  // The arrays are selected so that the planner does not see their lengths: it would plan anew for each.
  const rows = await current.db.query<ItemRow>(sql`
    with wanted as (
      select * from unnest((select ${each(({ itemId }) => itemId)}::uuid[]),
        (select ${each(({ current }) => current.now())}::timestamptz[]),
        (select ${each(({ conditions }) => revisionText(conditions.ifMatch))}::text[]),
        (select ${each(({ conditions }) => revisionText(conditions.ifNoneMatch))}::text[]), ${sql.join(arrays, ', ')})
        w(id, at, if_match, if_none_match, ${sql.join(names, ', ')})
    ), ${unchangedRowSql(crateId, sql`wanted`)}, item as (
      update items i set rev = i.rev + 1, updated_at = greatest(i.updated_at, w.at), updated_by = ${by},
        ${sql.join(sets, ', ')}
      from seen join wanted w on w.id = seen.item_id
      where i.crate_id = ${crateId} and i.item_id = seen.item_id and i.rev = seen.rev
        and ${revisionSql(conditions, revisions)} and ${allowed}
      returning i.*
    ), changed as (
      insert into item_changes (crate_id, item_id, ordinal, rev, kind, at, user_id, tags, collaborators, was_tags,
        was_collaborators)
      select ${crateId}, item.item_id, item.ordinal, item.rev, 'update', item.updated_at, ${by}, item.tags,
        item.collaborators, nullif(seen.tags, item.tags), nullif(seen.collaborators, item.collaborators)
      from item join seen using (item_id)
    )
    ${historySql(crateId, policy.keep?.versions ?? DEFAULT_KEEP.versions)}
    ${change.tags === undefined && change.createdAt === undefined ? sql.empty : tagsSql(crateId)}
    ${change.collaborators === undefined && change.createdAt === undefined ? sql.empty : sharesSql(crateId)}
    select ${ITEM_METADATA} from item i`);
  return new Map(rows.map((row) => [row.item_id, row]));
}

// Old versions are deleted some at a time, because one with every write costs a quarter of its speed; revisions without
// gaps tell which are too many. They are found item by item: joined, a plan that was made while there were no versions
// would walk those of the whole crate.
function historySql(crateId: string, versions: number): Sql {
  if (versions === 0) return sql.empty;
  return sql`, ${versionSql(crateId, { trashed: false })}, pruned as (
      delete from item_versions where ctid = any(array(
        select old.ctid from item cross join lateral (
          select v.ctid from item_versions v where v.crate_id = ${crateId} and v.item_id = item.item_id and not v.trashed
            and v.rev < case when item.rev % ${Math.ceil(versions / 8)}::int = 0 then item.rev - ${versions}::int end
          order by v.rev limit 1000) old))
    )`;
}

function tagsSql(crateId: string): Sql {
  return sql`, ${deleteTagsSql(crateId, sql`item.tags`)}, tagged as (
      insert into item_tags select ${crateId}, fresh.tag, item.created_at, item.item_id, item.ordinal
      from item join seen using (item_id) cross join lateral unnest(item.tags) fresh(tag)
      where fresh.tag <> all(seen.tags) or item.created_at <> seen.created_at
    )`;
}

function sharesSql(crateId: string): Sql {
  return sql`, ${deleteSharesSql(crateId, sql`item.collaborators[2:]`)}, shared as (
      insert into item_shares select ${crateId}, fresh.user_id, item.created_at, item.item_id, item.ordinal
      from item join seen using (item_id) cross join lateral unnest(item.collaborators[2:]) fresh(user_id)
      where fresh.user_id <> all(seen.collaborators[2:]) or item.created_at <> seen.created_at
    )`;
}

interface WantedColumn {
  part: keyof ItemWrite;
  name: Sql;
  of: (change: ItemWrite) => SqlValue;
  set?: Sql;
  isBytes?: true;
}

const COLUMNS: readonly WantedColumn[] = [
  { part: 'name', name: sql`new_name`, of: ({ name }) => name ?? null, set: sql`name = w.new_name` },
  { part: 'note', name: sql`new_note`, of: ({ note }) => note ?? null, set: sql`note = w.new_note` },
  {
    part: 'createdAt',
    name: sql`made_at`,
    of: ({ createdAt }) => createdAt?.toISOString() ?? null,
    set: sql`created_at = w.made_at::timestamptz`,
  },
  { part: 'map', name: sql`new_map`, of: ({ map }) => JSON.stringify(map ?? {}), set: sql`map = w.new_map::jsonb` },
  { part: 'mapPatch', name: sql`dropped`, of: ({ mapPatch }) => arrayText(mapPatch?.drop ?? []) },
  {
    part: 'mapPatch',
    name: sql`patch`,
    of: ({ mapPatch }) => JSON.stringify(mapPatch?.set ?? {}),
    set: sql`map = (i.map || w.patch::jsonb) - w.dropped::text[]`,
  },
  { part: 'tags', name: sql`new_tags`, of: ({ tags }) => arrayText(tags ?? []), set: sql`tags = w.new_tags::text[]` },
  {
    part: 'collaborators',
    name: sql`people`,
    of: ({ collaborators }) => arrayText(collaborators ?? []),
    set: sql`collaborators = w.people::text[], user_id = (w.people::text[])[1]`,
  },
  { part: 'body', name: sql`type`, of: ({ body }) => body?.mimetype ?? null, set: sql`mimetype = w.type` },
  { part: 'body', name: sql`size`, of: ({ body }) => body?.bytes ?? null, set: sql`bytes = w.size::bigint` },
  { part: 'body', name: sql`file`, of: ({ body }) => body?.fileKey ?? null, set: sql`file_key = w.file` },
  {
    part: 'body',
    name: sql`new_body`,
    of: ({ body }) => body?.inline ?? null,
    set: sql`body = w.new_body`,
    isBytes: true,
  },
  {
    part: 'body',
    name: sql`sha256`,
    of: ({ body }) => body?.digest ?? null,
    set: sql`digest = w.sha256`,
    isBytes: true,
  },
];

function revisionText(condition: EtagCondition | undefined): string | null {
  return condition === undefined || condition === '*' ? null : arrayText(parseRevisions(condition));
}
