import { expect, test } from 'vitest';

import { inspect } from './inspect.ts';
import { signIn } from './sign-in.ts';
import type { JourneyCastName } from './sign-in.ts';
import { BASE_URL, visit } from './visitor.ts';

test('an answer is written at the desk by the keyboard, kept through a reload, and shown what came meanwhile', async () => {
  const title = `Desk${Date.now().toString(36)}`;
  const [macro, words] = [`Ready ${title}`, `Ready words of ${title}.`];
  await send('staff', '/contact/macros/new', { intent: 'macro.save', name: macro, 'text.en-US': words, state: '' });
  const sent = { intent: 'contact.send', title, body: 'It hums.' };
  const location = await send('player', '/contact/topics/other', sent);
  const path = `/contact/submissions/${new URL(location, BASE_URL).searchParams.get('submission')}`;
  const [mine, theirs] = [await visit({ as: 'staff' }), await visit({ as: 'admin' })];
  const { page } = mine;
  await theirs.open(path);
  await mine.open(`/contact/submissions?view=all&text=${title}`);
  await page.locator('#desk-title').focus();
  await page.keyboard.press('/');
  expect(await page.locator('input[name=text]:focus').inputValue()).toBe(title);
  for (const key of ['k', 'j']) {
    await page.locator('#desk-title').focus();
    await page.keyboard.press(key);
    await page.locator('a:focus', { hasText: title }).waitFor();
  }
  await mine.follow(() => page.keyboard.press('Enter'), path);
  await page.locator('#submission-title').focus();
  await page.keyboard.press('a');
  await page.getByRole('button', { name: 'Give it back' }).waitFor();
  await page.keyboard.press('m');
  await page.keyboard.type(macro);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  const body = page.locator('textarea:focus');
  await expect.poll(() => body.inputValue()).toBe(words);
  await page.keyboard.press('Control+End');
  await page.keyboard.type(' And mine.');
  await theirs.page.getByText(/ started typing /).waitFor();
  await inspect(theirs.page, { part: 'main', looks: [{ width: 320, colorScheme: 'dark' }] });
  const mail = page.locator('details.mail-preview');
  await mail.locator('summary').press('Enter');
  await mail.getByRole('button', { name: 'Show it with its design' }).press('Enter');
  await page.frameLocator('iframe').getByText(`${words} And mine.`).waitFor();
  expect(new URL(page.url()).pathname).toBe(path);
  await page.reload();
  await mine.waitForHydration();
  await page.locator('#submission-title').focus();
  await page.keyboard.press('r');
  await expect.poll(() => body.inputValue()).toBe(`${words} And mine.`);
  await send('player', path, { intent: 'contact.reply', body: 'Now it sings.' });
  await page.getByText('Somebody has written here in the meantime.').waitFor();
  expect(await page.getByText('Now it sings.').count()).toBe(0);
  await page.getByRole('button', { name: 'Show it' }).press('Enter');
  await page.getByText('Now it sings.').waitFor();
  await page.getByRole('button', { name: 'Send', exact: true }).press('Enter');
  await page.locator('.message', { hasText: `${words} And mine.` }).waitFor();
  expect(await page.locator('textarea[name=body]').last().inputValue()).toBe('');
});

/** @returns where it leads */
async function send(as: JourneyCastName, path: string, fields: Record<string, string>): Promise<string> {
  const headers = { cookie: signIn(as).cookie, origin: BASE_URL };
  const body = new URLSearchParams(fields);
  const response = await fetch(BASE_URL + path, { method: 'POST', headers, body, redirect: 'manual' });
  expect(response.status).toBeLessThan(400);
  return response.headers.get('location') ?? '';
}
