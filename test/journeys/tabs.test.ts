import { expect, test } from 'vitest';

import { signIn } from './sign-in.ts';
import { waitForHydration, visit } from './visitor.ts';

test('tabs hear of each other: a sign-in closes the login panel, a sign-out signs out the others within three seconds, and so does a lost session', async () => {
  const { url } = signIn('creator');
  const visitor = await visit();
  const { page } = visitor;
  await page.clock.install();
  await visitor.open('/games');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('dialog', { name: 'Sign in' }).waitFor();
  const other = await page.context().newPage();
  await other.goto(url);
  await waitForHydration(other);
  await other.getByRole('button', { name: 'Sign in as Bramble Gearsworth' }).click();
  await other.waitForURL((at) => at.pathname === '/');
  const alias = 'Signed in as Bramble Gearsworth';
  await page.getByText(alias).waitFor();
  await page.locator('#login').waitFor({ state: 'hidden' });
  expect(new URL(page.url()).pathname).toBe('/games');
  await waitForHydration(other);
  await other.getByText(alias).waitFor();
  const stored = () => page.evaluate(() => JSON.parse(localStorage.getItem('user') ?? '{}').alias);
  await expect.poll(stored).toBe('Bramble Gearsworth');

  // The three seconds are those of the tabs, however long the machine takes for them.
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.getByRole('button', { name: alias }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
  await expect.poll(() => other.evaluate(() => localStorage.getItem('user'))).toBeNull();
  await page.clock.runFor(3000);
  await other.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
  await page.clock.resume();
  await other.close();

  const user = { userId: 'somebody', loginId: 'long gone', usertype: 'authenticated' };
  await page.evaluate((user) => localStorage.setItem('user', JSON.stringify(user)), user);
  const refused = page.waitForResponse((response) => response.url().includes('/api/auth/accounts/somebody'));
  visitor.expectRefusal(/\/api\/auth\/accounts\//);
  await page.reload();
  expect((await refused).status()).toBe(401);
  await page.getByText('You are now logged out!').waitFor();
  await page.waitForFunction(() => localStorage.getItem('user') === null);
});

test('a stored user whom somebody has removed is there again within three seconds, and what was typed stays', async () => {
  const { url } = signIn('creator');
  const visitor = await visit();
  const { page } = visitor;
  await page.goto(url);
  await waitForHydration(page);
  await page.getByRole('button', { name: 'Sign in as Bramble Gearsworth' }).click();
  await page.waitForURL((at) => at.pathname === '/');
  await visitor.open('/contact/topics/bug');
  const title = page.getByRole('textbox').first();
  await title.fill('My save is gone');
  await page.evaluate(() => localStorage.removeItem('user'));
  await page.waitForFunction(() => localStorage.getItem('user') !== null);
  expect(await page.evaluate(() => JSON.parse(localStorage.getItem('user') ?? '{}').alias)).toBe('Bramble Gearsworth');
  expect(await title.inputValue()).toBe('My save is gone');
  await page.getByText('Signed in as Bramble Gearsworth').waitFor();
});
