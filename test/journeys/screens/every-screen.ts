import type { Page } from 'playwright-core';
import { expect } from 'vitest';

import { SCREENS, STAFF_AREA } from '../../screens.ts';
import { inspectNoted, noteScreen, openBlank, PIXEL, showScreen } from '../inspect.ts';
import type { ScreenCopy, ScreenLook } from '../inspect.ts';
import { BASE_URL, visit, waitForHydration } from '../visitor.ts';
import type { VisitOptions } from '../visitor.ts';

const IS_FULL = process.env.FULL !== undefined;
/** What axe finds in one colour scheme and not in the other: a scheme of ours moves, shows and hides nothing. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block'];
/** What both widths show has its colours looked at once in each scheme, all else in both schemes. */
export const LOOKS = [
  { width: 320, colorScheme: 'light', rules: OF_COLOURS, isOfWidth: true },
  { width: 320, colorScheme: 'dark' },
  { width: 1440, colorScheme: 'dark', rules: OF_COLOURS, isOfWidth: true },
  { width: 1440, colorScheme: 'light' },
] as const;

/** What a screen is about, the first that fits; what has no subject here is about the site. */
const SUBJECTS = {
  presskits: /^\/(?:games\/[^/]+\/)?presskit(?=[/?]|$)/,
  api: /^\/api(?=[/?]|$)/,
  levelhead: /^\/games\/levelhead\/(?!presskit|patchnotes)/,
  games: /^\/games(?=[/?]|$)/,
  posts: /^\/post\//,
  feeds: /^\/(?:blog|news|lore|patchnotes)(?=[/?]|$)/,
  policies: /^\/(?:conduct|intellectual-property|privacy|privacy-apple-arcade|security|terms|terms-rce)(?=\?|$)/,
  tools: /^\/(?:changelogs?|rumpus-ce)(?=[/?]|$)/,
  login: /^\/(?:dev|linkout|login)(?=[/?]|$)/,
  help: /^\/(?:contact|feedbag|support)(?=[/?]|$)/,
  site: /^/,
};
type ScreenSubject = keyof typeof SUBJECTS;
export const SCREEN_SUBJECTS = Object.keys(SUBJECTS) as ScreenSubject[];

/**
 * The addresses of screens about a subject that anyone may see, in English. Of those that differ only in what stands in
 * them some are opened, and of the others the contents alone are looked over, except in `npm run test:full`.
 */
export async function publicScreens(subject: ScreenSubject): Promise<{ opened: string[]; contents: string[] }> {
  const subjectOf = (path: string) => Object.entries(SUBJECTS).find(([, pattern]) => pattern.test(path))?.[0];
  const paths = [...(await listedPaths()), ...UNLISTED].filter((path) => subjectOf(path) === subject);
  const isContent = (path: string) => !IS_FULL && OF_ONE_KIND.some((kind) => kind.test(path));
  return { opened: paths.filter((path) => !isContent(path)), contents: paths.filter(isContent) };
}

/** Screens that staff have alone, but for those about what only the test site has. */
export const OF_STAFF = SCREENS.filter(
  ({ statuses, address }) =>
    statuses === STAFF_AREA && !/^\/(?:editor\/a-post|admin\/[a-z]+\/(?:screens|\{))/.test(address),
).map(({ address }) => address);

/** In the console, of an item of the demo. */
export async function findItemPath(page: Page): Promise<string> {
  const crate = '/crates/public-library/items';
  const found = await page.request.get(new URL(`/api/storage${crate}?limit=1`, BASE_URL).href);
  const { data } = (await found.json()) as { data: [{ itemId: string }] };
  return `/admin${crate}/${data[0].itemId}`;
}

/** Looks over what a visitor sees of a subject. @param among some of its addresses, so that it is not nothing */
export async function lookOverSubject(subject: ScreenSubject, among: string[]): Promise<void> {
  const { opened, contents } = await publicScreens(subject);
  expect([...opened, ...contents]).toEqual(expect.arrayContaining(among));
  await lookOverAll(answered(opened), answered(contents));
}

interface ScreenAddress {
  path: string;
  status: number;
}

export const answered = (paths: string[]): ScreenAddress[] => paths.map((path) => ({ path, status: 200 }));

/**
 * Looks screens over in a window that asks us alone for what it shows.
 * @param contents screens that are looked over as the server sends them, which takes a third of what it takes to open them
 */
export async function lookOverAll(
  opened: ScreenAddress[],
  contents: ScreenAddress[] = [],
  { looks = LOOKS, ...options }: VisitOptions & { looks?: readonly ScreenLook[] } = {},
): Promise<void> {
  const visitor = await visit({ viewport: { width: 1440, height: 800 }, ...options });
  const { page } = visitor;
  visitor.expectRefusal(/\/[45]\d\d$|url=javascript|masquerade=super/);
  const origins: string[] = [];
  page.on('request', (request) => void origins.push(new URL(request.url()).origin));
  const noted = [];
  for (const { path, status } of opened) {
    const response = await page.goto(path);
    expect(response?.status(), path).toBe(status);
    await waitForHydration(page);
    noted.push(await noteScreen(page, path, looks));
  }
  await openBlank(page);
  for (const { path, status } of contents) {
    const response = await page.request.get(path);
    expect(response.status(), path).toBe(status);
    await page.evaluate(showScreen, copyOf(await response.text()));
    noted.push(await noteScreen(page, path, looks));
  }
  const screens = noted.filter((screen) => screen !== undefined);
  await inspectNoted(page, screens, looks);
  expect(new Set(origins.filter((origin) => origin !== 'null'))).toEqual(new Set([new URL(BASE_URL).origin]));
}

/** Of what the server sends. Pictures keep their size, and none is loaded. */
function copyOf(html: string): ScreenCopy {
  const find = (pattern: RegExp) => pattern.exec(html)?.[1] ?? '';
  const attributesOf = (tag: string) =>
    [...find(new RegExp(`<${tag}\\b([^>]*)>`)).matchAll(/([a-z-]+)="([^"]*)"/gi)].map(
      ([, name = '', value = '']) => [name, value] as const,
    );
  return {
    root: attributesOf('html'),
    attributes: attributesOf('body'),
    head: [...find(/<head>(.*)<\/head>/s).matchAll(/<title>.*?<\/title>|<meta [^>]*>/g)].join(''),
    sheets: [...html.matchAll(/<link [^>]*rel="stylesheet"[^>]*>/g)].map(([link]) =>
      link.replace(/ nonce="[^"]*"/, ''),
    ),
    body: find(/<body\b[^>]*>(.*)<\/body>/s)
      .replaceAll(/<script\b.*?<\/script>/gs, '')
      .replaceAll(/ (?:src|srcset)="[^"]*"/gi, ` src="${PIXEL}"`),
  };
}

