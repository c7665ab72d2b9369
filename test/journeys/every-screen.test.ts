import { expect, test } from 'vitest';
import type { Page } from 'playwright-core';

import { inspect, prepareToInspect } from './inspect.ts';
import { BASE_URL, visit, waitForHydration } from './visitor.ts';
import type { BrowserVisitor, VisitOptions } from './visitor.ts';

/** What axe finds in one colour scheme and not in the other: a scheme of ours moves, shows and hides nothing. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block'];
/** One width after the other, because a change of it costs most. */
const LOOKS = [
  { width: 320, colorScheme: 'dark' },
  { width: 320, colorScheme: 'light', rules: OF_COLOURS },
  { width: 1440, colorScheme: 'light' },
  { width: 1440, colorScheme: 'dark', rules: OF_COLOURS },
] as const;
/** Screens that staff work in for hours: all rules in each look. */
const LOOKS_OF_STAFF = LOOKS.map(({ width, colorScheme }) => ({ width, colorScheme }));

interface Address {
  path: string;
  status: number;
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
/** Words are longer and shorter, and the fonts are others. */
const TRANSLATED = [
  '/de-DE/games/levelhead',
  '/ja-JP',
  '/ja-JP/games/levelhead',
  '/pl-PL',
  '/ru-RU',
  '/es-XL',
  '/en-XA',
];
const FOR_STAFF = [
  '/editor',
  '/account',
  '/games/how-many-dudes',
  '/games/rumpus-pack',
  '/games/how-many-dudes/presskit',
  '/games/levelhead/patchnotes?version=1.9.0',
  '/post/something-in-the-box',
  '/login?prove&returnTo=/account',
  '/admin',
  '/admin/accounts',
  '/admin/accounts/c0llab',
  '/admin/alias-moderation',
];
const REFUSED = [
  ...[401, 403, 404, 429, 500, 503].map((status) => ({ path: `/${status}`, status })),
  { path: '/linkout?url=javascript%3Aalert(1)', status: 400 },
];

test('every screen passes axe for a visitor, narrow and wide, in light and in dark', async () => {
  const listed = await listedPaths();
  expect(listed).toEqual(expect.arrayContaining(['/', '/games', '/games/levelhead', '/privacy']));
  await lookOverAll([...opened([...listed, ...UNLISTED, ...TRANSLATED]), ...REFUSED]);
});

test('what staff see beyond that passes axe', async () => {
  const [{ page: anyone }, { page }] = await Promise.all([visitPlainly(), visitPlainly({ as: 'staff' })]);
  const listed = [...(await listedPaths()), ...UNLISTED];
  const differing: string[] = [];
  // One after the other: the first to ask for a press kit waits until its pictures are made.
  for (const path of listed) if ((await mainOf(anyone, path)) !== (await mainOf(page, path))) differing.push(path);
  // Around what is the same for all, staff have the same header and footer everywhere.
  const screens = new Set(['/about', ...differing, ...FOR_STAFF]);
  await lookOverAll([...opened([...screens]), { path: '/?masquerade=super', status: 400 }], { as: 'staff' });
});

test('the banner of a masquerade passes axe', async () => {
  await lookOverAll(opened(['/admin/accounts?text=sock&masquerade=staff']), { as: 'admin' });
});

test('the cookie notice passes axe', async () => {
  const { page } = await visit({ isNew: true });
  await page.goto('/about');
  await page.getByRole('region', { name: 'Crumbs, not trackers' }).waitFor();
  await inspect(page, { looks: LOOKS });
});

const opened = (paths: string[]): Address[] => paths.map((path) => ({ path, status: 200 }));

/** Looks screens over in two windows, each of which asks us alone for what it shows. */
async function lookOverAll(addresses: Address[], options: VisitOptions = {}): Promise<void> {
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

async function visitPlainly(options: VisitOptions = {}): Promise<BrowserVisitor> {
  const visitor = await visit({ viewport: { width: 1440, height: 800 }, ...options });
  visitor.expectRefusal(/\/[45]\d\d$|url=javascript|masquerade=super/);
  return visitor;
}

/** The part of a page that is no shell, as the server sends it. */
async function mainOf({ request }: Page, path: string): Promise<string | undefined> {
  const html = await (await request.get(path)).text();
  return /<main.*<\/main>/s.exec(html)?.[0];
}

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
