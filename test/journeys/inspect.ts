import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** Those of axe's rules that are asked: all that WCAG 2.2 AA knows, some, or all there are. */
type AxeRules = 'wcag' | 'all' | readonly string[];

interface ScreenLook {
  readonly width: number;
  readonly colorScheme: 'light' | 'dark';
  /** Where they are not those of the whole inspection. */
  readonly rules?: AxeRules;
}

/** The narrowest window that WCAG 1.4.10 speaks of, and a common one. */
const LOOKS: readonly ScreenLook[] = [
  { width: 320, colorScheme: 'dark' },
  { width: 1440, colorScheme: 'light' },
];

/** The screens that were looked over: the same one again would take seconds and tell nothing. */
const seen = new Set<string>();

interface Inspection {
  readonly looks?: readonly ScreenLook[];
  readonly rules?: AxeRules;
  /** A selector of what axe looks at, where the rest of the screen is looked over elsewhere. */
  readonly part?: string;
}

/** Looks a screen over: axe in light and dark, narrow and wide, and nothing that scrolls sideways. */
export async function inspect(
  page: Page,
  { looks = LOOKS, rules = 'wcag', part = 'html' }: Inspection = {},
): Promise<void> {
  const screen = JSON.stringify([looks, part]) + (await page.evaluate(() => document.body.outerHTML));
  if (seen.has(screen)) return;
  seen.add(screen);
  const size = page.viewportSize();
  const found: string[] = [];
  for (const { width, colorScheme, rules: own = rules } of looks) {
    if (page.viewportSize()?.width !== width) await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme });
    await page.evaluate(settled);
    const faults = [...(await tooWide(page)), ...(await violations(page, part, own))];
    found.push(...faults.map((fault) => `${width} px, ${colorScheme}: ${fault}`));
  }
  if (size !== null) await page.setViewportSize(size);
  expect(found, page.url()).toEqual([]);
}

/** Axe's own package for Playwright describes all that is right too, which takes twice as long. */
async function violations(page: Page, part: string, rules: AxeRules): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  return page.evaluate(find, { part, options: axeOptions(rules) });
}

interface AxeOptions {
  runOnly?: { type: 'tag' | 'rule'; values: string[] };
}

function axeOptions(rules: AxeRules): AxeOptions {
  if (rules === 'all') return {};
  return { runOnly: rules === 'wcag' ? { type: 'tag', values: WCAG } : { type: 'rule', values: [...rules] } };
}

/** Runs in the page, where axe has been put. */
async function find({ part, options }: { part: string; options: AxeOptions }): Promise<string[]> {
  const { run }: typeof axe = Reflect.get(globalThis, 'axe');
  const { violations } = await run(part, { ...options, resultTypes: ['violations'], preload: false });
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id} in ${html}`));
}

/**
 * Colours that change do so in a moment, and are neither the one nor the other meanwhile. A change of what is folded away
 * never ends, so nobody waits for it longer than all others take.
 */
async function settled(): Promise<void> {
  const end = performance.now() + 2000;
  const isRunning = (animation: Animation) => animation instanceof CSSTransition && animation.playState === 'running';
  while (document.getAnimations().some(isRunning) && performance.now() < end)
    await new Promise((resolve) => requestAnimationFrame(resolve));
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
