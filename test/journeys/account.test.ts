import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';

import { inspect } from './inspect.ts';
import { SENT, askByKeys, join, newAddress, typeCode } from './joining.ts';
import { fillByKeys, pressByKeys } from './keyboard.ts';
import { letterTo } from './mailbox.ts';
import { visit } from './visitor.ts';

test('the old address takes back a change of addresses, by the keyboard alone, ends the session that made it, and signs in by the link of a mail', async () => {
  const visitor = await visit();
  const { page } = visitor;
  const [old, other] = [newAddress('old'), newAddress('other')];
  await join(visitor, old);
  visitor.expectRefusal(/\/account/);
  await visitor.open('/account/emails');
  const emails = page.getByRole('region', { name: 'Email addresses' });
  await fillByKeys(emails.getByLabel('Another email address'), other);
  await emails.getByText(SENT, { exact: true }).waitFor();
  const { code } = await letterTo(other, 'Is this address yours?');
  await typeCode(visitor, code === '000000' ? '111111' : '000000');
  await emails.locator('input[name=code][aria-invalid]:focus').waitFor();
  await typeCode(visitor, code);
  await emails.getByText(`${other} is yours now.`).waitFor();
  await emails.locator('li:focus').filter({ hasText: other }).waitFor();
  const row = emails.locator('li').filter({ hasText: old });
  await pressByKeys(row.locator('summary'));
  await pressByKeys(row.getByRole('button', { name: 'Remove this address' }));
  await emails.getByText(`${old} is gone.`, { exact: false }).waitFor();
  await row.waitFor({ state: 'detached' });
  await emails.locator('h2:focus').waitFor();
  await inspect(page, { part: 'main' });

  // The page that made the change is open still, and will be refused what it asks.
  visitor.expectRefusal(/\/api\/auth\//);
  const owner = await visit();
  const { path } = await letterTo(old, 'undo it');
  await owner.open(path);
  await owner.page.getByText(`puts ${old} back`, { exact: false }).waitFor();
  await inspect(owner.page, { part: 'main' });
  // The message leaves by itself, also while nobody looks.
  const loggedOut = page.getByText('You are now logged out!').waitFor();
  await Promise.all([loggedOut, pressByKeys(owner.page.getByRole('button', { name: 'Undo the change' }))]);
  await owner.page.getByRole('heading', { name: 'The change is undone' }).waitFor();
  await page.waitForURL(/\/login\?returnTo=%2Faccount/);
  await owner.open('/games');
  const letter = await askByKeys(owner, old);
  // Its page does nothing by itself, also with scripts.
  await owner.open(letter.path);
  await owner.page.waitForLoadState('networkidle');
  await inspect(owner.page, { part: 'main' });
  await owner.open(letter.path);
  const signIn = owner.page.locator('main').getByRole('button', { name: 'Sign in' });
  await owner.follow(() => pressByKeys(signIn), '/games');
  await owner.page.getByText('Signed in as').waitFor();
});

test('a second press where an address was added or removed removes nothing, and the field for the code is in view', async () => {
  const visitor = await visit({ viewport: { width: 360, height: 640 } });
  const { page } = visitor;
  const [own, ...others] = [newAddress('own'), newAddress('more'), newAddress('most')];
  await join(visitor, own);
  await visitor.open('/account/emails');
  const emails = page.getByRole('region', { name: 'Email addresses' });
  const open = emails.locator('details[open]');
  for (const other of others) {
    await emails.getByLabel('Another email address').fill(other);
    await pressTwice(emails.getByRole('button', { name: 'Add it' }), emails.locator('li').filter({ hasText: other }));
    expect(await open.count()).toBe(0);
    await emails.getByLabel('Another email address').blur();
  }
  // So that nothing scrolls: what comes under the pointer is the same question of the next address.
  await page.setViewportSize({ width: 1280, height: 2400 });
  for (const other of others) await emails.locator('li').filter({ hasText: other }).locator('summary').press('Enter');
  const row = emails.locator('li').filter({ hasText: others[0] });
  await pressTwice(row.getByRole('button', { name: 'Remove this address' }), row, 'detached');
  expect(await open.count()).toBe(1);
  expect(await emails.locator('li').count()).toBe(2);
});

/** Presses once more in the same place when what the first press does can be seen. */
async function pressTwice(button: Locator, row: Locator, state: 'visible' | 'detached' = 'visible'): Promise<void> {
  const page = button.page();
  await button.scrollIntoViewIfNeeded();
  const { x = 0, y = 0, width = 0, height = 0 } = (await button.boundingBox()) ?? {};
  const place = [x + width / 2, y + height / 2] as const;
  await page.mouse.click(...place);
  await row.waitFor({ state });
  if (state === 'visible') await expect.poll(() => row.locator('input[name=code]').evaluate(isInView)).toBe(true);
  await page.mouse.click(...place);
}

function isInView(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return element === document.activeElement && top >= 0 && bottom <= innerHeight;
}
