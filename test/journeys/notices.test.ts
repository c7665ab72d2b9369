import { expect, test } from 'vitest';

import { inspect } from './inspect.ts';
import { stopClock } from './wait-for-react.ts';
import { visit } from './visitor.ts';

/** What a stranger may write into a link. */
const NASTY = `<script>document.title='taken'</script> data:text/html,x \u202Emoc.live ${'long '.repeat(1000)}`;

test('the error parameter is shown as a message for ten seconds, or until it is closed: inert, short and marked as not ours', async () => {
  const visitor = await visit({ hasStillClock: true });
  const { page } = visitor;
  const address = `/about?error=${encodeURIComponent(NASTY)}&a=1`;
  await visitor.open(address);
  const message = page.getByRole('dialog', { name: 'Something went wrong.' });
  const close = message.getByRole('button', { name: 'Close this message' });
  // It stays while the keyboard is in it.
  await close.focus();
  await inspect(page, { part: '.toasts' });
  await close.press('Enter');
  await message.waitFor({ state: 'detached' });

  const pass = await stopClock(page);
  await visitor.open(address);
  await message.getByText('The link you followed says:').waitFor();
  const words = await message.locator('q').innerText();
  expect(words).toContain("<script>document.title='taken'</script> data:text/html,x moc.live");
  expect(words.length).toBeLessThan(220);
  expect(await page.title()).not.toBe('taken');
  expect(await message.getByRole('link').count()).toBe(0);
  expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true);

  await message.hover();
  await pass(15_000);
  expect(await message.count()).toBe(1);
  await page.mouse.move(5, 5);
  await pass(9000);
  expect(await message.count()).toBe(1);
  await pass(1500);
  await message.waitFor({ state: 'detached' });
});

test('a changed policy is announced with what is new in it, until the visitor agrees', async () => {
  const visitor = await visit();
  const { page } = visitor;
  await page.addInitScript(() => (localStorage['version-terms'] ??= '2026-09-01'));
  await visitor.open('/de-DE/games');
  const notices = page.locator('.site-notices');
  await expect.poll(() => notices.getByRole('link').count()).toBe(2);
  await inspect(page, { part: '.site-notices' });
  await visitor.open('/games');
  await visitor.follow(() => notices.getByRole('link', { name: /^What changed/ }).click(), '/terms');
  expect(new URL(page.url()).search).toBe('?from=2026-09-01');
  await notices.getByRole('button', { name: 'I agree' }).click();
  await expect.poll(() => notices.getByRole('link').count()).toBe(0);
  await visitor.open('/games');
  expect(await notices.getByRole('link').count()).toBe(0);
});

test('a newer version is offered within three seconds of another tab hearing of it, and reloading leaves no trace; telemetry tells of it too, and an idle tab asks when it is visible again', async () => {
  const visitor = await visit();
  const { page } = visitor;
  // What this tab asks meanwhile is answered with the version that it has.
  await page.route('**/api/**', (route) => route.fulfill({ status: 202 }));
  await page.clock.install();
  await visitor.open('/games?a=1');
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.evaluate(() => localStorage.setItem('version', '99.0.0'));
  const notice = page.getByRole('region', { name: "There's a newer version of this site" });
  await page.clock.runFor(3000);
  await notice.waitFor();
  await page.clock.resume();
  await inspect(page, { part: '.site-notices' });
  const loaded = page.waitForRequest((request) => request.isNavigationRequest());
  await notice.getByRole('button', { name: 'Reload' }).click();
  expect(new URL((await loaded).url()).search).toBe('?a=1&reload=99.0.0');
  await page.waitForFunction(() => location.search === '?a=1');
  await visitor.waitForHydration();
  expect(await notice.count()).toBe(0);

  for (const path of [/\/api\/telemetry\//, /\/api\/version/]) {
    await page.evaluate(() => localStorage.removeItem('version'));
    // Only this answer tells a version: what comes later would take it back.
    await page.route(path, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, headers: { ...response.headers(), 'rumpus-version': '99.0.0' } });
    });
    await visitor.open('/games');
    expect(await notice.count()).toBe(0);
    await page.clock.runFor(61_000);
    if (!path.test('/api/telemetry/')) {
      await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    }
    await notice.waitFor();
    await page.unroute(path);
  }
});
