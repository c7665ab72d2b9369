import type { Current } from '#app/current/current.server.ts';
import { badCredentials, keyMayNot, notAllowed } from '#app/current/problems.ts';
import type { Row } from '#database/rows.ts';
import { isSqlState } from '#lib/database/database.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import { Problem } from '#lib/problem.ts';

import type { Crate } from '../crates/crate.ts';
import { mayRetag } from '../crates/protection.ts';
import { undeleteItem } from '../history/trash.server.ts';
import type { Item } from '../item.ts';
import { bodyOverQuota, changedMeanwhile, invalidMetadata, nameTaken, noItem } from '../problems.ts';
import { overQuota } from '../problems.ts';
import { toEtag } from '../rows.server.ts';
import { deleteItem } from '../writes/deletes.server.ts';
import type { ItemWrite } from '../writes/update-statement.server.ts';
import { changeItem } from '../writes/updates.server.ts';
import type { BulkDeed, Outcome } from './bulk.ts';
import { changeList, changePeople } from './bulk.ts';
import { leave } from './frozen-row.ts';
import type { FrozenRow, RowOutcome } from './frozen-row.ts';
import { setStats, undoStats } from './stat-writes.server.ts';

/**
 * Does the deed to items that are still in the state of the preview, each as a call of its own would. They are locked first, in
 * the order of their ids, so that nobody comes between the look and the write. In a transaction.
 * @throws Problem and PostgreSQL's errors where one of them is refused by more than its rights; alone it tells which
 */
export async function writeRows(
  current: Current,
  crate: Crate,
  deed: BulkDeed,
  rows: readonly FrozenRow[],
): Promise<RowOutcome[]> {
  if (deed.kind === 'restore') return restoreRows(current, crate, rows);
  const { ready, left } = await lockRows(current, crate, rows, ({ rev }) => rev);
  return [...left, ...(await writeLocked(current, crate, deed, ready))];
}

/** Gives back what `writeRows` has written, where nobody has written since. */
export async function undoRows(
  current: Current,
  crate: Crate,
  deed: BulkDeed,
  rows: readonly FrozenRow[],
): Promise<RowOutcome[]> {
  if (deed.kind === 'delete') return restoreRows(current, crate, rows);
  if (deed.kind === 'stats') return undoStats(current, crate, deed.set, rows);
  const { ready, left } = await lockRows(current, crate, rows, ({ writtenRev }) => writtenRev);
  if (deed.kind === 'restore') return [...left, ...(await deleteRows(current, crate, ready))];
  const former = await findFormer(current, crate, ready);
  const change = ({ row }: LockedRow): ItemWrite | undefined => {
    const state = former.get(row.itemId);
    if (state === undefined) return undefined;
    return deed.kind === 'tags' ? { tags: state.tags } : { collaborators: state.collaborators };
  };
  return [...left, ...(await changeRows(current, crate, ready, change))];
}

function writeLocked(
  current: Current,
  crate: Crate,
  deed: BulkDeed,
  rows: readonly LockedRow[],
): Promise<RowOutcome[]> {
  if (deed.kind === 'delete') return deleteRows(current, crate, rows);
  if (deed.kind === 'stats') {
    const frozen = rows.map(({ row }) => row);
    return setStats(current, crate, deed.set, frozen);
  }
  return changeRows(current, crate, rows, ({ tags, collaborators }) =>
    deed.kind === 'tags'
      ? { tags: changeList(tags, deed) }
      : deed.kind === 'collaborators'
        ? { collaborators: changePeople(collaborators, deed) }
        : undefined,
  );
}

export interface LockedRow {
  readonly row: FrozenRow;
  readonly rev: string;
  readonly tags: string[];
  readonly collaborators: string[];
  readonly mimetype: string;
  readonly digest: Buffer | null;
}

/** @param revOf the revision in which an item must be */
export async function lockRows(
  { db }: Current,
  { crateId }: Crate,
  rows: readonly FrozenRow[],
  revOf: (row: FrozenRow) => string | null,
): Promise<{ ready: LockedRow[]; left: RowOutcome[] }> {
  const itemIds = rows.map(({ itemId }) => itemId);
  const locked = await db.query<
    Pick<Row<'items'>, 'item_id' | 'rev' | 'tags' | 'collaborators' | 'mimetype' | 'digest'>
  >(sql`
    select item_id, rev, tags, collaborators, mimetype, digest from items
    where crate_id = ${crateId} and item_id = any((select ${itemIds}::uuid[])::uuid[])
    order by item_id for no key update`);
  const byId = new Map(locked.map((item) => [item.item_id, item]));
  const ready: LockedRow[] = [];
  const left: RowOutcome[] = [];
  for (const row of rows) {
    const item = byId.get(row.itemId);
    if (item === undefined) left.push(leave(row, 'gone'));
    else if (item.rev === revOf(row)) ready.push({ row, ...item });
    else left.push(leave(row, 'changedMeanwhile'));
  }
  return { ready, left };
}

/** Tags go into one statement for so many; people take several statements each, and a connection does one after the other. */
const TOGETHER = 24;

export async function changeRows(
  current: Current,
  crate: Crate,
  rows: readonly LockedRow[],
  toChange: (row: LockedRow) => ItemWrite | undefined,
): Promise<RowOutcome[]> {
  const wanted = rows.map((locked) => ({ locked, change: toChange(locked) }));
  return writeTogether(
    wanted,
    wanted.some(({ change }) => change?.collaborators),
    ({ locked, change }) => changeRow(current, crate, locked, change, { mayAddAnyone: true }),
  );
}

