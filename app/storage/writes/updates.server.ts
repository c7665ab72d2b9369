import { findRole } from '#app/accounts/accounts.server.ts';
import { recordAuditEntry } from '#app/audit/audit.server.ts';
import { inTransaction } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { isAdmin } from '#app/current/role.ts';
import type { Row } from '#database/rows.ts';
import { Batcher } from '#lib/batcher.ts';
import { isSqlState, retryAfterDeadlock } from '#lib/database/database.server.ts';
import { busyProblem } from '#lib/database/failures.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import type { Sql, SqlValue } from '#lib/database/sql.server.ts';
import type { EtagCondition } from '#lib/http/conditions.ts';
import { KeyedQueue } from '#lib/keyed-queue.ts';
import { Problem } from '#lib/problem.ts';

import { itemAudit } from '../audit-kinds.server.ts';
import { accessSql, refuseAccess } from '../crates/access.server.ts';
import type { Crate } from '../crates/crate.ts';
import { getCrate } from '../crates/crates.server.ts';
import { accessTo, allowsNothing, mayAct } from '../crates/policy.ts';
import type { Access, Action, ItemAttributes } from '../crates/policy.ts';
import { retagSql } from '../crates/protection.server.ts';
import { mayRetag } from '../crates/protection.ts';
import { notifyFollowers } from '../feed/notify.server.ts';
import { DEFAULT_KEEP } from '../history/history.ts';
import { isItemId } from '../item.ts';
import type { Item, ItemParameters, MetadataPatch } from '../item.ts';
import { invalidMetadata, noItem } from '../problems.ts';
import { ITEM_METADATA, oneItem } from '../rows.server.ts';
import type { ItemRow } from '../rows.server.ts';
import { receiveBody, withBody } from './bodies.server.ts';
import type { ItemContent, ReceivedBody } from './bodies.server.ts';
import { LARGE_BYTES, arrayText, deleteSharesSql, deleteTagsSql, revisionSql } from './fragments.server.ts';
import { revisionsOf, unchangedRowSql, versionSql } from './fragments.server.ts';
import type { Preconditions } from './fragments.server.ts';
import { requireAccounts, translateConflict, writeConditionally } from './refusals.server.ts';

/** A deed of the site may say that an item is new to its readers only now. */
export type ItemPatch = MetadataPatch & Pick<ItemParameters, 'createdAt'>;

