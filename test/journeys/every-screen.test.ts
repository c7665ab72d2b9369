import { expect, test } from 'vitest';
import type { Page } from 'playwright-core';

import { inspect } from './inspect.ts';
import { waitForHydration, BASE_URL, visit } from './visitor.ts';
import type { BrowserVisitor } from './visitor.ts';

/** Beside those in which a screen is looked over whole. */
const OTHERS = [
  { width: 1440, colorScheme: 'dark' },
  { width: 320, colorScheme: 'light' },
] as const;
/** What axe finds in one colour scheme or width and not in the other. */
const OF_LOOKS = ['color-contrast', 'target-size', 'link-in-text-block'];

/** Screens that no search engine is told of. */
const UNLISTED = [
  '/changelog?version=%5E17',
  '/changelog?version=%3C0.0.1',
  '/terms?from=2026-09-01',
  '/terms?version=2026-09-01',
  '/linkout?url=https%3A%2F%2Fexample.com%2Fa%2Fb',
  '/dev/mail',
  '/login',
  '/login/confirmation-required',
  '/login/success',
  '/login/unlicensed',
  '/post/early-keys-for-feedback-friends',
  '/telegrams?subscribe=ballyhoo',
];
const FOR_STAFF = ['/account', '/games/how-many-dudes', '/games/rumpus-pack', '/games/how-many-dudes/presskit'];
const REFUSED = [
  { path: '/404', status: 404 },
  { path: '/linkout?url=javascript%3Aalert(1)', status: 400 },
];

test('every screen is clean for axe as a visitor sees it, narrow and wide, in light and in dark', async () => {
  const listed = await listedPaths();
  expect(listed).toEqual(expect.arrayContaining(['/', '/games', '/games/levelhead', '/privacy']));
  const open = [...listed, ...UNLISTED].map((path) => ({ path, status: 200 }));
  const screens = [...open, ...REFUSED];
  const lookOverNext = async ({ page }: BrowserVisitor) => {
    for (let next = screens.shift(); next !== undefined; next = screens.shift())
      await lookOver(page, next.path, next.status);
  };
  const windows = await Promise.all([visitPlainly(), visitPlainly()]);
  await Promise.all(windows.map((one) => lookOverNext(one)));
});

test('what staff are shown beyond that is as clean', async () => {
  const [{ page: anyone }, { page }] = await Promise.all([visitPlainly(), visitPlainly('staff')]);
  const listed = [...(await listedPaths()), ...UNLISTED];
  const differing: string[] = [];
  // One after the other: the first to ask for a press kit waits until its pictures are made.
  for (const path of listed) if ((await mainOf(anyone, path)) !== (await mainOf(page, path))) differing.push(path);
  // Around what is the same for all, staff have the same header and footer everywhere.
  const screens = new Set(['/about', ...differing, ...FOR_STAFF]);
  for (const path of screens) await lookOver(page, path, 200);
});

test('the cookie notice is as clean', async () => {
  const { page } = await visit({ isNew: true });
  await page.goto('/about');
  await page.getByRole('region', { name: 'Crumbs, not trackers' }).waitFor();
  await inspect(page);
  await inspect(page, { looks: OTHERS, rules: OF_LOOKS });
});

/** Opens a screen once, and looks it over as all who may see it. */
async function lookOver(page: Page, path: string, status: number): Promise<void> {
  const response = await page.goto(path);
  expect(response?.status(), path).toBe(status);
  await waitForHydration(page);
  await inspect(page);
  await inspect(page, { looks: OTHERS, rules: OF_LOOKS });
}

async function visitPlainly(as?: 'staff'): Promise<BrowserVisitor> {
  const visitor = await visit({ ...(as && { as }) });
  visitor.expectRefusal(/\/404$|url=javascript/);
  return visitor;
}

/** The part of a page that is no shell, as the server sends it. */
async function mainOf({ request }: Page, path: string): Promise<string | undefined> {
  const html = await (await request.get(path)).text();
  return /<main.*<\/main>/s.exec(html)?.[0];
}

/** The screens in the sitemap, each once, in English. */
async function listedPaths(): Promise<string[]> {
  const sitemap = await (await fetch(new URL('/sitemap/1.xml', BASE_URL))).text();
  const paths = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => new URL(address).pathname);
  return paths.filter((path) => !/^\/[a-z]{2}-|^\/es-419/.test(path));
}
