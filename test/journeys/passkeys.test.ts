import { expect, test } from 'vitest';

import { inspect } from './inspect.ts';
import { addPasskey, removePasskey, unfold, visitAs } from './passkey-owner.ts';

test('a passkey is added, renamed, used to confirm the user’s identity and removed by the keyboard, and each is logged', async () => {
  const owner = await visitAs('player');
  const { visitor, device } = owner;
  const { page } = visitor;
  const section = page.locator('#passkeys');
  const add = section.getByRole('button', { name: 'Add a passkey' });
  await visitor.open('/account/passkeys');
  await device.verify(false);
  await add.press('Enter');
  await section.getByRole('alert').waitFor();
  expect(await device.count()).toBe(0);
  await device.verify(true);
  await addPasskey(owner, 'The shiny one');
  await expect.poll(() => device.count()).toBe(1);
  await add.press('Enter');
  await section.getByText('You already have a passkey on this device.').waitFor();
  expect(await device.count()).toBe(1);
  const row = section.locator('li').filter({ hasText: 'The shiny one' });
  await row.getByText('On one device').waitFor();
  await row.getByText('Not used yet').waitFor();
  await unfold(row, 'Remove');
  await inspect(page, { part: '#passkeys' });

  await visitor.open('/login?prove&returnTo=/account%23passkeys');
  await inspect(page, { part: 'main' });
  const proved = page.waitForResponse(/\/api\/auth\/passkeys\/prove$/);
  await visitor.follow(() => page.getByRole('button', { name: 'Use a passkey' }).press('Enter'), '/account');
  expect((await proved).status()).toBe(204);
  await page.waitForURL((url) => url.hash === '#passkeys');
  // Where an address has a fragment, Chromium takes the focus away in one of the first frames.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));

  await removePasskey(owner, 'The shiny one');
  await page.locator('#passkeys-title:focus').waitFor();
  await visitor.open('/account/log');
  for (const noted of ['Added the passkey', 'Renamed', 'Removed']) {
    await page.locator('#log').getByText(noted).first().waitFor();
  }
});
