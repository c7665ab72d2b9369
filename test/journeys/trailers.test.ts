import { expect, test } from 'vitest';

import { BASE_URL, visit } from './visitor.ts';
import type { BrowserVisitor } from './visitor.ts';

const YOUTUBE = 'https://www.youtube-nocookie.com';

test('no other server hears of a visitor of a trailer’s page before they start the trailer', async () => {
  const visitor = await visit();
  const { page } = visitor;
  const origins = await hearOthers(visitor);
  await visitor.open('/dev/trailer');
  await page.getByText('which won’t hear from you until you press play').waitFor();
  expect(origins).toEqual([]);
  await page.getByRole('link', { name: 'Play the Crashlands 2 trailer' }).focus();
  await page.keyboard.press('Enter');
  await page.getByTitle('Crashlands 2 trailer').waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.nodeName)).toBe('IFRAME');
  await expect.poll(() => origins).toEqual([YOUTUBE]);
  expect(new URL(page.url()).pathname).toBe('/dev/trailer');
});

test('a trailer’s page that was opened by a link plays it too, after one reload, and once', async () => {
  const visitor = await visit();
  const { page } = visitor;
  const origins = await hearOthers(visitor);
  await visitor.open('/games');
  await visitor.follow(() => page.evaluate(goTo, '/dev/trailer'), '/dev/trailer');
  expect(origins).toEqual([]);
  await page.getByRole('link', { name: 'Play the Crashlands 2 trailer' }).click();
  await page.getByTitle('Crashlands 2 trailer').waitFor();
  await expect.poll(() => origins).toEqual([YOUTUBE]);
  await visitor.open('/dev/trailer');
  await page.getByRole('link', { name: 'Play the Crashlands 2 trailer' }).waitFor();
  expect(origins).toEqual([YOUTUBE]);
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
  const origins: string[] = [];
  const { origin } = new URL(BASE_URL);
  await page.route(
    (url) => url.origin !== origin,
    async (route) => {
      origins.push(new URL(route.request().url()).origin);
      await route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Film</title>' });
    },
  );
  return origins;
}
