import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';

import { inspect } from './inspect.ts';
import { letterTo } from './mailbox.ts';
import type { MailboxLetter } from './mailbox.ts';
import { BASE_URL, waitForHydration, visit } from './visitor.ts';
import type { BrowserVisitor } from './visitor.ts';

const SENT = 'Verification email sent. Check your inbox!';
let walks = 0;

/** An address that nobody has used on this site. */
function newAddress(name: string): string {
  walks += 1;
  return `${name}-${Date.now().toString(36)}-${walks}@walks.example`;
}

const panelOf = (page: Page) => page.getByRole('dialog', { name: 'Sign in' });

/** Asks by the panel of a page for the mail that signs in, by the keyboard alone. @returns its code and link */
async function askByKeys({ page }: BrowserVisitor, address: string): Promise<MailboxLetter> {
  await openPanelByKeys(page);
  await tabTo(page, 'who');
  await page.keyboard.type(address);
  await page.keyboard.press('Enter');
  await panelOf(page).getByText(SENT, { exact: true }).waitFor();
  return letterTo(address, 'Knock, knock');
}

async function openPanelByKeys(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign in', exact: true }).focus();
  await page.keyboard.press('Enter');
  await panelOf(page).waitFor();
}

/** Types the code of the mail where it was asked for. */
async function typeCode({ page }: BrowserVisitor, code: string): Promise<void> {
  await expect.poll(() => focusedName(page)).toBe('code');
  await retype(page, code);
}

/** Types in place of what stands in the field, and sends its form. */
async function retype(page: Page, text: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(text);
  await page.keyboard.press('Enter');
}

/** Makes an account whose owner is signed in by the code of a mail, by the forms that the walks of joining are about. */
async function join({ page: { request } }: BrowserVisitor, address: string): Promise<void> {
  const post = (path: string, form: Record<string, string>) =>
    request.post(path, { form, headers: { origin: BASE_URL }, maxRedirects: 0 });
  expect((await post('/login', { intent: 'ask', who: address, returnTo: '/about' })).status()).toBe(200);
  const { code } = await letterTo(address, 'Knock, knock');
  expect((await post('/login', { intent: 'code', code, returnTo: '/about' })).status()).toBe(302);
  const made = await post('/login/confirmation-required', { alias: address.split('@', 1).join(), agreed: 'yes' });
  expect([made.status(), made.headers()['location']]).toEqual([302, '/about']);
}

async function tabTo(page: Page, name: string): Promise<void> {
  for (let tabs = 0; tabs < 80; tabs += 1) {
    if ((await focusedName(page)) === name) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not come to ${name}`);
}

/** Comes to something by Tab alone, from wherever the focus is. */
async function tabOnto(target: Locator): Promise<void> {
  // Found once: to look for a role and a name again after each key takes longer than the key.
  const element = await target.elementHandle();
  for (let tabs = 0; tabs < 160; tabs += 1) {
    if (await element?.evaluate((one) => one === document.activeElement)) return;
    await target.page().keyboard.press('Tab');
  }
  throw new Error(`Tab does not come to ${String(target)}`);
}

async function pressByKeys(target: Locator): Promise<void> {
  await tabOnto(target);
  await target.page().keyboard.press('Enter');
}

/** Types into a field and sends its form. */
async function fillByKeys(target: Locator, text: string): Promise<void> {
  await tabOnto(target);
  await target.page().keyboard.type(text);
  await target.page().keyboard.press('Enter');
}

const focusedName = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('name') ?? '');

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
  await panel.getByText("That's not the code. Take another look?").waitFor();
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await visitor.follow(() => typeCode(visitor, code), '/login/confirmation-required');
  const heading = page.getByRole('heading', { level: 1 });
  await expect.poll(() => heading.evaluate((title) => title === document.activeElement)).toBe(true);
  expect(await heading.evaluate((title) => title.getBoundingClientRect().top)).toBeGreaterThanOrEqual(0);
  expect(await heading.evaluate((title) => title.getBoundingClientRect().bottom <= innerHeight)).toBe(true);
  await inspect(page, { part: 'main' });
  await tabTo(page, 'agreed');
  await page.keyboard.press('Space');
  await visitor.follow(() => page.keyboard.press('Enter'), '/about');
  await page.getByText('Signed in as').waitFor();
  await panel.waitFor({ state: 'hidden' });

  await pressByKeys(page.getByRole('button', { name: /^Signed in as/ }));
  await visitor.follow(() => pressByKeys(page.getByRole('link', { name: 'Account settings' })), '/account');
  await page.getByText(address).first().waitFor();
  await page.getByRole('listitem').filter({ hasText: 'You made this account.' }).waitFor();
});

test('the old address takes back a change of addresses, by the keyboard alone, ends the session that made it, and signs in by the link of a mail', async () => {
  const visitor = await visit();
  const { page } = visitor;
  const [old, other] = [newAddress('old'), newAddress('other')];
  await join(visitor, old);
  visitor.expectRefusal(/\/account/);
  await visitor.open('/account');
  const emails = page.getByRole('region', { name: 'Addresses' });
  await fillByKeys(emails.getByLabel('Another address'), other);
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
  const told = page.getByText('You are now logged out!').waitFor();
  await Promise.all([told, pressByKeys(owner.page.getByRole('button', { name: 'Undo the change' }))]);
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
  await visitor.open('/account');
  const emails = page.getByRole('region', { name: 'Addresses' });
  const open = emails.locator('details[open]');
  for (const other of others) {
    await emails.getByLabel('Another address').fill(other);
    await pressTwice(emails.getByRole('button', { name: 'Add it' }), emails.locator('li').filter({ hasText: other }));
    expect(await open.count()).toBe(0);
    await emails.getByLabel('Another address').blur();
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

  await desk.open('/account');
  const sessions = desk.page.getByRole('region', { name: 'Sessions' });
  const tabs = [phone.page, tab];
  const signedOut = () =>
    Promise.all(tabs.map((page) => page.getByRole('button', { name: 'Sign in', exact: true }).isVisible()));
  phone.expectRefusal(/\/api\/auth\//);
  await phone.page.clock.pauseAt(Date.now() + 60_000);
  await sessions.locator('summary').filter({ hasText: 'Sign out everywhere else' }).click();
  await sessions.getByRole('button', { name: 'Sign them all out' }).click();
  // One tab hears of it from the server and says so at once, the other sees it when it looks next.
  const told = async () => {
    const counts = await Promise.all(tabs.map((page) => page.getByText('You are now logged out!').count()));
    return counts.toSorted((one, other) => one - other);
  };
  await expect.poll(told).toEqual([0, 1]);
  await expect.poll(signedOut).toContain(true);
  const stored = () => Promise.all(tabs.map((page) => page.evaluate(() => localStorage.getItem('user'))));
  await expect.poll(stored).toEqual([null, null]);
  await phone.page.clock.runFor(3000);
  await expect.poll(signedOut).toEqual([true, true]);
  expect(await told()).toEqual([0, 1]);
  await desk.page.getByText("You're not signed in anywhere else.").waitFor();
});
