import { expect, test } from 'vitest';

import { inspect } from './inspect.ts';
import { pressByKeys, tabOnto } from './keyboard.ts';
import { BASE_URL, visit } from './visitor.ts';

test('staff write a release by the keyboard alone, move its lines, take one out and back, and publish it', async () => {
  const visitor = await visit({ as: 'staff' });
  const { page } = visitor;
  const version = `90.0.${Date.now()}`;
  await visitor.open('/editor/releases/crashlands');
  await visitor.follow(
    () => pressByKeys(page.getByRole('link', { name: 'Write a release' })),
    '/editor/releases/crashlands/new',
  );
  await tabOnto(page.getByLabel('Version', { exact: true }));
  await page.keyboard.type(version);
  const lines = page.locator('.release-line textarea');
  await tabOnto(lines.first());
  await page.keyboard.type('The first');
  for (const words of ['The second', 'The third']) {
    await pressByKeys(page.getByRole('button', { name: 'Add a line' }));
    // The new line has the focus.
    await page.locator('textarea:focus').waitFor();
    await page.keyboard.type(words);
  }
  const written = () => lines.evaluateAll((all) => all.map((one) => (one as HTMLTextAreaElement).value));
  await page.keyboard.press('Alt+ArrowUp');
  await expect.poll(written).toEqual(['The first', 'The third', 'The second']);
  // It goes where its line goes.
  expect(await page.locator('textarea:focus').inputValue()).toBe('The third');
  await pressByKeys(page.getByRole('button', { name: 'Take out line 2' }));
  await expect.poll(written).toEqual(['The first', 'The second']);
  const back = page.getByRole('button', { name: 'Put it back' });
  await back.waitFor();
  await inspect(page, { part: 'main', looks: [{ width: 320, colorScheme: 'dark' }] });
  await pressByKeys(back);
  await expect.poll(written).toEqual(['The first', 'The third', 'The second']);
  await visitor.follow(() => page.keyboard.press('Control+s'), `/editor/releases/crashlands/${version}`);
  await page.getByText('Staff can find it here.').waitFor();
  // What is pasted and not taken is saved with the rest, and once.
  await page.getByText('Paste a list').click();
  await page.locator('#pasted').fill('- fixes the fourth\n- A fifth');
  await page.keyboard.press('Control+s');
  await expect.poll(() => page.locator('#pasted').inputValue()).toBe('');
  await expect.poll(written).toEqual(['The first', 'The third', 'The second', 'Fixes the fourth', 'A fifth']);
  await pressByKeys(page.getByRole('button', { name: 'Publish now' }));
  await page.getByText('Everyone who may see it sees it now').waitFor();
  // All of it was sent.
  expect(await page.getByText(/typed here and didn.t save/).count()).toBe(0);
  const html = await (await fetch(`${BASE_URL}/games/crashlands/patchnotes?version=${version}`)).text();
  const shown = ['The first', 'The third', 'The second'].map((words) => html.indexOf(`>${words}<`));
  expect([shown.includes(-1), shown]).toEqual([false, shown.toSorted((one, other) => one - other)]);
});
