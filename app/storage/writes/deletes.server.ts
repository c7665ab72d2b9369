import { inTransaction } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import type { Row } from '#database/rows.ts';
import { retryAfterDeadlock } from '#lib/database/database.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import { Problem } from '#lib/problem.ts';

import { accessSql, refuseAccess } from '../crates/access.server.ts';
import type { Crate } from '../crates/crate.ts';
import { getCrate } from '../crates/crates.server.ts';
import { accessFor, recordOverride } from '../crates/overrides.server.ts';
import { mayAct, allowsNothing } from '../crates/policy.ts';
import type { Access } from '../crates/policy.ts';
import { notifyFollowers } from '../feed/notify.server.ts';
import { isItemId } from '../item.ts';
import { noItem } from '../problems.ts';
import { deleteSharesSql, deleteTagsSql, revisionSql, unchangedRowSql, versionSql } from './fragments.server.ts';
import type { Preconditions } from './fragments.server.ts';
import { writeConditionally } from './refusals.server.ts';

/** @throws Problem 404 for an unknown crate or item, 401 or 403, 412 with the current etag */
export async function deleteItem(
  current: Current,
  crateId: string,
  itemId: string,
  conditions: Preconditions,
  override: boolean,
): Promise<void> {
  const crate = await getCrate(current, crateId);
  const access = accessFor(current, crate, 'delete', { override });
  if (allowsNothing(access)) refuseAccess(current, crate);
  if (!isItemId(itemId)) throw new Problem(noItem);
  const remove = (current: Current) =>
    writeConditionally(current, {
      crate,
      itemId,
      conditions,
      override,
      isAllowed: (item) => mayAct(access, item),
      write: (current) => deleteOnce(current, crate, itemId, conditions, access),
    });
  const removeNoted = (current: Current) =>
    inTransaction(current, async (current) => {
      await recordOverride(current, 'delete', `item/${crateId}/${itemId}`, await remove(current));
    });
  // Concurrent additions to its stats may lock what goes with the item, and wait for the item in turn.
  await retryAfterDeadlock(current.db, async () => void (await (override ? removeNoted : remove)(current)));
  notifyFollowers(current, crateId);
}

type DeletedRow = Pick<Row<'items'>, 'name' | 'collaborators' | 'tags'>;

async function deleteOnce(
  current: Current,
  { crateId }: Crate,
  itemId: string,
  conditions: Preconditions,
  access: Access,
): Promise<DeletedRow | undefined> {
  const [now, by] = [current.now(), current.actor.userId ?? null];
  const [row] = await current.db.query<DeletedRow>(sql`
    with ${unchangedRowSql(crateId, sql`(select ${itemId}::uuid as id)`)}, item as (
      delete from items i using seen where i.crate_id = ${crateId} and i.item_id = ${itemId} and i.rev = seen.rev
        and ${accessSql(access)} and ${revisionSql(conditions)}
      returning i.item_id, i.name, i.collaborators, i.tags, i.created_at, greatest(i.updated_at, ${now}::timestamptz) as updated_at
    ), ${versionSql(crateId, { trashed: true })}, trashed as (
      insert into trashed_items
      select ${crateId}, ${itemId}::uuid, seen.rev, seen.ordinal, seen.created_at, ${now}::timestamptz, ${by} from seen, item
    ), ${deleteTagsSql(crateId, sql`'{}'::text[]`)}, ${deleteSharesSql(crateId, sql`'{}'::text[]`)}, changed as (
      insert into item_changes (crate_id, item_id, ordinal, rev, kind, at, user_id, tags, collaborators, was_tags,
        was_collaborators)
      select ${crateId}, ${itemId}::uuid, seen.ordinal, seen.rev + 1, 'delete', ${now}::timestamptz, ${by}, '{}', '{}',
        seen.tags, seen.collaborators
      from seen, item
    )
    select name, collaborators, tags from item`);
  return row;
}
