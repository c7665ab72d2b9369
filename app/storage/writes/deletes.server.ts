import { inTransaction } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { againAfterDeadlock, shaped } from '#lib/database/database.server.ts';
import { Problem } from '#lib/problem.ts';

import { Values, accessSql, refuseIn } from '../crates/access.server.ts';
import type { Crate } from '../crates/crate.ts';
import { getCrate } from '../crates/crates.server.ts';
import { accessFor, recordOverride } from '../crates/overrides.server.ts';
import { mayAct, mayNothing } from '../crates/policy.ts';
import type { Access } from '../crates/policy.ts';
import { isItemId } from '../item.ts';
import { noItem } from '../problems.ts';

import { revisionSql, seenSql, writeConditionally } from './conditional.server.ts';
import type { Preconditions } from './conditional.server.ts';

interface DeletedRow {
  name: string | null;
  collaborators: string[];
  tags: string[];
}

/**
 * Deletes one item with its tags, stats and records. An override by staff is noted in the same transaction.
 * @throws Problem 404 for an unknown crate or item, 401 or 403, 412 with the current etag
 */
export async function deleteItem(
  current: Current,
  crateId: string,
  itemId: string,
  conditions: Preconditions,
  override: boolean,
): Promise<void> {
  const crate = await getCrate(current, crateId);
  const access = accessFor(current, crate, 'delete', { override });
  if (mayNothing(access)) refuseIn(current, crate);
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
  // Stats that are being added to the item may hold what goes with it, and wait for the item in turn.
  await againAfterDeadlock(async () => void (await (override ? removeNoted : remove)(current)));
}

async function deleteOnce(
  current: Current,
  crate: Crate,
  itemId: string,
  conditions: Preconditions,
  access: Access,
): Promise<DeletedRow | undefined> {
  const values = new Values();
  const [crateId, id] = [values.add(crate.crateId, 'text'), values.add(itemId, 'uuid')];
  const text = `${seenSql(crateId, id)},
    item as (delete from items i using seen where i.crate_id = ${crateId} and i.item_id = ${id} and i.rev = seen.rev
      and ${accessSql(access, values)} and ${revisionSql(conditions, values)}
      returning i.name, i.collaborators, i.tags, i.created_at),
    untagged as (delete from item_tags t using item, seen where t.crate_id = ${crateId} and t.item_id = ${id}
      and t.created_at = item.created_at and t.tag = any(seen.tags))
    select name, collaborators, tags from item`;
  const [row] = await current.db.query<DeletedRow>(shaped(text), values.list);
  return row;
}
