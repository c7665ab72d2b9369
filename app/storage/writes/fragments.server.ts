import { sql } from '#lib/database/sql.server.ts';
import type { Sql } from '#lib/database/sql.server.ts';
import type { EtagCondition } from '#lib/http/conditions.ts';

import { STATE_COLUMNS } from '../history/states.server.ts';

/** Bodies of more bytes get a statement of their own, so that the batches of others stay small. */
export const LARGE_BYTES = 8 * 1024;

export interface Preconditions {
  ifMatch?: EtagCondition | undefined;
  ifNoneMatch?: EtagCondition | undefined;
}

/** @param revisions SQL of the `bigint[]` of each, where they are not values of the statement */
export function revisionSql(
  { ifMatch, ifNoneMatch }: Preconditions,
  revisions: { ifMatch?: Sql; ifNoneMatch?: Sql } = {},
): Sql {
  const matches =
    ifMatch === undefined || ifMatch === '*'
      ? sql`true`
      : sql`i.rev = any(${revisions.ifMatch ?? sql`${parseRevisions(ifMatch)}::bigint[]`})`;
  if (ifNoneMatch === undefined) return matches;
  if (ifNoneMatch === '*') return sql`false`;
  return sql`${matches} and i.rev <> all(${revisions.ifNoneMatch ?? sql`${parseRevisions(ifNoneMatch)}::bigint[]`})`;
}

/** An etag that is no revision matches nothing. */
export function parseRevisions(etags: readonly string[]): string[] {
  return etags.map((etag) => etag.slice(1, -1)).filter((rev) => /^[1-9]\d{0,17}$/.test(rev));
}

// A row that changed since this statement saw it must not be written, so that what is written beside it (tag rows, its
// version) matches it. The table `source` has the column `id`.
export function unchangedRowSql(crateId: string, source: Sql): Sql {
  return sql`seen as (select ${STATE_COLUMNS}, item_id, ordinal, created_at from items, ${source} w
    where crate_id = ${crateId} and item_id = w.id)`;
}

/** After `item` was written, makes versions of the states in `seen`; they end at its `updated_at`. */
export function versionSql(crateId: string, { trashed }: { trashed: boolean }): Sql {
  return sql`version as (insert into item_versions (crate_id, item_id, ${STATE_COLUMNS}, ended_at, trashed)
    select ${crateId}, item_id, ${STATE_COLUMNS}, ended_at, ${trashed}
    from (select item_id, updated_at as ended_at from item) ended join seen using (item_id))`;
}

// Rows of tags and shares are found one by one by their key: joined, a plan that was made while the table was empty
// would walk all of the crate.

/** @param tags SQL of the list that stays */
export function deleteTagsSql(crateId: string, tags: Sql): Sql {
  return sql`untagged as (delete from item_tags where ctid = any(array(
    select gone.ctid from item join seen using (item_id) cross join lateral unnest(seen.tags) old(tag)
    cross join lateral (select t.ctid from item_tags t where t.crate_id = ${crateId} and t.tag = old.tag
      and t.created_at = seen.created_at and t.item_id = seen.item_id limit 1) gone
    where old.tag <> all(${tags}) or item.created_at <> seen.created_at)))`;
}

export function deleteSharesSql(crateId: string, sharers: Sql): Sql {
  return sql`unshared as (delete from item_shares where ctid = any(array(
    select gone.ctid from item join seen using (item_id) cross join lateral unnest(seen.collaborators[2:]) old(user_id)
    cross join lateral (select s.ctid from item_shares s where s.crate_id = ${crateId} and s.user_id = old.user_id
      and s.created_at = seen.created_at and s.item_id = seen.item_id limit 1) gone
    where old.user_id <> all(${sharers}) or item.created_at <> seen.created_at)))`;
}

/** PostgreSQL has no arrays of arrays of different lengths. */
export function arrayText(members: readonly string[]): string {
  return `{${members.map((member) => `"${member.replaceAll(/["\\]/g, '\\$&')}"`).join()}}`;
}
