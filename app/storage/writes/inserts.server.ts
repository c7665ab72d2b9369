import type { Current } from '#app/current/current.server.ts';
import { Batcher } from '#lib/batcher.ts';
import { retryAfterDeadlock, isSqlState } from '#lib/database/database.server.ts';

import type { Item } from '../item.ts';
import type { ReceivedBody } from './bodies.server.ts';
import { arrayText } from './row-values.server.ts';

/** An item that is to be, with everything that is asked of its row. */
export interface NewItem {
  itemId: string;
  rev: string;
  name: string | null;
  collaborators: readonly string[];
  tags: readonly string[];
  map: Item['map'];
  note: string | null;
  body: ReceivedBody;
  createdAt: Date;
  updatedAt: Date;
  updatedBy: string | null;
}

interface ItemInsert {
  current: Current;
  crateId: string;
  item: NewItem;
}

const MAX_BATCH_SIZE = 48;
/** Larger bodies travel alone, so that a statement stays small. */
export const LARGE_BYTES = 8 * 1024;
const createInserts = () => new Batcher<ItemInsert, void>(insertTogether, MAX_BATCH_SIZE);

/**
 * Writes a new item with its tag rows and its change. What several askers create in a crate at one time is written in
 * one statement and committed once. Throws what PostgreSQL says to a taken name, a crate that is gone, a full quota.
 */
export function insertItem(current: Current, crateId: string, item: NewItem): Promise<void> {
  const key = item.body.bytes > LARGE_BYTES ? item.itemId : crateId;
  return current.db.state.get(createInserts).run(key, { current, crateId, item });
}

async function insertTogether(inserts: ItemInsert[]): Promise<(void | Promise<void>)[]> {
  const [first] = inserts;
  if (first === undefined || inserts.length === 1) return inserts.map(insertAlone);
  try {
    const items = inserts.map(({ item }) => item);
    await insertItems(first.current, first.crateId, items);
    return inserts.map(() => undefined);
  } catch (error) {
    // One of them is refused, and nothing is written. Alone, each finds out whether it was the one.
    if (isSqlState(error, '23505', '23503', 'QUOTA', '57014', '40P01')) return inserts.map(insertAlone);
    throw error;
  }
}

function insertAlone({ current, crateId, item }: ItemInsert): Promise<void> {
  return retryAfterDeadlock(current.db, () => insertItems(current, crateId, [item]));
}

/** Writes new items of one crate in one statement: all of them or none. Throws as `insertItem`. */
export async function insertItems({ db }: Current, crateId: string, items: readonly NewItem[]): Promise<void> {
  const column = <Value>(valueOf: (item: NewItem) => Value) => items.map(valueOf);
  await db.query(INSERT, [
    crateId,
    column(({ itemId }) => itemId),
    column(({ rev }) => rev),
    column(({ name }) => name),
    column(({ collaborators }) => arrayText(collaborators)),
    column(({ tags }) => arrayText(tags)),
    column(({ map }) => JSON.stringify(map)),
    column(({ note }) => note),
    column(({ body }) => body.mimetype),
    column(({ body }) => body.bytes),
    column(({ body }) => body.inline),
    column(({ body }) => body.fileKey),
    column(({ body }) => body.digest),
    column(({ createdAt }) => createdAt),
    column(({ updatedAt }) => updatedAt),
    column(({ updatedBy }) => updatedBy),
  ]);
}

// Arrays that the planner cannot look into, so that it does not plan anew for each length.
const INSERT = {
  name: 'items_insert',
  text: `with item as (
      insert into items (crate_id, item_id, rev, name, user_id, collaborators, tags, map, note, mimetype, bytes, body,
        file_key, digest, created_at, updated_at, updated_by)
      select $1, n.item_id, n.rev, n.name, (n.collaborators::text[])[1], n.collaborators::text[], n.tags::text[], n.map,
        n.note, n.mimetype, n.bytes, n.body, n.file_key, n.digest, n.created_at, n.updated_at, n.updated_by
      from unnest((select $2::uuid[]), (select $3::bigint[]), (select $4::text[]), (select $5::text[]),
        (select $6::text[]), (select $7::jsonb[]), (select $8::text[]), (select $9::text[]), (select $10::bigint[]),
        (select $11::bytea[]), (select $12::text[]), (select $13::bytea[]), (select $14::timestamptz[]),
        (select $15::timestamptz[]), (select $16::text[]))
        n(item_id, rev, name, collaborators, tags, map, note, mimetype, bytes, body, file_key, digest, created_at,
          updated_at, updated_by)
      returning item_id, ordinal, rev, tags, collaborators, created_at, updated_at, updated_by
    ), tagged as (
      insert into item_tags select $1, tag, created_at, item_id, ordinal from item cross join lateral unnest(tags) tag
    ), shared as (
      insert into item_shares
      select $1, sharer, created_at, item_id, ordinal from item cross join lateral unnest(collaborators[2:]) sharer
    )
    insert into item_changes (crate_id, item_id, ordinal, rev, kind, at, user_id, tags, collaborators)
    select $1, item_id, ordinal, rev, 'create', updated_at, updated_by, tags, collaborators from item`,
};
