import * as z from 'zod/mini';

import { AskedApproval } from '#app/approvals/approval.ts';
import { tooManyPending } from '#app/approvals/problems.ts';
import { call } from '#app/current/call.ts';
import { badCredentials, notAllowed, proofRequired } from '#app/current/problems.ts';
import { pageLimit } from '#lib/calls/page.ts';

import { idempotencyHeaders, idempotencyProblems } from '../idempotency.ts';
import { crateBusy, crateChanged, crateNotEmpty, crateTaken, noCrate } from '../problems.ts';
import { Crate, CrateChange, CrateId, NewCrate } from './crate.ts';

const crateParams = z.object({ crateId: z.string() });
const refusals = [badCredentials, notAllowed, noCrate];

export const listCrates = call({
  id: 'storage.listCrates',
  method: 'GET',
  path: '/api/storage/crates',
  least: 'admin',
  summary: 'The crates, by id.',
  query: z.object({
    limit: pageLimit(128, 128),
    after: z._default(z.union([CrateId, z.literal('')], 'the id of a crate'), ''),
  }),
  success: [{ status: 200, description: 'The crates after the given id.', data: z.array(Crate) }],
  problems: [badCredentials, notAllowed],
});

export const createCrate = call({
  id: 'storage.createCrate',
  method: 'POST',
  path: '/api/storage/crates',
  least: 'admin',
  summary: 'Creates a crate. Without a policy it is open to admins alone.',
  headers: z.object(idempotencyHeaders),
  body: { json: NewCrate },
  success: [{ status: 201, description: 'The new crate.', data: Crate }],
  problems: [badCredentials, notAllowed, crateTaken, ...idempotencyProblems],
});

export const readCrate = call({
  id: 'storage.readCrate',
  method: 'GET',
  path: '/api/storage/crates/{crateId}',
  least: 'admin',
  summary: 'A crate with its policy.',
  params: crateParams,
  success: [{ status: 200, description: 'The crate.', data: Crate }],
  problems: refusals,
});

export const changeCrate = call({
  id: 'storage.changeCrate',
  method: 'PUT',
  path: '/api/storage/crates/{crateId}',
  least: 'admin',
  summary: 'Changes the name, the policy or the limit of a crate; what is left out stays.',
  params: crateParams,
  headers: z.object({ 'if-match': z.optional(z.string()) }),
  body: { json: CrateChange },
  success: [{ status: 200, description: 'The crate.', data: Crate }],
  problems: [...refusals, crateChanged, crateBusy],
});

export const deleteCrate = call({
  id: 'storage.deleteCrate',
  method: 'DELETE',
  path: '/api/storage/crates/{crateId}',
  least: 'admin',
  summary: 'Deletes an empty crate with its trash.',
  params: crateParams,
  success: [
    { status: 204, description: 'It is gone.' },
    { status: 202, description: 'It waits for a super user.', data: AskedApproval },
  ],
  problems: [...refusals, proofRequired, crateNotEmpty, tooManyPending],
});
