import type { Current } from '#app/current/current.server.ts';
import { refuse } from '#app/current/permission.ts';
import { isAdmin } from '#app/current/role.ts';
import { Batcher } from '#lib/batcher.ts';
import { isSqlState, retryAfterDeadlock } from '#lib/database/database.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import type { SqlValue } from '#lib/database/sql.server.ts';
import { uuidv7 } from '#lib/uuid.server.ts';

import { refuseAccess } from '../crates/access.server.ts';
import type { Crate } from '../crates/crate.ts';
import { getCrate } from '../crates/crates.server.ts';
import { accessTo, allowsNothing, evaluate } from '../crates/policy.ts';
import type { Action, Policy, Principal, Verdict } from '../crates/policy.ts';
import { retagVerdict } from '../crates/protection.ts';
import { notifyFollowers } from '../feed/notify.server.ts';
import type { Item, ItemParameters } from '../item.ts';
import { toItem } from '../rows.server.ts';
import { receiveBody, withBody } from './bodies.server.ts';
import type { ItemContent, ReceivedBody } from './bodies.server.ts';
import { requireFit, requireMapFit } from './data-schema.server.ts';
import { LARGE_BYTES, arrayText } from './fragments.server.ts';
import { requireAccounts, translateConflict } from './refusals.server.ts';

export interface CreateOptions {
  /** Others may be its owners, by a deed of the site that has its own rule for that. */
  readonly forOthers?: boolean;
  /** Of an item that comes from elsewhere; in the caller's transaction nobody else can have it. */
  readonly as?: Pick<NewItem, 'itemId' | 'rev'>;
}

interface ReceivedItem {
  crate: Crate;
  parameters: ItemParameters;
  body: ReceivedBody;
  as: CreateOptions['as'];
}

/** @throws Problem 401, 403, 404, 409 for a taken name, 413 for a body over the limit, 507 when a quota is full */
export async function createItem(
  current: Current,
  crateId: string,
  parameters: ItemParameters,
  source: Request | ItemContent,
  options: CreateOptions = {},
): Promise<Item> {
  const taken = await receiveItem(current, crateId, parameters, source, options);
  return withBody(current, taken.body, () => writeItem(current, taken));
}

/** The part of `createItem` before its transaction: everything that can be refused without one, and the body. */
export async function receiveItem(
  current: Current,
  crateId: string,
  parameters: ItemParameters,
  source: Request | ItemContent,
  { forOthers = false, as }: CreateOptions = {},
): Promise<ReceivedItem> {
  const crate = await getCrate(current, crateId);
  const { actor } = current;
  if (allowsNothing(accessTo(crate.policy, 'create', actor, true))) refuseAccess(current, crate);
  const collaborators = unique(parameters.collaborators ?? [actor.userId ?? '']);
  const tags = unique(parameters.tags ?? []);
  const judged = forOthers ? unique([actor.userId ?? '', ...collaborators]) : collaborators;
  if (!createVerdict(crate.policy, actor, judged, tags).allowed) refuse(current);
  await requireAccounts(current, collaborators);
  const { map = {} } = parameters;
  requireMapFit(crate.policy, map);
  const body = await receiveBody(current, crate, source);
  await withBody(current, body, () => requireFit(current, crate.policy, { body }));
  return { crate, parameters: { ...parameters, collaborators, tags }, body, as };
}

/** The rest of `createItem`, inside of `withBody`. */
export async function writeItem(current: Current, { crate, parameters, body, as }: ReceivedItem): Promise<Item> {
  const item = { ...newItem(current, parameters, body), ...as };
  await translateConflict(current, crate, body.bytes, insertItem(current, crate.crateId, item));
  notifyFollowers(current, crate.crateId);
  return createdItem(crate.crateId, item);
}

// Only admins, and app keys that name someone, create for others and name all collaborators. The crate's rule sees the
// item as it is to be; tags and further collaborators need the rights to tag and to share an item of one's own without
// any tags.
export function createVerdict(
  policy: Policy,
  principal: Principal,
  collaborators: readonly string[],
  tags: readonly string[],
): Verdict {
  const [owner] = collaborators;
  const mayName = isAdmin(principal.role) || (principal.app !== undefined && owner !== '');
  if (owner !== principal.userId && !mayName) return { allowed: false, rule: 'owner' };
  const judgeAction = (action: Action, tags: readonly string[]) =>
    evaluate(accessTo(policy, action, principal, true), { collaborators, tags });
  const verdicts = [judgeAction('create', tags)];
  if (tags.length > 0) verdicts.push(judgeAction('tag', []), retagVerdict(principal.role, policy, [], tags));
  if (collaborators.length > 1 && !mayName) verdicts.push(judgeAction('collaborate', []));
  return verdicts.find(({ allowed }) => !allowed) ?? { allowed: true, rule: verdicts[0]?.rule ?? 'create' };
}

export interface NewItem {
  itemId: string;
  rev: string;
  name: string | null;
  collaborators: readonly string[];
  tags: readonly string[];
  map: Item['map'];
  note: string | null;
  body: ReceivedBody;
  createdAt: Date;
  updatedAt: Date;
  updatedBy: string | null;
}

