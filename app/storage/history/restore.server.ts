import { inTransaction } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { retryAfterDeadlock } from '#lib/database/database.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import { Problem } from '#lib/problem.ts';

import { notifyFollowers } from '../feed/notify.server.ts';
import type { Item } from '../item.ts';
import type { Preconditions } from '../writes/fragments.server.ts';
import { translateConflict } from '../writes/refusals.server.ts';
import type { ItemWrite } from '../writes/update-statement.server.ts';
import { changeItem } from '../writes/updates.server.ts';
import { noVersion } from './problems.ts';
import { VERSION_COLUMNS } from './states.server.ts';
import type { StateRow } from './states.server.ts';
import { openHistory, requireRevision, maySeeState } from './versions.server.ts';

/**
 * Needs the rights of the same change by hand, and those to read the item and its history.
 * @throws Problem 404 for a version that is pruned, 409 for a taken name, 412, 428, 507; else 401, 403 or 404
 */
export async function restoreVersion(
  current: Current,
  crateId: string,
  itemId: string,
  rev: string,
  conditions: Preconditions,
): Promise<Item> {
  const access = await openHistory(current, crateId, itemId);
  const revision = requireRevision(rev);
  const restore = async (current: Current) => {
    // The item is locked first, as in every write, then the version, so that its file stays referenced.
    await current.db.query(
      sql`select from items where crate_id = ${crateId} and item_id = ${itemId} for no key update`,
    );
    const [row] = await current.db.query<StateRow>(sql`
      with old as (
        select ${VERSION_COLUMNS}, i.body from item_versions i
        where i.crate_id = ${crateId} and i.item_id = ${itemId} and i.rev = ${revision} for key share
      )
      select * from old
      union all
      select ${VERSION_COLUMNS}, i.body from items i
      where i.crate_id = ${crateId} and i.item_id = ${itemId} and i.rev = ${revision}`);
    if (row === undefined || !maySeeState(access, row)) throw new Problem(noVersion);
    return changeItem(current, access.crate, itemId, changeTo(row), conditions, { mayAddAnyone: true });
  };
  const item = await translateConflict(
    current,
    access.crate,
    0,
    retryAfterDeadlock(current.db, () => inTransaction(current, restore)),
  );
  notifyFollowers(current, crateId);
  return item;
}

/** That makes an item what it was. */
export function changeTo({ name, note, map, tags, collaborators, ...row }: StateRow): ItemWrite {
  const { mimetype, digest, body: inline, file_key: fileKey } = row;
  return {
    name,
    note,
    map,
    tags,
    collaborators,
    body: { bytes: Number(row.bytes), mimetype, inline, fileKey, digest },
  };
}
