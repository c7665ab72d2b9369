import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';

import { inspect } from './inspect.ts';
import { signIn } from './sign-in.ts';
import { BASE_URL, visit } from './visitor.ts';

test('of two who change the same lines the second sees both, and puts them together by the keyboard', async () => {
  const name = `shared-${Date.now()}`;
  await createDraft(name, 'One.\n\nTwo.\n\nThree.');
  const [mine, theirs] = [await visit({ as: 'staff' }), await visit({ as: 'admin' })];
  mine.expectRefusal(/\/editor\//);
  await mine.open(`/editor/${name}`);
  await theirs.open(`/editor/${name}`);
  await writeFirstLine(theirs.page, 'One, theirs.');
  await theirs.page.getByText('Saved.').waitFor();
  await writeFirstLine(mine.page, 'One, mine.');
  const { page } = mine;
  await page.getByRole('heading', { name: 'Two of you wrote at once' }).waitFor();
  await inspect(page, { part: 'main', looks: [{ width: 320, colorScheme: 'dark' }] });
  // The first radio of the group, then along it by arrows.
  await page.getByRole('radio').first().focus();
  for (let choice = 0; choice < 3; choice += 1) await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Tab');
  await page.locator('textarea:focus').waitFor();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('One, ours.');
  await mine.follow(() => page.getByRole('button', { name: 'Save what I chose' }).press('Enter'), `/editor/${name}`);
  await page.getByText('Both versions are one now').waitFor();
  expect(await page.locator('textarea[name=text]').inputValue()).toBe('One, ours.\n\nTwo.\n\nThree.');
});

test('what this browser alone has of a newer draft is offered in the post that it has become', async () => {
  const name = `outrun-${Date.now()}`;
  await createDraft(name, 'One.');
  const [mine, theirs] = [await visit({ as: 'staff' }), await visit({ as: 'admin' })];
  const { page } = mine;
  await mine.open(`/editor/${name}`);
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await page.getByText('Everyone who may see it sees it now').waitFor();
  await page.getByRole('button', { name: 'Save for later' }).click();
  await page.waitForURL(/\/editor\/[\da-f-]{36}/);
  await mine.setOffline(true);
  await page.getByLabel('Title', { exact: true }).fill('Typed on a train');
  await page.getByText('This browser keeps what you type.').waitFor();
  await theirs.open(new URL(page.url()).pathname);
  await theirs.page.getByRole('button', { name: 'Publish', exact: true }).click();
  await theirs.page.getByText('The newer one is out now').waitFor();
  await mine.setOffline(false);
  await mine.open(`/editor/${name}`);
  await page.getByText(/typed here and didn.t save/).waitFor();
  await page.getByRole('button', { name: 'Pick it up again' }).click();
  await expect.poll(() => page.getByLabel('Title', { exact: true }).inputValue()).toBe('Typed on a train');
});

async function writeFirstLine(page: Page, line: string): Promise<void> {
  await page.locator('.cm-content').focus();
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('Shift+End');
  await page.keyboard.insertText(line);
  await page.keyboard.press('Control+s');
}

async function createDraft(name: string, text: string): Promise<void> {
  const { cookie, xsrf } = signIn('staff');
  const parameters = encodeURIComponent(JSON.stringify({ name, tags: ['draft', 'hidden'], map: { title: name } }));
  const headers = {
    cookie,
    'x-xsrf-token': xsrf,
    'content-type': 'text/markdown',
    'rumpus-item-parameters': parameters,
  };
  const address = `${BASE_URL}/api/storage/crates/posts/items`;
  const response = await fetch(address, { method: 'POST', headers: { ...headers, 'if-match': '*' }, body: text });
  expect(response.status).toBe(201);
}