function newItem(
  { actor, now }: Current,
  { name = null, collaborators = [], tags = [], map = {}, note = null, createdAt }: ItemParameters,
  body: ReceivedBody,
): NewItem {
  const at = now();
  return {
    itemId: uuidv7(at.getTime()),
    // Revisions count up from the milliseconds of the creation, not from 1: the etag also tells the item apart from one
    // that had its name before, which a download by search would otherwise answer as unchanged.
    rev: String(at.getTime()),
    name,
    collaborators,
    tags,
    map,
    note,
    body,
    createdAt: isAdmin(actor.role) ? (createdAt ?? at) : at,
    updatedAt: at,
    updatedBy: actor.userId ?? null,
  };
}

function createdItem(
  crateId: string,
  { itemId, rev, name, collaborators, tags, map, note, body, ...when }: NewItem,
): Item {
  const metadata = { item_id: itemId, rev, name, user_id: collaborators[0] ?? '', map, note };
  const lists = { collaborators: [...collaborators], tags: [...tags] };
  const stored = { mimetype: body.mimetype, bytes: String(body.bytes) };
  const times = { created_at: when.createdAt, updated_at: when.updatedAt };
  const row = { ...metadata, ...lists, ...stored, ...times, stats: null, has_records: false };
  return toItem(crateId, row, when.updatedAt.getTime());
}

interface ItemInsert {
  current: Current;
  crateId: string;
  item: NewItem;
}

const MAX_BATCH_SIZE = 48;
const createInserts = () => new Batcher<ItemInsert, void>(insertTogether, MAX_BATCH_SIZE);

/** Concurrent creations in a crate share one statement and one commit. Throws PostgreSQL's errors. */
function insertItem(current: Current, crateId: string, item: NewItem): Promise<void> {
  const key = item.body.bytes > LARGE_BYTES ? `${crateId}/${item.itemId}` : crateId;
  return current.db.state.get(createInserts).run(key, { current, crateId, item });
}

async function insertTogether(inserts: ItemInsert[]): Promise<(void | Promise<void>)[]> {
  const [first] = inserts;
  if (first === undefined || inserts.length === 1) return inserts.map(insertAlone);
  try {
    const items = inserts.map(({ item }) => item);
    await insertItems(first.current, first.crateId, items);
    return inserts.map(() => undefined);
  } catch (error) {
    // One of them is refused, and nothing is written. Alone, each finds out whether it was the cause, but in a transaction,
    // which has ended.
    if (!first.current.db.isTransaction && isSqlState(error, '23505', '23503', 'QUOTA', '57014', '40P01', '55P03'))
      return inserts.map(insertAlone);
    throw error;
  }
}

function insertAlone({ current, crateId, item }: ItemInsert): Promise<void> {
  return retryAfterDeadlock(current.db, () => insertItems(current, crateId, [item]));
}

/** All of them or none. Throws as `insertItem`. */
export async function insertItems({ db }: Current, crateId: string, items: readonly NewItem[]): Promise<void> {
  const each = (toValue: (item: NewItem) => SqlValue) => items.map(toValue);
  // The arrays are selected so that the planner does not see their lengths: it would plan anew for each.
  await db.query(sql`
    with item as (
      insert into items (crate_id, item_id, rev, name, user_id, collaborators, tags, map, note, mimetype, bytes, body,
        file_key, digest, created_at, updated_at, updated_by)
      select ${crateId}, n.item_id, n.rev, n.name, (n.collaborators::text[])[1], n.collaborators::text[], n.tags::text[],
        n.map, n.note, n.mimetype, n.bytes, n.body, n.file_key, n.digest, n.created_at, n.updated_at, n.updated_by
      from unnest((select ${each(({ itemId }) => itemId)}::uuid[]), (select ${each(({ rev }) => rev)}::bigint[]),
        (select ${each(({ name }) => name)}::text[]),
        (select ${each(({ collaborators }) => arrayText(collaborators))}::text[]),
        (select ${each(({ tags }) => arrayText(tags))}::text[]),
        (select ${each(({ map }) => JSON.stringify(map))}::jsonb[]), (select ${each(({ note }) => note)}::text[]),
        (select ${each(({ body }) => body.mimetype)}::text[]), (select ${each(({ body }) => body.bytes)}::bigint[]),
        (select ${each(({ body }) => body.inline)}::bytea[]), (select ${each(({ body }) => body.fileKey)}::text[]),
        (select ${each(({ body }) => body.digest)}::bytea[]),
        (select ${each(({ createdAt }) => createdAt)}::timestamptz[]),
        (select ${each(({ updatedAt }) => updatedAt)}::timestamptz[]),
        (select ${each(({ updatedBy }) => updatedBy)}::text[]))
        n(item_id, rev, name, collaborators, tags, map, note, mimetype, bytes, body, file_key, digest, created_at,
          updated_at, updated_by)
      returning item_id, ordinal, rev, tags, collaborators, created_at, updated_at, updated_by
    ), tagged as (
      insert into item_tags select ${crateId}, tag, created_at, item_id, ordinal from item cross join lateral unnest(tags) tag
    ), shared as (
      insert into item_shares
      select ${crateId}, sharer, created_at, item_id, ordinal
      from item cross join lateral unnest(collaborators[2:]) sharer
    )
    insert into item_changes (crate_id, item_id, ordinal, rev, kind, at, user_id, tags, collaborators)
    select ${crateId}, item_id, ordinal, rev, 'create', updated_at, updated_by, tags, collaborators from item`);
}

function unique(values: string[]): string[] {
  return [...new Set(values)];
}
