import { expect, test } from 'vitest';

import { findItemPath } from './screens/every-screen.ts';
import { visit } from './visitor.ts';

test('what staff type into an item stays while another changes it, and the two come together', async () => {
  const visitor = await visit({ as: 'staff' });
  const other = await visit({ as: 'admin' });
  const { page } = visitor;
  const path = await findItemPath(page);
  // Other words at each try: what is saved already would be no conflict.
  const [own, others] = [`Typed ${Date.now()}.`, `Words of another ${Date.now()}.`];
  const note = page.locator('textarea[name=note]');
  await visitor.open(path);
  await note.fill(own);
  await other.open(path);
  await other.page.locator('textarea[name=note]').fill(others);
  await other.page.getByRole('button', { name: 'Save', exact: true }).click();
  await other.page.getByText('Saved.').waitFor();

  await page.getByText('Somebody has changed this item').waitFor();
  expect(await note.inputValue()).toBe(own);
  await page.getByRole('link', { name: 'Show what it is now.' }).click();
  await page.getByText('Somebody has changed this item').waitFor({ state: 'detached' });
  await page.getByText('This is what you typed and haven’t saved yet.').waitFor();
  expect(await note.inputValue()).toBe(own);

  visitor.expectRefusal(/\/items\//);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('heading', { name: 'Two of you wrote at once' }).waitFor();
  await page.getByLabel('Keep mine').check();
  await page.getByRole('button', { name: 'Save what I chose' }).click();
  await page.getByText('Saved.').waitFor();
  await visitor.open('/admin');
  await visitor.open(path);
  expect(await note.inputValue()).toBe(own);
});
