import * as z from 'zod/mini';

import { call } from '#app/current/call.ts';
import { badCredentials, notAllowed } from '#app/current/problems.ts';
import { Flag } from '#lib/calls/flag.ts';
import { pageLimit } from '#lib/calls/page.ts';

import { isItemId } from '../item.ts';
import { noCrate } from '../problems.ts';
import { invalidMembers, noSet, setFull } from './problems.ts';
import { MAX_MEMBERS, MAX_SET_PAGE, SET_ORDERS, SetChange, SetEntry } from './set.ts';

const setParams = z.object({ crateId: z.string(), set: z.string(), owner: z.string() });
const membersParams = z.object({ crateId: z.string(), set: z.string(), owner: z.string(), members: z.string() });
const refusals = [badCredentials, notAllowed, noCrate, noSet, invalidMembers];
const EntryId = z.optional(z.string().check(z.refine(isItemId, 'the _id of an entry')));
const Ids = z.optional(
  z.pipe(
    z.string(),
    z.transform((text) => text.split(',').filter((id) => id !== '')),
  ),
);
const page = { limit: pageLimit(MAX_SET_PAGE, 16), beforeId: EntryId, afterId: EntryId, count: z.optional(Flag) };
const entries = (description: string) => [{ status: 200, description, data: z.union([z.array(SetEntry), z.number()]) }];

export const findMembers = call({
  id: 'storage.findMembers',
  method: 'GET',
  path: '/api/storage/crates/{crateId}/sets/{set}/owners/{owner}/members',
  least: 'policy',
  summary: 'What is in an owner’s set. The owner may be @me. The Link header gives the next page.',
  params: setParams,
  query: z.object({
    ...page,
    members: Ids,
    beforeMember: z.optional(z.string()),
    afterMember: z.optional(z.string()),
    sort: z.optional(z.enum(SET_ORDERS)),
  }),
  success: entries(
    'The entries, newest first, or as sort says: createdAt and member are descending, with a leading - ascending. With members only those of them; with count=true how many there are.',
  ),
  problems: refusals,
  byKey: 'rumpus-sets-read',
});

export const findHolders = call({
  id: 'storage.findHolders',
  method: 'GET',
  path: '/api/storage/crates/{crateId}/sets/{set}/members/{member}/owners',
  least: 'policy',
  summary: 'In whose sets a member is. The member may be @me. The Link header gives the next page.',
  params: z.object({ crateId: z.string(), set: z.string(), member: z.string() }),
  query: z.object({ ...page, owners: Ids }),
  success: entries('The entries, newest first. With owners only those of them; with count=true how many there are.'),
  problems: refusals,
  byKey: 'rumpus-sets-read',
});

export const addMembers = call({
  id: 'storage.addMembers',
  method: 'PUT',
  path: '/api/storage/crates/{crateId}/sets/{set}/owners/{owner}/members/{members}',
  least: 'policy',
  summary: `Adds up to ${MAX_MEMBERS} members, separated by commas; those that are in the set stay as they are.`,
  params: membersParams,
  success: [{ status: 204, description: 'They are in the set.' }],
  problems: [...refusals, setFull],
  byKey: 'rumpus-sets-write',
});

export const removeMembers = call({
  id: 'storage.removeMembers',
  method: 'DELETE',
  path: '/api/storage/crates/{crateId}/sets/{set}/owners/{owner}/members/{members}',
  least: 'policy',
  summary: `Removes up to ${MAX_MEMBERS} members, separated by commas.`,
  params: membersParams,
  success: [{ status: 204, description: 'They are not in the set.' }],
  problems: refusals,
  byKey: 'rumpus-sets-write',
});

export const clearSet = call({
  id: 'storage.clearSet',
  method: 'DELETE',
  path: '/api/storage/crates/{crateId}/sets/{set}/owners/{owner}/members',
  least: 'policy',
  summary: 'Removes all that is in an owner’s set.',
  params: setParams,
  success: [{ status: 204, description: 'What was in it at the start is gone.' }],
  problems: refusals,
  byKey: 'rumpus-sets-write',
});

export const listSetHistory = call({
  id: 'storage.listSetHistory',
  method: 'GET',
  path: '/api/storage/crates/{crateId}/sets/{set}/owners/{owner}/history',
  least: 'policy',
  summary:
    'What was added to an owner’s set and removed from it, for those who may write to it. The Link header gives the next page.',
  params: setParams,
  query: z.object({ limit: page.limit, beforeId: EntryId }),
  success: [
    {
      status: 200,
      description: 'The changes, newest first; none where the policy keeps no history of the set.',
      data: z.array(SetChange),
    },
  ],
  problems: refusals,
  byKey: 'rumpus-sets-read',
});
