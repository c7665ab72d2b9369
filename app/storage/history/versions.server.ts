import type { Current } from '#app/current/current.server.ts';
import { refuse } from '#app/current/permission.ts';
import type { Row } from '#database/rows.ts';
import { cutPage } from '#lib/cut-page.ts';
import { sql } from '#lib/database/sql.server.ts';
import type { Sql } from '#lib/database/sql.server.ts';
import { Problem } from '#lib/problem.ts';

import { refuseAccess } from '../crates/access.server.ts';
import type { Crate } from '../crates/crate.ts';
import { getCrate } from '../crates/crates.server.ts';
import { accessTo, mayAct, allowsNothing } from '../crates/policy.ts';
import type { Access } from '../crates/policy.ts';
import { isItemId } from '../item.ts';
import type { ItemWithBody } from '../items.server.ts';
import { noCrate, noItem } from '../problems.ts';
import { changesBetween } from './compare.ts';
import type { Version, VersionChanges } from './history.ts';
import { noVersion } from './problems.ts';
import { VERSION_COLUMNS, isRevision, toItemWithBody, toVersion } from './states.server.ts';
import type { StateRow } from './states.server.ts';

export interface VersionPage {
  versions: Version[];
  next?: number;
}

/** Leaves out versions whose tags hide them from the actor. @throws Problem 404, 401 or 403 */
export async function listVersions(
  current: Current,
  crateId: string,
  itemId: string,
  { limit, before }: { limit: number; before?: number | undefined },
): Promise<VersionPage> {
  const access = await openHistory(current, crateId, itemId);
  const itemKey = { crateId, itemId };
  const older = before === undefined ? sql`true` : sql`i.rev < ${before}::bigint`;
  const rows = await current.db.query<StateRow>(sql`
    select * from (
      ${currentSql(itemKey, older)} union all (${formerSql(itemKey, older)} order by i.rev desc limit ${limit + 1}::int)
    ) state order by state.rev desc limit ${limit + 1}::int`);
  const { shown, last } = cutPage(rows, limit);
  const versions = shown.filter((row) => maySeeState(access, row)).map((row) => toVersion(crateId, row));
  return last === undefined ? { versions } : { versions, next: Number(last.rev) };
}

/** Who has written the present states of items, by their ids. Permission is up to the caller, who has read them. */
export async function findLastEditors(
  { db }: Pick<Current, 'db'>,
  crateId: string,
  itemIds: readonly string[],
): Promise<Map<string, string | null>> {
  const rows = await db.query<Pick<Row<'items'>, 'item_id' | 'updated_by'>>(sql`
    select item_id, updated_by from items where crate_id = ${crateId} and item_id = any(${itemIds}::uuid[])`);
  return new Map(rows.map(({ item_id, updated_by }) => [item_id, updated_by]));
}

/** @throws Problem 404 for a version that is pruned, else as `listVersions` */
export async function getVersion(current: Current, crateId: string, itemId: string, rev: string): Promise<Version> {
  return toVersion(crateId, await getState(current, crateId, itemId, rev));
}

/** @throws Problem as `getVersion` */
export async function getVersionBody(
  current: Current,
  crateId: string,
  itemId: string,
  rev: string,
): Promise<ItemWithBody> {
  const row = await getState(current, crateId, itemId, rev, sql`i.body`);
  return toItemWithBody(current, crateId, row);
}

/** @throws Problem 404 when either version is pruned, else as `listVersions` */
export async function compareVersions(
  current: Current,
  crateId: string,
  itemId: string,
  rev: string,
  from?: number,
): Promise<VersionChanges> {
  const access = await openHistory(current, crateId, itemId);
  const versionKey = { crateId, itemId, rev: requireRevision(rev) };
  const to = await visibleState(current, access, versionSql(versionKey));
  const before = from === undefined ? versionBeforeSql(versionKey) : versionSql({ ...versionKey, rev: from });
  const other = await visibleState(current, access, before);
  const compared = (row: StateRow) => ({ ...toVersion(crateId, row), fileKey: row.file_key });
  return changesBetween(compared(other), compared(to));
}

