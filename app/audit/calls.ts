import * as z from 'zod/mini';

import { badCredentials, notAllowed } from '#app/current/problems.ts';
import { call } from '#lib/calls/call.ts';

import { AuditEntry, AuditQuery } from './audit.ts';

export const findDeeds = call({
  id: 'audit.findDeeds',
  method: 'GET',
  path: '/api/audit',
  summary: 'Who did what to what, the latest first. The Link header gives what was before.',
  query: AuditQuery,
  success: [{ status: 200, description: 'The entries.', data: z.array(AuditEntry) }],
  problems: [badCredentials, notAllowed],
});
