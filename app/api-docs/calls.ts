import { call } from '#app/current/call.ts';
import { notAllowed, badCredentials } from '#app/current/problems.ts';

export const getOpenApi = call({
  id: 'api-docs.getOpenApi',
  method: 'GET',
  path: '/api/openapi.json',
  least: 'public',
  isInternal: true,
  summary: 'This description. On production for staff only.',
  success: [{ status: 200, description: 'An OpenAPI 3.1 document.', bytes: true }],
  problems: [badCredentials, notAllowed],
});
