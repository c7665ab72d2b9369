import { expect, test } from 'vitest';

import { expectRing } from './focus-ring.ts';
import { signIn } from './sign-in.ts';
import { visit } from './visitor.ts';
import type { BrowserVisitor } from './visitor.ts';

test('everything is reached by keyboard, with a focus ring that is seen in light and dark', async () => {
  const visitor = await visit({ viewport: { width: 800, height: 560 } });
  const { page } = visitor;
  await visitor.open('/');
  await page.keyboard.press('Tab');
  await expect.poll(() => focusedText(visitor)).toBe('Skip to content');
  await page.keyboard.press('Enter');
  await page.locator('#content:focus').waitFor();
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.querySelector('main')?.contains(document.activeElement))).toBe(true);

  const targets = await page.locator('a[href]:visible, button:visible, summary:visible, input:visible').count();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await visitor.open('/');
    const stops = await tabThrough(visitor, /^Language/);
    expect(new Set(stops).size).toBe(targets);
  }

  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect.poll(() => focusedText(visitor)).toBe('日本語');
  await expectRing(page, '日本語');
  await visitor.follow(() => page.keyboard.press('Enter'), '/ja-JP');
});

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

/** Goes from stop to stop until `last`, and wants to see where it is. @returns what the stops are called */
async function tabThrough(visitor: BrowserVisitor, last: RegExp): Promise<string[]> {
  const stops: string[] = [];
  while (!last.test(stops.at(-1) ?? '')) {
    await visitor.page.keyboard.press('Tab');
    const stop = await focusedText(visitor);
    await expectRing(visitor.page, stop);
    stops.push(stop);
    expect(stops.length).toBeLessThan(40);
  }
  return stops;
}

function focusedText({ page }: BrowserVisitor): Promise<string> {
  return page.evaluate(() => {
    const { activeElement: element } = document;
    return element?.getAttribute('aria-label') ?? (element as HTMLElement | null)?.innerText ?? '';
  });
}
