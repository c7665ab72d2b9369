import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';

import { inspect } from './inspect.ts';
import { signInAnew } from './sign-in.ts';
import type { JourneySignIn } from './sign-in.ts';
import { BASE_URL, visit } from './visitor.ts';

const PAGE = '/admin/alias-moderation';
const USERS = '/api/aliases/contexts/levelhead/users';

/** A name in one of the games, so that nobody is called otherwise in the other walks. */
async function call({ cookie, xsrf }: JourneySignIn, address: string, method: string, body: object): Promise<Response> {
  const headers = { cookie, 'x-xsrf-token': xsrf, 'content-type': 'application/json', 'if-match': '*' };
  return fetch(new URL(address, BASE_URL), { method, headers, body: JSON.stringify(body) });
}

/** Two names that look alike, of which the later waits. What a moderator gave may be changed at once. */
async function flag(): Promise<string> {
  const run = Date.now().toString(36);
  // Other walks end the sessions of the cast.
  const [admin, creator, player] = [await signInAnew('admin'), await signInAnew('creator'), await signInAnew('player')];
  for (const userId of ['cr8tor', 'pl4yer'])
    await call(admin, `${USERS}/${userId}/decisions`, 'POST', { decision: 'replace', reason: 'A new walk.' });
  expect((await call(creator, `${USERS}/@me`, 'PUT', { alias: `limes ${run}` })).status).toBe(200);
  expect((await call(player, `${USERS}/@me`, 'PUT', { alias: `Ιimes ${run}` })).status).toBe(200);
  return `Ιimes ${run}`;
}

const cardOf = (page: Page, alias: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: alias }) });

test('staff judge a name by the keyboard alone, and take it back', async () => {
  const alias = await flag();
  const visitor = await visit({ as: 'staff' });
  const { page } = visitor;
  await visitor.open(PAGE);
  const card = cardOf(page, alias);
  await card.getByText('Greek and Latin letters, side by side.').waitFor();
  await inspect(page, { part: 'main' });

  await card.focus();
  await page.keyboard.press('a');
  await page.getByText(`“${alias}” may stay.`).waitFor();
  await card.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Undo' }).press('Enter');
  await page.getByText('Everything is as it was before.').waitFor();

  await card.focus();
  await page.keyboard.press('d');
  await page.getByText(`“${alias}” is denied.`).waitFor();
  await card.waitFor({ state: 'detached' });
  await visitor.open(`${PAGE}?state=denied`);
  await cardOf(page, alias).waitFor();
  await inspect(page, { part: 'main' });
});
