import { expect, test } from 'vitest';

import { signIn } from './sign-in.ts';
import { BASE_URL, visit } from './visitor.ts';

test('without a network a page and what was typed stay, "Network Error" says why, and later the link and the form work', async () => {
  const visitor = await visit();
  const { page } = visitor;
  await visitor.open('/telegrams');
  await page.evaluate(() => document.body.setAttribute('data-same', ''));
  const games = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Games' });
  const email = page.locator('main').getByRole('textbox');
  await email.fill('offline@example.com');
  await visitor.setOffline(true);
  const message = page.getByRole('dialog', { name: 'Something went wrong.' });

  await games.click();
  await message.getByText('Network Error', { exact: true }).waitFor();
  await message.getByRole('button', { name: 'Close this message' }).click();
  await email.press('Enter');
  await message.getByText('Network Error', { exact: true }).waitFor();
  expect(await message.count()).toBe(1);
  expect([new URL(page.url()).pathname, await email.inputValue()]).toEqual(['/telegrams', 'offline@example.com']);

  await visitor.setOffline(false);
  await email.press('Enter');
  await page.getByText('Got it.').waitFor();
  await visitor.follow(() => games.click(), '/games');
  // Nothing has loaded the document anew.
  expect(await page.locator('body[data-same]').count()).toBe(1);
});

test('a letter whose answer was lost is sent again, and is one letter', async () => {
  const visitor = await visit();
  const { page } = visitor;
  const title = `Lost answer ${Date.now()}`;
  // The first letter arrives, and its answer does not.
  await page.addInitScript(() => {
    const send = globalThis.fetch;
    let letters = 0;
    globalThis.fetch = async (input, init) => {
      const answer = await send(input, init);
      const isLetter = init?.method === 'POST' && input instanceof URL && input.pathname.includes('/contact/topics/');
      if (isLetter && (letters += 1) === 1) throw new TypeError('Failed to fetch');
      return answer;
    };
  });
  await visitor.open('/contact/topics/other');
  const form = page.locator('main form');
  await form.getByRole('textbox', { name: 'Your email' }).fill('lost-answer@example.com');
  await form.getByRole('textbox', { name: 'In a few words' }).fill(title);
  await form.getByRole('textbox', { name: 'Your message' }).fill('The train went into a tunnel.');
  const send = form.getByRole('button', { name: 'Send it' });
  await send.click();
  await page.getByText('Network Error', { exact: true }).waitFor();
  await visitor.follow(() => send.click(), '/contact/thanks');
  const { cookie } = signIn('staff');
  const address = `${BASE_URL}/contact/submissions?view=all&text=${encodeURIComponent(title)}`;
  const desk = await (await fetch(address, { headers: { cookie } })).text();
  expect(desk.split(`>${title}<`)).toHaveLength(2);
});
