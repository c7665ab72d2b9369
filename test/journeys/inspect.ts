import { createRequire } from 'node:module';

import type axe from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** Half as long as what the package gives out otherwise, and the same. */
const { source }: typeof axe = createRequire(import.meta.url)('axe-core/axe.min.js');

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** Those of axe's rules that are asked: all that WCAG 2.2 AA knows, some, or all there are. */
type AxeRules = 'wcag' | 'all' | readonly string[];

export interface ScreenLook {
  readonly width: number;
  readonly colorScheme: 'light' | 'dark';
  /** Where they are not those of the whole inspection. */
  readonly rules?: AxeRules;
  /** Of a screen that `prunes`, axe looks only at what no other width shows. */
  readonly isOfWidth?: boolean;
}

/** The narrowest window that WCAG 1.4.10 speaks of, and a common one. */
const LOOKS: readonly ScreenLook[] = [
  { width: 320, colorScheme: 'dark' },
  { width: 1440, colorScheme: 'light' },
];

/** The screens that were looked over, and their headers and footers: the same again would take seconds and tell nothing. */
const seen = new Set<string>();

interface Inspection {
  readonly looks?: readonly ScreenLook[];
  readonly rules?: AxeRules;
  /** A selector of what axe looks at, where the rest of the screen is looked over elsewhere. */
  readonly part?: string;
  /** Leaves the window as wide as the last look. */
  readonly keepsWidth?: boolean;
  /** Takes out of the screen what is there twice already, for one that is left afterwards. */
  readonly prunes?: boolean;
}

/** Of siblings of one shape axe looks at so many: most of its time goes into lists whose rows are all alike. */
const ALIKE = process.env.FULL === undefined ? 2 : Infinity;

/** Looks a screen over: axe in light and dark, narrow and wide, and nothing that scrolls sideways. */
export async function inspect(
  page: Page,
  { looks = LOOKS, rules = 'wcag', part = 'html', keepsWidth = false, prunes = false }: Inspection = {},
): Promise<void> {
  const { screen, frames } = await page.evaluate(readScreen);
  const kind = JSON.stringify([looks.toSorted((a, b) => a.width - b.width), rules]);
  if (seen.has(kind + part + screen)) return;
  seen.add(kind + part + screen);
  const known = part === 'html' ? frames.filter(({ html }) => seen.has(kind + html)) : [];
  if (part === 'html') for (const { html } of frames) seen.add(kind + html);
  const context = known.length === 0 ? part : { include: [part], exclude: known.map(({ selector }) => selector) };
  if (!(await page.evaluate(prepareToLook))) await page.evaluate(PUT_AXE);
  const size = page.viewportSize();
  const found: string[] = [];
  for (const width of prunes ? new Set(looks.map((look) => look.width)) : []) {
    await resize(page, { width, height: 800 });
    found.push(...(await page.evaluate(findOverflow)));
    await page.evaluate(markShown, width);
  }
  if (prunes) await page.evaluate(prune, ALIKE);
  // From the width that the window has by now.
  for (const look of prunes ? looks.toReversed() : looks) {
    await setLook(page, look);
    const { width, isOfWidth = false } = look;
    const options = axeOptions(look.rules ?? rules);
    const faults = await page.evaluate(findFaults, {
      context,
      options,
      contrast: CONTRAST,
      onlyAt: prunes && isOfWidth ? width : undefined,
    });
    found.push(...faults.map((fault) => `${nameOf(look)}: ${fault}`));
    if (!prunes) found.push(...(await page.evaluate(findOverflow)));
  }
  if (size !== null && !keepsWidth) await resize(page, size);
  await page.evaluate(allowTransitions);
  expect(found, page.url()).toEqual([]);
}

/** What a screen shows between its header and its footer, as the server sends it. */
export interface ScreenContent {
  readonly path: string;
  readonly lang: string;
  readonly title: string;
  /** The element `main`. */
  readonly html: string;
  /** The addresses of its style sheets. */
  readonly sheets: readonly string[];
}

/**
 * Looks over what screens show between header and footer, which are those of others. One page without scripts of ours shows
 * each in turn, which takes a third of what it takes to open them.
 */
