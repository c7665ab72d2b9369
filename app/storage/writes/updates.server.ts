import { findRole } from '#app/accounts/accounts.server.ts';
import { recordAuditEntry } from '#app/audit/audit.server.ts';
import { inTransaction } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { isAdmin } from '#app/current/role.ts';
import type { Row } from '#database/rows.ts';
import { retryAfterDeadlock } from '#lib/database/database.server.ts';
import { busyProblem } from '#lib/database/failures.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import { KeyedQueue } from '#lib/keyed-queue.ts';
import { Problem } from '#lib/problem.ts';

import { itemAudit } from '../audit-kinds.server.ts';
import { refuseAccess } from '../crates/access.server.ts';
import type { Crate } from '../crates/crate.ts';
import { getCrate } from '../crates/crates.server.ts';
import { accessTo, allowsNothing } from '../crates/policy.ts';
import type { ItemAttributes } from '../crates/policy.ts';
import { notifyFollowers } from '../feed/notify.server.ts';
import { isItemId } from '../item.ts';
import type { Item, ItemParameters, MetadataPatch } from '../item.ts';
import { invalidMetadata, noItem } from '../problems.ts';
import { oneItem } from '../rows.server.ts';
import type { ItemRow } from '../rows.server.ts';
import { receiveBody, withBody } from './bodies.server.ts';
import type { ItemContent } from './bodies.server.ts';
import { hasRights, rightsSql, rightsTo } from './change-rights.server.ts';
import { hasMapSchema, requireFit, requireMapFit } from './data-schema.server.ts';
import type { Preconditions } from './fragments.server.ts';
import { requireAccounts, translateConflict, writeConditionally } from './refusals.server.ts';
import { writeUpdate } from './update-statement.server.ts';
import type { ItemWrite } from './update-statement.server.ts';

/** A deed of the site may say that an item is new to its readers only now. */
export type ItemPatch = MetadataPatch & Pick<ItemParameters, 'createdAt'>;

/** @throws Problem 404 for an unknown item, 412 with the current etag, else as `createItem` */
export async function updateItem(
  current: Current,
  crateId: string,
  itemId: string,
  parameters: ItemParameters,
  conditions: Preconditions,
  source: Request | ItemContent,
): Promise<Item> {
  const crate = await getCrate(current, crateId);
  if (allowsNothing(accessTo(crate.policy, 'update', current.actor, true))) refuseAccess(current, crate);
  const { createdAt: _, ...metadata } = parameters;
  requireMapFit(crate.policy, metadata.map);
  const body = await receiveBody(current, crate, source);
  return withBody(current, body, async () => {
    await requireFit(current, crate.policy, { body });
    return change(current, crate, itemId, { ...metadata, body }, conditions);
  });
}

/** @throws Problem 400 without at least one tag or collaborator (specification §5), else as `updateItem` */
export async function updateMetadata(
  current: Current,
  crateId: string,
  itemId: string,
  metadata: Pick<ItemParameters, 'tags' | 'collaborators'>,
  conditions: Preconditions,
): Promise<Item> {
  const crate = await getCrate(current, crateId);
  if (!metadata.tags?.length && !metadata.collaborators?.length) {
    throw new Problem(invalidMetadata, { fields: { body: 'at least one tag or collaborator' } });
  }
  return change(current, crate, itemId, metadata, conditions);
}

/** Merges a patch (RFC 7396). @throws Problem 400 'Invalid metadata', else as `updateItem` */
export async function patchMetadata(
  current: Current,
  crateId: string,
  itemId: string,
  patch: ItemPatch,
  conditions: Preconditions,
): Promise<Item> {
  const crate = await getCrate(current, crateId);
  if (Object.keys(patch).length === 0) {
    throw new Problem(invalidMetadata, { fields: { body: 'at least one of name, tags, collaborators, map and note' } });
  }
  const { map, tags, ...metadata } = patch;
  if (map === null) requireMapFit(crate.policy, {});
  const write = { ...metadata, ...(tags !== undefined && { tags: tags ?? [] }), ...mapWrite(map) };
  return change(current, crate, itemId, write, conditions);
}

function mapWrite(map: MetadataPatch['map']): Pick<ItemWrite, 'map' | 'mapPatch'> {
  if (map === undefined) return {};
  if (map === null) return { map: {} };
  const entries = Object.entries(map);
  const set = Object.fromEntries(entries.filter(([, value]) => value !== null));
  return { mapPatch: { set, drop: entries.filter(([, value]) => value === null).map(([key]) => key) } };
}

