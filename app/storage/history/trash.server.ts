import { recordAuditEntry } from '#app/audit/audit.server.ts';
import { inTransaction } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import type { Row } from '#database/rows.ts';
import { cutPage } from '#lib/cut-page.ts';
import { retryAfterDeadlock, isSqlState } from '#lib/database/database.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import type { Sql } from '#lib/database/sql.server.ts';
import { Problem } from '#lib/problem.ts';
import { readSigned, sign } from '#lib/signed.server.ts';

import { itemAudit } from '../audit-kinds.server.ts';
import { accessSql, refuseAccess } from '../crates/access.server.ts';
import type { Crate } from '../crates/crate.ts';
import { getCrate } from '../crates/crates.server.ts';
import { accessTo, allowsNothing } from '../crates/policy.ts';
import { notifyFollowers } from '../feed/notify.server.ts';
import { isItemId } from '../item.ts';
import type { Item } from '../item.ts';
import type { ItemWithBody } from '../items.server.ts';
import { foreignCursor, noItem } from '../problems.ts';
import { ITEM_METADATA, oneItem } from '../rows.server.ts';
import type { ItemRow } from '../rows.server.ts';
import { translateConflict } from '../writes/refusals.server.ts';
import { DEFAULT_KEEP, TRASH_DAYS } from './history.ts';
import type { TrashedItem, Version } from './history.ts';
import { VERSION_COLUMNS, isRevision, toItemWithBody, toState, toVersion } from './states.server.ts';
import type { StateRow } from './states.server.ts';
import { purgeSql, undeleteSql } from './trash-moves.server.ts';

interface TrashPage {
  items: TrashedItem[];
  next?: string;
}

/** By their last tags and collaborators. @throws Problem 404, 401, 403, 400 for a foreign cursor */
export async function listTrash(
  current: Current,
  crateId: string,
  { limit, after }: { limit: number; after?: string | undefined },
): Promise<TrashPage> {
  const crate = await getCrate(current, crateId);
  const visible = visibleSql(current, crate);
  const from = after === undefined ? undefined : readCursor(current, crateId, after);
  const older = from ? sql`and (t.deleted_at, t.item_id) < (${from[0]}::timestamptz, ${from[1]}::uuid)` : sql.empty;
  const rows = await current.db.query<TrashRow>(sql`
    select ${VERSION_COLUMNS}, t.created_at, t.deleted_at, t.deleted_by
    from ${trashedSql(crateId)} and ${visible} ${older}
    order by t.deleted_at desc, t.item_id desc limit ${limit + 1}::int`);
  const { shown, last } = cutPage(rows, limit);
  const items = shown.map((row) => toTrashedItem(crateId, row));
  return last === undefined ? { items } : { items, next: writeCursor(current, crateId, last) };
}

/** What lies there under a name or an id, the latest first; nothing for whom may not look there. @throws Problem 404 for an unknown crate */
export async function findTrashed(
  current: Current,
  crateId: string,
  by: { readonly itemId: string } | { readonly name: string },
): Promise<TrashedItem[]> {
  const visible = findVisibleSql(current, await getCrate(current, crateId));
  if (visible === undefined) return [];
  const chosen = 'name' in by ? sql`i.name = ${by.name}` : sql`t.item_id = ${by.itemId}`;
  const rows = await current.db.query<TrashRow>(sql`
    select ${VERSION_COLUMNS}, t.created_at, t.deleted_at, t.deleted_by
    from ${trashedSql(crateId)} and ${visible} and ${chosen} order by t.deleted_at desc, t.item_id desc limit ${MAX_FOUND}::int`);
  return rows.map((row) => toTrashedItem(crateId, row));
}

const MAX_FOUND = 8;

/**
 * The last revisions of those in the trash that the caller may take out, or of all that are there, in the order of their ids.
 * @throws Problem 404 for an unknown crate, 401 or 403
 */
export async function findTrashedRevisions(
  current: Current,
  crateId: string,
  { itemIds, after, limit }: { itemIds?: readonly string[] | undefined; after: string; limit: number },
): Promise<Pick<Row<'trashed_items'>, 'item_id' | 'rev'>[]> {
  const visible = visibleSql(current, await getCrate(current, crateId));
  const chosen = itemIds === undefined ? sql.empty : sql`and t.item_id = any(${itemIds}::uuid[])`;
  return current.db.query(sql`
    select t.item_id, t.rev from ${trashedSql(crateId)} and ${visible} ${chosen} and t.item_id > ${after}::uuid
    order by t.item_id limit ${limit}::int`);
}

/** A state that what lies there under a name was in; undefined also for whom may not look there. @throws Problem 404 for an unknown crate */
export async function findTrashedState(
  current: Current,
  crateId: string,
  name: string,
  rev: string,
): Promise<ItemWithBody | undefined> {
  const visible = findVisibleSql(current, await getCrate(current, crateId));
  if (visible === undefined || !isRevision(rev)) return undefined;
  const [row] = await current.db.query<StateRow>(sql`
    select ${VERSION_COLUMNS}, i.body, t.created_at, i.ended_at
    from ${statesSql(crateId, name)} and ${visible} and i.rev = ${rev}::bigint limit 1`);
  return row && toItemWithBody(current, crateId, row);
}

/** The states of what lies there under a name, the latest first; none for whom may not look there. @throws Problem 404 for an unknown crate */
export async function listTrashedStates(
  current: Current,
  crateId: string,
  name: string,
  limit: number,
): Promise<Version[]> {
  const visible = findVisibleSql(current, await getCrate(current, crateId));
  if (visible === undefined) return [];
  const rows = await current.db.query<StateRow>(sql`
    select ${VERSION_COLUMNS}, t.created_at, i.ended_at from ${statesSql(crateId, name)} and ${visible}
    order by i.rev desc limit ${limit}::int`);
  return rows.map((row) => toVersion(crateId, row));
}

