import * as z from 'zod/mini';

import { call } from '#app/current/call.ts';
import { badCredentials, notAllowed } from '#app/current/problems.ts';
import { Flag } from '#lib/calls/flag.ts';
import { bodyCutOff } from '#lib/calls/problems.ts';

import { idempotencyHeaders, idempotencyProblems } from './idempotency.ts';
import { Collaborators, Item, MetadataPatch, Tags } from './item.ts';
import {
  bodyOverQuota,
  bodyTooLarge,
  changedMeanwhile,
  foreignCursor,
  idsRequired,
  invalidDigest,
  invalidMetadata,
  invalidReason,
  invalidUpdates,
  itemOrNameRequired,
  nameTaken,
  noCrate,
  noItem,
  noSingleHit,
  nothingToUpdate,
  overQuota,
  preconditionRequired,
  rangeOutside,
  unfitBody,
  searchTooSlow,
  tooManyTags,
  unknownStat,
  unknownStatOfBound,
  storeFull,
  wrongDigest,
} from './problems.ts';
import { SearchQuery } from './search/search.ts';
import { BatchEntry, StatsUpdate, ItemStats } from './stats/stats.ts';

const crateParams = z.object({ crateId: z.string() });
const itemParams = z.object({ crateId: z.string(), itemId: z.string() });
const refusals = [badCredentials, notAllowed, noCrate];
const itemRefusals = [...refusals, noItem];
const changeRefusals = [...itemRefusals, changedMeanwhile, preconditionRequired];
const bodyRefusals = [
  invalidMetadata,
  nameTaken,
  bodyTooLarge,
  bodyOverQuota,
  overQuota,
  bodyCutOff,
  invalidDigest,
  wrongDigest,
  storeFull,
  unfitBody,
];
const overriding = { 'rumpus-override-reason': z.optional(z.string()) };
/** `*` alone, or etags (RFC 9110 §13.1.1). */
const Condition = z.optional(
  z
    .string()
    .check(
      z.refine((text) => text.trim() === '*' || !text.replaceAll(/"[^"]*"/g, '').includes('*'), '* alone, or etags'),
    ),
);
const conditions = { 'if-match': Condition, 'if-none-match': Condition };
const bodyHeaders = {
  ...conditions,
  'rumpus-item-parameters': z.optional(z.string()),
  'content-type': z.optional(z.string()),
  'content-digest': z.optional(z.string()),
  'repr-digest': z.optional(z.string()),
};
const writeHeaders = z.object(bodyHeaders);
const createHeaders = z.object({ ...bodyHeaders, ...idempotencyHeaders });
const Problem = z.looseObject({ status: z.number(), code: z.string(), message: z.string() });
export const BatchFailure = z.object({
  itemId: z.optional(z.string()),
  name: z.optional(z.string()),
  problem: Problem,
});
const BatchAnswer = z.union([ItemStats, BatchFailure]);

export const findItems = call({
  id: 'storage.findItems',
  method: 'GET',
  path: '/api/storage/crates/{crateId}/items',
  least: 'policy',
  summary: 'Searches the items of a crate. The Link header gives the next and the previous page.',
  params: crateParams,
  query: SearchQuery,
  headers: z.object({
    'if-none-match': z.optional(z.string()),
    range: z.optional(z.string()),
    'if-range': z.optional(z.string()),
    ...overriding,
  }),
  success: [
    {
      status: 200,
      description:
        'The items; with count=true their number; with facets, keys of tags, how many of them have each tag; with download=true the body of the one hit.',
      data: z.union([z.array(Item), z.number(), z.record(z.string(), z.number())]),
      bytes: true,
    },
    { status: 206, description: 'With download=true a part of the body.', bytes: true },
    { status: 304, description: 'With download=true: nothing has changed.' },
  ],
  problems: [
    ...refusals,
    invalidReason,
    noItem,
    foreignCursor,
    unknownStat,
    unknownStatOfBound,
    tooManyTags,
    noSingleHit,
    rangeOutside,
    searchTooSlow,
  ],
  byKey: 'rumpus-items-read',
});

export const getItem = call({
  id: 'storage.getItem',
  method: 'GET',
  path: '/api/storage/crates/{crateId}/items/{itemId}',
  least: 'policy',
  summary: 'An item’s metadata, or with download=true its body.',
  params: itemParams,
  query: z.object({ download: z.optional(Flag), permissionsOverride: z.optional(Flag) }),
  headers: z.object({
    'if-none-match': z.optional(z.string()),
    range: z.optional(z.string()),
    'if-range': z.optional(z.string()),
    ...overriding,
  }),
  success: [
    { status: 200, description: 'The metadata, or the body with Rumpus-Item-Parameters.', data: Item, bytes: true },
    { status: 206, description: 'A part of the body.', bytes: true },
    { status: 304, description: 'Nothing has changed.' },
  ],
  problems: [...itemRefusals, invalidReason, rangeOutside],
  byKey: 'rumpus-items-read',
});

export const createItem = call({
  id: 'storage.createItem',
  method: 'POST',
  path: '/api/storage/crates/{crateId}/items',
  least: 'policy',
  summary: 'Creates an item; its body is the request’s body, of any type.',
  params: crateParams,
  headers: createHeaders,
  body: 'bytes',
  success: [{ status: 201, description: 'The new item’s metadata.', data: Item }],
  problems: [...refusals, ...bodyRefusals, ...idempotencyProblems],
  byKey: 'rumpus-items-write',
});

export const updateItem = call({
  id: 'storage.updateItem',
  method: 'PUT',
  path: '/api/storage/crates/{crateId}/items/{itemId}',
  least: 'policy',
  summary: 'Replaces an item’s body, and the metadata that Rumpus-Item-Parameters names.',
  params: itemParams,
  headers: writeHeaders,
  body: 'bytes',
  success: [{ status: 200, description: 'The item’s metadata.', data: Item }],
  problems: [...changeRefusals, ...bodyRefusals],
  byKey: 'rumpus-items-write',
});

export const deleteItem = call({
  id: 'storage.deleteItem',
  method: 'DELETE',
  path: '/api/storage/crates/{crateId}/items/{itemId}',
  least: 'policy',
  summary: 'Moves an item to the trash.',
  params: itemParams,
  query: z.object({ permissionsOverride: z.optional(Flag) }),
  headers: z.object({ ...conditions, ...overriding }),
  success: [{ status: 204, description: 'It is gone.' }],
  problems: [...changeRefusals, invalidReason],
  byKey: 'rumpus-items-write',
});

export const updateMetadata = call({
  id: 'storage.updateMetadata',
  method: 'PUT',
  path: '/api/storage/crates/{crateId}/items/{itemId}/metadata',
  least: 'policy',
  summary: 'Replaces an item’s tags, its collaborators, or both.',
  params: itemParams,
  headers: z.object(conditions),
  body: {
    json: z.object({ tags: z.optional(Tags), collaborators: z.optional(Collaborators) }),
    refusal: invalidMetadata,
  },
  success: [{ status: 200, description: 'The item’s metadata.', data: Item }],
  problems: [...changeRefusals, invalidMetadata, overQuota],
  byKey: 'rumpus-items-write',
});

export const patchMetadata = call({
  id: 'storage.patchMetadata',
  method: 'PATCH',
  path: '/api/storage/crates/{crateId}/items/{itemId}/metadata',
  least: 'policy',
  summary: 'Merges a JSON merge patch (RFC 7396) into name, tags, collaborators, map and note.',
  params: itemParams,
  headers: z.object({ ...conditions, ...idempotencyHeaders }),
  body: { json: MetadataPatch, refusal: invalidMetadata },
  success: [{ status: 200, description: 'The item’s metadata.', data: Item }],
  problems: [...changeRefusals, invalidMetadata, nameTaken, overQuota, ...idempotencyProblems],
  byKey: 'rumpus-items-write',
});

export const updateStats = call({
  id: 'storage.updateStats',
  method: 'PATCH',
  path: '/api/storage/crates/{crateId}/items/{itemId}/stats',
  least: 'policy',
  summary:
    'Adds to stats, sets stats, submits records of an item: whole or not at all. A broken rule of a stat stands in fields.',
  params: itemParams,
  headers: z.object(idempotencyHeaders),
  body: { json: StatsUpdate, refusal: invalidUpdates },
  success: [{ status: 200, description: 'What was written, as it stands now.', data: ItemStats }],
  problems: [...itemRefusals, nothingToUpdate, idsRequired, invalidUpdates, ...idempotencyProblems],
  byKey: 'rumpus-stats-write',
});

export const updateManyStats = call({
  id: 'storage.updateManyStats',
  method: 'PATCH',
  path: '/api/storage/crates/{crateId}/items/@batch/stats',
  least: 'policy',
  summary: 'The same for at most 100 items, each named by itemId or name. Entries of one item are one change of it.',
  params: crateParams,
  headers: z.object(idempotencyHeaders),
  body: { json: z.object({ updates: z.array(BatchEntry) }), refusal: invalidUpdates },
  success: [
    { status: 200, description: 'For each entry what was written, or its problem.', data: z.array(BatchAnswer) },
  ],
  problems: [...refusals, nothingToUpdate, invalidUpdates, itemOrNameRequired, ...idempotencyProblems],
  byKey: 'rumpus-stats-write',
});
