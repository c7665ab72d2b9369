import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';

import { studio } from '#content/studio.ts';

import { inspect } from './inspect.ts';
import { signIn } from './sign-in.ts';
import { BASE_URL, visit } from './visitor.ts';

test('#login opens the login panel, which closes by its button, by Escape, by a click beside it and by a change of the route', async () => {
  const visitor = await visit({ viewport: { width: 1024, height: 700 } });
  const { page } = visitor;
  const address = () => page.evaluate(() => location.search + location.hash);
  await visitor.open('/de-DE/games#login');
  await page.locator('#login').waitFor();
  await inspect(page, { part: '#login' });

  await visitor.open('/games?x=%20y&local-cache-id=abc&z#login');
  const panel = page.getByRole('dialog', { name: 'Sign in' });
  await panel.getByRole('heading', { name: 'Join Rumpus, or jump back in!' }).waitFor();
  // The rest of the address stays.
  await expect.poll(address).toBe('?x=%20y&z#login');
  await panel.getByRole('button', { name: 'Close' }).click();
  await panel.waitFor({ state: 'hidden' });
  await expect.poll(address).toBe('?x=%20y&z');

  const toggle = page.getByRole('button', { name: 'Sign in', exact: true });
  await toggle.focus();
  await page.keyboard.press('Enter');
  await panel.waitFor();
  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'hidden' });
  await toggle.and(page.locator(':focus')).waitFor();

  await toggle.click();
  await panel.waitFor();
  await page.mouse.click(20, 500);
  await panel.waitFor({ state: 'hidden' });

  await toggle.click();
  await visitor.follow(() => panel.getByRole('link', { name: 'terms of use' }).click(), '/terms');
  await panel.waitFor({ state: 'hidden' });
});

test('without scripts, on the narrowest window, the menu opens and names the current page, and the login panel opens and closes; no passkey is added', async () => {
  const visitor = await visit({ javaScriptEnabled: false, viewport: { width: 320, height: 600 } });
  const { page } = visitor;
  await visitor.open('/games');
  const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Games' });
  expect(await link.isVisible()).toBe(false);
  await page.getByRole('button', { name: 'Menu' }).click();
  expect(await link.getAttribute('aria-current')).toBe('page');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);

  await visitor.open('/about#login');
  const panel = page.locator('#login');
  await panel.waitFor();
  await panel.getByRole('link', { name: 'Close' }).click();
  await panel.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await panel.waitFor();

  await page.request.post(signIn('player').url, { headers: { origin: BASE_URL }, maxRedirects: 0 });
  await visitor.open('/account/passkeys');
  await page.getByText('Only your browser can make a passkey').waitFor();
  expect(await page.getByRole('button', { name: 'Add a passkey' }).count()).toBe(0);
});

test('a new route scrolls to its content, home to its header, and the focus follows; the error page leaves nothing behind', async () => {
  const visitor = await visit({ viewport: { width: 1024, height: 500 } });
  const { page } = visitor;
  const topOf = (selector: string) =>
    page.waitForFunction(
      (one) => Math.abs((document.querySelector(one)?.getBoundingClientRect().top ?? 99) - 32) < 2,
      selector,
    );
  await visitor.open('/');
  await expectMarks(page);
  await visitor.follow(() => page.getByRole('link', { name: 'Levelhead' }).click(), '/games/levelhead');
  await topOf('main');
  await page.locator('#content:focus').waitFor();
  await page.evaluate(() => scrollTo(0, 400));
  // A click would scroll the page to the link first.
  await visitor.follow(() => page.getByRole('link', { name: 'Rumpus home page' }).dispatchEvent('click'), '/');
  await page.waitForFunction(() => scrollY < 40);
  await visitor.follow(() => page.goBack(), '/games/levelhead');
  await page.waitForFunction(() => scrollY === 400);

  await visitor.open('/nowhere', 404);
  expect(await page.locator('meta[name=robots]').getAttribute('content')).toBe('noindex');
  await visitor.follow(() => page.getByRole('link', { name: 'Take me home' }).click(), '/');
  await page.locator('meta[name=robots]').waitFor({ state: 'detached' });
});

/** The links to other sites are marked as such: those of the header, of the home page and of the footer. */
async function expectMarks(page: Page): Promise<void> {
  const outside = page.locator('a[href^="http"][rel~=noopener]');
  const marks = await outside.evaluateAll((links) => links.map((link) => getComputedStyle(link, '::after').content));
  expect(marks).toEqual(Array(2 + Object.keys(studio.links).length).fill(expect.stringContaining('↗')));
}
