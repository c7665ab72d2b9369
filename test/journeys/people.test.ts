import { expect, test } from 'vitest';

import { inspect } from './inspect.ts';
import { visit } from './visitor.ts';

test('staff see the site as a lesser role by the account panel, from page to page, until they are themselves again', async () => {
  const visitor = await visit({ as: 'admin' });
  const { page } = visitor;
  const pack = page.getByRole('link', { name: 'Rumpus Pack' });
  const banner = page.getByText('You are seeing this as');
  const choose = async (role: string) => {
    await page.getByRole('button', { name: /^Signed in as/ }).click();
    const choices = page.getByRole('navigation', { name: 'See the site as' });
    await expect.poll(() => choices.getByRole('link').allInnerTexts()).toEqual(['Player', 'Staff', 'Admin']);
    const { pathname } = new URL(page.url());
    await visitor.follow(() => choices.getByRole('link', { name: role }).click(), pathname);
  };
  await visitor.open('/');
  expect(await pack.count()).toBe(1);
  await choose('Player');
  await page.getByText('You are seeing this as: Player').waitFor();
  await inspect(page, { part: 'body > aside' });
  expect(await pack.count()).toBe(0);
  await visitor.follow(() => page.getByRole('link', { name: 'Levelhead' }).click(), '/games/levelhead');
  await page.getByText('You are seeing this as: Player').waitFor();
  await visitor.open('/games/rumpus-pack', 404);
  await page.getByText('You are seeing this as: Player').waitFor();

  await visitor.follow(() => page.getByRole('link', { name: 'Be yourself again' }).click(), '/games/rumpus-pack');
  await page.getByRole('heading', { level: 1, name: 'Rumpus Pack' }).waitFor();
  expect(await banner.count()).toBe(0);
  await choose('Staff');
  await page.getByText('You are seeing this as: Staff').waitFor();
  await choose('Admin');
  await banner.waitFor({ state: 'detached' });
});
