import type { Current } from '#app/current/current.server.ts';
import type { Columns, Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';

import type { ItemWithBody } from '../items.server.ts';
import { toEtag, toItem } from '../rows.server.ts';
import type { ItemRow } from '../rows.server.ts';
import type { Version } from './history.ts';

export const CONTENT_COLUMNS = sql`user_id, collaborators, tags, map, note, mimetype, bytes, body, file_key, digest`;

export const STATE_COLUMNS = sql`rev, name, ${CONTENT_COLUMNS}, updated_at, updated_by`;

export const VERSION_COLUMNS = sql`i.item_id, i.rev, i.name, i.user_id, i.collaborators, i.tags, i.map, i.note, i.mimetype,
  i.bytes, i.file_key, i.digest, i.updated_at, i.updated_by`;

export type StateRow = Omit<ItemRow, 'stats' | 'has_records'> &
  Pick<Row<'item_versions'>, 'file_key' | 'digest' | 'updated_by'> &
  Columns<'item_versions', { body: Buffer<ArrayBuffer> | null; ended_at: Date | null }>;

export function toVersion(crateId: string, row: StateRow): Version {
  return { ...toState(crateId, row), etag: toEtag(row.rev), endedAt: row.ended_at?.toISOString() ?? null };
}

export function toItemWithBody({ now }: Pick<Current, 'now'>, crateId: string, row: StateRow): ItemWithBody {
  const item = toItem(crateId, { ...row, stats: null, has_records: false }, now().getTime());
  return { item, body: { inline: row.body, fileKey: row.file_key, digest: row.digest } };
}

export function isRevision(rev: string): boolean {
  return /^[1-9]\d{0,14}$/.test(rev);
}

export function toState(crateId: string, row: StateRow): Omit<Version, 'etag' | 'endedAt'> {
  const { name, collaborators, tags, map, note, mimetype } = row;
  return {
    itemId: row.item_id,
    crateId,
    rev: Number(row.rev),
    name,
    userId: row.user_id,
    collaborators,
    tags,
    map,
    note,
    mimetype,
    bytes: Number(row.bytes),
    sha256: row.digest?.toString('hex') ?? null,
    updatedAt: row.updated_at.toISOString(),
    updatedBy: row.updated_by,
  };
}