export async function inspectContents(
  page: Page,
  contents: readonly ScreenContent[],
  looks: readonly ScreenLook[],
): Promise<void> {
  const context = { include: ['html'], exclude: ['body > header', 'body > footer'] };
  await page.evaluate(prepareToLook);
  const found: string[] = [];
  for (const look of looks) {
    await setLook(page, look);
    for (const content of contents) {
      await page.evaluate(showContent, content);
      const overflow = await page.evaluate(findOverflow);
      await page.evaluate(prune, ALIKE);
      const options = axeOptions(look.rules ?? 'wcag');
      const faults = await page.evaluate(findFaults, { context, options, contrast: CONTRAST, onlyAt: undefined });
      found.push(...[...overflow, ...faults].map((fault) => `${content.path}, ${nameOf(look)}: ${fault}`));
    }
  }
  expect(found).toEqual([]);
}

/** Runs in the page. */
async function showContent({ lang, title, html, sheets }: ScreenContent): Promise<void> {
  const isThere = (sheet: string) => document.querySelector(`link[rel=stylesheet][href="${sheet}"]`) !== null;
  const links = sheets
    .filter((sheet) => !isThere(sheet))
    .map((href) => Object.assign(document.createElement('link'), { rel: 'stylesheet', href }));
  const loaded = links.map((link) => new Promise((resolve) => link.addEventListener('load', resolve)));
  document.head.append(...links);
  await Promise.all(loaded);
  Object.assign(document, { title });
  document.documentElement.lang = lang;
  const main = document.querySelector('main');
  if (main === null) throw new Error('There is no main element to put a content into.');
  main.outerHTML = html;
}

async function setLook(page: Page, { width, colorScheme }: ScreenLook): Promise<void> {
  await resize(page, { width, height: 800 });
  await page.emulateMedia({ colorScheme });
}

function nameOf({ width, colorScheme }: ScreenLook): string {
  return `${width} px, ${colorScheme}`;
}

/**
 * What is shown, and of its header and footer all that axe looks at: their links lead elsewhere on each screen, and ids
 * are counted.
 */
function readScreen() {
  const { documentElement: root, body } = document;
  const around = [root, body].map((element) => (element.cloneNode() as Element).outerHTML).join('');
  const frames = ['body > header', 'body > footer'].flatMap((selector) => {
    const html = document.querySelector(selector)?.outerHTML.replaceAll(/ (?:href|value)="[^"]*"|_[rR]_\w+_/g, '');
    return html === undefined ? [] : [{ selector, html: around + html }];
  });
  return { screen: body.outerHTML, frames };
}

/** Before the first of many screens is opened in a window: what is not sent and compiled for each takes no time. */
export async function prepareToInspect(page: Page): Promise<void> {
  await page.addInitScript(PUT_AXE);
}

/** Axe's own package for Playwright describes all that is right too, which takes twice as long. */
const PUT_AXE = `Reflect.defineProperty(globalThis, 'putAxe', { value() { ${source} } });`;

async function resize(page: Page, size: { width: number; height: number }): Promise<void> {
  const now = page.viewportSize();
  if (now?.width !== size.width || now.height !== size.height) await page.setViewportSize(size);
}

interface AxeOptions {
  runOnly?: { type: 'tag' | 'rule'; values: string[] };
}

function axeOptions(rules: AxeRules): AxeOptions {
  if (rules === 'all') return {};
  return { runOnly: rules === 'wcag' ? { type: 'tag', values: WCAG } : { type: 'rule', values: [...rules] } };
}

type AxeContext = string | { include: string[]; exclude: string[] };

/** Runs in the page: notes what is shown at a width. */
function markShown(width: number): void {
  for (const element of document.body.querySelectorAll('*'))
    if (element.checkVisibility({ visibilityProperty: true })) element.toggleAttribute(`shown-at-${width}`, true);
}

/** Axe's own, but for what is drawn before and after a text, which is no ground of it: such texts it would not judge. */
const CONTRAST = {
  ...{ ignoreUnicode: true, ignoreLength: false, ignorePseudo: true, boldValue: 700, boldTextPt: 14, largeTextPt: 18 },
  contrastRatio: { normal: { expected: 4.5 }, large: { expected: 3 } },
  ...{ pseudoSizeThreshold: 0.25, shadowOutlineEmMax: 0.2, textStrokeEmMin: 0.03 },
};

