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
  /** Where the screen is noted, axe looks only at what no other width shows. */
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
}

/** Of siblings of one shape axe looks at so many: most of its time goes into lists whose rows are all alike. */
const ALIKE = process.env.FULL === undefined ? 2 : Infinity;

/** Looks a screen over: axe in light and dark, narrow and wide, and nothing that scrolls sideways. */
export async function inspect(
  page: Page,
  { looks = LOOKS, rules = 'wcag', part = 'html' }: Inspection = {},
): Promise<void> {
  const { screen, frames } = await page.evaluate(readScreen);
  const kind = kindOf(looks, rules);
  if (seen.has(kind + part + screen)) return;
  seen.add(kind + part + screen);
  const exclude = part === 'html' ? takeKnown(kind, frames) : [];
  if (!(await page.evaluate(prepareToLook))) await page.evaluate(PUT_AXE);
  const size = page.viewportSize();
  const found: string[] = [];
  for (const look of looks) {
    await setLook(page, look);
    const options = axeOptions(look.rules ?? rules);
    const faults = await page.evaluate(findFaults, { include: part, exclude, options, contrast: CONTRAST });
    found.push(...faults.map((fault) => `${nameOf(look)}: ${fault}`), ...(await page.evaluate(findOverflow)));
  }
  if (size !== null) await resize(page, size);
  await page.evaluate(allowTransitions);
  expect(found, page.url()).toEqual([]);
}

function kindOf(looks: readonly ScreenLook[], rules: AxeRules): string {
  return JSON.stringify([looks.toSorted((a, b) => a.width - b.width), rules]);
}

/** @returns which of a screen's header and footer were looked over already: by now, all were */
function takeKnown(kind: string, frames: readonly ScreenFrame[]): string[] {
  const known = frames.filter(({ html }) => seen.has(kind + html)).map(({ selector }) => selector);
  for (const { html } of frames) seen.add(kind + html);
  return known;
}

/** What a page without scripts of ours needs to show a screen. */
export interface ScreenCopy {
  /** The attributes of the elements `html` and `body`. */
  readonly root: readonly ElementAttribute[];
  readonly attributes: readonly ElementAttribute[];
  /** The elements of `head` but for scripts and links. */
  readonly head: string;
  /** The links to its style sheets. */
  readonly sheets: readonly string[];
  readonly body: string;
}
type ElementAttribute = readonly [name: string, value: string];

/** A copy that has only what axe has to look at. */
interface NotedScreen extends ScreenCopy {
  readonly path: string;
  /** The widths that show what no other does, in an element with the attribute `only-at-` and the width. */
  readonly ofWidth: readonly number[];
  /** Selectors of what was looked over already. */
  readonly exclude: readonly string[];
  readonly overflow: readonly string[];
}

/**
 * Notes what a screen shows at each width of `looks`, takes out of it what is there twice, and copies it. One whose scripts
 * make something else of it at another width, or style it, is looked over where it is.
 */
export async function noteScreen(
  page: Page,
  path: string,
  looks: readonly ScreenLook[],
): Promise<NotedScreen | undefined> {
  const { frames, isPlain } = await page.evaluate(readScreen);
  await page.evaluate(prepareToLook);
  const isNow = (width: number) => Number(width === page.viewportSize()?.width);
  const widths = [...new Set(looks.map(({ width }) => width))].toSorted((a, b) => isNow(b) - isNow(a));
  const overflow: string[] = [];
  const bodies = new Set<string>();
  for (const width of widths) {
    await resize(page, { width, height: 800 });
    overflow.push(...(await page.evaluate(findOverflow)));
    bodies.add(await page.evaluate(markShown, width));
  }
  if (!isPlain || bodies.size > 1) {
    await inspect(page, { looks });
    return undefined;
  }
  await page.evaluate(prune, ALIKE);
  await page.evaluate(keepFields);
  const exclude = takeKnown(kindOf(looks, 'wcag'), frames);
  const copy = await page.evaluate(copyScreen, { exclude, pixel: PIXEL });
  return { path, ...copy, exclude, overflow };
}

