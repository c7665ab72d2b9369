import { isDeepStrictEqual } from 'node:util';

import type { Current } from '#app/current/current.server.ts';
import type { Columns, Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';

import { bodyDigest } from './bodies.server.ts';
import type { ItemLine } from './lines.ts';

export type KnownItem = Pick<
  Row<'items'>,
  'item_id' | 'name' | 'collaborators' | 'tags' | 'note' | 'mimetype' | 'bytes' | 'digest' | 'file_key'
> &
  Columns<'items', { map: ItemLine['map'] & object; rev: string | null }> & {
    trashed: boolean;
    /** The highest revision of any change of the id. */
    last_rev: string | null;
  };

export type ItemComparison = 'new' | 'same' | 'other metadata' | 'other body' | 'trashed';

/** Items, purged ones and those in the trash; ids that were never there are absent. */
export async function findKnownItems(
  current: Current,
  crateId: string,
  itemIds: readonly string[],
): Promise<Map<string, KnownItem>> {
  const rows = await current.db.query<KnownItem>(sql`
    select * from (
      select wanted.item_id, i.rev, i.name, i.collaborators, i.tags, i.map, i.note, i.mimetype, i.bytes, i.digest, i.file_key,
        exists (select from trashed_items t where t.crate_id = ${crateId} and t.item_id = wanted.item_id) as trashed,
        (select max(c.rev) from item_changes c where c.crate_id = ${crateId} and c.item_id = wanted.item_id) as last_rev
      from unnest(${itemIds}::uuid[]) wanted(item_id)
      left join items i on i.crate_id = ${crateId} and i.item_id = wanted.item_id
    ) known where rev is not null or last_rev is not null or trashed`);
  return new Map(rows.map((row) => [row.item_id, row]));
}

/** Stats and records live on and do not count. */
export async function compareItem(
  { files }: Current,
  known: KnownItem | undefined,
  item: ItemLine,
): Promise<ItemComparison> {
  if (known?.trashed) return 'trashed';
  if (known === undefined || known.rev === null) return 'new';
  if (Number(known.bytes) !== item.bytes || known.mimetype !== item.mimetype) return 'other body';
  if ((await bodyDigest(files, known)) !== item.sha256) return 'other body';
  return isDeepStrictEqual(toMetadata(known), toMetadata(item)) ? 'same' : 'other metadata';
}

function toMetadata({ name, collaborators, tags, map, note }: Partial<Pick<ItemLine, MetadataField>>): object {
  return {
    name: name ?? null,
    note: note ?? null,
    map: map ?? {},
    collaborators: [...new Set(collaborators)],
    tags: [...new Set(tags)],
  };
}

type MetadataField = 'name' | 'collaborators' | 'tags' | 'map' | 'note';
