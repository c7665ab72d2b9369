import type { Current } from '#app/current/current.server.ts';
import { Problem } from '#lib/problem.ts';

import { refuseAccess } from '../crates/access.server.ts';
import type { Crate } from '../crates/crate.ts';
import { getCrate } from '../crates/crates.server.ts';
import { accessTo, allowsNothing } from '../crates/policy.ts';
import type { Item, ItemParameters, MetadataPatch } from '../item.ts';
import { invalidMetadata } from '../problems.ts';

import { receiveBody, withBody } from './bodies.server.ts';
import { changeItem } from './changes.server.ts';
import type { ItemWrite } from './changes.server.ts';
import type { Preconditions } from './conditional.server.ts';
import { translateConflict } from './conflicts.server.ts';

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
  if (allowsNothing(accessTo(crate.policy, 'update', current.actor, true))) refuseAccess(current, crate);
  const { createdAt: _, ...metadata } = parameters;
  const body = await receiveBody(current, crate, request);
  return withBody(current, body, () => change(current, crate, itemId, { ...metadata, body }, conditions));
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
  return change(current, crate, itemId, metadata, conditions);
}

/**
 * Merges a patch (RFC 7396) into the metadata: what it names is replaced, null takes away, keys of the map one by one.
 * @throws Problem 400 'Invalid metadata' when nothing or a wrong thing is named, else as `updateItem`
 */
export async function patchMetadata(
  current: Current,
  crateId: string,
  itemId: string,
  patch: MetadataPatch,
  conditions: Preconditions,
): Promise<Item> {
  const crate = await getCrate(current, crateId);
  if (Object.keys(patch).length === 0) throw new Problem(invalidMetadata);
  const { map, tags, ...metadata } = patch;
  return change(
    current,
    crate,
    itemId,
    { ...metadata, ...(tags !== undefined && { tags: tags ?? [] }), ...mapChange(map) },
    conditions,
  );
}

function mapChange(map: MetadataPatch['map']): Pick<ItemWrite, 'map' | 'mapPatch'> {
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
  change: ItemWrite,
  conditions: Preconditions,
): Promise<Item> {
  return translateConflict(
    current,
    crate,
    change.body?.bytes ?? 0,
    changeItem(current, crate, itemId, distinct(change), conditions),
  );
}

/** A tag or collaborator that is named twice counts once. */
function distinct(change: ItemWrite): ItemWrite {
  const { tags, collaborators } = change;
  return {
    ...change,
    ...(tags && { tags: [...new Set(tags)] }),
    ...(collaborators && { collaborators: [...new Set(collaborators)] }),
  };
}