/** Stands for a picture. */
export const PIXEL = 'data:image/gif;base64,R0lGODlhAQABAIAAAP///wAAACwAAAAAAQABAAACAkQBADs=';

/** Runs in the page: what its fields hold by now comes into their attributes. */
function keepFields(): void {
  for (const option of document.querySelectorAll('option')) option.toggleAttribute('selected', option.selected);
  for (const area of document.querySelectorAll('textarea')) area.defaultValue = area.value;
  for (const input of document.querySelectorAll('input')) {
    input.toggleAttribute('checked', input.checked);
    if (input.type !== 'file') input.setAttribute('value', input.value);
  }
}

/**
 * Runs in the page. Pictures that have their size without being there need not be loaded again.
 * @returns `ofWidth` those widths, see `NotedScreen`
 */
function copyScreen({ exclude, pixel }: { exclude: readonly string[]; pixel: string }) {
  const { documentElement: root, body, head } = document;
  const ofWidth = new Set<string>();
  for (const element of body.querySelectorAll('*')) {
    const shownAt = element.getAttributeNames().filter((name) => name.startsWith('shown-at-'));
    for (const name of shownAt) element.removeAttribute(name);
    const width = shownAt[0]?.replace('shown-at-', '');
    const isKnown = exclude.some((known) => element.closest(known) !== null);
    if (shownAt.length !== 1 || width === undefined || isKnown) continue;
    ofWidth.add(width);
    if (element.parentElement?.closest(`[only-at-${width}]`) === null)
      element.toggleAttribute(`only-at-${width}`, true);
  }
  const attributesOf = (element: Element) => [...element.attributes].map(({ name, value }) => [name, value] as const);
  const isSized = (tag: string) => !tag.startsWith('<img') || tag.includes(' height=');
  const withoutPicture = (tag: string) => tag.replaceAll(/ (?:src|srcset|poster)="[^"]*"/g, ` src="${pixel}"`);
  return {
    root: attributesOf(root),
    attributes: attributesOf(body),
    head: [...head.querySelectorAll(':scope > :not(script, link, noscript)')]
      .map((element) => element.outerHTML)
      .join(''),
    sheets: [...document.styleSheets].map(({ ownerNode }) =>
      (ownerNode as Element).outerHTML.replace(/ nonce="[^"]*"/, ''),
    ),
    body: body.innerHTML
      .replaceAll(/<script\b.*?<\/script>/gs, '')
      .replaceAll(/<(?:img|source|video|audio|iframe)\b[^>]*>/g, (tag) => (isSized(tag) ? withoutPicture(tag) : tag)),
    ofWidth: [...ofWidth].map(Number),
  };
}

/** Looks over screens, which one page without scripts of ours shows in turn: to warm axe up for each takes longer. */
export async function inspectNoted(
  page: Page,
  screens: readonly NotedScreen[],
  looks: readonly ScreenLook[],
): Promise<void> {
  const found = screens.flatMap(({ path, overflow }) => overflow.map((fault) => `${path}: ${fault}`));
  for (const look of looks) {
    await setLook(page, look);
    const { width, isOfWidth = false } = look;
    const options = axeOptions(look.rules ?? 'wcag');
    const include = isOfWidth ? `[only-at-${width}]` : 'html';
    for (const screen of screens.filter(({ ofWidth }) => !isOfWidth || ofWidth.includes(width))) {
      await page.evaluate(showScreen, screen);
      const run = { include, exclude: screen.exclude, options, contrast: CONTRAST };
      const faults = await page.evaluate(findFaults, run);
      found.push(...faults.map((fault) => `${screen.path}, ${nameOf(look)}: ${fault}`));
    }
  }
  expect(found).toEqual([]);
}

/** Opens the page without scripts of ours, which `showScreen` and `inspectNoted` want. */
export async function openBlank(page: Page): Promise<void> {
  const address = '/blank';
  await page.route(`**${address}`, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Blank</title>' }),
  );
  await page.goto(address);
  await page.evaluate(PUT_AXE);
  await page.evaluate(prepareToLook);
}

