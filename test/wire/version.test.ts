import { expect, test } from 'vitest';

import { ask } from './client.ts';

test('GET /api/version answers the version string that every answer tells', async () => {
  const reply = await ask(undefined, 'GET /api/version');
  expect(reply.data()).toMatch(/^\d+\.\d+\.\d+$/);
  expect(reply.headers['rumpus-version']).toBe(reply.data());
});
