import * as z from 'zod/mini';

import { call } from '#app/current/call.ts';
import { badCredentials, notAllowed } from '#app/current/problems.ts';

import { AuditEntry, AuditQuery } from './audit.ts';

export const findDeeds = call({
  id: 'audit.findDeeds',
  method: 'GET',
  path: '/api/audit',
  least: 'admin',
  summary: 'Who did what to what, the latest first. The Link header gives what was before.',
  query: AuditQuery,
  success: [{ status: 200, description: 'The entries.', data: z.array(AuditEntry) }],
  problems: [badCredentials, notAllowed],
});
