import { expect, test } from 'vitest';

import { visit } from './visitor.ts';

const SORRY = "We don't have what you're looking for.";
const SENTENCES = {
  401: 'Bad credentials!',
  403: "You aren't allowed in here.",
  429: "You've hit the request limit. Come back soon!",
  500: 'Server Error. Everything is on fire.',
  503: 'Well that was unexpected!',
};
const HIDDEN = '/post/something-in-the-box';

test('what is not there, and a status as an address, is the error page with its status, its sentence and a way home', async () => {
  const visitor = await visit();
  const { page } = visitor;
  for (const path of ['/nowhere', '/404', '/games/nowhere', '/post/nowhere', '/xx-XX/games/levelhead']) {
    await visitor.load(path, 404);
    expect(await page.getByRole('heading', { level: 1 }).innerText(), path).toBe(SORRY);
    expect(await page.title()).toBe('Error 404 | Rumpus');
    expect(await page.locator('meta[name=robots]').getAttribute('content')).toBe('noindex');
    expect(await page.locator('meta[name=prerender-status-code]').getAttribute('content')).toBe('404');
    await page.getByRole('img', { name: 'Someone shrugging, palms up' }).waitFor();
  }
  for (const [status, sentence] of Object.entries(SENTENCES)) {
    await visitor.open(`/${status}`, Number(status));
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe(sentence);
  }
  await visitor.move(() => page.getByRole('link', { name: 'Take me home' }).click(), '/');
  await page.locator('meta[name=robots]').waitFor({ state: 'detached' });
});

test('a hidden post is there for staff alone, with a lock; an unlisted one for all who know its address', async () => {
  const visitor = await visit();
  await visitor.load(HIDDEN, 404);
  expect(await visitor.page.getByRole('heading', { level: 1 }).innerText()).toBe(SORRY);
  await visitor.load('/post/early-keys-for-feedback-friends');
  await visitor.page.getByText('Visible only with direct link').waitFor();
  await visitor.load('/post/counting-cookies-with-sixty-four-hands');
  expect(await visitor.page.getByText('Visible only with direct link').count()).toBe(0);

  const staff = await visit({ as: 'staff' });
  await staff.open(HIDDEN);
  await staff.page.getByText('Not visible on site').waitFor();
});
