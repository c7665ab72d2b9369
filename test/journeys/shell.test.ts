import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';

import { studio } from '#content/studio.ts';

import { inspect } from './inspect.ts';
import { signIn } from './sign-in.ts';
import { waitForHydration, visit } from './visitor.ts';

test('the account widget closes by Escape, by a click beside it and by a change of the route', async () => {
  const visitor = await visit({ viewport: { width: 1024, height: 700 } });
  const { page } = visitor;
  await visitor.open('/games');
  const toggle = page.getByRole('button', { name: 'Sign in', exact: true });
  const panel = page.getByRole('dialog', { name: 'Sign in' });
  expect(await panel.count()).toBe(0);

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

test('the account widget closes when the user signs in, though the route stays', async () => {
  const { url } = await signIn('player');
  const visitor = await visit();
  const { page } = visitor;
  await visitor.open('/games');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('dialog', { name: 'Sign in' }).waitFor();
  const other = await page.context().newPage();
  await other.goto(url);
  await waitForHydration(other);
  await other.getByRole('button', { name: 'Sign in as Pickle Comet' }).click();
  await other.waitForURL((at) => at.pathname === '/');
  await page.getByText('Signed in as Pickle Comet').waitFor();
  await page.locator('#login').waitFor({ state: 'hidden' });
  expect(new URL(page.url()).pathname).toBe('/games');
});

test('#login opens the login panel on any route, also without scripts', async () => {
  const visitor = await visit();
  const panel = visitor.page.getByRole('dialog', { name: 'Sign in' });
  for (const path of ['/#login', '/about#login', '/de-DE/games#login']) {
    await visitor.open(path);
    await visitor.page.locator('#login').waitFor();
    await inspect(visitor.page);
  }
  await visitor.open('/games?a=1#login');
  await panel.getByRole('heading', { name: 'Join Rumpus, or jump back in!' }).waitFor();
  await panel.getByRole('button', { name: 'Close' }).click();
  await panel.waitFor({ state: 'hidden' });
  const { page: seen } = visitor;
  await seen.waitForURL((url) => url.search + url.hash === '?a=1');

  const { page, ...plain } = await visitWithoutScripts();
  await plain.open('/games#login');
  const opened = page.locator('#login');
  await opened.waitFor();
  await opened.getByRole('link', { name: 'Close' }).click();
  await opened.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await opened.waitFor();
});

test('on the narrowest window the menu opens without scripts, and names the current page', async () => {
  const { page, ...visitor } = await visitWithoutScripts();
  await page.setViewportSize({ width: 320, height: 600 });
  await visitor.open('/games');
  const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Games' });
  expect(await link.isVisible()).toBe(false);
  await page.getByRole('button', { name: 'Menu' }).click();
  expect(await link.getAttribute('aria-current')).toBe('page');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
});

test('a sign-out in one tab signs out the others within three seconds', async () => {
  const visitor = await visit({ as: 'creator', isFresh: true });
  const { page } = visitor;
  await page.clock.install();
  await visitor.open('/games');
  const other = await page.context().newPage();
  await other.goto('/about');
  await waitForHydration(other);
  const alias = 'Signed in as Bramble Gearsworth';
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
});

test('a stored user whom the server no longer knows is signed out, with a message', async () => {
  const visitor = await visit();
  const { page } = visitor;
  await visitor.open('/games');
  const user = { userId: 'somebody', loginId: 'long gone', usertype: 'authenticated' };
  await page.evaluate((user) => localStorage.setItem('user', JSON.stringify(user)), user);
  const refused = page.waitForResponse((response) => response.url().includes('/api/auth/accounts/somebody'));
  visitor.expectRefusal(/\/api\/auth\/accounts\//);
  await page.reload();
  expect((await refused).status()).toBe(401);
  await page.getByText('You are now logged out!').waitFor();
  await page.waitForFunction(() => localStorage.getItem('user') === null);
});

test('staff see the site as a lesser role by the account panel, and as themselves again', async () => {
  const visitor = await visit({ as: 'admin' });
  const { page } = visitor;
  await visitor.open('/games');
  const choose = async (role: string) => {
    await page.getByRole('button', { name: /^Signed in as/ }).click();
    const choices = page.getByRole('navigation', { name: 'See the site as' });
    await expect.poll(() => choices.getByRole('link').allInnerTexts()).toEqual(['Player', 'Staff', 'Admin']);
    await visitor.follow(() => choices.getByRole('link', { name: role }).click(), '/games');
    await inspect(page);
  };
  await choose('Staff');
  await page.getByText('You are seeing this as: Staff').waitFor();
  await choose('Admin');
  await page.getByText('You are seeing this as').waitFor({ state: 'detached' });
});

test('the header, the home page and the footer link our other sites, marked as external', async () => {
  const visitor = await visit();
  const { page } = visitor;
  await visitor.open('/');
  const places: [Locator, string, string][] = [
    [page.getByRole('navigation', { name: 'Main' }), 'Community chat', studio.links.chat ?? ''],
    [page.getByRole('region', { name: 'Community Chat' }), 'Come and say hello', studio.links.chat ?? ''],
  ];
  for (const [place, name, href] of places) {
    const link = place.getByRole('link', { name });
    expect([await link.getAttribute('href'), await link.getAttribute('rel')]).toEqual([href, 'noopener']);
    expect(await link.evaluate((one) => getComputedStyle(one, '::after').content)).toContain('↗');
  }
  const others = page.getByRole('navigation', { name: 'Elsewhere' }).getByRole('link');
  const hrefs = await others.evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  expect(hrefs).toEqual(Object.values(studio.links));
});

test('local-cache-id leaves the address, and the rest stays', async () => {
  const visitor = await visit();
  await visitor.open('/games?x=%20y&local-cache-id=abc&z#top');
  await visitor.page.waitForFunction(() => location.search + location.hash === '?x=%20y&z#top');
});

test('a new route scrolls to its content, home to its header, and the focus follows', async () => {
  const visitor = await visit({ viewport: { width: 1024, height: 500 } });
  const { page } = visitor;
  const topOf = (selector: string) =>
    page.waitForFunction(
      (one) => Math.abs((document.querySelector(one)?.getBoundingClientRect().top ?? 99) - 32) < 2,
      selector,
    );
  await visitor.open('/');
  await visitor.follow(() => page.getByRole('link', { name: 'Levelhead' }).click(), '/games/levelhead');
  await topOf('main');
  await page.locator('#content:focus').waitFor();
  await page.evaluate(() => scrollTo(0, 400));
  // A click would scroll the page to the link first.
  await visitor.follow(() => page.getByRole('link', { name: 'Rumpus home page' }).dispatchEvent('click'), '/');
  await page.waitForFunction(() => scrollY < 40);
  await visitor.follow(() => page.goBack(), '/games/levelhead');
  await page.waitForFunction(() => scrollY === 400);
});

async function visitWithoutScripts() {
  const visitor = await visit({ javaScriptEnabled: false });
  return { page: visitor.page, open: (path: string) => visitor.open(path) };
}
