import type { Current } from '#app/current/current.server.ts';
import type { ErasedPerson, Erasure, KeptItems, PersonalData } from '#app/current/personal-data.server.ts';
import type { Columns, Row } from '#database/rows.ts';
import { retryAfterDeadlock } from '#lib/database/database.server.ts';
import { sql } from '#lib/database/sql.server.ts';

import type { Policy } from './crates/policy.ts';
import { deleteItems } from './deleting.server.ts';
import { notifyFollowers } from './feed/notify.server.ts';
import { purgeSql } from './history/trash-moves.server.ts';
import { mergedItems, mergedRecords, mergedSets, mergedUsage } from './merging.server.ts';
import { forgetInSets } from './sets/people.server.ts';

const BATCH = 100;

/** Crate by crate; the place is the crate. */
const ownItems: Erasure = {
  name: 'storage.items',
  run: (current, person, place) =>
    forNextCrate(current, person, place, async (crate, userId) => {
      const rows = await findItemsOf(current, crate.crate_id, userId);
      const [kept, gone] = splitItems(rows, crate, person);
      await retryAfterDeadlock(current.db, async () => {
        await deleteItems(current, crate.crate_id, gone);
        await renameItems(current, crate.crate_id, kept, { userId, standIn: person.standIn });
      });
      if (rows.length > 0) notifyFollowers(current, crate.crate_id);
      return rows.length;
    }),
};

/** What they threw away, unless it is the studio's. */
const trashedItems: Erasure = {
  name: 'storage.trash',
  run: (current, person, place) =>
    forNextCrate(current, person, place, async (crate, userId) => {
      if (isStudios(crate.policy)) return 0;
      const own = sql`select t.item_id from trashed_items t
        join item_versions i on i.crate_id = ${crate.crate_id} and i.item_id = t.item_id and i.rev = t.rev
        where t.crate_id = ${crate.crate_id} and i.user_id = ${userId} limit ${BATCH}::int for update of t`;
      const [row] = await retryAfterDeadlock(current.db, () =>
        current.db.query<{ done: number }>(
          sql`${purgeSql(crate.crate_id, own)} select count(*)::int as done from gone`,
        ),
      );
      return row?.done ?? 0;
    }),
};

/** On both sides, with what counts them. */
const memberships: Erasure = {
  name: 'storage.sets',
  run: async (current, { userId }) => {
    const changed = userId === null ? 0 : await forgetInSets(current, userId);
    return { changed, next: undefined };
  },
};

export const storageErasure = {
  fates: {
    'bulk_acts.created_by': 'unnamed',
    'bulk_acts.user_id': 'unnamed',
    'bulk_acts.counts': 'nobody',
    'bulk_acts.undo_counts': 'nobody',
    'bulk_acts.deed': 'mentions',
    'bulk_acts.search': 'mentions',
    'bulk_imports.wanted': 'mentions',
    'bulk_rows.stats': 'nobody',
    'crates.policy': 'nobody',
    'idempotency_keys.scope': 'passing',
    'idempotency_keys.data': 'passing',
    'idempotency_keys.headers': 'passing',
    'items.user_id': 'erased',
    'items.collaborators': 'erased',
    'items.updated_by': 'unnamed',
    'items.name': 'others',
    'items.sort_name': 'others',
    'items.map': 'others',
    'items.words': 'others',
    'items.file_key': 'row',
    'item_changes.user_id': 'unnamed',
    'item_changes.collaborators': 'unnamed',
    'item_changes.was_collaborators': 'unnamed',
    'item_records.user_id': 'unnamed',
    'item_shares.user_id': 'unnamed',
    'item_stat_turns.user_id': 'gone',
    'item_versions.user_id': 'unnamed',
    'item_versions.collaborators': 'unnamed',
    'item_versions.updated_by': 'unnamed',
    'item_versions.map': 'others',
    'item_versions.name': 'others',
    'item_versions.file_key': 'row',
    'set_counts.id': 'gone',
    'set_history.owner': 'erased',
    'set_history.member': 'erased',
    'set_history.user_id': 'erased',
    'set_members.owner': 'erased',
    'set_members.member': 'erased',
    'trashed_items.deleted_by': 'unnamed',
    'usage.user_id': 'gone',
  },
  erasures: [ownItems, trashedItems, memberships],
  moves: {
    'items.user_id': 'merged',
    'items.collaborators': 'merged',
    'set_counts.id': 'merged',
    'set_history.owner': 'merged',
    'set_history.member': 'merged',
    'set_history.user_id': 'merged',
    'set_members.owner': 'merged',
    'set_members.member': 'merged',
    'usage.user_id': 'merged',
    'item_records.user_id': 'merged',
    'idempotency_keys.scope': 'passing',
  },
  mergers: [mergedItems, mergedRecords, mergedSets, mergedUsage],
} as const satisfies PersonalData;

