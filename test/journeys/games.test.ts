import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';

import { inspect } from './inspect.ts';
import { BASE_URL, visit } from './visitor.ts';
import type { BrowserVisitor } from './visitor.ts';

const YOUTUBE = 'https://www.youtube-nocookie.com';
const ANN = 'ann@example.com';
const PRESS_KIT = '/games/levelhead/presskit';

test('the newsletter shows Sign Up for a possible address, and Enter submits it', async () => {
  const visitor = await visit();
  const { page } = visitor;
  await visitor.open('/');
  const email = page.getByRole('textbox', { name: 'Email' });
  const signUp = page.getByRole('button', { name: 'Sign Up' });
  expect(await signUp.isVisible()).toBe(false);
  await email.fill('ann@ex');
  expect(await signUp.isVisible()).toBe(false);
  await email.press('Enter');
  await page.getByText("That doesn't look like an email address").waitFor();
  expect(new URL(page.url()).pathname).toBe('/');
  await email.fill(ANN);
  await signUp.waitFor();
  const focused = page.locator('input[name=email]:focus');
  expect(await focused.count()).toBe(1);
  for (let letters = 0; letters < 'example.com'.length; letters += 1) await email.press('Backspace');
  await signUp.waitFor({ state: 'hidden' });
  await page.keyboard.type('example.com');
  await signUp.waitFor();
  expect(await focused.count()).toBe(1);
  await visitor.follow(() => email.press('Enter'), '/telegrams');
  expect(new URL(page.url()).search).toBe('?subscribe=ballyhoo&email=ann%40example.com');
  await expect.poll(() => email.inputValue()).toBe(ANN);
  await signUp.click();
  await page.getByText('ask you to confirm').waitFor();
  await inspect(page);
});

test('without scripts Sign Up is always there, and the server checks the address', async () => {
  const visitor = await visit({ javaScriptEnabled: false });
  const { page } = visitor;
  await visitor.open('/de-DE');
  const email = page.locator('input[name=email]');
  await email.fill('ann@ex');
  visitor.mayBeRefused('/de-DE?index');
  await page.locator('main form button').click();
  await page.locator('.field-error').waitFor();
  await expect.poll(() => email.inputValue()).toBe('ann@ex');
  expect(await email.getAttribute('aria-invalid')).toBe('true');
  await email.fill(ANN);
  await visitor.follow(() => page.locator('main form button').click(), '/de-DE/telegrams');
  await expect.poll(() => email.inputValue()).toBe(ANN);
  await page.locator('main form button').click();
  await page.locator('main output p').waitFor();
});

test('the banner has its size before any script runs: 80 % of the window, and nothing moves', async () => {
  const [narrow, wide] = [
    { width: 360, height: 740 },
    { width: 1440, height: 900 },
  ];
  const visitor = await visit({ viewport: narrow, javaScriptEnabled: false, reducedMotion: 'no-preference' });
  for (const path of ['/', '/games/crashlands', '/games/crashlands-2']) {
    await visitor.page.setViewportSize(narrow);
    await visitor.open(path);
    await expectBanner(visitor.page, path);
    await visitor.page.setViewportSize(wide);
    await expectBanner(visitor.page, path);
  }
  for (const viewport of [narrow, wide]) {
    // A window of its own, where fonts and pictures come as late as for whoever has never been here.
    const visitor = await visit({ viewport, reducedMotion: 'no-preference' });
    await visitor.open('/');
    expect(await visitor.page.evaluate(shiftSoFar)).toBeLessThan(0.05);
    await expectBanner(visitor.page, '/');
  }
});

test('the banner’s drawing grows in steps of 100 px while the window does', async () => {
  const visitor = await visit({ viewport: { width: 1401, height: 900 } });
  const { page } = visitor;
  await visitor.open('/games/crashlands-2');
  for (const [width, drawn] of [
    [1401, 1500],
    [1499, 1500],
    [1500, 1500],
    [1501, 1600],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await page.waitForFunction((width) => innerWidth === width, width);
    const drawing = async () => (await page.locator('main picture img').first().boundingBox())?.width;
    await expect.poll(drawing, { message: `${width} px` }).toBe(drawn);
  }
});

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

/** The banner fills 80 % of the height; its drawing covers the width in steps of 100 px, and is the one for that width. */
async function expectBanner(page: Page, path: string): Promise<void> {
  const { width = 0, height = 0 } = page.viewportSize() ?? {};
  const what = `${path} at ${width} px`;
  const banner = page.locator('main picture img').first();
  const missing = async () =>
    Math.abs(((await banner.locator('xpath=../..').boundingBox())?.height ?? 0) - height * 0.8);
  await expect.poll(missing, { message: what }).toBeLessThan(2);
  const box = await banner.locator('xpath=../..').boundingBox();
  const drawing = await banner.boundingBox();
  expect((drawing?.width ?? 0) % 100, what).toBe(0);
  expect(drawing?.width, what).toBeGreaterThanOrEqual(box?.width ?? 0);
  const isNarrow = () => banner.evaluate((image: HTMLImageElement) => image.currentSrc.includes('-narrow'));
  if (path !== '/games/crashlands') await expect.poll(isNarrow, { message: what }).toBe(width < 640);
}

/** How much the page has moved by itself since it was loaded (CLS). */
function shiftSoFar(): Promise<number> {
  return new Promise((resolve) => {
    const observer = new PerformanceObserver((list) => {
      const shifts = list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[];
      resolve(shifts.reduce((sum, { value, hadRecentInput }) => sum + (hadRecentInput ? 0 : value), 0));
    });
    observer.observe({ type: 'layout-shift', buffered: true });
    // Where nothing has moved, there is nothing to hear of.
    requestAnimationFrame(() => requestAnimationFrame(() => resolve(0)));
  });
}

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
