import { notAllowed, badCredentials } from '#app/current/problems.ts';
import { call } from '#lib/calls/call.ts';

export const getOpenApi = call({
  id: 'api-docs.getOpenApi',
  method: 'GET',
  path: '/api/openapi.json',
  summary: 'This description. On production for staff only.',
  success: [{ status: 200, description: 'An OpenAPI 3.1 document.', bytes: true }],
  problems: [badCredentials, notAllowed],
});
