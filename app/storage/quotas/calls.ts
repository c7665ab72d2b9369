import * as z from 'zod/mini';

import { call } from '#app/current/call.ts';
import { badCredentials, notAllowed } from '#app/current/problems.ts';

import { noCrate } from '../problems.ts';
import { CrateUsage } from './usage.ts';

export const getUsage = call({
  id: 'storage.getUsage',
  method: 'GET',
  path: '/api/storage/crates/{crateId}/usage',
  least: 'policy',
  summary: 'What the asker holds in a crate and what the quotas leave; admins see anyone’s, and the crate’s.',
  params: z.object({ crateId: z.string() }),
  query: z.object({ userId: z.optional(z.string().check(z.maxLength(64, 'at most 64 characters'))) }),
  success: [{ status: 200, description: 'What is held, with the quotas.', data: CrateUsage }],
  problems: [badCredentials, notAllowed, noCrate],
  byKey: 'rumpus-items-read',
});
