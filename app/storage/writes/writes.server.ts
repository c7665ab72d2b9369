import type { Current } from '#app/current/current.server.ts';
import { notAllowed } from '#app/current/problems.ts';
import { refuse } from '#app/current/permission.ts';
import { isAdmin } from '#app/current/role.ts';
import { isSqlState } from '#lib/database/database.server.ts';
import { Problem } from '#lib/problem.ts';
import { uuidv7 } from '#lib/uuid.server.ts';

import { takeBody, withBody } from './bodies.server.ts';
import { changeItem } from './changes.server.ts';
import type { Preconditions } from './conditional.server.ts';
import { refuseIn } from '../crates/access.server.ts';
import type { Crate } from '../crates/crate.ts';
import { forgetCrate, getCrate } from '../crates/crates.server.ts';
import type { Item, ItemParameters } from '../item.ts';
import { accessTo, mayAct, mayNothing } from '../crates/policy.ts';
import { invalidMetadata, nameTaken, noCrate } from '../problems.ts';
import { itemOf } from '../rows.server.ts';

/**
 * Creates an item with the request's body.
 * @throws Problem 401 or 403 when the crate does not let the asker, 404 for an unknown crate, 409 when the name is
 * taken, 413 for a body over the crate's limit
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
  const now = current.now();
  const createdAt = isAdmin(actor.role) ? (parameters.createdAt ?? now) : now;
  const itemId = uuidv7(now.getTime());
  const { name = null, map = {}, note = null } = parameters;
  const owner = collaborators[0] ?? '';
  const metadata = [crateId, itemId, name, owner, collaborators, tags, JSON.stringify(map), note];
  const stored = [body.mimetype, body.bytes, body.inline, body.fileKey];
  const rev = firstRev(now);
  const values = [...metadata, ...stored, createdAt, now, rev];
  await withBody(current, body, () => translateConflict(current, crateId, current.db.query(INSERT, values)));
  const row = {
    item_id: itemId,
    rev,
    name,
    user_id: owner,
    collaborators,
    tags,
    map,
    note,
    mimetype: body.mimetype,
  };
  const times = { created_at: createdAt, updated_at: now };
  return itemOf(
    crateId,
    { ...row, ...times, bytes: String(body.bytes), stats: null, has_records: false },
    now.getTime(),
  );
}

/**
 * Replaces an item's body and the metadata that the parameters name; never creates.
 * @throws Problem 404 for an unknown item, 412 with the current etag when the precondition fails, else as `createItem`
 */
export async function updateItem(
  current: Current,
  crateId: string,
  itemId: string,
  parameters: ItemParameters,
  conditions: Preconditions,
  request: Request,
): Promise<Item> {
  const crate = await getCrate(current, crateId);
  if (mayNothing(accessTo(crate.policy, 'update', current.actor, true))) refuseIn(current, crate);
  const { createdAt: _, ...metadata } = parameters;
  const body = await takeBody(current, crate, request);
  const change = { ...distinct(metadata), body };
  return withBody(current, body, () =>
    translateConflict(current, crateId, changeItem(current, crate, itemId, change, conditions)),
  );
}

/**
 * Replaces tags, collaborators or both, and keeps everything else.
 * @throws Problem 400 'Invalid metadata' without at least one tag or collaborator (specification §5), else as `updateItem`
 */
export async function updateMetadata(
  current: Current,
  crateId: string,
  itemId: string,
  metadata: Pick<ItemParameters, 'tags' | 'collaborators'>,
  conditions: Preconditions,
): Promise<Item> {
  const crate = await getCrate(current, crateId);
  if (!metadata.tags?.length && !metadata.collaborators?.length) throw new Problem(invalidMetadata);
  return changeItem(current, crate, itemId, distinct(metadata), conditions);
}

/** Who creates owns: only admins create for others, and tags need the right to tag an item of one's own. */
function requireOwnership(current: Current, crate: Crate, collaborators: string[], tags: string[]): void {
  const { actor } = current;
  if (collaborators[0] !== actor.userId && !isAdmin(actor.role)) refuse(current);
  const mayTag = mayAct(accessTo(crate.policy, 'tag', actor, true), { collaborators, tags: [] });
  if (tags.length > 0 && !mayTag) throw new Problem(notAllowed);
}

function distinct<Metadata extends Pick<ItemParameters, 'tags' | 'collaborators'>>(metadata: Metadata): Metadata {
  const { tags, collaborators } = metadata;
  return {
    ...metadata,
    ...(tags && { tags: unique(tags) }),
    ...(collaborators && { collaborators: unique(collaborators) }),
  };
}

function unique(values: string[]): string[] {
  return [...new Set(values)];
}

/**
 * Revisions count up from the milliseconds of the creation, not from 1: the etag also tells the item apart from one that
 * had its name before, which a download by search would otherwise answer as unchanged.
 */
function firstRev(now: Date): string {
  return String(now.getTime());
}

async function translateConflict<Result>(current: Current, crateId: string, writing: Promise<Result>): Promise<Result> {
  try {
    return await writing;
  } catch (error) {
    if (isSqlState(error, '23505') && error.constraint === 'items_by_name') throw new Problem(nameTaken);
    // The crate was deleted after its rules were read.
    if (isSqlState(error, '23503')) {
      forgetCrate(current, crateId);
      throw new Problem(noCrate);
    }
    throw error;
  }
}

const INSERT = {
  name: 'item_insert',
  text: `with tagged as (insert into item_tags select $1, tag, $13, $2 from unnest($6::text[]) tag)
    insert into items (crate_id, item_id, name, user_id, collaborators, tags, map, note, mimetype, bytes, body, file_key,
      created_at, updated_at, rev)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)`,
};
