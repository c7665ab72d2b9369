import { expect, test } from 'vitest';

import { signIn } from './sign-in.ts';
import { visit } from './visitor.ts';

test('without JavaScript the pages, the languages and signing in work', async () => {
  const visitor = await visit({ javaScriptEnabled: false });
  const { page } = visitor;
  await visitor.open('/');
  const link = page.getByRole('heading', { level: 3 }).first().getByRole('link');
  const title = await link.innerText();
  await visitor.follow(() => link.click(), /^\/post\//);
  expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe(title);
  await page.getByText('Language: English').click();
  await visitor.follow(() => page.getByRole('link', { name: 'Français' }).click(), /^\/fr-FR\/post\//);
  expect(await page.locator('html').getAttribute('lang')).toBe('fr-FR');
  await visitor.open('/games/levelhead/patchnotes');
  expect(await page.locator('li[id^=v] li').first().isVisible()).toBe(true);

  await visitor.open(signIn('creator').url);
  await visitor.follow(() => page.getByRole('main').getByRole('button').click(), '/');
  await page.getByText('Signed in as Bramble Gearsworth').waitFor();
});

test('what is only read brings its scripts once it has to change, and what opens once somebody does something', async () => {
  const visitor = await visit();
  const { page } = visitor;
  const scripts: string[] = [];
  page.on('request', (request) => scripts.push(new URL(request.url()).pathname));
  const isLoaded = (part: string) => scripts.some((path) => path.startsWith(`/assets/${part}-`));
  await visitor.open('/games/levelhead/patchnotes?asked');
  const field = page.locator('#login input[name=who]');
  await field.evaluate((input: HTMLInputElement) => Object.assign(input, { value: 'typed@early.example' }));
  expect(['release-body', 'changelog-filters', 'login-panel'].filter(isLoaded)).toEqual([]);
  const lines = page.locator('li[id^=v] li');
  const first = await lines.first().innerText();

  await page.mouse.move(9, 9);
  await expect.poll(() => isLoaded('login-panel')).toBe(true);
  expect(await field.inputValue()).toBe('typed@early.example');
  expect(['release-body', 'changelog-filters'].filter(isLoaded)).toEqual([]);

  // Gone to without a new document, it is made here.
  const notes = page.locator('main a[href="/games/levelhead/patchnotes"]').first();
  await visitor.follow(() => page.locator('main a[href="/games/levelhead"]').first().click(), '/games/levelhead');
  await visitor.follow(() => notes.click(), '/games/levelhead/patchnotes');
  await expect.poll(() => isLoaded('release-body')).toBe(true);
  await expect.poll(() => lines.first().innerText()).toBe(first);
});

test('a visitor who asks for reduced motion gets none', async () => {
  const visitor = await visit({ reducedMotion: 'reduce' });
  const { page } = visitor;
  await visitor.open('/');
  const moving = page.locator('.lift, footer');
  for (let at = 0; at < (await moving.count()); at += 1) {
    await moving.nth(at).hover();
    const before = await moving.nth(at).boundingBox();
    expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
    expect(await moving.nth(at).boundingBox()).toEqual(before);
  }
});
