import { inTransaction } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { retryAfterDeadlock } from '#lib/database/database.server.ts';
import { Problem } from '#lib/problem.ts';

import type { Item } from '../item.ts';
import { notifyFollowers } from '../feed/notify.server.ts';
import { changeItem } from '../writes/updates.server.ts';
import type { ItemWrite } from '../writes/updates.server.ts';
import type { Preconditions } from '../writes/fragments.server.ts';
import { translateConflict } from '../writes/refusals.server.ts';

import { noVersion } from './problems.ts';
import { stateColumns } from './states.server.ts';
import type { StateRow } from './states.server.ts';
import { openHistory, revision, maySeeState } from './versions.server.ts';

/**
 * Gives an item the body and the metadata of a version again, as a new version. It is a change like any other: it needs
 * the rights that the same change by hand would need, and those to read the item and its history.
 * @throws Problem 404 for a version that is not kept, 409 when its name is taken, 412, 428, 507; else 401, 403 or 404
 */
export async function restoreVersion(
  current: Current,
  crateId: string,
  itemId: string,
  rev: string,
  conditions: Preconditions,
): Promise<Item> {
  const sight = await openHistory(current, crateId, itemId);
  const place = [crateId, itemId, revision(rev)];
  const restore = async (current: Current) => {
    // The item first, as every write does it; then the version, so that its file stays named until the item names it.
    await current.db.query(LOCK_ITEM, [crateId, itemId]);
    const [row] = await current.db.query<StateRow>(STATE_LOCKED, place);
    if (row === undefined || !maySeeState(sight, row)) throw new Problem(noVersion);
    return changeItem(current, sight.crate, itemId, changeTo(row), conditions);
  };
  const item = await translateConflict(
    current,
    sight.crate,
    0,
    retryAfterDeadlock(current.db, () => inTransaction(current, restore)),
  );
  notifyFollowers(current, crateId);
  return item;
}

function changeTo({ name, note, map, tags, collaborators, ...row }: StateRow): ItemWrite {
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

const LOCK_ITEM = {
  name: 'restore_lock',
  text: 'select from items where crate_id = $1 and item_id = $2 for no key update',
};
const STATE_LOCKED = {
  name: 'restore_state',
  text: `with old as (
      select ${stateColumns('s')}, s.body from item_versions s where s.crate_id = $1 and s.item_id = $2 and s.rev = $3 for key share
    )
    select * from old
    union all
    select ${stateColumns('s')}, s.body from items s where s.crate_id = $1 and s.item_id = $2 and s.rev = $3`,
};
