import { expect, test } from 'vitest';

import { signIn } from './sign-in.ts';
import { visit } from './visitor.ts';

test('the button of the sign-in page signs in, its address alone does not', async () => {
  const { url } = await signIn('player');
  const visitor = await visit();
  const { page } = visitor;
  await visitor.open(url);
  await visitor.load('/');
  expect(await page.getByText('Signed in as').count()).toBe(0);

  await visitor.load(url);
  await visitor.follow(() => page.getByRole('button', { name: 'Sign in as Pickle Comet' }).click(), '/');
  await page.getByText('Signed in as Pickle Comet').waitFor();
  const cookies = await page.context().cookies();
  const session = cookies.find(({ name }) => name === 'session');
  expect(session).toMatchObject({ httpOnly: true, sameSite: 'Lax' });
  expect(cookies.find(({ name }) => name === 'XSRF-TOKEN')).toMatchObject({ httpOnly: false, sameSite: 'Lax' });

  await visitor.open('/games/levelhead');
  await page.getByText('Signed in as Pickle Comet').waitFor();
  await visitor.open(`${url}x`, 404);
});

test('a masquerade stays from page to page until one is oneself again', async () => {
  const visitor = await visit({ as: 'staff' });
  const { page } = visitor;
  const pack = page.getByRole('link', { name: 'Rumpus Pack' });
  await visitor.load('/');
  expect(await pack.count()).toBe(1);

  await visitor.open('/?masquerade=authenticated');
  await page.getByText('You are seeing this as: authenticated').waitFor();
  expect(await pack.count()).toBe(0);
  await visitor.follow(() => page.getByRole('link', { name: 'Levelhead' }).click(), '/games/levelhead');
  await visitor.load('/games/rumpus-pack', 404);
  await visitor.load('/games/levelhead');
  await page.getByText('You are seeing this as: authenticated').waitFor();

  await visitor.follow(() => page.getByRole('link', { name: 'Be yourself again' }).click(), '/games/levelhead');
  await page.getByText('You are seeing this as').waitFor({ state: 'detached' });
  await visitor.load('/');
  expect(await pack.count()).toBe(1);
});

test("a role that is not below one's own is an invalid masquerade", async () => {
  const visitor = await visit({ as: 'staff' });
  for (const role of ['super', 'admin', 'nobody']) {
    await visitor.open(`/?masquerade=${role}`, 400);
    await visitor.page.getByText('Invalid masquerade').waitFor();
  }
  await visitor.load('/');
  expect(await visitor.page.getByText('You are seeing this as').count()).toBe(0);
  expect(await visitor.page.getByRole('link', { name: 'Rumpus Pack' }).count()).toBe(1);
});