interface HistoryAccess {
  crate: Crate;
  read: Access;
  collaborators: string[];
}

/** @throws Problem 404, 401 or 403 */
export async function openHistory(current: Current, crateId: string, itemId: string): Promise<HistoryAccess> {
  const crate = await getCrate(current, crateId);
  const read = accessTo(crate.policy, 'read', current.actor, true);
  if (allowsNothing(read)) throw new Problem(noCrate);
  const history = accessTo(crate.policy, 'history', current.actor, true);
  if (allowsNothing(history)) refuseAccess(current, crate);
  if (!isItemId(itemId)) throw new Problem(noItem);
  const [item] = await current.db.query<Pick<Row<'items'>, 'collaborators' | 'tags'>>(
    sql`select collaborators, tags from items where crate_id = ${crateId} and item_id = ${itemId}`,
  );
  if (item === undefined || !mayAct(read, item)) throw new Problem(noItem);
  if (!mayAct(history, item)) refuse(current);
  return { crate, read, collaborators: item.collaborators };
}

/** The present collaborators see what the item was, except for states that their tags hide from them. */
export function maySeeState({ read, collaborators }: HistoryAccess, { tags }: Pick<StateRow, 'tags'>): boolean {
  return mayAct(read, { collaborators, tags });
}

async function getState(current: Current, crateId: string, itemId: string, rev: string, body?: Sql): Promise<StateRow> {
  const access = await openHistory(current, crateId, itemId);
  return visibleState(current, access, versionSql({ crateId, itemId, rev: requireRevision(rev) }, body));
}

async function visibleState(current: Current, access: HistoryAccess, statement: Sql): Promise<StateRow> {
  const [row] = await current.db.query<StateRow>(statement);
  if (row === undefined || !maySeeState(access, row)) throw new Problem(noVersion);
  return row;
}

export function requireRevision(rev: string): string {
  if (!isRevision(rev)) throw new Problem(noVersion);
  return rev;
}

interface VersionKey {
  readonly crateId: string;
  readonly itemId: string;
  readonly rev: string | number;
}

function currentSql({ crateId, itemId }: Omit<VersionKey, 'rev'>, where: Sql, body = sql`null::bytea`): Sql {
  return sql`select ${VERSION_COLUMNS}, ${body} as body, i.created_at, null::timestamptz as ended_at
    from items i where i.crate_id = ${crateId} and i.item_id = ${itemId} and ${where}`;
}

function formerSql({ crateId, itemId }: Omit<VersionKey, 'rev'>, where: Sql, body = sql`null::bytea`): Sql {
  return sql`select ${VERSION_COLUMNS}, ${body} as body, item.created_at, i.ended_at
    from item_versions i join items item on item.crate_id = ${crateId} and item.item_id = i.item_id
    where i.crate_id = ${crateId} and i.item_id = ${itemId} and ${where}`;
}

function versionSql(versionKey: VersionKey, body?: Sql): Sql {
  const exact = sql`i.rev = ${versionKey.rev}::bigint`;
  return sql`${currentSql(versionKey, exact, body)} union all ${formerSql(versionKey, exact, body)}`;
}

function versionBeforeSql(versionKey: VersionKey): Sql {
  return sql`${formerSql(versionKey, sql`i.rev < ${versionKey.rev}::bigint`)} order by i.rev desc limit 1`;
}

/**
 * Which of the texts stand in the map of an item of the crate, as a value: as it is, as it was in a version that is kept, or as
 * it lies in the trash. For jobs: it reads all of them. Permission is up to the caller.
 */
export async function findNamedInMaps(
  { db }: Current,
  crateId: string,
  texts: readonly string[],
): Promise<ReadonlySet<string>> {
  if (texts.length === 0) return new Set();
  const rows = await db.query<{ value: string }>(sql`
    select distinct m.value from (
      select map from items where crate_id = ${crateId}
      union all select map from item_versions where crate_id = ${crateId}
    ) kept, jsonb_each_text(kept.map) m
    where m.value = any(${texts}::text[])`);
  return new Set(rows.map(({ value }) => value));
}
