import { readFile } from 'node:fs/promises';

import { expect, test } from 'vitest';

import { unpack } from '../wire/zip.ts';
import { inspect } from './inspect.ts';
import { askByKeys, join, newAddress, typeCode } from './joining.ts';
import { pressByKeys, tabOnto } from './keyboard.ts';
import { letterTo } from './mailbox.ts';
import { visit } from './visitor.ts';

test('somebody takes a copy of their data along, asks for the deletion of their account, and takes that back at the next sign-in, by the keyboard alone', async () => {
  const visitor = await visit();
  const { page } = visitor;
  const address = newAddress('leaving');
  await join(visitor, address);
  await visitor.open('/account/data');
  await pressByKeys(page.getByRole('button', { name: 'Make a copy' }));
  const download = page.getByRole('link', { name: 'Download', exact: true });
  await download.waitFor();
  await letterTo(address, 'The copy of your data is ready.');
  await inspect(page, { part: 'main' });
  const [saved] = await Promise.all([page.waitForEvent('download'), pressByKeys(download)]);
  expect(saved.suggestedFilename()).toMatch(/^rumpus-data-[\d-]+\.zip$/);
  const files = unpack(await readFile(await saved.path()));
  expect(files.get('data/emails-1.json')?.toString()).toContain(address);
  expect(files.get('index.html')?.toString()).toContain('href="pages/emails-1.html"');

  await visitor.open('/account');
  await page.locator('summary').filter({ hasText: 'Your data' }).press('Enter');
  await visitor.follow(() => pressByKeys(page.getByRole('link', { name: 'Delete my account' })), '/account/deletion');
  await page.getByRole('term').filter({ hasText: 'Purchases in our games' }).waitFor();
  const understood = page.getByLabel('I have read what will happen', { exact: false });
  // The page asks who they are just when nobody is signed in any more.
  visitor.expectRefusal(/\/api\/auth\//);
  await tabOnto(understood);
  await page.keyboard.press('Space');
  await pressByKeys(page.getByRole('button', { name: 'Delete my account' }));
  await page.getByRole('heading', { level: 1, name: 'That was it, almost' }).waitFor();
  await inspect(page, { part: 'main' });
  await letterTo(address, 'You asked us to delete your account.');
  await visitor.open('/games');
  await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();

  const { code } = await askByKeys(visitor, address);
  await visitor.follow(() => typeCode(visitor, code), '/account/deletion');
  await page.getByRole('heading', { level: 1, name: 'Your account is about to go' }).waitFor();
  await inspect(page, { part: 'main' });
  await pressByKeys(page.getByRole('button', { name: 'Keep my account' }));
  await page.getByText('Your account stays.', { exact: false }).waitFor();
  await visitor.open('/account/data');
  await download.waitFor();
});
