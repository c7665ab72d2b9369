import { expect, test } from 'vitest';

import { inspect } from './inspect.ts';
import { SENT, askByKeys, join, newAddress, openPanelByKeys, panelOf, typeCode } from './joining.ts';
import { focusedName, pressByKeys, retype, tabTo } from './keyboard.ts';
import { letterTo } from './mailbox.ts';
import { waitForHydration, visit } from './visitor.ts';

test('a stranger joins by a code in the panel, by the keyboard alone, is told there what is wrong, and comes back to where they were', async () => {
  const visitor = await visit();
  const { page } = visitor;
  const panel = panelOf(page);
  const address = newAddress('stranger');
  visitor.expectRefusal(/\/login/);
  await visitor.open('/about');
  await openPanelByKeys(page);
  await tabTo(page, 'who');
  await retype(page, 'nobody at all');
  await panel.getByText('That email or Lookup Code is invalid!').waitFor();
  await expect.poll(() => focusedName(page)).toBe('who');
  await retype(page, address);
  await panel.getByText(SENT, { exact: true }).waitFor();
  await inspect(page, { part: '#login' });
  const { code } = await letterTo(address, 'Knock, knock');

  await typeCode(visitor, code === '000000' ? '111111' : '000000');
  await panel.getByText('That’s not the code. Take another look?').waitFor();
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await visitor.follow(() => typeCode(visitor, code), '/login/confirmation-required');
  const heading = page.getByRole('heading', { level: 1 });
  await expect.poll(() => heading.evaluate((title) => title === document.activeElement)).toBe(true);
  expect(await heading.evaluate((title) => title.getBoundingClientRect().top)).toBeGreaterThanOrEqual(0);
  expect(await heading.evaluate((title) => title.getBoundingClientRect().bottom <= innerHeight)).toBe(true);
  await inspect(page, { part: 'main' });
  await tabTo(page, 'agreed');
  await page.keyboard.press('Space');
  await visitor.follow(() => page.keyboard.press('Enter'), '/welcome');
  await inspect(page, { part: 'main' });
  await visitor.follow(() => pressByKeys(page.getByRole('button', { name: 'Skip all this' })), '/about');
  await page.getByText('Signed in as').waitFor();
  await panel.waitFor({ state: 'hidden' });

  await pressByKeys(page.getByRole('button', { name: /^Signed in as/ }));
  await visitor.follow(() => pressByKeys(page.getByRole('link', { name: 'Account settings' })), '/account');
  await page.getByText(address).first().waitFor();
  await page.locator('summary').filter({ hasText: 'Security log' }).press('Enter');
  await page.getByRole('listitem').filter({ hasText: 'You made this account.' }).waitFor();
});

test('the code of a mail signs in, and every tab notices within seconds that its session was ended in another browser', async () => {
  const [desk, phone] = [await visit(), await visit()];
  const address = newAddress('twice');
  await phone.page.clock.install();
  await join(desk, address);
  await phone.open('/games');
  const { code } = await askByKeys(phone, address);
  await typeCode(phone, code);
  await phone.page.getByText('Signed in as').waitFor();
  // Chromium has kept the cookie of the answer to the code, and sends it with what the other tab opens.
  const kept = (await phone.page.context().cookies()).filter(({ name }) => name === 'session');
  expect(kept).toMatchObject([{ httpOnly: true, sameSite: 'Lax', path: '/' }]);
  const tab = await phone.page.context().newPage();
  await tab.goto('/about');
  await waitForHydration(tab);
  await tab.getByText('Signed in as').waitFor();

  await desk.open('/account/sessions');
  const sessions = desk.page.getByRole('region', { name: 'Sessions' });
  const tabs = [phone.page, tab];
  const signedOut = () =>
    Promise.all(tabs.map((page) => page.getByRole('button', { name: 'Sign in', exact: true }).isVisible()));
  phone.expectRefusal(/\/api\/auth\//);
  await phone.page.clock.pauseAt(Date.now() + 60_000);
  await sessions.locator('summary').filter({ hasText: 'Sign out everywhere else' }).click();
  await sessions.getByRole('button', { name: 'Sign them all out' }).click();
  // One tab hears of it from the server and says so at once, the other sees it when it looks next.
  const noticeCounts = async () => {
    const counts = await Promise.all(tabs.map((page) => page.getByText('You are now logged out!').count()));
    return counts.toSorted((one, other) => one - other);
  };
  await expect.poll(noticeCounts).toEqual([0, 1]);
  await expect.poll(signedOut).toContain(true);
  const stored = () => Promise.all(tabs.map((page) => page.evaluate(() => localStorage.getItem('user'))));
  await expect.poll(stored).toEqual([null, null]);
  await phone.page.clock.runFor(3000);
  await expect.poll(signedOut).toEqual([true, true]);
  expect(await noticeCounts()).toEqual([0, 1]);
  await desk.page.getByText('You’re not signed in anywhere else.').waitFor();
});
