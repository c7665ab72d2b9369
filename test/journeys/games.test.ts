import { expect, test } from 'vitest';

import { BASE_URL, visit } from './visitor.ts';
import type { BrowserVisitor } from './visitor.ts';

const YOUTUBE = 'https://www.youtube-nocookie.com';
const PRESS_KIT = '/games/levelhead/presskit';

test('no other server hears of a visitor of a trailer’s page before they start the trailer', async () => {
  const visitor = await visit();
  const { page } = visitor;
  const asked = await hearOthers(visitor);
  await visitor.open('/dev/trailer');
  await page.getByText("which won't hear from you until you press play").waitFor();
  expect(asked).toEqual([]);
  await page.getByRole('link', { name: 'Play the Crashlands 2 trailer' }).focus();
  await page.keyboard.press('Enter');
  await page.getByTitle('Crashlands 2 trailer').waitFor();
  await page.locator('iframe:focus').waitFor();
  await expect.poll(() => asked).toEqual([YOUTUBE]);
  expect(new URL(page.url()).pathname).toBe('/dev/trailer');
});

test('a trailer’s page that was opened by a link plays it too, after one reload, and once', async () => {
  const visitor = await visit();
  const { page } = visitor;
  const asked = await hearOthers(visitor);
  await visitor.open('/games');
  await visitor.follow(() => page.evaluate(goTo, '/dev/trailer'), '/dev/trailer');
  expect(asked).toEqual([]);
  await page.getByRole('link', { name: 'Play the Crashlands 2 trailer' }).click();
  await page.getByTitle('Crashlands 2 trailer').waitFor();
  await expect.poll(() => asked).toEqual([YOUTUBE]);
  await visitor.open('/dev/trailer');
  await page.getByRole('link', { name: 'Play the Crashlands 2 trailer' }).waitFor();
  expect(asked).toEqual([YOUTUBE]);
});

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

/** Goes on as a link of ours does, without loading the document anew. */
async function goTo(path: string): Promise<void> {
  const { __reactRouterDataRouter: router } = window as {
    __reactRouterDataRouter?: { navigate(to: string): Promise<void> };
  };
  await router?.navigate(path);
}

/** The origins other than ours that a window asks; they are answered here, so that nothing leaves the machine. */
async function hearOthers({ page }: BrowserVisitor): Promise<string[]> {
  const asked: string[] = [];
  const { origin } = new URL(BASE_URL);
  await page.route(
    (url) => url.origin !== origin,
    async (route) => {
      asked.push(new URL(route.request().url()).origin);
      await route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Film</title>' });
    },
  );
  return asked;
}
