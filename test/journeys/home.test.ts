import { expect, test } from 'vitest';

import { visit } from './visitor.ts';

test('a post and a game are one click away, and Back returns to the place on the page', async () => {
  const visitor = await visit({ viewport: { width: 1024, height: 600 } });
  const { page } = visitor;
  await visitor.open('/');
  const link = page.getByRole('heading', { level: 3 }).last().getByRole('link');
  const title = await link.innerText();
  await link.scrollIntoViewIfNeeded();
  const place = await page.evaluate(() => scrollY);
  expect(place).toBeGreaterThan(0);

  await visitor.follow(() => link.click(), /^\/post\/[a-z0-9-]+$/);
  expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe(title);
  await expect.poll(() => page.title()).toContain(title);
  await page.waitForFunction(() => document.querySelector('main')?.getBoundingClientRect().top === 32);

  await visitor.follow(() => page.goBack(), '/');
  await page.waitForFunction((place) => Math.abs(scrollY - place) <= 1, place);
  await visitor.follow(() => page.getByRole('link', { name: 'Levelhead' }).click(), '/games/levelhead');
  expect(await page.getByRole('list', { name: 'Where to get it' }).getByRole('link').allInnerTexts()).toContain(
    'Steam',
  );
});
