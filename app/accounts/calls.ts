import * as z from 'zod/mini';

import { call } from '#app/current/call.ts';
import { badCredentials, notAllowed } from '#app/current/problems.ts';

import { SessionUser } from './account.ts';
import { noAccount } from './problems.ts';

export const getAccount = call({
  id: 'accounts.getAccount',
  method: 'GET',
  path: '/api/auth/accounts/{userId}',
  least: 'authenticated',
  summary: 'The session user of an account: one’s own, or any for admins.',
  params: z.object({ userId: z.string().check(z.maxLength(64, 'at most 64 characters')) }),
  success: [{ status: 200, description: 'The session user.', data: SessionUser }],
  problems: [badCredentials, notAllowed, noAccount],
  byKey: 'rumpus-account-read',
});
