import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { expectRing } from './focus-ring.ts';
import { inspect } from './inspect.ts';
import { closeWindow, openWindow, visit } from './visitor.ts';
import type { BrowserVisitor } from './visitor.ts';
import { stopClock } from './wait-for-react.ts';

const GALLERY = '/dev/components';
/** Otherwise a page is looked over narrow and dark, wide and light; here also the other way round. */
const LOOKS = [
  { width: 320, colorScheme: 'light' },
  { width: 1440, colorScheme: 'dark' },
] as const;

test('every part passes axe, narrow and wide, in light and in dark', async () => {
  const page = await openGallery();
  await inspect(page, { rules: 'all' });
  await inspect(page, { looks: LOOKS, rules: 'all' });
});

test('a text that is too pale for the ground of the page is found, also beside a drawing', async () => {
  const page = await openGallery();
  await page.locator('main h1').evaluate((heading) => {
    const text = Object.assign(document.createElement('p'), {
      id: 'pale',
      className: 'stage-tape',
      textContent: 'Pale',
    });
    text.style.color = '#8f8f8f';
    heading.after(text);
  });
  const actual = expect.arrayContaining([expect.stringContaining('color-contrast in #pale')]) as unknown;
  await expect(inspect(page, { part: '#pale' })).rejects.toMatchObject({ actual });
});

// One page, because to open it takes longer than what they do there.
describe('on the page of all parts', () => {
  let visitor: BrowserVisitor;
  let page: Page;
  beforeAll(async () => {
    visitor = await openWindow();
    page = visitor.page;
    await visitor.open(GALLERY);
  });
  afterAll(() => closeWindow(visitor));

  test('a dialog traps the focus, closes by Escape, its cross or a click beside it, and returns the focus', async () => {
    const opener = page.getByRole('button', { name: 'Open a dialog' });
    const dialog = page.getByRole('dialog', { name: 'Let it out?' });
    await opener.focus();
    await page.keyboard.press('Enter');
    await dialog.waitFor();
    await expectFocus(page, 'Close');
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.closest('dialog') !== null)).toBe(true);
    // As a file field does that is left without a choice.
    await dialog.getByRole('button', { name: 'Close' }).dispatchEvent('cancel', { bubbles: true });
    expect(await dialog.isVisible()).toBe(true);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await expectFocus(page, 'Open a dialog');
    await expectRing(page, 'the button that opened the dialog');

    await opener.click();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await opener.click();
    await dialog.waitFor();
    await page.mouse.click(5, 5);
    await dialog.waitFor({ state: 'hidden' });
    await expectFocus(page, 'Open a dialog');
  });

  test('a dialog that is opened again before the browser has told of its end stays open', async () => {
    const opener = page.getByRole('button', { name: 'Open a dialog' });
    const dialog = page.getByRole('dialog', { name: 'Let it out?' });
    await opener.click();
    const isOpen = await dialog.evaluate(
      async (one: HTMLDialogElement, opener) => {
        const told = new Promise((resolve) => one.addEventListener('close', resolve, { once: true }));
        one.querySelector('button')?.click();
        await Promise.resolve();
        const wasClosed = !one.open;
        (opener as HTMLElement).click();
        await told;
        await new Promise(requestAnimationFrame);
        return [wasClosed, one.open];
      },
      await opener.elementHandle(),
    );
    expect(isOpen).toEqual([true, true]);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
  });

  test('arrows walk along a menu past disabled items, and Escape returns the focus', async () => {
    const menu = page.getByRole('menu');
    await page.getByRole('button', { name: 'Feed it' }).focus();
    await page.keyboard.press('Enter');
    await menu.waitFor();
    await expectFocus(page, 'A cookie');
    await page.keyboard.press('ArrowDown');
    await expectFocus(page, 'A sock');
    await page.keyboard.press('Enter');
    await menu.waitFor({ state: 'detached' });
    await page.getByText('It has eaten a sock.').waitFor();
    await expectFocus(page, 'Feed it');
    await page.keyboard.press('ArrowDown');
    await expectFocus(page, 'A cookie');
    await page.keyboard.press('Escape');
    await menu.waitFor({ state: 'detached' });
    await expectFocus(page, 'Feed it');
    await page.getByText('It has eaten a sock.').waitFor();
  });

  test('arrows walk along tabs, and the panel follows the focus', async () => {
    await page.getByRole('tab', { name: 'Kitchen' }).click();
    await page.keyboard.press('ArrowRight');
    await page.getByRole('tabpanel', { name: 'Cellar' }).waitFor();
    await page.keyboard.press('End');
    await page.getByRole('tabpanel', { name: 'Roof' }).waitFor();
    await page.keyboard.press('ArrowRight');
    await page.getByRole('tabpanel', { name: 'Kitchen' }).waitFor();
    await expect.poll(() => page.getByRole('tabpanel').count()).toBe(1);
  });

  test('a header sorts its table up, then down, and says so', async () => {
    const table = page.getByRole('table', { name: 'Who lives here' });
    const eyes = table.getByRole('columnheader', { name: 'Eyes' });
    const names = () => table.locator('tbody tr td:first-child').allInnerTexts();
    await eyes.getByRole('button').click();
    await expect.poll(() => eyes.getAttribute('aria-sort')).toBe('ascending');
    expect(await names()).toEqual(['Kevin', 'Gorble', 'Aunt Pudding']);
    await eyes.getByRole('button').press('Enter');
    await expect.poll(() => eyes.getAttribute('aria-sort')).toBe('descending');
    expect(await names()).toEqual(['Aunt Pudding', 'Gorble', 'Kevin']);
  });

  test('a busy button keeps the focus and does nothing', async () => {
    const busy = page.locator('button[aria-busy]').first();
    await busy.focus();
    await page.keyboard.press('Enter');
    await busy.click({ force: true });
    await page.getByText('Pressed 0 times.').waitFor();
    expect(await busy.getAttribute('aria-disabled')).toBe('true');
  });
});

test('a toast leaves after ten seconds, but not while it is hovered', async () => {
  const page = await openGallery();
  const toast = page
    .getByRole('region', { name: 'Toasts of the gallery' })
    .getByText('Fed. It will remember you for a week.');
  // However long a step of the walk takes, no more time passes for the page.
  const pass = await stopClock(page);
  await page.getByRole('button', { name: 'Say success' }).click();
  await toast.hover();
  await pass(20_000);
  expect(await toast.isVisible()).toBe(true);
  await page.mouse.move(5, 5);
  await pass(9000);
  expect(await toast.isVisible()).toBe(true);
  await pass(2000);
  await toast.waitFor({ state: 'detached' });
});

async function openGallery(): Promise<Page> {
  const visitor = await visit();
  await visitor.open(GALLERY);
  return visitor.page;
}

/** Waits until the keyboard is at what is called so. */
async function expectFocus(page: Page, name: string): Promise<void> {
  const focused = () =>
    page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent);
  await expect.poll(focused).toBe(name);
}
