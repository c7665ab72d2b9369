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

  await visitor.open(signIn('creator').url);
  await visitor.follow(() => page.getByRole('main').getByRole('button').click(), '/');
  await page.getByText('Signed in as Bramble Gearsworth').waitFor();
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
