import { expect, test } from 'vitest';

import { inspect } from './inspect.ts';
import { visit } from './visitor.ts';

test('who types what others have said is led to that while they type, and votes there instead', async () => {
  // Whom no other walk bans.
  const visitor = await visit({ as: 'creator', isFresh: true });
  const { page } = visitor;
  await visitor.open('/feedbag/levelhead/entries');
  const first = page.getByRole('article').first();
  const title = (await first.getByRole('heading').innerText()).trim();
  await visitor.open('/feedbag/levelhead/entries/new');
  const field = page.getByRole('textbox', { name: 'In one line' });
  // Two letters in the other order.
  await field.pressSequentially(title.replace(/(\w)(\w)(\w) /, '$1$3$2 '));
  const found = page.getByRole('status').getByRole('link', { name: title });
  await found.waitFor();
  await inspect(page);
  await visitor.follow(() => found.click(), /\/feedbag\/levelhead\/entries\/[\da-f-]{36}$/);
  const vote = page.getByRole('button', { name: `Vote for “${title}”` });
  const before = await vote.getAttribute('aria-pressed');
  await vote.click();
  await expect.poll(() => vote.getAttribute('aria-pressed')).not.toBe(before);
  const like = page.getByRole('button', { name: 'Like' }).first();
  await like.press('Enter');
  await expect.poll(() => like.getAttribute('aria-pressed')).toBe('true');
  await like.press('Enter');
  await expect.poll(() => like.getAttribute('aria-pressed')).toBe('false');
  await vote.click();
  await expect.poll(() => vote.getAttribute('aria-pressed')).toBe(before);
});

test('who has no account and a browser with scripts enters feedback, and asks the podcast', async () => {
  const visitor = await visit();
  for (const [path, words] of [
    ['/feedbag/crashlands-2/entries/new', 'Send feedback'],
    ['/podcast/questions/new', 'Put it in the kettle'],
  ] as const) {
    await visitor.open(path);
    const { page } = visitor;
    await page.locator('input[name=title]').fill(`Nameless ${Date.now().toString(36)}`);
    await page.locator('textarea[name=body]').fill('It hums, and I have no account.');
    await page.getByRole('button', { name: words }).click();
    await page.getByText('Thank you! Once we’ve taken a look, everybody can see it.').waitFor();
  }
});