interface AxeRun {
  context: AxeContext;
  options: AxeOptions;
  contrast: typeof CONTRAST;
  onlyAt: number | undefined;
}

/** Runs in the page, where axe has been put. @param run.onlyAt looks only at what this width alone was noted to show */
async function findFaults({ context, options, contrast, onlyAt }: AxeRun): Promise<string[]> {
  const { include, exclude } = typeof context === 'string' ? { include: [context], exclude: [] } : context;
  const isOfWidth = (element: Element | null) => {
    const shownAt = (element?.getAttributeNames() ?? []).filter((name) => name.startsWith('shown-at-'));
    return shownAt.length === 1 && shownAt[0] === `shown-at-${onlyAt}`;
  };
  const ofWidth = [...document.body.querySelectorAll('*')].filter(
    (element) =>
      isOfWidth(element) && !isOfWidth(element.parentElement) && !exclude.some((known) => element.closest(known)),
  );
  if (onlyAt !== undefined && ofWidth.length === 0) return [];
  const parts = { include: onlyAt === undefined ? include : ofWidth, exclude };
  if (!('axe' in globalThis)) Reflect.get(globalThis, 'putAxe')();
  const { run, configure }: typeof axe = Reflect.get(globalThis, 'axe');
  // The HTML of all that is right takes as long to write as to look at.
  configure({ noHtml: true, checks: [{ id: 'color-contrast', options: contrast }] });
  const { violations } = await run(parts, { ...options, resultTypes: ['violations'], preload: false });
  const htmlOf = (selector: string) => document.querySelector(selector)?.outerHTML.slice(0, 300) ?? '';
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target }) => `${id} in ${String(target)}: ${htmlOf(String(target.at(-1)))}`),
  );
}

/** Runs in the page: what makes it scroll sideways. */
function findOverflow(): string[] {
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth <= clientWidth) return [];
  const wide = [...document.body.querySelectorAll('*')].filter(
    (element) => element.getBoundingClientRect().right > clientWidth + 1,
  );
  const names = wide.map(({ tagName, className }) => `${tagName} ${className}`);
  return [`scrolls by ${scrollWidth - clientWidth} at ${clientWidth} px`, ...names];
}

/**
 * Runs in the page: removes siblings that have the shape of `kept` before them. A shape is the elements down to the third
 * below, each with its classes, role, type and style, the names of its other attributes, and whether it has text.
 */
function prune(kept: number): void {
  const isShown = new Set(['class', 'role', 'type', 'style', 'disabled']);
  const shapeOf = (element: Element, depth: number): string => {
    const attributes = [...element.attributes].map(({ name, value }) =>
      isShown.has(name) || value === '' ? `${name}=${value}` : name,
    );
    const hasText = [...element.childNodes].some((node) => node instanceof Text && node.data.trim() !== '');
    const isLeaf = depth === 0 || element instanceof SVGElement;
    const below = isLeaf ? [] : [...element.children].map((child) => shapeOf(child, depth - 1));
    return JSON.stringify([element.tagName, ...attributes, hasText, ...new Set(below)]);
  };
  const visit = (parent: Element): void => {
    const counts = new Map<string, number>();
    for (const child of [...parent.children]) {
      const shape = shapeOf(child, 3);
      const count = (counts.get(shape) ?? 0) + 1;
      counts.set(shape, count);
      if (count > kept) child.remove();
      else visit(child);
    }
  };
  visit(document.body);
}

/**
 * Colours that change do so in a moment, and are neither the one nor the other meanwhile: here they are the other at once.
 * Dots, rays and stripes on the ground are left out: axe does not judge what stands on a gradient.
 * @returns whether axe has been put
 */
function prepareToLook(): boolean {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(
    '*, *::before, *::after, *::backdrop { transition: none !important } body, .burst, .stage-tape { background-image: none !important }',
  );
  document.adoptedStyleSheets.push(sheet);
  return 'putAxe' in globalThis;
}

function allowTransitions(): void {
  document.adoptedStyleSheets.pop();
}
