import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';

import { studio } from '#content/studio.ts';

import { visit } from './visitor.ts';

test('the account widget closes by Escape, by a click beside it and by a change of the route', async () => {
  // What still moves under a click is missed by it.
  const visitor = await visit({ viewport: { width: 1024, height: 700 }, reducedMotion: 'reduce' });
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
  expect(await toggle.evaluate((button) => button === document.activeElement)).toBe(true);

  await toggle.click();
  await panel.waitFor();
  await page.mouse.click(20, 500);
  await panel.waitFor({ state: 'hidden' });

  await toggle.click();
  await visitor.follow(() => panel.getByRole('link', { name: 'terms of use' }).click(), '/terms');
  await panel.waitFor({ state: 'hidden' });
});

test('#login opens the login panel on any route, also without scripts', async () => {
  const visitor = await visit();
  const panel = visitor.page.getByRole('dialog', { name: 'Sign in' });
  for (const path of ['/#login', '/about#login', '/de-DE/games#login']) {
    await visitor.open(path);
    await visitor.page.locator('#login').waitFor();
  }
  await visitor.open('/games?a=1#login');
  await panel.getByRole('heading', { name: 'Join Rumpus!' }).waitFor();
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

test('on the narrowest window the menu opens without scripts, and names the page one is on', async () => {
  const { page, ...visitor } = await visitWithoutScripts();
  await page.setViewportSize({ width: 320, height: 600 });
  await visitor.open('/games');
  const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Games' });
  expect(await link.isVisible()).toBe(false);
  await page.getByRole('button', { name: 'Menu' }).click();
  expect(await link.getAttribute('aria-current')).toBe('page');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
});

test('who signs out in one tab is signed out in the others within three seconds', async () => {
  const visitor = await visit({ as: 'creator' });
  const { page } = visitor;
  await visitor.open('/games');
  const other = await page.context().newPage();
  await other.goto('/about');
  const alias = 'Signed in as Bramble Gearsworth';
  await other.getByText(alias).waitFor();
  expect(await page.evaluate(() => JSON.parse(localStorage.getItem('user') ?? '{}').alias)).toBe('Bramble Gearsworth');

  await page.getByRole('button', { name: alias }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
  await other.getByRole('button', { name: 'Sign in', exact: true }).waitFor({ timeout: 5000 });
  expect(await page.evaluate(() => localStorage.getItem('user'))).toBeNull();
});

test('a stored user whom the server does not know any more is logged out, and told so', async () => {
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
  expect(await page.evaluate(() => localStorage.getItem('user'))).toBeNull();
});

test('staff see the site as a lesser role by the account panel, and as themselves again', async () => {
  const visitor = await visit({ as: 'admin' });
  const { page } = visitor;
  await visitor.open('/games');
  const choose = async (role: string) => {
    await page.getByRole('button', { name: /^Signed in as/ }).click();
    const choices = page.getByRole('navigation', { name: 'See the site as' });
    expect(await choices.getByRole('link').allInnerTexts()).toEqual(['authenticated', 'staff', 'admin']);
    await visitor.follow(() => choices.getByRole('link', { name: role }).click(), '/games');
  };
  await choose('staff');
  await page.getByText('You are seeing this as: staff').waitFor();
  await choose('admin');
  expect(await page.getByText('You are seeing this as').count()).toBe(0);
});

test('the error parameter is shown as a message for ten seconds: inert, short and marked as not ours', async () => {
  const visitor = await visit();
  const { page } = visitor;
  await page.clock.install();
  const nasty = `<script>document.title='taken'</script> data:text/html,x \u202Emoc.live ${'long '.repeat(1000)}`;
  await visitor.open(`/about?error=${encodeURIComponent(nasty)}&a=1`);
  const message = page.getByRole('dialog', { name: 'Something went wrong.' });
  await message.getByText('The link you followed says:').waitFor();
  const words = await message.locator('q').innerText();
  expect(words).toContain("<script>document.title='taken'</script> data:text/html,x moc.live");
  expect(words.length).toBeLessThan(220);
  expect(await page.title()).not.toBe('taken');
  expect(await message.getByRole('link').count()).toBe(0);
  expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true);

  await message.hover();
  await page.clock.runFor(15_000);
  expect(await message.count()).toBe(1);
  await page.mouse.move(5, 5);
  await page.clock.runFor(9000);
  expect(await message.count()).toBe(1);
  await page.clock.runFor(1500);
  expect(await message.count()).toBe(0);

  await visitor.open('/about?error=Closed');
  await message.getByRole('button', { name: 'Close this message' }).click();
  expect(await message.count()).toBe(0);

  const plain = await visitWithoutScripts();
  await plain.open('/about?error=Without+scripts');
  await plain.page.getByText('Without scripts').waitFor();
});

test('a policy that has changed is named with what is new in it, until one agrees', async () => {
  const visitor = await visit();
  const { page } = visitor;
  await visitor.open('/games');
  await page.evaluate(() => localStorage.setItem('version-terms', '2026-09-01'));
  await visitor.open('/de-DE/games');
  const notices = page.locator('.site-notices');
  expect(await notices.getByRole('link').count()).toBe(2);
  await visitor.open('/games');
  await visitor.follow(() => notices.getByRole('link', { name: /^What changed/ }).click(), '/terms');
  expect(new URL(page.url()).search).toBe('?from=2026-09-01');
  await notices.getByRole('button', { name: 'I agree' }).click();
  expect(await notices.getByRole('link').count()).toBe(0);
  await visitor.open('/games');
  expect(await notices.getByRole('link').count()).toBe(0);
});

test('a newer version that another tab was told of is offered within three seconds; reloading leaves no trace', async () => {
  const visitor = await visit();
  const { page } = visitor;
  // What this tab asks meanwhile is answered with the version that it has.
  await page.route('**/api/**', (route) => route.fulfill({ status: 202 }));
  await visitor.open('/games?a=1');
  await page.evaluate(() => localStorage.setItem('version', '99.0.0'));
  const notice = page.getByRole('region', { name: 'There is a newer version of this site' });
  await notice.waitFor({ timeout: 5000 });
  const loaded = page.waitForRequest((request) => request.isNavigationRequest());
  await notice.getByRole('button', { name: 'Reload' }).click();
  expect(new URL((await loaded).url()).search).toBe('?a=1&reload=99.0.0');
  await page.waitForFunction(() => location.search === '?a=1');
  await visitor.arrived();
  expect(await notice.count()).toBe(0);
});

test('a newer version is heard of with what telemetry answers, and when an idle tab is looked at again', async () => {
  for (const path of [/\/api\/telemetry\//, /\/api\/version/]) {
    const visitor = await visit();
    const { page } = visitor;
    await page.clock.install();
    await page.route(path, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, headers: { ...response.headers(), 'rumpus-version': '99.0.0' } });
    });
    await visitor.open('/games');
    await page.clock.runFor(61_000);
    if (!path.test('/api/telemetry/')) {
      await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    }
    await page.getByRole('region', { name: 'There is a newer version of this site' }).waitFor();
  }
});

test('where else we are is linked from the header, the home page and the footer, marked as elsewhere', async () => {
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

test('a new route scrolls to its content, home to its header, and the keyboard goes along', async () => {
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
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('content');
  await page.evaluate(() => scrollTo(0, 400));
  // A click would scroll the page to the link first.
  await visitor.follow(() => page.getByRole('link', { name: 'Rumpus, home page' }).dispatchEvent('click'), '/');
  await page.waitForFunction(() => scrollY < 40);
  await visitor.follow(() => page.goBack(), '/games/levelhead');
  await page.waitForFunction(() => scrollY === 400);
});

async function visitWithoutScripts() {
  const visitor = await visit({ javaScriptEnabled: false });
  return { page: visitor.page, open: (path: string) => visitor.open(path) };
}
