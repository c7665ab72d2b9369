import { expect, test } from 'vitest';

import { fillByKeys, pressByKeys } from './keyboard.ts';
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

test('a visitor finds a post, reads it with what it hides, and goes on within its feed by the keyboard alone', async () => {
  const visitor = await visit({ viewport: { width: 1280, height: 800 } });
  const { page } = visitor;
  await visitor.open('/patchnotes');
  await fillByKeys(page.getByLabel('Search these posts'), 'the viod');
  await page.waitForURL(/q=the/);
  const hit = page.getByRole('link', { name: 'The Void: patch notes' }).first();
  await hit.waitFor();
  await visitor.follow(() => pressByKeys(hit), '/post/the-void-patch-notes');
  await page.getByRole('heading', { level: 1, name: 'The Void: patch notes' }).waitFor();

  const entry = page.getByRole('navigation', { name: 'In this post' }).getByRole('link').first();
  const target = (await entry.getAttribute('href')) ?? '';
  await pressByKeys(entry);
  await page.waitForURL(new RegExp(`${target}$`));
  await page.waitForFunction((id) => {
    const { top = -1 } = document.querySelector(id)?.getBoundingClientRect() ?? {};
    return top >= 0 && top < innerHeight;
  }, target);
  const spoiler = page.locator('details.spoiler');
  expect(await spoiler.locator('p').first().isVisible()).toBe(false);
  await pressByKeys(spoiler.locator('summary'));
  await spoiler.locator('p').first().waitFor();

  // Of the games and feeds of this post only what the search was in.
  await pressByKeys(page.getByRole('link', { name: /^Older/ }));
  await page.getByRole('heading', { level: 1, name: 'Patch notes: Crashlands gets buttons' }).waitFor();
  expect(new URL(page.url()).search).toBe('?topics=patchnotes');
});
