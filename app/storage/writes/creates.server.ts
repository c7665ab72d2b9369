import type { Current } from '#app/current/current.server.ts';
import { refuse } from '#app/current/permission.ts';
import { isAdmin } from '#app/current/role.ts';
import { uuidv7 } from '#lib/uuid.server.ts';

import { refuseAccess } from '../crates/access.server.ts';
import type { Crate } from '../crates/crate.ts';
import { getCrate } from '../crates/crates.server.ts';
import { accessTo, allowsNothing } from '../crates/policy.ts';
import { notifyFollowers } from '../feed/notify.server.ts';
import type { Item, ItemParameters } from '../item.ts';
import { itemOf } from '../rows.server.ts';

import { receiveBody, withBody } from './bodies.server.ts';
import type { ReceivedBody } from './bodies.server.ts';
import { translateConflict } from './conflicts.server.ts';
import { insertItem } from './inserts.server.ts';
import type { NewItem } from './inserts.server.ts';
import { createVerdict } from './rights.server.ts';

/** An item's parameters as they will be, and its body, which has come in. */
export interface ReceivedItem {
  crate: Crate;
  parameters: ItemParameters;
  body: ReceivedBody;
}

/**
 * Creates an item with the request's body.
 * @throws Problem 401 or 403 when the crate does not let the asker, 404 for an unknown crate, 409 when the name is
 * taken, 413 for a body over the crate's limit, 507 when a quota is full
 */
export async function createItem(
  current: Current,
  crateId: string,
  parameters: ItemParameters,
  request: Request,
): Promise<Item> {
  const taken = await receiveItem(current, crateId, parameters, request);
  return withBody(current, taken.body, () => writeItem(current, taken));
}

/** The part of `createItem` that needs no transaction: what can be refused without one, and the body. */
export async function receiveItem(
  current: Current,
  crateId: string,
  parameters: ItemParameters,
  request: Request,
): Promise<ReceivedItem> {
  const crate = await getCrate(current, crateId);
  const { actor } = current;
  if (allowsNothing(accessTo(crate.policy, 'create', actor, true))) refuseAccess(current, crate);
  const collaborators = unique(parameters.collaborators ?? [actor.userId ?? '']);
  const tags = unique(parameters.tags ?? []);
  if (!createVerdict(crate.policy, actor, collaborators, tags).allowed) refuse(current);
  const body = await receiveBody(current, crate, request);
  return { crate, parameters: { ...parameters, collaborators, tags }, body };
}

/** The rest of `createItem`, inside of `withBody`. */
export async function writeItem(current: Current, { crate, parameters, body }: ReceivedItem): Promise<Item> {
  const item = newItem(current, parameters, body);
  await translateConflict(current, crate, body.bytes, insertItem(current, crate.crateId, item));
  notifyFollowers(current, crate.crateId);
  return createdItem(crate.crateId, item);
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
    ...{ name, collaborators, tags, map, note, body },
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
  return itemOf(crateId, row, when.updatedAt.getTime());
}

function unique(values: string[]): string[] {
  return [...new Set(values)];
}