function statesSql(crateId: string, name: string): Sql {
  return sql`trashed_items t
    join item_versions last on last.crate_id = ${crateId} and last.item_id = t.item_id and last.rev = t.rev
    join item_versions i on i.crate_id = ${crateId} and i.item_id = t.item_id
    where t.crate_id = ${crateId} and last.name = ${name}`;
}

interface UndeleteOptions {
  /** Only if that is its last revision. */
  readonly rev?: string;
  /** Whether the state in the trash stays in the history, where that keeps anything; it takes space. */
  readonly keepsVersions?: boolean;
}

/** @throws Problem 404 for an item that the actor does not see in the trash, 409, 507; else as `listTrash` */
export async function undeleteItem(
  current: Current,
  crateId: string,
  itemId: string,
  { rev, keepsVersions = true }: UndeleteOptions = {},
): Promise<Item> {
  const crate = await getCrate(current, crateId);
  const keeps = keepsVersions && (crate.policy.keep?.versions ?? DEFAULT_KEEP.versions) > 0;
  const undelete = (keepsVersions: boolean) => undeleteOnce(current, crate, itemId, keepsVersions, rev);
  const row = await translateConflict(
    current,
    crate,
    0,
    undelete(keeps).catch(async (error: unknown) => {
      // Without a copy in the history it takes no more space than the trash did.
      if (keeps && !current.db.isTransaction && isSqlState(error, 'QUOTA')) return undelete(false);
      throw error;
    }),
  );
  if (row === undefined) throw new Problem(noItem);
  notifyFollowers(current, crateId);
  return oneItem(current, crate, row);
}

/** Audited. @throws Problem as `undeleteItem`, without 409 and 507 */
export async function purgeItem(current: Current, crateId: string, itemId: string): Promise<void> {
  const crate = await getCrate(current, crateId);
  const chosen = chosenSql(current, crate, itemId, sql`i.name, i.collaborators, i.tags`);
  const purge = async (current: Current) => {
    const [before] = await current.db.query<PurgedRow>(sql`${purgeSql(crateId, chosen)}
      select chosen.name, chosen.collaborators, chosen.tags from chosen join gone using (item_id)`);
    if (before === undefined) throw new Problem(noItem);
    await recordAuditEntry(current, itemAudit.purge, { target: `item/${crateId}/${itemId}`, before });
  };
  await retryAfterDeadlock(current.db, () => inTransaction(current, purge));
}

async function undeleteOnce(
  current: Current,
  crate: Crate,
  itemId: string,
  keepsVersions: boolean,
  rev: string | undefined,
): Promise<ItemRow | undefined> {
  const chosen = chosenSql(current, crate, itemId, sql`t.rev, t.rev as then_rev`, rev);
  const undelete = undeleteSql(current, crate.crateId, chosen, { keepsVersions });
  const [row] = await retryAfterDeadlock(current.db, () =>
    current.db.query<ItemRow>(sql`${undelete} select ${ITEM_METADATA} from item i`),
  );
  return row;
}

function trashedSql(crateId: string): Sql {
  return sql`trashed_items t
    join item_versions i on i.crate_id = ${crateId} and i.item_id = t.item_id and i.rev = t.rev
    where t.crate_id = ${crateId}`;
}

function chosenSql(current: Current, crate: Crate, itemId: string, columns: Sql, rev?: string): Sql {
  const visible = visibleSql(current, crate);
  if (!isItemId(itemId)) throw new Problem(noItem);
  const exact = rev === undefined ? sql.empty : sql`and t.rev = ${rev}::bigint`;
  return sql`select t.item_id, ${columns} from ${trashedSql(crate.crateId)} and ${visible} and t.item_id = ${itemId} ${exact}
    for update of t`;
}

function visibleSql(current: Current, crate: Crate): Sql {
  return findVisibleSql(current, crate) ?? refuseAccess(current, crate);
}

/** By the state `i` of the item. */
function findVisibleSql(current: Current, crate: Crate): Sql | undefined {
  const [remove, read] = (['delete', 'read'] as const).map((action) =>
    accessTo(crate.policy, action, current.actor, true),
  );
  if (remove === undefined || read === undefined || allowsNothing(remove)) return undefined;
  return sql`${accessSql(remove)} and ${accessSql(read)}`;
}

type PurgedRow = Pick<Row<'item_versions'>, 'name' | 'collaborators' | 'tags'>;

type TrashRow = StateRow & Pick<Row<'trashed_items'>, 'deleted_at' | 'deleted_by'>;

function toTrashedItem(crateId: string, row: TrashRow): TrashedItem {
  return {
    ...toState(crateId, row),
    createdAt: row.created_at.toISOString(),
    deletedAt: row.deleted_at.toISOString(),
    deletedBy: row.deleted_by,
    purgedAt: new Date(row.deleted_at.getTime() + TRASH_DAYS * 86_400_000).toISOString(),
  };
}

function writeCursor({ secret }: Current, crateId: string, row: TrashRow): string {
  return sign(JSON.stringify([row.deleted_at.toISOString(), row.item_id]), `trash ${crateId}`, secret);
}

function readCursor({ secret }: Current, crateId: string, cursor: string): [deletedAt: string, itemId: string] {
  const text = readSigned(cursor, `trash ${crateId}`, secret);
  if (text === undefined) throw new Problem(foreignCursor);
  return JSON.parse(text) as [string, string];
}