type ErasableCrate = Pick<Row<'crates'>, 'crate_id'> & Columns<'crates', { policy: Policy }>;

async function forNextCrate(
  { db }: Current,
  { userId }: ErasedPerson,
  place: string | undefined,
  work: (crate: ErasableCrate, userId: string) => Promise<number>,
): Promise<{ changed: number; next: string | undefined }> {
  if (userId === null) return { changed: 0, next: undefined };
  const [crate] = await db.query<ErasableCrate>(sql`select crate_id, policy from crates where crate_id >= ${place ?? ''}
    order by crate_id limit 1`);
  if (crate === undefined) return { changed: 0, next: undefined };
  const changed = await work(crate, userId);
  if (changed >= BATCH) return { changed, next: crate.crate_id };
  // The next name in the order of bytes.
  return { changed, next: `${crate.crate_id}\u0001` };
}

type OwnItemRow = Pick<Row<'items'>, 'item_id' | 'tags' | 'collaborators'>;

function findItemsOf({ db }: Current, crateId: string, userId: string): Promise<OwnItemRow[]> {
  return db.query<OwnItemRow>(sql`
    select item_id, tags, collaborators from items
    where crate_id = ${crateId} and (user_id = ${userId} or collaborators @> array[${userId}::text]
      or item_id in (select item_id from item_shares where crate_id = ${crateId} and user_id = ${userId}))
    order by item_id limit ${BATCH}::int`);
}

/** Those that stay without them first: what others work on too, what is the studio's, and what they wanted to leave. */
function splitItems(
  rows: readonly OwnItemRow[],
  { crate_id: crateId, policy }: ErasableCrate,
  { keptItems, goneItems }: ErasedPerson,
): readonly [string[], string[]] {
  const isOneOf = (kinds: readonly KeptItems[], { tags }: OwnItemRow) =>
    kinds.some((kind) => kind.crateId === crateId && (kind.tag === undefined || tags.includes(kind.tag)));
  const stays = (row: OwnItemRow) =>
    row.collaborators.length > 1 || isOneOf(keptItems, row) || (isStudios(policy) && !isOneOf(goneItems, row));
  const idsOf = (some: readonly OwnItemRow[]) => some.map((row) => row.item_id);
  return [idsOf(rows.filter(stays)), idsOf(rows.filter((row) => !stays(row)))];
}

/** Whatever staff put there in their work. */
function isStudios({ create = [] }: Policy): boolean {
  return create.every((who) => STUDIO.has(typeof who === 'string' ? who : who.to));
}

const STUDIO: ReadonlySet<string> = new Set(['staff', 'admin', 'super']);

/** It has changed for whoever follows the crate, and leaves no version that names them. */
async function renameItems(
  { db, now }: Current,
  crateId: string,
  itemIds: readonly string[],
  { userId, standIn }: { readonly userId: string; readonly standIn: string },
): Promise<void> {
  if (itemIds.length === 0) return;
  await db.query(sql`
    with item as (
      update items i set rev = i.rev + 1, updated_at = greatest(i.updated_at, ${now()}::timestamptz),
        user_id = case when i.user_id = ${userId} then ${standIn} else i.user_id end,
        updated_by = case when i.updated_by = ${userId} then ${standIn} else i.updated_by end,
        collaborators = array_replace(i.collaborators, ${userId}::text, ${standIn}::text)
      where i.crate_id = ${crateId} and i.item_id = any(${[...itemIds]}::uuid[])
      returning i.item_id, i.ordinal, i.rev, i.updated_at, i.tags, i.collaborators
    ), shared as (
      update item_shares set user_id = ${standIn} where crate_id = ${crateId} and user_id = ${userId}
        and item_id = any(${[...itemIds]}::uuid[])
    )
    insert into item_changes (crate_id, item_id, ordinal, rev, kind, at, user_id, tags, collaborators)
    select ${crateId}, item_id, ordinal, rev, 'update', updated_at, null, tags, collaborators from item`);
}
