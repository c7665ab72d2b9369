import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';

import { inspectNoted, noteScreen, openBlank } from '../inspect.ts';
import { visit } from '../visitor.ts';
import { LOOKS } from './every-screen.ts';

/** Faults at both widths, at one, and in one colour scheme. */
const FAULTS = [
  { html: '<p id="pale">Pale</p>', style: 'color: #8f8f8f' },
  { html: '<p id="dark">Dark</p>', style: 'color-scheme: light dark; color: light-dark(black, #333)' },
  {
    html: '<p id="narrow" class="lg:hidden">Pale</p>',
    style: 'color-scheme: light dark; color: light-dark(#ddd, white)',
  },
  { html: '<input id="nameless" />', style: '' },
  { html: '<a href="/">A</a>', style: 'display: block; width: 9px; height: 9px; overflow: hidden' },
  { html: '<a href="/blog">B</a>', style: 'display: block; width: 9px; height: 9px; overflow: hidden' },
  { html: '<div class="wide">Wide</div>', style: 'width: 400px' },
];

test('faults that scripts have put into a screen are found in its copy', async () => {
  const visitor = await visit({ viewport: { width: 1440, height: 800 } });
  await visitor.open('/about');
  const { page } = visitor;
  await plantFaults(page);
  const noted = await noteScreen(page, '/about', LOOKS);
  if (noted === undefined) throw new Error('The screen was not copied.');
  await openBlank(page);
  const has = (text: string) => expect.stringContaining(text) as unknown;
  const actual = expect.arrayContaining([
    has('1440 px, light: color-contrast in #pale'),
    has('320 px, dark: color-contrast in #dark'),
    has('320 px, light: color-contrast in #narrow'),
    has('label in #nameless'),
    has('target-size in '),
    has('DIV wide'),
  ]) as unknown;
  await expect(inspectNoted(page, [noted], LOOKS)).rejects.toMatchObject({ actual });
});

async function plantFaults(page: Page): Promise<void> {
  await page.locator('main').evaluate((main, faults) => {
    for (const { html, style } of faults) {
      main.insertAdjacentHTML('beforeend', html);
      if (main.lastElementChild instanceof HTMLElement) main.lastElementChild.style.cssText = style;
    }
  }, FAULTS);
}
