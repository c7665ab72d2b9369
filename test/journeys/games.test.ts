import { expect, test } from 'vitest';

import { visit } from './visitor.ts';

const PRESS_KIT = '/games/levelhead/presskit';

test('the stores for the visitor’s own system come first', async () => {
  // In a browser they move a moment after the page has come alive.
  const expectOrder = async (names: string[], userAgent?: string) => {
    const visitor = await visit(userAgent === undefined ? { javaScriptEnabled: false } : { userAgent });
    await visitor.open('/games/levelhead');
    const links = visitor.page.getByRole('list', { name: 'Where to get it' }).getByRole('link');
    await expect.poll(() => links.allInnerTexts()).toEqual(names);
  };
  await expectOrder(['Epic Games Store', 'Steam', 'Google Play']);
  await expectOrder(['Google Play', 'Epic Games Store', 'Steam'], 'Mozilla/5.0 (Linux; Android 14; Pixel 8)');
  await expectOrder(['Steam', 'Epic Games Store', 'Google Play'], 'Mozilla/5.0 (X11; Linux x86_64)');
});

test('a press kit is one click from its game, and its texts can be copied', async () => {
  const visitor = await visit({ permissions: ['clipboard-read', 'clipboard-write'] });
  const { page } = visitor;
  await visitor.open('/games/levelhead');
  await visitor.follow(() => page.getByRole('link', { name: 'Press kit' }).click(), PRESS_KIT);
  await page.getByRole('button', { name: 'Copy: In short' }).click();
  await page.getByText('Copied', { exact: true }).waitFor();
  const words = await page.getByRole('region', { name: 'In short' }).locator('p').allInnerTexts();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(words.join('\n\n'));
});
