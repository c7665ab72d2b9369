import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';

import { MAX_NAME } from '#app/apps/app-key.ts';

import { inspect } from './inspect.ts';
import { signIn, signInAnew } from './sign-in.ts';
import { BASE_URL, visit } from './visitor.ts';
import type { BrowserVisitor, VisitOptions } from './visitor.ts';

test('staff find somebody by the keyboard alone, write a note, ban them, who read why, and lift the ban', async () => {
  const visitor = await visit({ as: 'staff', isFresh: true });
  const { page } = visitor;
  await visitor.open('/admin');
  await openOffline(visitor);
  await visitor.follow(() => goTo(page, 'accounts', 'Accounts', { isNew: true }), '/admin/accounts');
  await searchOffline(visitor);
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

test('on a public page, at 390 px too, staff see what waits and go to their work by its own words', async () => {
  await writeToDesk();
  const visitor = await visit({ as: 'staff', viewport: { width: 390, height: 800 } });
  const { page } = visitor;
  await visitor.open('/games');
  const studio = page.getByRole('navigation', { name: 'Studio' });
  await studio.locator('summary').press('Enter');
  await studio.getByRole('link', { name: /^Desk ?, \d+\+? waiting$/ }).waitFor();
  await inspect(page, { part: 'nav[aria-label=Studio]' });
  await visitor.follow(() => goTo(page, 'podcast new', 'New episode'), '/editor/episodes/new');
  await visitor.follow(() => goTo(page, 'inbox', 'Answer messages'), '/contact/submissions');
});

async function writeToDesk(): Promise<void> {
  const fields = { intent: 'contact.send', title: 'Stuck', body: 'In a door.', game: 'levelhead', platform: 'Linux' };
  const { status } = await fetch(`${BASE_URL}/contact/topics/bug`, {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers: { cookie: signIn('creator').cookie, origin: new URL(BASE_URL).origin },
    redirect: 'manual',
  });
  expect(status).toBe(303);
}

/** So the navigation of staff is at work. */
const hasLookedAround = () =>
  performance.getEntriesByType('resource').some(({ name }) => name.includes('/api/console/doors'));

/** The code of the palette comes with its first use, which says so where it cannot come. */
async function openOffline(visitor: BrowserVisitor): Promise<void> {
  await expect.poll(() => visitor.page.evaluate(hasLookedAround)).toBe(true);
  await visitor.setOffline(true);
  await visitor.page.keyboard.press('Control+k');
  await visitor.page.getByRole('alert').getByText('That needs a connection.').waitFor();
  await visitor.setOffline(false);
}

/** What needs no network is found all the same, and nothing is said to be on its way. */
async function searchOffline(visitor: BrowserVisitor): Promise<void> {
  const { page } = visitor;
  await visitor.setOffline(true);
  await page.keyboard.press('Control+k');
  const dialog = page.getByRole('dialog', { name: 'What next?' });
  await dialog.getByRole('searchbox').and(page.locator(':focus')).waitFor();
  await page.keyboard.type('acc');
  await dialog.getByText('We couldn’t look for people and pages.').waitFor();
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
async function goTo(page: Page, typed: string, name: string, { isNew = false } = {}): Promise<void> {
  await page.keyboard.press('Control+k');
  const dialog = page.getByRole('dialog', { name: 'What next?' });
  await dialog.getByRole('searchbox').and(page.locator(':focus')).waitFor();
  await page.keyboard.type(typed);
  await dialog.getByText(/\d+ match(?:es)?\.$/).waitFor();
  await dialog.getByRole('option', { name }).and(page.locator('[data-focused]')).waitFor();
  // With other matches it looks the same.
  if (isNew) await inspect(page, { part: 'dialog[open]' });
  await page.keyboard.press('Enter');
}

/** What is not possible is found, says why, and does nothing. */
async function tryToLift(page: Page): Promise<void> {
  await goTo(page, 'unban the sec', 'Lift the ban on The Second Sock', { isNew: true });
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
  await goTo(page, 'ban the sec', 'Ban The Second Sock');
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

test('on a small laptop lists of staff have room for fifteen rows, and records what they are, without scrolling', async () => {
  await createLongest();
  const { page, open } = await visitAs({ width: 1366, height: 768 }, { as: 'admin' });
  const boxes = (selector: string) =>
    page.locator(selector).evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON() as DOMRect));
  for (const list of ['accounts', 'apps', 'crates', 'audit'].map((name) => `/admin/${name}`).concat('/editor/posts')) {
    await open(list);
    const rows = await boxes('main tbody tr');
    const tallest = Math.max(...rows.map(({ height }) => height));
    expect(tallest, list).toBeLessThanOrEqual(36);
    // There may be fewer of them.
    expect(768 - (rows[0]?.top ?? 768), list).toBeGreaterThanOrEqual(15 * tallest);
  }
  const records = [
    'accounts/c0llab',
    `apps/${LONGEST}`,
    `crates/${LONGEST}`,
    `crates/posts/items/${await findItemId()}`,
  ];
  for (const record of records) {
    await open(`/admin/${record}`);
    // Of an app, its keys are what matters.
    const parts = await boxes('main :is(h1, .facts > dd, thead th)');
    expect(parts.length, record).toBeGreaterThan(1);
    expect(Math.max(...parts.map(({ bottom }) => bottom)), record).toBeLessThanOrEqual(768);
  }
});

const LONGEST = 'measured-by-its-longest-name';

async function findItemId(): Promise<string> {
  const response = await fetch(`${BASE_URL}/api/storage/crates/posts/items?limit=1`);
  const { data } = (await response.json()) as { data: { itemId: string }[] };
  return data[0]?.itemId ?? '';
}

/** An app and a crate with names as long as they may be; the second try of a walk finds them. */
async function createLongest(): Promise<void> {
  const { cookie, xsrf } = signIn('admin');
  const send = (path: string, headers: Record<string, string>, body: BodyInit) =>
    fetch(BASE_URL + path, { method: 'POST', headers: { cookie, ...headers }, body, redirect: 'manual' });
  const name = 'Something rather long '.repeat(6).slice(0, 128).trim();
  const json = { 'x-xsrf-token': xsrf, 'content-type': 'application/json' };
  const crate = JSON.stringify({ crateId: LONGEST, name, policy: { list: ['staff'], read: ['staff'] } });
  expect([201, 409]).toContain((await send('/api/storage/crates', json, crate)).status);
  const app = new URLSearchParams({ intent: 'apps.create', appId: LONGEST, name: name.slice(0, MAX_NAME) });
  expect([303, 409]).toContain((await send('/admin/apps', { origin: new URL(BASE_URL).origin }, app)).status);
}

test('on a phone the places of the console are behind a button, also without scripts, and nothing scrolls sideways', async () => {
  const { page, open } = await visitAs({ width: 390, height: 844 }, { javaScriptEnabled: false });
  await open('/admin/accounts');
  const place = page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Campaigns' });
  expect(await place.isVisible()).toBe(false);
  await page.getByRole('button', { name: 'Places' }).click();
  await place.click();
  await page.getByRole('heading', { level: 1, name: 'Campaigns' }).waitFor();
  expect(await place.isVisible()).toBe(false);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});

async function visitAs(viewport: { width: number; height: number }, options: VisitOptions = {}) {
  const visitor = await visit({ as: 'staff', viewport, ...options });
  return { page: visitor.page, open: (path: string) => visitor.open(path) };
}

async function isSignedIn(cookie: string): Promise<boolean> {
  return (await fetch(new URL('/api/auth/accounts/@me', BASE_URL), { headers: { cookie } })).ok;
}
