import type { Current } from '#app/current/current.server.ts';
import { notAllowed } from '#app/current/problems.ts';
import { refuse } from '#app/current/permission.ts';
import { isAdmin } from '#app/current/role.ts';
import { Problem } from '#lib/problem.ts';
import { uuidv7 } from '#lib/uuid.server.ts';

import { refuseIn } from '../crates/access.server.ts';
import type { Crate } from '../crates/crate.ts';
import { getCrate } from '../crates/crates.server.ts';
import { accessTo, mayAct, mayNothing } from '../crates/policy.ts';
import { wakeFollowers } from '../feed/wakes.server.ts';
import type { Item, ItemParameters } from '../item.ts';
import { itemOf } from '../rows.server.ts';

import { takeBody, withBody } from './bodies.server.ts';
import type { TakenBody } from './bodies.server.ts';
import { translateConflict } from './conflicts.server.ts';
import { insertItem } from './inserts.server.ts';
import type { NewItem } from './inserts.server.ts';

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
  const crate = await getCrate(current, crateId);
  const { actor } = current;
  if (mayNothing(accessTo(crate.policy, 'create', actor, true))) refuseIn(current, crate);
  const collaborators = unique(parameters.collaborators ?? [actor.userId ?? '']);
  const tags = unique(parameters.tags ?? []);
  requireOwnership(current, crate, collaborators, tags);
  const body = await takeBody(current, crate, request);
  const item = newItem(current, { ...parameters, collaborators, tags }, body);
  await withBody(current, body, () =>
    translateConflict(current, crate, body.bytes, insertItem(current, crateId, item)),
  );
  wakeFollowers(current, crateId);
  return madeItem(crateId, item);
}

function newItem(
  { actor, now }: Current,
  { name = null, collaborators = [], tags = [], map = {}, note = null, createdAt }: ItemParameters,
  body: TakenBody,
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

function madeItem(
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

/** Who creates owns: only admins create for others, and tags need the right to tag an item of one's own. */
function requireOwnership(current: Current, crate: Crate, collaborators: string[], tags: string[]): void {
  const { actor } = current;
  if (collaborators[0] !== actor.userId && !isAdmin(actor.role)) refuse(current);
  const mayTag = mayAct(accessTo(crate.policy, 'tag', actor, true), { collaborators, tags: [] });
  if (tags.length > 0 && !mayTag) throw new Problem(notAllowed);
}

function unique(values: string[]): string[] {
  return [...new Set(values)];
}
