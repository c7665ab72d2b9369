import * as z from 'zod/mini';

import { call } from '#app/current/call.ts';
import { badCredentials, notAllowed } from '#app/current/problems.ts';
import { Flag } from '#lib/calls/flag.ts';
import { pageLimit } from '#lib/calls/page.ts';

import { idempotencyHeaders, idempotencyProblems } from '../idempotency.ts';
import { Item } from '../item.ts';
import {
  changedMeanwhile,
  foreignCursor,
  nameTaken,
  noCrate,
  noItem,
  overQuota,
  preconditionRequired,
  rangeOutside,
} from '../problems.ts';
import { Revert, RevertRequest, TrashedItem, Version, VersionChanges } from './history.ts';
import { noVersion, notYet } from './problems.ts';

const crateParams = z.object({ crateId: z.string() });
const itemParams = z.object({ crateId: z.string(), itemId: z.string() });
const versionParams = z.object({ crateId: z.string(), itemId: z.string(), rev: z.string() });
const refusals = [badCredentials, notAllowed, noCrate];
const itemRefusals = [...refusals, noItem];
const limit = pageLimit(128, 16);
const revText = 'the number of a version';
const Rev = z.pipe(
  z.string().check(z.regex(/^[1-9]\d{0,14}$/, revText)),
  z.transform((text) => Number(text)),
);

export const listVersions = call({
  id: 'storage.listVersions',
  method: 'GET',
  path: '/api/storage/crates/{crateId}/items/{itemId}/versions',
  least: 'policy',
  summary:
    'The states that an item has had and that are kept, the current one first. The Link header gives older ones.',
  params: itemParams,
  query: z.object({ limit, before: z.optional(Rev) }),
  success: [{ status: 200, description: 'The versions.', data: z.array(Version) }],
  problems: itemRefusals,
  byKey: 'rumpus-items-read',
});

export const getVersion = call({
  id: 'storage.getVersion',
  method: 'GET',
  path: '/api/storage/crates/{crateId}/items/{itemId}/versions/{rev}',
  least: 'policy',
  summary: 'A version’s metadata, or with download=true its body.',
  params: versionParams,
  query: z.object({ download: z.optional(Flag) }),
  headers: z.object({
    'if-none-match': z.optional(z.string()),
    range: z.optional(z.string()),
    'if-range': z.optional(z.string()),
  }),
  success: [
    { status: 200, description: 'The metadata, or the body with Rumpus-Item-Parameters.', data: Version, bytes: true },
    { status: 206, description: 'A part of the body.', bytes: true },
    { status: 304, description: 'Nothing has changed.' },
  ],
  problems: [...itemRefusals, noVersion, rangeOutside],
  byKey: 'rumpus-items-read',
});

export const compareVersions = call({
  id: 'storage.compareVersions',
  method: 'GET',
  path: '/api/storage/crates/{crateId}/items/{itemId}/versions/{rev}/changes',
  least: 'policy',
  summary: 'What differs from the version `from`, or without it from the version before.',
  params: versionParams,
  query: z.object({ from: z.optional(Rev) }),
  success: [{ status: 200, description: 'The fields that differ, and how.', data: VersionChanges }],
  problems: [...itemRefusals, noVersion],
  byKey: 'rumpus-items-read',
});

export const restoreVersion = call({
  id: 'storage.restoreVersion',
  method: 'POST',
  path: '/api/storage/crates/{crateId}/items/{itemId}/versions/{rev}/restore',
  least: 'policy',
  summary: 'Gives an item the state of a version again, as a new version.',
  params: versionParams,
  headers: z.object({
    'if-match': z.optional(z.string()),
    'if-none-match': z.optional(z.string()),
    ...idempotencyHeaders,
  }),
  success: [{ status: 200, description: 'The item’s metadata.', data: Item }],
  problems: [
    ...itemRefusals,
    noVersion,
    nameTaken,
    changedMeanwhile,
    preconditionRequired,
    overQuota,
    ...idempotencyProblems,
  ],
  byKey: 'rumpus-items-write',
});

export const listTrash = call({
  id: 'storage.listTrash',
  method: 'GET',
  path: '/api/storage/crates/{crateId}/trash',
  least: 'policy',
  summary: 'Deleted items that the asker may take back, the latest deletion first. The Link header gives earlier ones.',
  params: crateParams,
  query: z.object({ limit, after: z.optional(z.string().check(z.maxLength(1024))) }),
  success: [{ status: 200, description: 'The items in the trash.', data: z.array(TrashedItem) }],
  problems: [...refusals, foreignCursor],
  byKey: 'rumpus-items-read',
});

export const undeleteItem = call({
  id: 'storage.undeleteItem',
  method: 'POST',
  path: '/api/storage/crates/{crateId}/trash/{itemId}/restore',
  least: 'policy',
  summary: 'Takes an item out of the trash as it was: its id, versions, stats, records and collaborators.',
  params: itemParams,
  headers: z.object(idempotencyHeaders),
  success: [{ status: 200, description: 'The item’s metadata.', data: Item }],
  problems: [...itemRefusals, nameTaken, overQuota, ...idempotencyProblems],
  byKey: 'rumpus-items-write',
});

export const purgeItem = call({
  id: 'storage.purgeItem',
  method: 'DELETE',
  path: '/api/storage/crates/{crateId}/trash/{itemId}',
  least: 'policy',
  summary: 'Removes an item from the trash for good.',
  params: itemParams,
  success: [{ status: 204, description: 'It is gone.' }],
  problems: itemRefusals,
});

export const revertCrate = call({
  id: 'storage.revertCrate',
  method: 'POST',
  path: '/api/storage/crates/{crateId}/revert',
  least: 'admin',
  summary:
    'Brings all items of a crate back to their states at a moment, or those that one user has edited since; with dryRun it only tells what would change.',
  params: crateParams,
  headers: z.object(idempotencyHeaders),
  body: { json: RevertRequest },
  success: [{ status: 200, description: 'What changed, or would change.', data: Revert }],
  problems: [...refusals, notYet, nameTaken, overQuota, ...idempotencyProblems],
});
