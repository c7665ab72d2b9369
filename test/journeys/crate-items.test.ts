import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';

import { signIn } from './sign-in.ts';
import { BASE_URL, visit } from './visitor.ts';

const CRATE = `shelf-${Date.now()}`;
const LIST = `/admin/crates/${CRATE}/items?limit=32`;
const ITEMS = 20;

async function ask(path: string, method: string, body: unknown, headers: Record<string, string> = {}): Promise<void> {
  const { cookie, xsrf } = signIn('admin');
  const response = await fetch(`${BASE_URL}/api/storage/crates${path}`, {
    method,
    headers: { cookie, 'x-xsrf-token': xsrf, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
}

function createItem(name: string): Promise<void> {
  const map = { title: `A rather long title of ${name}`, about: 'words '.repeat(30) };
  const parameters = encodeURIComponent(JSON.stringify({ name, tags: ['kind:level', 'difficulty:3', 'draft'], map }));
  return ask(`/${CRATE}/items`, 'POST', {}, { 'rumpus-item-parameters': parameters });
}

beforeAll(async () => {
  const policy = { list: ['staff'], read: ['staff'], create: ['staff'], stats: { Plays: {} } };
  await ask('', 'POST', { crateId: CRATE, policy });
  for (let at = 0; at < ITEMS; at += 1) await createItem(`level-${at}`);
});

const rows = (page: Page) => page.locator('tbody tr');

test('staff see at least 15 items at once, each on one line', async () => {
  const { page, open } = await openAs({ width: 1366, height: 768 });
  await open(LIST);
  const boxes = await rows(page).evaluateAll((all) =>
    all.map((row) => row.getBoundingClientRect().toJSON() as DOMRect),
  );
  expect(boxes.filter(({ bottom }) => bottom <= 768).length).toBeGreaterThanOrEqual(15);
  expect(Math.max(...boxes.map(({ height }) => height))).toBeLessThanOrEqual(36);
});

test('a table that is too wide scrolls by the keyboard', async () => {
  const { page, open } = await openAs({ width: 900, height: 700 });
  await open(`${LIST}&columns=tags,collaborators,createdAt,updatedAt,mimetype,bytes,rev,map.title,map.about`);
  const frame = page.locator('section.table-frame');
  await frame.focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => frame.evaluate(({ scrollLeft }) => scrollLeft)).toBeGreaterThan(0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
});

test('what has changed since is told without a row moving, and shown when it is asked for', async () => {
  const { page, open } = await openAs({ width: 1366, height: 768 });
  await open(LIST);
  const first = rows(page).first();
  const before = { top: await topOf(page), words: await first.textContent() };
  await createItem('level-new');
  const show = page.getByRole('button', { name: '1 change since. Show' });
  await show.waitFor();
  expect({ top: await topOf(page), words: await first.textContent() }).toEqual(before);
  await show.press('Enter');
  await rows(page).first().getByRole('link', { name: 'level-new' }).waitFor();
  await show.waitFor({ state: 'hidden' });
});

test('on a phone each item is a card, and nothing is wider than the screen', async () => {
  const { page, open } = await openAs({ width: 390, height: 844 });
  await open(LIST);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  expect(
    await rows(page)
      .first()
      .evaluate((row) => getComputedStyle(row).display),
  ).toBe('block');
});

async function openAs(viewport: { width: number; height: number }) {
  const visitor = await visit({ as: 'admin', viewport });
  return { page: visitor.page, open: (path: string) => visitor.open(path) };
}

function topOf(page: Page): Promise<number> {
  return rows(page)
    .first()
    .evaluate((row) => row.getBoundingClientRect().top);
}

test('whoever goes by keyboard keeps their place when an answer takes away what had the focus', async () => {
  const visitor = await visit({ as: 'admin' });
  const { page } = visitor;
  const focused = (selector: string) =>
    expect.poll(() => page.evaluate((wanted) => document.activeElement?.matches(wanted), selector)).toBe(true);
  await visitor.open('/admin/crates');
  await page.locator('main input[name=text]').fill('shelf');
  await page.keyboard.press('Enter');
  await page.waitForURL(/text=shelf/);
  await focused('main input[name=text]');

  await visitor.open(`/admin/crates/${CRATE}/items`);
  await page.locator('input[name=search]').fill('words');
  await page.keyboard.press('Enter');
  await page.waitForURL(/q=words/);
  await focused('input[name=search]');
  await page.locator('a[aria-label*="words"]').focus();
  await page.keyboard.press('Enter');
  await page.waitForURL(/items$/);
  await focused('main a');
});