function change(
  current: Current,
  crate: Crate,
  itemId: string,
  write: ItemWrite,
  conditions: Preconditions,
): Promise<Item> {
  const { tags, collaborators, body } = write;
  const distinct = {
    ...write,
    ...(tags && { tags: [...new Set(tags)] }),
    ...(collaborators && { collaborators: [...new Set(collaborators)] }),
  };
  const changing = changeItem(current, crate, itemId, distinct, conditions);
  return translateConflict(current, crate, body?.bytes ?? 0, changing);
}

const createQueue = () => new KeyedQueue();
const MAX_WAIT_MS = 2000;

/** Writes to one item wait here, instead of meeting in the database and trying again. @throws Problem 503 after 2 seconds */
function inTurn<Result>({ db }: Current, key: string, write: () => Promise<Result>): Promise<Result> {
  const since = performance.now();
  return db.processState.get(createQueue).run(key, () => {
    // Where the first waits for a lock, all behind it would wait as long, one after the other.
    if (performance.now() - since > MAX_WAIT_MS) throw busyProblem();
    return write();
  });
}

/** @throws Problem 404, 401 or 403, 412 with the current etag; and PostgreSQL's errors, for `translateConflict` */
export async function changeItem(
  current: Current,
  crate: Crate,
  anyId: string,
  change: ItemWrite,
  conditions: Preconditions,
  { mayAddAnyone = false }: ChangeOptions = {},
): Promise<Item> {
  const rights = rightsTo(current, crate, change);
  const allowed = rightsSql(current, crate, rights);
  if (!isItemId(anyId)) throw new Problem(noItem);
  const itemId = anyId.toLowerCase();
  const attempt = {
    crate,
    itemId,
    conditions,
    isAllowed: (item: ItemAttributes) => hasRights(current, crate, rights, change, item),
    write: (current: Current) => writeUpdate({ current, crate, itemId, change, conditions, allowed }),
  };
  const write = (current: Current) =>
    change.mapPatch !== undefined && hasMapSchema(crate.policy)
      ? inTransaction(current, async (current) => {
          const row = await writeConditionally(current, attempt);
          requireMapFit(crate.policy, row.map);
          return row;
        })
      : writeConditionally(current, attempt);
  const run = () =>
    change.collaborators === undefined
      ? write(current)
      : changePeople(current, crate, itemId, async (current, known) => {
          const row = await write(current);
          // After the write, which refuses whoever has no right to it.
          if (!mayAddAnyone) await requireAccounts(current, change.collaborators ?? [], known);
          return row;
        });
  // A transaction holds a connection, for which others in the queue might wait.
  const isAlone = current.db.isTransaction;
  const row = await (isAlone
    ? run()
    : inTurn(current, `${crate.crateId}/${itemId}`, () => retryAfterDeadlock(current.db, run)));
  notifyFollowers(current, crate.crateId);
  return oneItem(current, crate, row);
}

interface ChangeOptions {
  /** A former state comes back with those who were in it. */
  readonly mayAddAnyone?: boolean;
}

/** Audits a change of the owner. @param write gets the collaborators before it */
async function changePeople(
  current: Current,
  crate: Crate,
  itemId: string,
  write: (current: Current, known: readonly string[]) => Promise<ItemRow>,
): Promise<ItemRow> {
  return inTransaction(current, async (current) => {
    const [before] = await current.db.query<Pick<Row<'items'>, 'user_id' | 'collaborators'>>(sql`
      select user_id, collaborators from items where crate_id = ${crate.crateId} and item_id = ${itemId} for no key update`);
    const row = await write(current, before?.collaborators ?? []);
    if (before?.user_id !== row.user_id) {
      await requirePayer(current, crate, row.user_id);
      const target = `item/${crate.crateId}/${itemId}`;
      const [was, is] = [{ userId: before?.user_id }, { userId: row.user_id }];
      await recordAuditEntry(current, itemAudit.handOver, { target, before: was, after: is });
    }
    return row;
  });
}

/** Where users have quotas, an item is only transferred to an account, which is charged for it. */
async function requirePayer({ actor, db, rowCache }: Current, { policy }: Crate, owner: string): Promise<void> {
  const isFree = policy.quotas?.user === undefined || isAdmin(actor.role) || actor.app !== undefined;
  if (!isFree && (await findRole(db, rowCache, owner)) === undefined) {
    throw new Problem(invalidMetadata, { fields: { 'collaborators.0': 'the id of a user' } });
  }
}
