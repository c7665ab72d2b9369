import type { Columns, Row } from '#database/rows.ts';
import { Bitmap } from '#lib/bitmap/bitmap.ts';
import type { Database } from '#lib/database/database.server.ts';
import { sql } from '#lib/database/sql.server.ts';

import type { ItemChange, SetsSnapshot } from './crate-sets.ts';
import type { SetName } from './set-query.ts';

/** When more changes wait, SQL answers and they are fetched in the background. */
export const MAX_PENDING_CHANGES = 5000;
const SPAN = 65_536;

interface FetchedChanges {
  /** Every transaction below it had ended. */
  horizon: number;
  /** Changes of the crate up to here have been pruned. */
  changesFrom: number;
  createdAt: string;
  changes: ItemChange[];
  isComplete: boolean;
}

export async function fetchChanges(
  db: Database,
  crateId: string,
  horizon: number | undefined,
): Promise<FetchedChanges | undefined> {
  const rows = await db.query<SetChangeRow>(sql`
    select pg_snapshot_xmin(pg_current_snapshot())::text as horizon, c.changes_from::text, c.created_at::text as created_at,
      change.*
    from crates c left join lateral (
      select h.xid::text as xid, h.ordinal, h.rev, h.kind, h.tags, h.collaborators, h.was_tags, h.was_collaborators
      from item_changes h where h.crate_id = ${crateId} and h.xid >= ${horizon?.toString() ?? null}::xid8
      order by h.xid, h.change_id limit ${MAX_PENDING_CHANGES + 1}::int) change on true
    where c.crate_id = ${crateId}`);
  const [first] = rows;
  if (first === undefined) return undefined;
  return {
    horizon: Number(first.horizon),
    changesFrom: Number(first.changes_from),
    createdAt: first.created_at,
    changes: rows.filter(({ xid }) => xid !== null).map(toChange),
    isComplete: rows.length <= MAX_PENDING_CHANGES,
  };
}

/** The time is a text, so that no microsecond is lost. */
type SetChangeRow = Pick<
  Row<'item_changes'>,
  'ordinal' | 'rev' | 'kind' | 'tags' | 'collaborators' | 'was_tags' | 'was_collaborators'
> &
  Columns<'item_changes', { xid: string | null }> &
  Pick<Row<'crates'>, 'changes_from'> &
  Record<keyof Pick<Row<'crates'>, 'created_at'>, string> & { horizon: string };

function toChange(row: SetChangeRow): ItemChange {
  return {
    xid: Number(row.xid),
    ordinal: Number(row.ordinal),
    rev: Number(row.rev),
    isDeletion: row.kind === 'delete',
    names: [...row.tags.map(tagSetName), ...namesOfPeople(row.collaborators)],
    wasNames: [...(row.was_tags ?? []).map(tagSetName), ...namesOfPeople(row.was_collaborators ?? [])],
  };
}

function tagSetName(tag: string): SetName {
  return `tag:${tag}`;
}

function namesOfPeople([owner, ...sharers]: string[]): SetName[] {
  return owner === undefined ? [] : [`owner:${owner}`, ...sharers.map((userId): SetName => `sharer:${userId}`)];
}

/** Undefined when too many changes are in progress to tell them from later ones. */
export function loadSets(db: Database, crateId: string, names: readonly SetName[]): Promise<SetsSnapshot | undefined> {
  const listKeys = (kind: string) =>
    names.filter((name) => name.startsWith(kind)).map((name) => name.slice(kind.length));
  return db.heavy.transaction(async (db) => {
    await db.extendTimeout(60_000);
    // It runs in the background. Without sorting, a million items take a third of the time.
    await db.query(
      sql`select set_config('enable_seqscan', 'off', true), set_config('enable_sort', 'off', true), set_config('enable_incremental_sort', 'off', true), set_config('work_mem', '16MB', true)`,
    );
    const rows = await db.query<SetRow>(sql`
      select 'set' as kind, 'tag:' || t.tag as name, ${PACKED_ORDINALS} from item_tags t
        where t.crate_id = ${crateId} and t.tag = any(${listKeys('tag:')}::text[]) group by t.tag, ordinal >> 16
      union all select 'set', 'owner:' || i.user_id, ${PACKED_ORDINALS} from items i
        where i.crate_id = ${crateId} and i.user_id = any(${listKeys('owner:')}::text[]) group by i.user_id, ordinal >> 16
      union all select 'set', 'sharer:' || s.user_id, ${PACKED_ORDINALS} from item_shares s
        where s.crate_id = ${crateId} and s.user_id = any(${listKeys('sharer:')}::text[]) group by s.user_id, ordinal >> 16
      union all select 'set', 'all', ${PACKED_ORDINALS} from items i
        where i.crate_id = ${crateId} and ${names.includes('all')}::boolean group by ordinal >> 16
      union all (select 'change', null, h.ordinal, null, h.rev from item_changes h
        where h.crate_id = ${crateId} and h.xid >= pg_snapshot_xmin(pg_current_snapshot()) limit ${MAX_PENDING_CHANGES + 1}::int)
      union all select 'horizon', null, pg_snapshot_xmin(pg_current_snapshot())::text::bigint, null, null`);
    return buildSnapshot(names, rows);
  });
}

/** Two bytes for each item, a row for each set and span, all in one statement and so in one snapshot. */
const PACKED_ORDINALS = sql`ordinal >> 16 as high, string_agg(int2send(((ordinal & 65535) - 32768)::int2), '') as lows,
  null::bigint as rev`;

interface SetRow {
  kind: 'set' | 'change' | 'horizon';
  name: SetName | null;
  high: string;
  lows: Buffer | null;
  rev: string | null;
}

function buildSnapshot(names: readonly SetName[], rows: SetRow[]): SetsSnapshot | undefined {
  const sets = new Map(names.map((name) => [name, new Bitmap()]));
  const noted = new Map<number, number>();
  let horizon = 0;
  let changes = 0;
  for (const { kind, name, high, lows, rev } of rows) {
    const set = name === null ? undefined : sets.get(name);
    if (set !== undefined && lows !== null) addOrdinals(set, Number(high), lows);
    if (kind === 'horizon') horizon = Number(high);
    if (kind !== 'change') continue;
    changes += 1;
    noted.set(Number(high), Math.max(Number(rev), noted.get(Number(high)) ?? 0));
  }
  return changes > MAX_PENDING_CHANGES ? undefined : { sets, horizon, noted };
}

/** @param lows pairs of bytes, each less 32,768 so that PostgreSQL has a type for it */
function addOrdinals(set: Bitmap, high: number, lows: Buffer): void {
  for (let at = 0; at < lows.length; at += 2) set.add(high * SPAN + lows.readInt16BE(at) + SPAN / 2);
}
