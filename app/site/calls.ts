import * as z from 'zod/mini';

import { call } from '#app/current/call.ts';

export const getVersion = call({
  id: 'site.getVersion',
  method: 'GET',
  path: '/api/version',
  least: 'public',
  summary: 'The version of the site.',
  success: [{ status: 200, description: 'Such as 17.36.4.', data: z.string() }],
  problems: [],
});
