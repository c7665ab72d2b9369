import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';

import { inspect } from './inspect.ts';
import { signInAnew } from './sign-in.ts';
import { BASE_URL, cookiesOf, visit } from './visitor.ts';

/** A picture of 64 × 48 pixels, one colour. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAEAAAAAwCAIAAAAuKetIAAAAQUlEQVR42u3PQQkAAAgEsItobGNdBb/CYAWW7PwmICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgIHBVTvsgxNp9Mg0AAAAASUVORK5CYII=',
  'base64',
);

test('staff write, look, plan and publish by the keyboard alone, and lose nothing when their session ends', async () => {
  const visitor = await visit({ as: 'staff', isFresh: true });
  const { page } = visitor;
  // Short words fit into a heading on a telephone.
  const title = `walk ${String(Date.now()).replaceAll(/\d{4}(?=\d)/g, '$& ')}`;
  const slug = title.replaceAll(' ', '-');
  const path = `/editor/${slug}`;
  await visitor.open('/editor');
  await page.locator('.cm-content').waitFor();
  await fill(page, 'Title', title);
  await fill(page, 'Blurb', 'A walk.');
  await page.locator('.cm-content').focus();
  await page.keyboard.insertText('## Hello\n\nSee [this](/post/nowhere-at-all).\n\n');
  await page.keyboard.press('Control+b');
  await page.keyboard.type('Bold');
  await page.locator('.preview-paper strong', { hasText: 'Bold' }).waitFor();
  await addPicture(page);

  // A press leads from what is wrong to its line, where it is put right.
  await press(page, page.locator('.shelf summary').first());
  const finding = page.getByRole('button', { name: 'Line 3' });
  await finding.waitFor();
  await inspect(page, { part: 'main', looks: [{ width: 320, colorScheme: 'dark' }] });
  await press(page, finding);
  await page.locator('.cm-content:focus').waitFor();
  await page.keyboard.press('Shift+End');
  await page.keyboard.insertText('See [this](/blog).');
  await finding.waitFor({ state: 'detached' });

  await visitor.follow(() => page.keyboard.press('Control+s'), path);
  await page.getByText('The draft is saved.').waitFor();
  await press(page, page.locator('.shelf summary').nth(1));
  const card = page.getByRole('img', { name: `Share card: ${title}` });
  await expect.poll(() => card.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1200);
  const at = new Date(Date.now() + 86_400_000).toISOString().slice(0, 16);
  await page.getByLabel('Day and time').fill(at);
  await press(page, page.getByRole('button', { name: 'Publish then' }));
  await page.getByText(/^Comes out/).waitFor();

  // The session ends: the next call finds out, whosever it is, and leads to the sign-in.
  visitor.expectRefusal(/\/editor/);
  await page.getByLabel('Blurb', { exact: true }).focus();
  await page.keyboard.press('Control+a');
  await page.context().clearCookies();
  await page.keyboard.insertText('Typed without a session.');
  await page.waitForURL(/\/login\?returnTo=/);
  await page.context().addCookies(cookiesOf((await signInAnew('staff')).cookie));
  await visitor.follow(() => page.goto(path), path);
  await press(page, page.getByRole('button', { name: 'Take it up again' }));
  await expect.poll(() => page.getByLabel('Blurb').inputValue()).toBe('Typed without a session.');

  await page.locator('.cm-content').waitFor();
  await press(page, page.getByRole('button', { name: 'Publish', exact: true }));
  await page.getByText('It’s out!').waitFor();
  const post = await fetch(`${BASE_URL}/post/${slug}`);
  const html = await post.text();
  expect([post.status, html.includes('Typed without a session.')]).toEqual([200, true]);
  expect(html).toMatch(/<img [^>]*width="720" height="540" alt="A green box &quot;seen&quot;"/);
});

/** As if it had been dropped; what it shows is said while it goes up. */
async function addPicture(page: Page): Promise<void> {
  await page.locator('.cm-content').focus();
  await page.keyboard.press('Control+End');
  await page.setInputFiles('input[type=file]', { name: 'green box.png', mimeType: 'image/png', buffer: PNG });
  const words = page.getByRole('dialog', { name: 'Add pictures' }).getByRole('textbox');
  await words.and(page.locator(':focus')).waitFor();
  await page.keyboard.type('A green box "seen"');
  await page.keyboard.press('Enter');
  await page.locator('.preview-paper img').waitFor();
}

async function fill(page: Page, label: string, text: string): Promise<void> {
  const field = page.getByLabel(label, { exact: true });
  await field.focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText(text);
}

async function press(page: Page, button: ReturnType<Page['locator']>): Promise<void> {
  await button.focus();
  await page.keyboard.press('Enter');
}
