import type { Page } from 'playwright-core';
import { expect } from 'vitest';

import { focusedName, retype, tabTo } from './keyboard.ts';
import { letterTo } from './mailbox.ts';
import type { MailboxLetter } from './mailbox.ts';
import { BASE_URL } from './visitor.ts';
import type { BrowserVisitor } from './visitor.ts';
import { waitForScript } from './wait-for-react.ts';

export const SENT = 'Verification email sent. Check your inbox!';
let walks = 0;

/** An address that nobody has used on this site. */
export function newAddress(name: string): string {
  walks += 1;
  return `${name}-${Date.now().toString(36)}-${walks}@walks.example`;
}

export const panelOf = (page: Page) => page.getByRole('dialog', { name: 'Sign in' });

/** Makes an account whose owner is signed in by the code of a mail, by the forms that the walks of joining are about. */
export async function join({ page: { request } }: BrowserVisitor, address: string): Promise<void> {
  const post = (path: string, form: Record<string, string>) =>
    request.post(path, { form, headers: { origin: BASE_URL }, maxRedirects: 0 });
  expect((await post('/login', { intent: 'ask', who: address, returnTo: '/about' })).status()).toBe(200);
  const { code } = await letterTo(address, 'Knock, knock');
  expect((await post('/login', { intent: 'code', code, returnTo: '/about' })).status()).toBe(302);
  const made = await post('/login/confirmation-required', { alias: address.split('@', 1).join(), agreed: 'yes' });
  expect([made.status(), made.headers()['location']]).toEqual([302, '/welcome?returnTo=%2Fabout']);
}

/** Asks by the panel of a page for the mail that signs in, by the keyboard alone. @returns its code and link */
export async function askByKeys({ page }: BrowserVisitor, address: string): Promise<MailboxLetter> {
  await openPanelByKeys(page);
  await tabTo(page, 'who');
  await page.keyboard.type(address);
  await page.keyboard.press('Enter');
  await panelOf(page).getByText(SENT, { exact: true }).waitFor();
  return letterTo(address, 'Knock, knock');
}

export async function openPanelByKeys(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign in', exact: true }).focus();
  await page.keyboard.press('Enter');
  await waitForScript(panelOf(page).getByRole('heading'));
}

/** Types the code of the mail where it was asked for. */
export async function typeCode({ page }: BrowserVisitor, code: string): Promise<void> {
  await expect.poll(() => focusedName(page)).toBe('code');
  await retype(page, code);
}
