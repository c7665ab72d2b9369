import { expect, test } from 'vitest';

import { BASE_URL, visit } from './visitor.ts';

test('a call is found and tried from its documentation, without the session of who reads it', async () => {
  const visitor = await visit({ as: 'player' });
  const { page } = visitor;
  await visitor.open('/api/docs/community-edition');
  await page.getByRole('searchbox', { name: 'Search the calls' }).fill('api version');
  await page.getByRole('link', { name: 'GET /api/version' }).last().click();
  const call = page.locator('article[id="site.getVersion"]');
  await call.getByText('Try it').click();
  const requested = page.waitForRequest((request) => request.url() === `${BASE_URL}/api/version`);
  await call.getByRole('button', { name: 'Send' }).click();
  expect((await (await requested).allHeaders()).cookie).toBeUndefined();
  await call.getByText('200 OK').waitFor();
  await call.getByText('x-rate-limit-remaining').waitFor();
});

test('staff try a call as a player and as nobody, see what differs, and stay signed in', async () => {
  const visitor = await visit({ as: 'staff' });
  const { page } = visitor;
  visitor.expectRefusal(/\/api\/auth\/accounts\/@me$/);
  await visitor.open('/admin/api');
  await page.getByRole('textbox', { name: 'Address' }).fill('/api/auth/accounts/@me');
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByText('#1 GET /api/auth/accounts/@me · public · 401').first().waitFor();
  await page.getByRole('button', { name: 'Get a token' }).click();
  await page.getByRole('button', { name: 'End the token' }).waitFor();
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByText('#2 GET /api/auth/accounts/@me · authenticated · 200').first().waitFor();
  await page.getByRole('region', { name: 'What differs' }).locator('ins').first().waitFor();
  await page.getByRole('button', { name: 'End the token' }).click();
  await page.getByText('The token doesn’t work anymore.').waitFor();
  await visitor.open('/admin');
});
