import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** The narrowest window that WCAG 1.4.10 speaks of, and a common one. */
const LOOKS = [
  { width: 320, colorScheme: 'dark' },
  { width: 1280, colorScheme: 'light' },
] as const;

/** The screens that were looked over: the same one again would take seconds and tell nothing. */
const seen = new Set<string>();

/** Looks a screen over: axe in light and dark, narrow and wide, and nothing that scrolls sideways. */
export async function inspect(page: Page): Promise<void> {
  const screen = await page.evaluate(() => document.body.outerHTML);
  if (seen.has(screen)) return;
  seen.add(screen);
  const size = page.viewportSize();
  const found: string[] = [];
  for (const { width, colorScheme } of LOOKS) {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme });
    const faults = [...(await tooWide(page)), ...(await violations(page))];
    found.push(...faults.map((fault) => `${width} px, ${colorScheme}: ${fault}`));
  }
  if (size !== null) await page.setViewportSize(size);
  expect(found, page.url()).toEqual([]);
}

async function violations(page: Page): Promise<string[]> {
  const results = await new AxeBuilder({ page }).withTags(WCAG).setLegacyMode().analyze();
  return results.violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id} in ${html}`));
}

/** What makes the page scroll sideways, named by its tag and class. */
function tooWide(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    const wide = [...document.body.querySelectorAll('*')].filter(
      (element) => element.getBoundingClientRect().right > clientWidth + 1,
    );
    return [
      `scrolls by ${scrollWidth - clientWidth}`,
      ...wide.map(({ tagName, className }) => `${tagName} ${className}`),
    ];
  });
}
