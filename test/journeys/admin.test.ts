import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';

import { inspect } from './inspect.ts';
import { signInAnew } from './sign-in.ts';
import { BASE_URL, visit } from './visitor.ts';
import type { BrowserVisitor } from './visitor.ts';

test('staff find somebody by the keyboard alone, write a note, ban them, who read why, and lift the ban', async () => {
  const visitor = await visit({ as: 'staff', isFresh: true });
  const { page } = visitor;
  await visitor.open('/admin');
  await searchOffline(visitor);
  await visitor.follow(() => goTo(page, 'acc', 'Accounts', '2 matches.', { isNew: true }), '/admin/accounts');
  await visitor.follow(() => goTo(page, 'the second', 'The Second Sock'), '/admin/accounts/c0llab');

  const note = `Met at ${Date.now()}`;
  await page.getByRole('textbox', { name: 'What should the others know?' }).focus();
  await page.keyboard.type(note);
  await page.getByRole('button', { name: 'Add the note' }).press('Enter');
  await page.getByText('Note added.').waitFor();
  await page.getByText(note).first().waitFor();

  await tryToLift(page);
  await ban(page);
  const cookies = (await signInAnew('collaborator')).cookie;
  expect(await isSignedIn(cookies)).toBe(false);
  await readWhy();
  await lift(visitor);
  expect(await isSignedIn(cookies)).toBe(true);
});

/** What needs no network is found all the same, and nothing is said to be on its way. */
async function searchOffline(visitor: BrowserVisitor): Promise<void> {
  const { page } = visitor;
  await visitor.setOffline(true);
  await page.keyboard.press('Control+k');
  const dialog = page.getByRole('dialog', { name: 'What next?' });
  await dialog.getByRole('searchbox').and(page.locator(':focus')).waitFor();
  await page.keyboard.type('acc');
  await dialog.getByText('2 matches. We couldn’t look for people.').waitFor();
  expect(await findBrokenNames(page)).toEqual([]);
  await visitor.setOffline(false);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
}

/** Words that stand on two lines, of a name that is one word. */
function findBrokenNames(page: Page): Promise<string[]> {
  return page.locator('dialog[open] [role=option] > span:first-child').evaluateAll((names) =>
    names.flatMap((name) => {
      const text = document.createRange();
      text.selectNodeContents(name);
      const words = name.textContent ?? '';
      return /\s/.test(words) || text.getClientRects().length <= 1 ? [] : [words];
    }),
  );
}

/** Opens the palette, types, and goes to what stands first. */
async function goTo(
  page: Page,
  typed: string,
  name: string,
  count = '1 match.',
  { isNew = false } = {},
): Promise<void> {
  await page.keyboard.press('Control+k');
  const dialog = page.getByRole('dialog', { name: 'What next?' });
  await dialog.getByRole('searchbox').and(page.locator(':focus')).waitFor();
  await page.keyboard.type(typed);
  await dialog.getByText(count).waitFor();
  await dialog.getByRole('option', { name }).and(page.locator('[data-focused]')).waitFor();
  // With other matches it looks the same.
  if (isNew) await inspect(page, { part: 'dialog[open]' });
  await page.keyboard.press('Enter');
}

/** What is not possible is found, says why, and does nothing. */
async function tryToLift(page: Page): Promise<void> {
  await goTo(page, 'unban the sec', 'Lift the ban on The Second Sock', '1 match.', { isNew: true });
  const option = page.getByRole('option', { name: 'This account isn’t banned.' });
  expect(await option.getAttribute('aria-disabled')).toBe('true');
  await page.evaluate(closeAndReopen);
  await page.getByRole('searchbox').and(page.locator(':focus')).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
}

/** Runs in the page: what Escape does, and the keys that open the palette before the browser tells that it is closed. */
async function closeAndReopen(): Promise<void> {
  document.querySelector<HTMLDialogElement>('dialog[open]')?.requestClose();
  await Promise.resolve();
  dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true }));
}

async function ban(page: Page): Promise<void> {
  await goTo(page, 'ban the sec', 'Ban The Second Sock', '2 matches.');
  const form = page.locator('details[open]');
  await form.getByRole('combobox', { name: 'For how long?' }).and(page.locator(':focus')).waitFor();
  await form.getByRole('combobox', { name: 'For how long?' }).selectOption({ label: '3 days' });
  await form.getByRole('textbox', { name: 'Why?' }).fill('Too many towers');
  await inspect(page, { part: 'main' });
  await form.getByRole('textbox', { name: 'Why?' }).press('Enter');
  await page.getByText('Banned, and signed out everywhere.').waitFor();
  await page.getByText('Too many towers').first().waitFor();
}

/** In the browser of whoever is banned. */
async function readWhy(): Promise<void> {
  const visitor = await visit({ as: 'collaborator', isFresh: true });
  const { page } = visitor;
  await visitor.open('/games');
  await inspect(page, { part: 'body > aside' });
  await visitor.follow(() => page.getByRole('link', { name: 'Read why' }).press('Enter'), '/login/banned');
  await page.getByRole('blockquote').getByText('Too many towers').waitFor();
  await inspect(page, { part: 'main' });
}

async function lift({ page }: BrowserVisitor): Promise<void> {
  await page.locator('summary', { hasText: 'Lift the ban' }).press('Enter');
  const form = page.locator('details[open]', { hasText: 'Lift the ban' });
  await form.getByRole('textbox', { name: 'Why?' }).fill('Nice towers after all');
  await form.getByRole('button', { name: 'Lift the ban' }).press('Enter');
  await page.getByText('Ban lifted.').waitFor();
}

async function isSignedIn(cookie: string): Promise<boolean> {
  return (await fetch(new URL('/api/auth/accounts/@me', BASE_URL), { headers: { cookie } })).ok;
}
