import { expect, test } from 'vitest';

import { inspect } from './inspect.ts';
import { visit } from './visitor.ts';
import { stopClock } from './wait-for-react.ts';

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