/** Runs in the page. */
export async function showScreen({ root, attributes, head, sheets, body }: ScreenCopy): Promise<void> {
  const setAttributes = (element: Element, pairs: readonly ElementAttribute[]) => {
    for (const name of element.getAttributeNames()) element.removeAttribute(name);
    for (const [name, value] of pairs) element.setAttribute(name, value);
  };
  const links = [...document.head.querySelectorAll('link')];
  const wanted = sheets.map((html) => document.createRange().createContextualFragment(html).firstElementChild);
  const same = wanted.findIndex((link, at) => link?.outerHTML !== links[at]?.outerHTML);
  const kept = same === -1 ? wanted.length : same;
  for (const link of links.slice(kept)) link.remove();
  for (const element of document.head.querySelectorAll(':not(link)')) element.remove();
  document.head.insertAdjacentHTML('afterbegin', head);
  setAttributes(document.documentElement, root);
  setAttributes(document.body, attributes);
  document.body.innerHTML = '';
  const missing = wanted.slice(kept).map((link) => new Promise((resolve) => link?.addEventListener('load', resolve)));
  document.head.append(...wanted.slice(kept).filter((link) => link !== null));
  await Promise.all(missing);
  document.body.innerHTML = body;
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
  const frames = ['body > header', 'body > footer'].flatMap((selector): ScreenFrame[] => {
    const html = document.querySelector(selector)?.outerHTML.replaceAll(/ (?:href|value)="[^"]*"|_[rR]_\w+_/g, '');
    return html === undefined ? [] : [{ selector, html: around + html }];
  });
  const isPlain =
    [...document.styleSheets].every(({ ownerNode }) => ownerNode instanceof HTMLLinkElement) &&
    document.adoptedStyleSheets.every((sheet) => Reflect.has(sheet, 'stopsTransitions'));
  return { screen: body.outerHTML, frames, isPlain };
}

interface ScreenFrame {
  readonly selector: string;
  readonly html: string;
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

/** Runs in the page: notes what is shown at a width. @returns what is there, without such notes */
function markShown(width: number): string {
  const { documentElement: root, body } = document;
  const html = `${(root.cloneNode() as Element).outerHTML}${body.outerHTML.replaceAll(/ shown-at-\d+=""/g, '')}`;
  for (const element of document.body.querySelectorAll('*'))
    if (element.checkVisibility({ visibilityProperty: true })) element.toggleAttribute(`shown-at-${width}`, true);
  return html;
}

/** Axe's own, but for what is drawn before and after a text, which is no ground of it: such texts it would not judge. */
const CONTRAST = {
  ignoreUnicode: true,
  ignoreLength: false,
  ignorePseudo: true,
  boldValue: 700,
  boldTextPt: 14,
  largeTextPt: 18,
  contrastRatio: { normal: { expected: 4.5 }, large: { expected: 3 } },
  pseudoSizeThreshold: 0.25,
  shadowOutlineEmMax: 0.2,
  textStrokeEmMin: 0.03,
};

interface AxeRun {
  include: string;
  exclude: readonly string[];
  options: AxeOptions;
  contrast: typeof CONTRAST;
}

/** Runs in the page, where axe has been put. */
async function findFaults({ include, exclude, options, contrast }: AxeRun): Promise<string[]> {
  if (!('axe' in globalThis)) Reflect.get(globalThis, 'putAxe')();
  const { run, configure }: typeof axe = Reflect.get(globalThis, 'axe');
  // The HTML of all that is right takes as long to write as to look at.
  configure({ noHtml: true, checks: [{ id: 'color-contrast', options: contrast }] });
  const { violations } = await run(
    { include: [include], exclude: [...exclude] },
    { ...options, resultTypes: ['violations'], preload: false },
  );
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
  const sheet = Object.assign(new CSSStyleSheet(), { stopsTransitions: true });
  sheet.replaceSync(
    '*, *::before, *::after, *::backdrop { transition: none !important } body, .burst, .stage-tape { background-image: none !important }',
  );
  if (!document.adoptedStyleSheets.some((other) => Reflect.has(other, 'stopsTransitions')))
    document.adoptedStyleSheets.push(sheet);
  return 'putAxe' in globalThis;
}

function allowTransitions(): void {
  document.adoptedStyleSheets.pop();
}
