import { expect, test } from 'vitest';

import { inspect } from './inspect.ts';
import { visit } from './visitor.ts';

const TAKEN = 'This is what you typed and haven’t saved yet.';

test('what staff type into a template stays for them, hides nothing silently, and meets what others have saved', async () => {
  const visitor = await visit({ as: 'staff' });
  const other = await visit({ as: 'admin' });
  const { page } = visitor;
  await visitor.open('/admin/telegrams/templates');
  await page.getByLabel('Name', { exact: true }).fill(`Kept ${Date.now()}`);
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/templates\/[\da-f-]{36}$/);
  const path = new URL(page.url()).pathname;
  const body = page.locator('textarea[name=body]');
  await page.getByLabel('Subject', { exact: true }).fill('First');
  await body.fill('Saved words.');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Saved.').waitFor();
  await body.fill('Unsaved words.');
  await visitor.open('/admin');
  await visitor.open(path);
  await page.getByText(TAKEN).waitFor();
  expect(await body.inputValue()).toBe('Unsaved words.');
  await inspect(page, { part: 'form:has([name=body])', looks: [{ width: 320, colorScheme: 'dark' }] });
  await page.getByRole('button', { name: 'Throw it away' }).click();
  expect(await body.inputValue()).toBe('Saved words.');
  await page.getByRole('button', { name: 'Bring it back' }).click();
  expect(await body.inputValue()).toBe('Unsaved words.');

  await other.open(path);
  await other.page.locator('textarea[name=body]').fill('Words of another.');
  await other.page.getByRole('button', { name: 'Save', exact: true }).click();
  await other.page.getByText('Saved.').waitFor();
  await visitor.open('/admin');
  await visitor.open(path);
  expect(await body.inputValue()).toBe('Unsaved words.');
  visitor.expectRefusal(/\/templates\//);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.locator('form pre', { hasText: 'Words of another.' }).waitFor();
  expect(await body.inputValue()).toBe('Unsaved words.');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Saved.').waitFor();
  await visitor.open('/admin');
  await visitor.open(path);
  expect([await body.inputValue(), await page.getByText(TAKEN).count()]).toEqual(['Unsaved words.', 0]);
});

test('a note and a message that are not sent are there again, and once they are sent they are not', async () => {
  const visitor = await visit({ as: 'staff' });
  const { page } = visitor;
  const words = `Kept at ${Date.now()}`;
  const note = page.getByRole('textbox', { name: 'What should the others know?' });
  await visitor.open('/admin/accounts/c0llab');
  await note.fill(words);
  await visitor.open('/admin');
  await visitor.open('/admin/accounts/c0llab');
  await expect.poll(() => note.inputValue()).toBe(words);
  await page.getByRole('button', { name: 'Add the note' }).click();
  await page.getByText('Note added.').waitFor();
  expect(await note.inputValue()).toBe('');
  await visitor.open('/admin/accounts/c0llab');
  expect(await note.inputValue()).toBe('');

  const title = page.getByLabel('Title', { exact: true });
  await visitor.open('/admin/mailbox');
  await title.fill(words);
  await page.locator('textarea[name=body]').fill('To whom it concerns.');
  await visitor.open('/admin');
  await visitor.open('/admin/mailbox');
  await expect.poll(() => title.inputValue()).toBe(words);
  await page.getByLabel('Who, or what', { exact: true }).fill('c0llab');
  await page.getByRole('button', { name: 'Save the draft' }).click();
  await page.waitForURL(/\/admin\/mailbox\/[\da-f-]{36}$/);
  // The address changes before the page does.
  await page.getByRole('heading', { level: 1, name: words }).waitFor();
  await visitor.open('/admin/mailbox');
  expect(await title.inputValue()).toBe('');
});

test('the policy of a crate that is typed as JSON stays, and meets what another has saved', async () => {
  const visitor = await visit({ as: 'admin' });
  const other = await visit({ as: 'super' });
  const { page } = visitor;
  const crateId = `typed-${Date.now()}`;
  await visitor.open('/admin/crates');
  await page.locator('#new-crate > summary').click();
  await page.locator('input[name=crateId]').fill(crateId);
  await page.keyboard.press('Enter');
  await page.waitForURL(/done=created/);
  const json = page.locator('#json textarea');
  await page.locator('#json > summary').click();
  await json.fill('{ "requirePrecondition": true }');

  await other.open(`/admin/crates/${crateId}`);
  await other.page.locator('#name > summary').click();
  await other.page.locator('#name input[name=name]').fill('Named meanwhile');
  await other.page.keyboard.press('Enter');
  await other.page.waitForURL(/done=saved/);

  await visitor.open(`/admin/crates/${crateId}`);
  await expect.poll(() => json.inputValue()).toBe('{ "requirePrecondition": true }');
  await page.locator('#json > summary').click();
  await page.getByText(TAKEN).waitFor();
  visitor.expectRefusal(new RegExp(crateId));
  await page.locator('#json button[type=submit]').click();
  await page.getByRole('button', { name: 'Save what I chose' }).click();
  await page.waitForURL(/done=saved/);
  await visitor.open(`/admin/crates/${crateId}`);
  await page.getByRole('heading', { level: 1, name: 'Named meanwhile' }).waitFor();
  expect([JSON.parse(await json.inputValue()), await page.getByText(TAKEN).count()]).toEqual([
    { requirePrecondition: true },
    0,
  ]);
});
