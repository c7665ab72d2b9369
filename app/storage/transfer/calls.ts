import * as z from 'zod/mini';

import { call } from '#app/current/call.ts';
import { badCredentials, notAllowed } from '#app/current/problems.ts';
import { Flag } from '#lib/calls/flag.ts';

import { noCrate } from '../problems.ts';
import { After } from './lines.ts';

const params = z.object({ crateId: z.string() });
const problems = [badCredentials, notAllowed, noCrate];

export const exportCrate = call({
  id: 'storage.exportCrate',
  method: 'GET',
  path: '/api/storage/crates/{crateId}/export',
  least: 'admin',
  summary:
    'All items of a crate with their bodies, as lines of JSON. Without a last line that is a manifest it was cut off.',
  params,
  query: z.object({ after: z.optional(After) }),
  success: [{ status: 200, description: 'Lines of JSON (application/x-ndjson).', bytes: true }],
  problems,
});

export const importCrate = call({
  id: 'storage.importCrate',
  method: 'POST',
  path: '/api/storage/crates/{crateId}/import',
  least: 'admin',
  summary:
    'Puts the items of an export into a crate, and tells how it goes. Run again, it goes on where it was cut off.',
  params,
  query: z.object({ replace: z.optional(Flag), ids: z.optional(z.enum(['keep', 'new'], 'keep or new')) }),
  body: 'bytes',
  success: [
    {
      status: 200,
      description:
        'Lines of JSON (application/x-ndjson): progress, refusals and warnings; the last one has `complete`.',
      bytes: true,
    },
  ],
  problems,
});
