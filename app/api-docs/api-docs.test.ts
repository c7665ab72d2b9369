import { expect, test } from 'vitest';

import { useTestSite } from '#test/site.ts';
import { refusalOf } from '#test/storage.ts';
import { openTestApp } from '#test/test-app.ts';

const site = useTestSite();
const ROLES = ['player', 'staff', 'admin', 'super'] as const;

async function statuses(variables: Record<string, string>): Promise<number[]> {
  const door = openTestApp(site, variables);
  const cookies = [{}, ...(await Promise.all(ROLES.map(async (who) => ({ cookie: (await door.signIn(who)).cookie }))))];
  const answers = cookies.map((headers) => door.sendRequest('/api/openapi.json', { headers }));
  return (await Promise.all(answers)).map(({ status }) => status);
}

test('on production only staff read the full API docs', async () => {
  expect(await statuses({ PUBLIC_URL: 'https://www.rumpus.example' })).toEqual([401, 403, 200, 200, 200]);
  const door = openTestApp(site, { STAGE: 'www' });
  expect(await refusalOf(await door.sendRequest('/api/openapi.json'))).toEqual([401, 'Bad credentials!']);
});

test.each(['localhost', 'dev', 'sandbox', 'beta'])('on %s everyone reads the full API docs', async (stage) => {
  expect(await statuses({ STAGE: stage })).toEqual([200, 200, 200, 200, 200]);
});

test('a masquerade as a player hides the full API docs on production', async () => {
  const door = openTestApp(site, { STAGE: 'www' });
  const headers = { cookie: (await door.signIn('admin')).cookie };
  expect((await door.sendRequest('/api/openapi.json?masquerade=authenticated', { headers })).status).toBe(403);
  expect((await door.sendRequest('/api/openapi.json?masquerade=staff', { headers })).status).toBe(200);
});

test('the document is OpenAPI 3.1 with the version of the site', async () => {
  const response = await openTestApp(site).sendRequest('/api/openapi.json');
  expect(response.headers.get('content-type')).toBe('application/json');
  expect(await response.json()).toMatchObject({ openapi: '3.1.1', info: { version: '17.36.4' } });
});