/** @param oneByOne where a write takes several statements */
export async function writeTogether<Work>(
  all: readonly Work[],
  oneByOne: boolean,
  write: (work: Work) => Promise<RowOutcome>,
): Promise<RowOutcome[]> {
  const written: RowOutcome[] = [];
  const together = oneByOne ? 1 : TOGETHER;
  for (let from = 0; from < all.length; from += together) {
    written.push(...(await settleAll(all.slice(from, from + together).map(write))));
  }
  return written;
}

export async function changeRow(
  current: Current,
  crate: Crate,
  { row, rev, tags }: LockedRow,
  change: ItemWrite | undefined,
  options: { mayAddAnyone: boolean },
): Promise<RowOutcome> {
  if (change === undefined) return leave(row, 'notKept');
  if (change.tags && !mayRetag(current.actor.role, crate.policy, tags, change.tags)) return leave(row, 'tagProtected');
  const conditions = { ifMatch: [toEtag(rev)] };
  return outcomeOf(row, () => changeItem(current, crate, row.itemId, change, conditions, options).then(revOfItem));
}

export async function deleteRows(
  current: Current,
  { crateId }: Crate,
  rows: readonly LockedRow[],
): Promise<RowOutcome[]> {
  const written: RowOutcome[] = [];
  for (const { row, rev } of rows) {
    const conditions = { ifMatch: [toEtag(rev)] };
    written.push(
      await outcomeOf(row, async () => {
        await deleteItem(current, crateId, row.itemId, conditions, false);
        return null;
      }),
    );
  }
  return written;
}

/** Of the trash, where they lie in their frozen state. */
async function restoreRows(current: Current, crate: Crate, rows: readonly FrozenRow[]): Promise<RowOutcome[]> {
  const { crateId } = crate;
  const itemIds = rows.map(({ itemId }) => itemId);
  const locked = await current.db.query<Pick<Row<'trashed_items'>, 'item_id' | 'rev'>>(sql`
    select item_id, rev from trashed_items
    where crate_id = ${crateId} and item_id = any((select ${itemIds}::uuid[])::uuid[]) order by item_id for update`);
  const there = await current.db.query<Pick<Row<'items'>, 'item_id'>>(sql`
    select item_id from items where crate_id = ${crateId} and item_id = any((select ${itemIds}::uuid[])::uuid[])`);
  const revs = new Map(locked.map(({ item_id, rev }) => [item_id, rev]));
  const present = new Set(there.map(({ item_id }) => item_id));
  const written: RowOutcome[] = [];
  for (const row of rows) {
    const rev = revs.get(row.itemId);
    if (rev === undefined) written.push(leave(row, present.has(row.itemId) ? 'changedMeanwhile' : 'gone'));
    else if (rev !== row.rev) written.push(leave(row, 'changedMeanwhile'));
    // Alone it takes no space for a copy in the history, so that trash can always be taken back.
    else {
      const options = { rev, keepsVersions: rows.length > 1 };
      const restore = () => undeleteItem(current, crateId, row.itemId, options).then(revOfItem);
      const outcome = await outcomeOf(row, restore);
      written.push(outcome.outcome === 'gone' ? leave(row, 'forbidden') : outcome);
    }
  }
  return written;
}

export const revOfItem = ({ etag }: Item): string => etag.slice(1, -1);

type FormerRow = Pick<Row<'item_versions'>, 'item_id' | 'tags' | 'collaborators'>;

/** The states of the preview, by the history of the items. */
async function findFormer(
  { db }: Current,
  { crateId }: Crate,
  rows: readonly LockedRow[],
): Promise<ReadonlyMap<string, FormerRow>> {
  const [itemIds, revs] = [rows.map(({ row }) => row.itemId), rows.map(({ row }) => row.rev)];
  const found = await db.query<FormerRow>(sql`
    select v.item_id, v.tags, v.collaborators
    from unnest((select ${itemIds}::uuid[]), (select ${revs}::bigint[])) w(item_id, rev)
    cross join lateral (select * from item_versions v
      where v.crate_id = ${crateId} and v.item_id = w.item_id and v.rev = w.rev limit 1) v`);
  return new Map(found.map((row) => [row.item_id, row]));
}

/** A refusal by what was read, after which the transaction goes on. */
export async function outcomeOf(row: FrozenRow, write: () => Promise<string | null>): Promise<RowOutcome> {
  try {
    return { itemId: row.itemId, outcome: 'changed', rev: await write() };
  } catch (error) {
    const outcome = error instanceof Problem ? READ_REFUSALS.get(error.code) : undefined;
    if (outcome === undefined) throw error;
    return leave(row, outcome);
  }
}

const READ_REFUSALS: ReadonlyMap<string, Outcome> = new Map([
  [noItem.code, 'gone'],
  [changedMeanwhile.code, 'changedMeanwhile'],
  [notAllowed.code, 'forbidden'],
  [badCredentials.code, 'forbidden'],
  [keyMayNot.code, 'forbidden'],
]);

/** What came of an item that is refused by the database, alone in its step. */
export function refusedOutcome(problem: Problem): Outcome {
  return DATABASE_REFUSALS.get(problem.code) ?? 'refused';
}

const DATABASE_REFUSALS: ReadonlyMap<string, Outcome> = new Map([
  [overQuota.code, 'quota'],
  [bodyOverQuota.code, 'quota'],
  [nameTaken.code, 'nameTaken'],
  [invalidMetadata.code, 'refused'],
]);

/** Waits for all, because the transaction ends with the first error. */
async function settleAll<Result>(work: readonly Promise<Result>[]): Promise<Result[]> {
  const results = await Promise.allSettled(work);
  const refused = results.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[];
  // Statements after the one that is refused say only that the transaction has ended.
  const cause = refused.find(({ reason }) => !isSqlState(reason, '25P02')) ?? refused[0];
  if (cause !== undefined) throw cause.reason;
  return results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
}
