import type { Current } from '#app/current/current.server.ts';
import type { Columns, Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';

import type { Crate } from '../crates/crate.ts';
import { changeTo } from '../history/restore.server.ts';
import { VERSION_COLUMNS } from '../history/states.server.ts';
import type { StateRow } from '../history/states.server.ts';
import { When } from '../item.ts';
import { findKnownItems } from '../transfer/known-items.server.ts';
import { insertRecords, insertStats } from '../transfer/rows.server.ts';
import { lockImports } from '../transfer/store-items.server.ts';
import { receiveBody, withBody } from '../writes/bodies.server.ts';
import { createItem } from '../writes/creates.server.ts';
import { requireFit } from '../writes/data-schema.server.ts';
import type { ItemWrite } from '../writes/update-statement.server.ts';
import { leave } from './frozen-row.ts';
import type { FrozenRow, RowOutcome } from './frozen-row.ts';
import type { ImportContent } from './import-judge.server.ts';
import { changeRow, changeRows, deleteRows, lockRows, outcomeOf, revOfItem, writeTogether } from './writes.server.ts';
import type { LockedRow } from './writes.server.ts';

type ContentRow = Pick<Row<'bulk_imports'>, 'item_id' | 'mimetype'> &
  Columns<'bulk_imports', { wanted: ImportContent; body: Buffer<ArrayBuffer> | null }>;

interface NewRow {
  readonly row: FrozenRow;
  readonly content: ContentRow;
  readonly wanted: Extract<ImportContent, { kind: 'create' }>;
  readonly rev: string;
}

/**
 * Makes and changes items as the lines of a file say, each as a call of its own would, where they are still in the state of the
 * preview. In a transaction. @throws as `writeRows`
 */
export async function writeImport(
  current: Current,
  crate: Crate,
  bulkId: string,
  rows: readonly FrozenRow[],
): Promise<RowOutcome[]> {
  // Nobody else makes items of given ids meanwhile.
  await lockImports(current, crate);
  const contents = await takeContents(current, crate, bulkId, rows);
  const there = rows.filter(({ rev }) => rev !== null);
  const { ready, left } = await lockRows(current, crate, there, ({ rev }) => rev);
  const fresh = rows.filter(({ rev }) => rev === null);
  const known = await findKnownItems(
    current,
    crate.crateId,
    fresh.map(({ itemId }) => itemId),
  );
  const made: NewRow[] = [];
  for (const row of fresh) {
    const [content, before] = [contents.get(row.itemId), known.get(row.itemId)];
    if (content?.wanted.kind !== 'create') left.push(leave(row, 'notKept'));
    else if (before?.trashed || (before?.rev ?? null) !== null) left.push(leave(row, 'changedMeanwhile'));
    else {
      const rev = String(Math.max(current.now().getTime(), Number(before?.last_rev ?? 0) + 1));
      made.push({ row, content, wanted: content.wanted, rev });
    }
  }
  const changed: RowOutcome[] = [];
  // A statement takes changes of one kind.
  const kinds = Map.groupBy(ready, ({ row }) => kindOf(contents.get(row.itemId)));
  for (const [kind, some] of kinds) {
    const oneByOne = kind.includes('collaborators') || kind.includes('body');
    const write = (locked: LockedRow) => changeByLine(current, crate, locked, contents.get(locked.row.itemId));
    changed.push(...(await writeTogether(some, oneByOne, write)));
  }
  return [...left, ...changed, ...(await createRows(current, crate, made))];
}

/** Its parts. */
function kindOf(content: ContentRow | undefined): string {
  const parts = content?.wanted.kind === 'change' ? Object.keys(content.wanted.change) : [];
  return [...parts.toSorted(), ...(content?.body ? ['body'] : [])].join();
}

/** What is written now is kept no longer. */
async function takeContents(
  { db }: Current,
  { crateId }: Crate,
  bulkId: string,
  rows: readonly FrozenRow[],
): Promise<ReadonlyMap<string, ContentRow>> {
  const itemIds = rows.map(({ itemId }) => itemId);
  const found = await db.query<ContentRow>(sql`
    delete from bulk_imports where crate_id = ${crateId} and bulk_id = ${bulkId}::uuid
      and item_id = any((select ${itemIds}::uuid[])::uuid[])
    returning item_id, wanted, body, mimetype`);
  return new Map(found.map((row) => [row.item_id, row]));
}

async function changeByLine(
  current: Current,
  crate: Crate,
  locked: LockedRow,
  content: ContentRow | undefined,
): Promise<RowOutcome> {
  if (content?.wanted.kind !== 'change') return leave(locked.row, 'notKept');
  const { body: bytes, mimetype: contentType } = content;
  const { change } = content.wanted;
  const options = { mayAddAnyone: false };
  if (bytes === null || contentType === null) {
    await requireFit(current, crate.policy, { map: change.map });
    return changeRow(current, crate, locked, change, options);
  }
  const body = await receiveBody(current, crate, { bytes, contentType });
  return withBody(current, body, async () => {
    await requireFit(current, crate.policy, { map: change.map, body });
    return changeRow(current, crate, locked, { ...change, body }, options);
  });
}

async function createRows(current: Current, crate: Crate, rows: readonly NewRow[]): Promise<RowOutcome[]> {
  // Whether others have an account is asked for each.
  const hasOthers = rows.some(({ wanted }) =>
    wanted.parameters.collaborators?.some((id) => id !== current.actor.userId),
  );
  const written = await writeTogether(rows, hasOthers, ({ row, content, wanted, rev }) => {
    const { createdAt, ...parameters } = wanted.parameters;
    const at = When.safeParse(createdAt).data;
    const source = {
      bytes: content.body ?? Buffer.alloc(0),
      contentType: content.mimetype ?? 'application/octet-stream',
    };
    const as = { itemId: row.itemId, rev };
    return outcomeOf(row, () =>
      createItem(current, crate.crateId, { ...parameters, createdAt: at }, source, { as }).then(revOfItem),
    );
  });
  const isMade = new Set(written.filter(({ outcome }) => outcome === 'changed').map(({ itemId }) => itemId));
  const made = rows.filter(({ row }) => isMade.has(row.itemId));
  const stats = made.flatMap(({ row, wanted }) =>
    Object.entries(wanted.stats).map(([name, value]) => [row.itemId, name, value] as const),
  );
  const records = made.flatMap(({ row, wanted }) => wanted.holders.map((holder) => [row.itemId, ...holder] as const));
  if (stats.length > 0) await insertStats(current, crate.crateId, stats);
  if (records.length > 0) await insertRecords(current, crate.crateId, records);
  return written;
}

/** Puts what `writeImport` has made into the trash, and gives all else back as it was, where nobody has written since. */
export async function undoImport(current: Current, crate: Crate, rows: readonly FrozenRow[]): Promise<RowOutcome[]> {
  const { ready, left } = await lockRows(current, crate, rows, ({ writtenRev }) => writtenRev);
  const made = ready.filter(({ row }) => row.rev === null);
  const changed = ready.filter(({ row }) => row.rev !== null);
  const states = await findStates(current, crate, changed);
  const givenBack = await changeRows(current, crate, changed, (locked) =>
    toFormer(locked, states.get(locked.row.itemId)),
  );
  return [...left, ...givenBack, ...(await deleteRows(current, crate, made))];
}

/** Only what is another now: each part costs rights and statements of its own. */
function toFormer({ collaborators, mimetype, digest }: LockedRow, state: StateRow | undefined): ItemWrite | undefined {
  if (state === undefined) return undefined;
  const { body, collaborators: people, ...change } = changeTo(state);
  const isSameBody = state.digest !== null && digest?.equals(state.digest) === true && state.mimetype === mimetype;
  const isSamePeople = people?.join() === collaborators.join();
  return { ...change, ...(!isSameBody && { body }), ...(!isSamePeople && { collaborators: people }) };
}

/** Of the preview, by the history; they stay while their files are taken over. */
async function findStates(
  { db }: Current,
  { crateId }: Crate,
  rows: readonly LockedRow[],
): Promise<ReadonlyMap<string, StateRow>> {
  const [itemIds, revs] = [rows.map(({ row }) => row.itemId), rows.map(({ row }) => row.rev)];
  const found = await db.query<StateRow>(sql`
    select ${VERSION_COLUMNS}, i.body from item_versions i
    where i.crate_id = ${crateId} and (i.item_id, i.rev) in (
      select * from unnest((select ${itemIds}::uuid[]), (select ${revs}::bigint[])))
    for key share`);
  return new Map(found.map((row) => [row.item_id, row]));
}