/** What a write leaves out stays. */
export type ItemWrite = ItemParameters & {
  /** A restored version may have a large body without a digest. */
  body?: Omit<ReceivedBody, 'digest'> & { digest: ReceivedBody['digest'] | null };
  mapPatch?: { set: Item['map']; drop: string[] };
};

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
  const body = await receiveBody(current, crate, source);
  return withBody(current, body, () => change(current, crate, itemId, { ...metadata, body }, conditions));
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
  if (!isItemId(anyId)) throw new Problem(noItem);
  const itemId = anyId.toLowerCase();
  const attempt = {
    crate,
    itemId,
    conditions,
    isAllowed: (item: ItemAttributes) => hasRights(current, crate, rights, change, item),
    write: (current: Current) => writeUpdate({ current, crate, itemId, change, conditions, rights }),
  };
  const run = () =>
    change.collaborators === undefined
      ? writeConditionally(current, attempt)
      : changePeople(current, crate, itemId, async (current, known) => {
          const row = await writeConditionally(current, attempt);
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

/**
 * Body, name, map and note need the right to update; tags, collaborators and the owner each need their own. Next to an
 * update, tags and collaborators that stay as they are need no right. @throws Problem 401, 403 or 404
 */
function rightsTo(current: Current, crate: Crate, change: ItemWrite): ChangeRights {
  const rule = (action: Action) => accessTo(crate.policy, action, current.actor, true);
  const isUpdate = partsOf(change).some((part) => part !== 'tags' && part !== 'collaborators');
  const update = isUpdate ? rule('update') : undefined;
  const tag = change.tags && rule('tag');
  const people = change.collaborators && { collaborate: rule('collaborate'), transfer: rule('transfer') };
  const needed = update ? [[update]] : [tag && [tag], people && [people.collaborate, people.transfer]];
  if (needed.some((some) => some?.every(allowsNothing))) refuseAccess(current, crate);
  return { read: rule('read'), update, tag, people };
}

/** Conditions on `items i`, which is to become as `wanted w` says. */
function rightsSql({ actor }: Current, { policy }: Crate, rights: ChangeRights): Sql {
  const { read, update, tag, people } = rights;
  const conditions: Sql[] = [];
  if (update !== undefined) conditions.push(accessSql(update));
  if (!read.everything) conditions.push(accessSql(read));
  if (tag !== undefined) {
    const same = update === undefined ? sql`false` : sql`i.tags = w.new_tags::text[]`;
    conditions.push(sql`(${same} or ${accessSql(tag)})`);
    conditions.push(retagSql(actor.role, policy, sql`i.tags`, sql`w.new_tags::text[]`));
  }
  if (people !== undefined) {
    const same = update === undefined ? sql`false` : sql`i.collaborators = w.people::text[]`;
    conditions.push(sql`(${same} or case when i.user_id = (w.people::text[])[1]
      then ${accessSql(people.collaborate)} else ${accessSql(people.transfer)} end)`);
  }
  return sql.join(conditions, ' and ');
}

/** The twin of `rightsSql`, for an item that the statement did not change. The right to read is checked elsewhere. */
function hasRights(
  { actor }: Current,
  { policy }: Crate,
  { update, tag, people }: ChangeRights,
  { tags, collaborators }: ItemWrite,
  item: ItemAttributes,
): boolean {
  if (update !== undefined && !mayAct(update, item)) return false;
  if (tag !== undefined && tags !== undefined) {
    const same = update !== undefined && isSame(tags, item.tags);
    if (!same && !mayAct(tag, item)) return false;
    if (!mayRetag(actor.role, policy, item.tags, tags)) return false;
  }
  if (people === undefined || collaborators === undefined) return true;
  const right = collaborators[0] === item.collaborators[0] ? people.collaborate : people.transfer;
  return (update !== undefined && isSame(collaborators, item.collaborators)) || mayAct(right, item);
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((member, at) => member === other[at]);
}

function partsOf(change: ItemWrite): string[] {
  return Object.keys(change).filter((part) => change[part as keyof ItemWrite] !== undefined);
}

/** Undefined rights are not needed. */
interface ChangeRights {
  /** The answer holds the whole item, so the caller must be allowed to read it. */
  readonly read: Access;
  readonly update: Access | undefined;
  readonly tag: Access | undefined;
  readonly people: { readonly collaborate: Access; readonly transfer: Access } | undefined;
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

interface UpdateJob {
  current: Current;
  crate: Crate;
  itemId: string;
  change: ItemWrite;
  conditions: Preconditions;
  rights: ChangeRights;
}

const MAX_BATCH_SIZE = 24;
const createUpdates = () => new Batcher<UpdateJob, ItemRow | undefined>(updateTogether, MAX_BATCH_SIZE);

// Undefined when its conditions were not met. Concurrent updates of several items, by the same caller and with the same
// kind of change, share one statement and one commit.
function writeUpdate(update: UpdateJob): Promise<ItemRow | undefined> {
  const { current, crate, itemId, change, conditions } = update;
  const { userId, role, app } = current.actor;
  const kinds = [conditions.ifMatch, conditions.ifNoneMatch].map((list) => (Array.isArray(list) ? 'list' : list));
  const key = [crate.crateId, crate.updatedAt, userId, role, app, kinds, partsOf(change)];
  const isLarge = (change.body?.inline?.length ?? 0) > LARGE_BYTES;
  return current.db.state.get(createUpdates).run(isLarge ? `${crate.crateId}/${itemId}` : JSON.stringify(key), update);
}

async function updateTogether(updates: UpdateJob[]): Promise<(ItemRow | undefined | Promise<ItemRow | undefined>)[]> {
  if (updates.length === 1) return updates.map(updateAlone);
  try {
    // One order for all, so that statements with the same items wait for each other and never deadlock.
    const rows = await updateItems(updates.toSorted((a, b) => (a.itemId < b.itemId ? -1 : 1)));
    return updates.map(({ itemId }) => rows.get(itemId));
  } catch (error) {
    // One of them is refused, and nothing is written. Alone, each finds out whether it was the cause.
    if (isSqlState(error, '23505', '23514', 'QUOTA', '57014', '40P01', '55P03')) return updates.map(updateAlone);
    throw error;
  }
}

async function updateAlone(update: UpdateJob): Promise<ItemRow | undefined> {
  const rows = await retryAfterDeadlock(update.current.db, () => updateItems([update]));
  return rows.get(update.itemId);
}

async function updateItems(updates: readonly UpdateJob[]): Promise<Map<string, ItemRow>> {
  const [first] = updates;
  if (first === undefined) return new Map();
  const { current, crate, change, conditions } = first;
  const { crateId, policy } = crate;
  const by = current.actor.userId ?? null;
  const each = (valueOf: (update: UpdateJob) => SqlValue) => updates.map(valueOf);
  const columns = COLUMNS.filter(({ part }) => change[part] !== undefined);
  const names = columns.map(({ name }) => name);
  const arrays = columns.map(({ of, isBytes }) => {
    const values = each(({ change }) => of(change));
    return isBytes ? sql`(select ${values}::bytea[])` : sql`(select ${values}::text[])`;
  });
  const sets = columns.map(({ set }) => set).filter((set) => set !== undefined);
  const revisions = { ifMatch: sql`w.if_match::bigint[]`, ifNoneMatch: sql`w.if_none_match::bigint[]` };
  // The arrays are selected so that the planner does not see their lengths: it would plan anew for each.
  const rows = await current.db.query<ItemRow>(sql`
    with wanted as (
      select * from unnest((select ${each(({ itemId }) => itemId)}::uuid[]),
        (select ${each(({ current }) => current.now())}::timestamptz[]),
        (select ${each(({ conditions }) => revisionText(conditions.ifMatch))}::text[]),
        (select ${each(({ conditions }) => revisionText(conditions.ifNoneMatch))}::text[]), ${sql.join(arrays, ', ')})
        w(id, at, if_match, if_none_match, ${sql.join(names, ', ')})
    ), ${unchangedRowSql(crateId, sql`wanted`)}, item as (
      update items i set rev = i.rev + 1, updated_at = greatest(i.updated_at, w.at), updated_by = ${by},
        ${sql.join(sets, ', ')}
      from seen join wanted w on w.id = seen.item_id
      where i.crate_id = ${crateId} and i.item_id = seen.item_id and i.rev = seen.rev
        and ${revisionSql(conditions, revisions)} and ${rightsSql(current, crate, first.rights)}
      returning i.*
    ), changed as (
      insert into item_changes (crate_id, item_id, ordinal, rev, kind, at, user_id, tags, collaborators, was_tags,
        was_collaborators)
      select ${crateId}, item.item_id, item.ordinal, item.rev, 'update', item.updated_at, ${by}, item.tags,
        item.collaborators, nullif(seen.tags, item.tags), nullif(seen.collaborators, item.collaborators)
      from item join seen using (item_id)
    )
    ${historySql(crateId, policy.keep?.versions ?? DEFAULT_KEEP.versions)}
    ${change.tags === undefined && change.createdAt === undefined ? sql.empty : tagsSql(crateId)}
    ${change.collaborators === undefined && change.createdAt === undefined ? sql.empty : sharesSql(crateId)}
    select ${ITEM_METADATA} from item i`);
  return new Map(rows.map((row) => [row.item_id, row]));
}

// Old versions are deleted some at a time, because one with every write costs a quarter of its speed; revisions without
// gaps tell which are too many. They are found item by item: joined, a plan that was made while there were no versions
// would walk those of the whole crate.
function historySql(crateId: string, versions: number): Sql {
  if (versions === 0) return sql.empty;
  return sql`, ${versionSql(crateId, { trashed: false })}, pruned as (
      delete from item_versions where ctid = any(array(
        select old.ctid from item cross join lateral (
          select v.ctid from item_versions v where v.crate_id = ${crateId} and v.item_id = item.item_id and not v.trashed
            and v.rev < case when item.rev % ${Math.ceil(versions / 8)}::int = 0 then item.rev - ${versions}::int end
          order by v.rev limit 1000) old))
    )`;
}

function tagsSql(crateId: string): Sql {
  return sql`, ${deleteTagsSql(crateId, sql`item.tags`)}, tagged as (
      insert into item_tags select ${crateId}, fresh.tag, item.created_at, item.item_id, item.ordinal
      from item join seen using (item_id) cross join lateral unnest(item.tags) fresh(tag)
      where fresh.tag <> all(seen.tags) or item.created_at <> seen.created_at
    )`;
}

function sharesSql(crateId: string): Sql {
  return sql`, ${deleteSharesSql(crateId, sql`item.collaborators[2:]`)}, shared as (
      insert into item_shares select ${crateId}, fresh.user_id, item.created_at, item.item_id, item.ordinal
      from item join seen using (item_id) cross join lateral unnest(item.collaborators[2:]) fresh(user_id)
      where fresh.user_id <> all(seen.collaborators[2:]) or item.created_at <> seen.created_at
    )`;
}

interface WantedColumn {
  part: keyof ItemWrite;
  name: Sql;
  of: (change: ItemWrite) => SqlValue;
  set?: Sql;
  isBytes?: true;
}

const COLUMNS: readonly WantedColumn[] = [
  { part: 'name', name: sql`new_name`, of: ({ name }) => name ?? null, set: sql`name = w.new_name` },
  { part: 'note', name: sql`new_note`, of: ({ note }) => note ?? null, set: sql`note = w.new_note` },
  {
    part: 'createdAt',
    name: sql`made_at`,
    of: ({ createdAt }) => createdAt?.toISOString() ?? null,
    set: sql`created_at = w.made_at::timestamptz`,
  },
  { part: 'map', name: sql`new_map`, of: ({ map }) => JSON.stringify(map ?? {}), set: sql`map = w.new_map::jsonb` },
  { part: 'mapPatch', name: sql`dropped`, of: ({ mapPatch }) => arrayText(mapPatch?.drop ?? []) },
  {
    part: 'mapPatch',
    name: sql`patch`,
    of: ({ mapPatch }) => JSON.stringify(mapPatch?.set ?? {}),
    set: sql`map = (i.map || w.patch::jsonb) - w.dropped::text[]`,
  },
  { part: 'tags', name: sql`new_tags`, of: ({ tags }) => arrayText(tags ?? []), set: sql`tags = w.new_tags::text[]` },
  {
    part: 'collaborators',
    name: sql`people`,
    of: ({ collaborators }) => arrayText(collaborators ?? []),
    set: sql`collaborators = w.people::text[], user_id = (w.people::text[])[1]`,
  },
  { part: 'body', name: sql`type`, of: ({ body }) => body?.mimetype ?? null, set: sql`mimetype = w.type` },
  { part: 'body', name: sql`size`, of: ({ body }) => body?.bytes ?? null, set: sql`bytes = w.size::bigint` },
  { part: 'body', name: sql`file`, of: ({ body }) => body?.fileKey ?? null, set: sql`file_key = w.file` },
  {
    part: 'body',
    name: sql`new_body`,
    of: ({ body }) => body?.inline ?? null,
    set: sql`body = w.new_body`,
    isBytes: true,
  },
  {
    part: 'body',
    name: sql`sha256`,
    of: ({ body }) => body?.digest ?? null,
    set: sql`digest = w.sha256`,
    isBytes: true,
  },
];

function revisionText(condition: EtagCondition | undefined): string | null {
  return condition === undefined || condition === '*' ? null : arrayText(revisionsOf(condition));
}
