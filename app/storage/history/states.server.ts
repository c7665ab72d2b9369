import { sql } from '#lib/database/sql.server.ts';

import { etagOf } from '../rows.server.ts';
import type { ItemRow } from '../rows.server.ts';

import type { Version } from './history.ts';

/** The columns that items and versions have in common, but for the body in them. */
export const STATE = `rev, name, user_id, collaborators, tags, map, note, mimetype, bytes, body, file_key, digest, updated_at,
  updated_by`;

/** The same, for statements written with `sql`. */
export const STATE_COLUMNS = sql`rev, name, user_id, collaborators, tags, map, note, mimetype, bytes, body, file_key, digest,
  updated_at, updated_by`;

/** The columns of a state, of an item or a version under that alias. */
export function columnsOf(alias: string): string {
  return STATE.replaceAll(/\w+/g, `${alias}.$&`);
}

/** The same with the item's id and without the body, as the calls tell a state. */
export function stateColumns(alias: string): string {
  return `${alias}.item_id, ${columnsOf(alias).replace(`${alias}.body, `, '')}`;
}

export interface StateRow extends Omit<ItemRow, 'stats' | 'has_records'> {
  file_key: string | null;
  digest: Buffer | null;
  updated_by: string | null;
  ended_at: Date | null;
  body: Buffer<ArrayBuffer> | null;
}

/** A row as the calls of the history answer it. */
export function versionOf(crateId: string, row: StateRow): Version {
  return { ...stateOf(crateId, row), etag: etagOf(row.rev), endedAt: row.ended_at?.toISOString() ?? null };
}

/** What versions and items in the trash tell alike. */
export function stateOf(crateId: string, row: StateRow): Omit<Version, 'etag' | 'endedAt'> {
  const { name, collaborators, tags, map, note, mimetype } = row;
  return {
    ...{ itemId: row.item_id, crateId, rev: Number(row.rev) },
    ...{ name, userId: row.user_id, collaborators, tags, map, note, mimetype },
    bytes: Number(row.bytes),
    sha256: row.digest?.toString('hex') ?? null,
    updatedAt: row.updated_at.toISOString(),
    updatedBy: row.updated_by,
  };
}
