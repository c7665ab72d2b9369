import { expect } from 'vitest';
import type { Page } from 'playwright-core';

import { inspect, prepareToInspect } from '../inspect.ts';
import { BASE_URL, visit, waitForHydration } from '../visitor.ts';
import type { BrowserVisitor, VisitOptions } from '../visitor.ts';

/** What axe finds in one colour scheme and not in the other: a scheme of ours moves, shows and hides nothing. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block'];
/** One width after the other, because a change of it costs most. */
export const LOOKS = [
  { width: 320, colorScheme: 'dark' },
  { width: 320, colorScheme: 'light', rules: OF_COLOURS },
  { width: 1440, colorScheme: 'light' },
  { width: 1440, colorScheme: 'dark', rules: OF_COLOURS },
] as const;
/** Screens that staff work in for hours: all rules in each look. */
const LOOKS_OF_STAFF = LOOKS.map(({ width, colorScheme }) => ({ width, colorScheme }));

/** What a screen is about; what has no subject here is about the site. */
const SUBJECTS = { games: /^\/games(?=[/?]|$)/, posts: /^\/(?:post|blog|news|lore|patchnotes)(?=[/?]|$)/, site: /^/ };
type ScreenSubject = keyof typeof SUBJECTS;

/** The addresses of all screens about a subject that anyone may see, in English: each of them, and of those alike a few. */
export async function publicScreens(subject: ScreenSubject): Promise<string[]> {
  const paths = [...(await listedPaths()), ...UNLISTED];
  const subjectOf = (path: string) => Object.entries(SUBJECTS).find(([, pattern]) => pattern.test(path))?.[0];
  return paths.filter((path) => subjectOf(path) === subject);
}

interface Address {
  path: string;
  status: number;
}

export const opened = (paths: string[]): Address[] => paths.map((path) => ({ path, status: 200 }));

/** Looks screens over in two windows, each of which asks us alone for what it shows. */
export async function lookOverAll(addresses: Address[], options: VisitOptions = {}): Promise<void> {
  const left = [...addresses];
  const asked: string[] = [];
  const lookOverNext = async ({ page }: BrowserVisitor) => {
    await prepareToInspect(page);
    page.on('request', (request) => void asked.push(new URL(request.url()).origin));
    for (let next = left.shift(); next !== undefined; next = left.shift()) await lookOver(page, next);
  };
  const windows = await Promise.all([visitPlainly(options), visitPlainly(options)]);
  await Promise.all(windows.map((one) => lookOverNext(one)));
  expect(new Set(asked.filter((origin) => origin !== 'null'))).toEqual(new Set([new URL(BASE_URL).origin]));
}

/** Opens a screen once, and looks it over as all who may see it, first as wide as the window is. */
async function lookOver(page: Page, { path, status }: Address): Promise<void> {
  const response = await page.goto(path);
  expect(response?.status(), path).toBe(status);
  await waitForHydration(page);
  const looks = path.startsWith('/admin') ? LOOKS_OF_STAFF : LOOKS;
  const width = page.viewportSize()?.width ?? 0;
  const isNear = (look: { width: number }) => Number(look.width === width);
  await inspect(page, { looks: looks.toSorted((a, b) => isNear(b) - isNear(a)), keepsWidth: true });
}

export async function visitPlainly(options: VisitOptions = {}): Promise<BrowserVisitor> {
  const visitor = await visit({ viewport: { width: 1440, height: 800 }, ...options });
  visitor.expectRefusal(/\/[45]\d\d$|url=javascript|masquerade=super/);
  return visitor;
}

/** Screens that no search engine is told of. */
const UNLISTED = [
  '/changelog?version=%5E17',
  '/changelog?version=%3C0.0.1',
  '/games/levelhead/patchnotes?from=1.10.0&to=1.12.0',
  '/games/crashlands-2/patchnotes?version=1.1.0',
  '/terms?from=2026-09-01',
  '/terms?version=2026-09-01',
  '/linkout?url=https%3A%2F%2Fexample.com%2Fa%2Fb',
  '/dev/mail',
  '/dev/trailer',
  '/login',
  '/login/confirmation-required',
  '/login/success',
  '/login/unlicensed',
  '/login/with/walks?returnTo=/games',
  '/post/early-keys-for-feedback-friends',
  '/telegrams?subscribe=ballyhoo',
];

/** Of all that look alike: each kind of block, another language, a topic, an author, a game. */
const AMONG_ALIKE = new Set([
  '/post/crashlands-2-roofs-and-other-opinions',
  '/post/field-guide-the-sluggabun',
  '/post/memoirs-of-an-off-by-one',
  '/post/spotlight-three-small-levels',
  '/post/tofu-is-sold-out',
  '/blog/engineering',
  '/blog/@st4ff1',
  '/games/levelhead/patchnotes',
]);
const ALIKE = /^\/(?:post|blog)\/|^\/games\/[^/]+\/patchnotes$|^\/(?:news|lore|patchnotes)$/;
const isAlike = (path: string) => ALIKE.test(path) && !AMONG_ALIKE.has(path);

/** The screens in the sitemap, each once, in English. */
async function listedPaths(): Promise<string[]> {
  const sitemap = await (await fetch(new URL('/sitemap/1.xml', BASE_URL))).text();
  const paths = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => new URL(address).pathname);
  expect(paths).toEqual(expect.arrayContaining([...AMONG_ALIKE]));
  return paths.filter((path) => !/^\/[a-z]{2}-|^\/es-419/.test(path) && !isAlike(path));
}
