import { expect, test } from 'vitest';

import { visit } from './visitor.ts';

test('without a network a page and what was typed stay, "Network Error" says why, and later the link and the form work', async () => {
  const visitor = await visit();
  const { page } = visitor;
  await visitor.open('/telegrams');
  await page.evaluate(() => document.body.setAttribute('data-same', ''));
  const games = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Games' });
  const email = page.locator('main').getByRole('textbox');
  await email.fill('offline@example.com');
  await visitor.setOffline(true);
  const message = page.getByRole('dialog', { name: 'Something went wrong.' });

  await games.click();
  await message.getByText('Network Error', { exact: true }).waitFor();
  await message.getByRole('button', { name: 'Close this message' }).click();
  await email.press('Enter');
  await message.getByText('Network Error', { exact: true }).waitFor();
  expect(await message.count()).toBe(1);
  expect([new URL(page.url()).pathname, await email.inputValue()]).toEqual(['/telegrams', 'offline@example.com']);

  await visitor.setOffline(false);
  await email.press('Enter');
  await page.getByText('Got it.').waitFor();
  await visitor.follow(() => games.click(), '/games');
  // Nothing has loaded the document anew.
  expect(await page.locator('body[data-same]').count()).toBe(1);
});
