import { refuse } from '#app/current/permission.ts';
import type { Current } from '#app/current/current.server.ts';
import type { Statement } from '#lib/database/database.server.ts';
import { Problem } from '#lib/problem.ts';

import { refuseAccess } from '../crates/access.server.ts';
import type { Crate } from '../crates/crate.ts';
import { getCrate } from '../crates/crates.server.ts';
import { accessTo, mayAct, allowsNothing } from '../crates/policy.ts';
import type { Access } from '../crates/policy.ts';
import { isItemId } from '../item.ts';
import type { Item } from '../item.ts';
import type { ItemWithBody } from '../items.server.ts';
import { noCrate, noItem } from '../problems.ts';
import { itemOf } from '../rows.server.ts';

import { changesBetween } from './compare.ts';
import type { Version, VersionChanges } from './history.ts';
import { noVersion } from './problems.ts';
import { stateColumns, versionOf } from './states.server.ts';
import type { StateRow } from './states.server.ts';

export interface VersionPage {
  versions: Version[];
  /** Where the next page begins: before this revision. */
  next?: number;
}

/**
 * The kept states of an item, the newest first, before a revision. Needs the rights to read the item and its history;
 * versions whose tags hide them from the asker are left out.
 * @throws Problem 404 for an unknown crate or item, 401 or 403
 */
export async function listVersions(
  current: Current,
  crateId: string,
  itemId: string,
  { limit, before }: { limit: number; before?: number | undefined },
): Promise<VersionPage> {
  const sight = await openHistory(current, crateId, itemId);
  const rows = await current.db.query<StateRow>(LIST, [crateId, itemId, before ?? null, limit + 1]);
  const shown = rows.slice(0, limit);
  const versions = shown.filter((row) => maySeeState(sight, row)).map((row) => versionOf(crateId, row));
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return last === undefined ? { versions } : { versions, next: Number(last.rev) };
}

/** One version. @throws Problem 404 for one that is not kept, else as `listVersions` */
export async function getVersion(current: Current, crateId: string, itemId: string, rev: string): Promise<Version> {
  return versionOf(crateId, await findVersion(current, crateId, itemId, rev, VERSION));
}

/** A version as a download: the item in that state, with its body. @throws Problem as `getVersion` */
export async function getVersionBody(
  current: Current,
  crateId: string,
  itemId: string,
  rev: string,
): Promise<ItemWithBody> {
  const row = await findVersion(current, crateId, itemId, rev, VERSION_BODY);
  const item = itemOf(crateId, { ...row, stats: null, has_records: false }, current.now().getTime());
  return { item, body: { inline: row.body, fileKey: row.file_key, digest: row.digest } };
}

/**
 * What differs between a version and another, or the one that came before it.
 * @throws Problem 404 when either is not kept, else as `listVersions`
 */
export async function compareVersions(
  current: Current,
  crateId: string,
  itemId: string,
  rev: string,
  from?: number,
): Promise<VersionChanges> {
  const sight = await openHistory(current, crateId, itemId);
  const to = await visibleVersion(current, sight, [crateId, itemId, revision(rev)], VERSION);
  const place = [crateId, itemId, from ?? revision(rev)];
  const other = await visibleVersion(current, sight, place, from === undefined ? VERSION_BEFORE : VERSION);
  const compared = (row: StateRow) => ({ ...versionOf(crateId, row), fileKey: row.file_key });
  return changesBetween(compared(other), compared(to));
}

interface HistoryAccess {
  crate: Crate;
  read: Access;
  collaborators: string[];
}

/** Whether the asker may look into an item's history. @throws Problem 404, 401 or 403 */
export async function openHistory(current: Current, crateId: string, itemId: string): Promise<HistoryAccess> {
  const crate = await getCrate(current, crateId);
  const read = accessTo(crate.policy, 'read', current.actor, true);
  if (allowsNothing(read)) throw new Problem(noCrate);
  const history = accessTo(crate.policy, 'history', current.actor, true);
  if (allowsNothing(history)) refuseAccess(current, crate);
  if (!isItemId(itemId)) throw new Problem(noItem);
  const [item] = await current.db.query<Pick<Item, 'collaborators' | 'tags'>>(ACCESS_COLUMNS, [crateId, itemId]);
  if (item === undefined || !mayAct(read, item)) throw new Problem(noItem);
  if (!mayAct(history, item)) refuse(current);
  return { crate, read, collaborators: item.collaborators };
}

/** An item's owners of today see what it was, but for states that its tags of then hide from them. */
export function maySeeState({ read, collaborators }: HistoryAccess, { tags }: Pick<StateRow, 'tags'>): boolean {
  return mayAct(read, { collaborators, tags });
}

async function findVersion(
  current: Current,
  crateId: string,
  itemId: string,
  rev: string,
  statement: Statement,
): Promise<StateRow> {
  const sight = await openHistory(current, crateId, itemId);
  return visibleVersion(current, sight, [crateId, itemId, revision(rev)], statement);
}

async function visibleVersion(
  current: Current,
  sight: HistoryAccess,
  place: unknown[],
  statement: Statement,
): Promise<StateRow> {
  const [row] = await current.db.query<StateRow>(statement, place);
  if (row === undefined || !maySeeState(sight, row)) throw new Problem(noVersion);
  return row;
}

/** The number in a path. @throws Problem 404 for anything that numbers no version */
export function revision(rev: string): string {
  if (!/^[1-9]\d{0,14}$/.test(rev)) throw new Problem(noVersion);
  return rev;
}

const ACCESS_COLUMNS = {
  name: 'history_judged',
  text: 'select collaborators, tags from items where crate_id = $1 and item_id = $2',
};

const now = (where: string, body = 'null::bytea') =>
  `select ${stateColumns('s')}, ${body} as body, s.created_at, null::timestamptz as ended_at from items s where ${where}`;
const then = (where: string, body = 'null::bytea') =>
  `select ${stateColumns('s')}, ${body} as body, i.created_at, s.ended_at
    from item_versions s join items i using (crate_id, item_id) where ${where}`;
const PLACE = 's.crate_id = $1 and s.item_id = $2';
const OLDER = `${PLACE} and ($3::bigint is null or s.rev < $3)`;
const BEFORE = `${PLACE} and s.rev < $3`;
const EXACT = `${PLACE} and s.rev = $3`;

const LIST = {
  name: 'versions_list',
  text: `select * from (
      ${now(OLDER)} union all (${then(OLDER)} order by s.rev desc limit $4)
    ) state order by state.rev desc limit $4`,
};
const VERSION = { name: 'version_select', text: `${now(EXACT)} union all ${then(EXACT)}` };
const VERSION_BODY = {
  name: 'version_select_body',
  text: `${now(EXACT, 's.body')} union all ${then(EXACT, 's.body')}`,
};
const VERSION_BEFORE = {
  name: 'version_before',
  text: `${then(BEFORE)} order by s.rev desc limit 1`,
};