/** What stands between header and footer. */
export function mainOf(html: string): string {
  return /<main.*<\/main>/s.exec(html)?.[0].replaceAll(/ (?:src|srcset)="[^"]*"/gi, '') ?? '';
}

/** Screens that no search engine is told of, and of the many levels and players one each. */
const UNLISTED = [
  '/changelog?version=%5E17',
  '/changelog?version=%3C0.0.1',
  '/games/levelhead/patchnotes?from=1.10.0&to=1.12.0',
  '/games/levelhead/tower?q=tag%3Aboss+kaizo',
  '/games/levelhead/levels/0hds26q',
  '/games/levelhead/players/vfhy42',
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

/** Of all that look alike: each kind of block, another language, a topic, an author, a game, an answer. */
const AMONG_ALIKE = new Set([
  '/post/crashlands-2-roofs-and-other-opinions',
  '/post/field-guide-the-sluggabun',
  '/post/memoirs-of-an-off-by-one',
  '/post/spotlight-three-small-levels',
  '/post/tofu-is-sold-out',
  '/blog/engineering',
  '/blog/@st4ff1',
  '/games/levelhead/patchnotes',
  '/support/privacy',
  '/support/sign-in/code-did-not-arrive',
  '/podcast/the-frog-took-nine-days',
]);
const ALIKE =
  /^\/(?:post|blog)\/|^\/games\/[^/]+\/patchnotes$|^\/(?:news|lore|patchnotes)$|^\/feedbag\/(?!crashlands-2\/)[^/]+\/|^\/(?:support|podcast)\//;
/** Two of them are opened by name. */
const IS_OF_PLAYERS = /\/games\/levelhead\/(?:levels|players)\//;
/** Only the first of them is opened. */
const IS_FEEDBACK = /\/feedbag\/crashlands-2\/entries\//;
const isAlike = (path: string) => !IS_FULL && ALIKE.test(path) && !AMONG_ALIKE.has(path);

/** What differs from a screen that is opened only in what stands in it: other games, policies, versions, fields and sentences. */
const OF_ONE_KIND = [
  /^\/games\/(?!crashlands|levelhead)[^/?]+$/,
  /^\/games\/(?!levelhead)[^/?]+\/presskit$/,
  /^\/(?:conduct|intellectual-property|security|terms-rce|privacy-apple-arcade)$/,
  /\?(?:version|from=[\d.]+&|subscribe)/,
  /^\/contact\/topics\/(?!bug$)/,
  /^\/login\/(?:success|unlicensed|with)/,
  /^\/post\/early-keys/,
];

/** The screens in the sitemap, each once, in English. */
async function listedPaths(): Promise<string[]> {
  const sitemap = await (await fetch(new URL('/sitemap/1.xml', BASE_URL))).text();
  const paths = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => new URL(address).pathname);
  expect(paths).toEqual(expect.arrayContaining([...AMONG_ALIKE]));
  const ours = paths.filter(
    (path) => !/^\/[a-z]{2}-|^\/es-419/.test(path) && !isAlike(path) && !IS_OF_PLAYERS.test(path),
  );
  const feedback = ours.find((path) => IS_FEEDBACK.test(path));
  return ours.filter((path) => path === feedback || !IS_FEEDBACK.test(path));
}
