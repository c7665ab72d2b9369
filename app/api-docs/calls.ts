import * as z from 'zod/mini';

import { call } from '#app/current/call.ts';
import { notAllowed, badCredentials } from '#app/current/problems.ts';

export const getOpenApi = call({
  id: 'api-docs.getOpenApi',
  method: 'GET',
  path: '/api/openapi.json',
  least: 'public',
  isInternal: true,
  summary: 'This description, or what of it is for everybody and for keys. The whole is for staff on production.',
  query: z.object({ edition: z.optional(z.literal('community', 'community')) }),
  success: [{ status: 200, description: 'An OpenAPI 3.1 document.', bytes: true }],
  problems: [badCredentials, notAllowed],
});
