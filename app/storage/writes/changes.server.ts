import type { Current } from '#app/current/current.server.ts';
import { retryAfterDeadlock } from '#lib/database/database.server.ts';
import { KeyedQueue } from '#lib/keyed-queue.ts';
import { Problem } from '#lib/problem.ts';

import type { Crate } from '../crates/crate.ts';
import { notifyFollowers } from '../feed/notify.server.ts';
import { isItemId } from '../item.ts';
import type { Item, ItemParameters } from '../item.ts';
import { noItem } from '../problems.ts';
import { oneItem } from '../rows.server.ts';

import type { ReceivedBody } from './bodies.server.ts';
import { writeConditionally } from './conditional.server.ts';
import type { Preconditions, RefusedItem } from './conditional.server.ts';
import { auditOwnerChange } from './owner-change.server.ts';
import { hasRights, rightsTo } from './rights.server.ts';
import { updateStatementOf } from './update-statement.server.ts';
import { writeUpdate } from './updates.server.ts';

/** What a write replaces; what it leaves out stays. */
export type ItemWrite = Omit<ItemParameters, 'createdAt'> & {
  /** Of an old version, whose large body may have no digest yet, too. */
  body?: Omit<ReceivedBody, 'digest'> & { digest: ReceivedBody['digest'] | null };
  /** Keys of the map that are put in and taken out, while the others stay. */
  mapPatch?: { set: Item['map']; drop: string[] };
};

/** Writes to one item wait for each other here, instead of meeting in the database and trying again. */
const createQueue = () => new KeyedQueue();

/**
 * Changes one item in one statement that holds the precondition and the permission.
 * @throws Problem 404, 401 or 403, 412 with the current etag
 */
export async function changeItem(
  current: Current,
  crate: Crate,
  anyId: string,
  change: ItemWrite,
  conditions: Preconditions,
): Promise<Item> {
  const rights = rightsTo(current, crate, change);
  if (!isItemId(anyId)) throw new Problem(noItem);
  const itemId = anyId.toLowerCase();
  const write = (current: Current) => {
    const update = updateStatementOf(current, crate, itemId, change, conditions, rights);
    return writeUpdate(current, update, change.body?.inline?.length ?? 0);
  };
  const isAllowed = (item: RefusedItem) => hasRights(current, crate, rights, change, item);
  const attempt = { crate, itemId, conditions, write, isAllowed };
  const run = () =>
    change.collaborators === undefined
      ? writeConditionally(current, attempt)
      : auditOwnerChange(current, crate, itemId, (current) => writeConditionally(current, attempt));
  // Who is in a transaction holds a connection, for which others in the queue might wait.
  const isAlone = current.db.isTransaction;
  const row = await (isAlone
    ? run()
    : current.db.processState
        .get(createQueue)
        .run(`${crate.crateId}/${itemId}`, () => retryAfterDeadlock(current.db, run)));
  notifyFollowers(current, crate.crateId);
  return oneItem(current, crate, row);
}
