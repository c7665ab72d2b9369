import * as z from 'zod/mini';

import { call } from '#app/current/call.ts';
import { badCredentials, notAllowed } from '#app/current/problems.ts';

import { noCrate, noItem } from '../problems.ts';
import { Explanation } from './explanation.ts';

export const explainAccess = call({
  id: 'storage.explainAccess',
  method: 'GET',
  path: '/api/storage/crates/{crateId}/items/{itemId}/access',
  least: 'staff',
  summary: 'What someone may do to an item, and which rule says so: a role, `app`, or a user by id; else the asker.',
  params: z.object({ crateId: z.string(), itemId: z.string() }),
  query: z.object({ as: z.optional(z.string().check(z.maxLength(64, 'at most 64 characters'))) }),
  success: [{ status: 200, description: 'A verdict for each action.', data: Explanation }],
  problems: [badCredentials, notAllowed, noCrate, noItem],
});
