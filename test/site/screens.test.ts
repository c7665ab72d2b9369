import type { RouteConfigEntry } from '@react-router/dev/routes';
import { beforeAll, describe, expect, test } from 'vitest';

import { openTestApp } from '../test-app.ts';
import type { TestApp } from '../test-app.ts';
import { inTurn } from '../properties/cases.ts';
import { DOCUMENTS, MOVED, SCREENS } from '../screens.ts';
import { CAST } from '../cast.ts';
import type { Screen } from '../screens.ts';
import { OPEN_POLICY, createCrate, createItem } from '../storage.ts';
import { seedSmallWorld } from '../levelhead.ts';
import { useTestSite } from '../site.ts';

import { LOCALES, htmlLang, localePath } from '#app/current/locale.ts';
import { createPlaylist } from '#app/levelhead/playlists/own-playlists.server.ts';
import { createSignIn } from '#app/dev/sign-in.server.ts';
import routes from '#app/routes.ts';
import { systemCurrent } from '#app/door/parts.server.ts';

const site = useTestSite();
const ROLES = [undefined, 'player', 'staff', 'admin', 'super'] as const;
const MAIN = 'https://www.rumpus.example';
let ticket: string;
let playlist: string;
let own: string;
let main: TestApp;
let beta: TestApp;

beforeAll(async () => {
  main = openTestApp(site, { PUBLIC_URL: MAIN });
  beta = openTestApp(site, { PUBLIC_URL: 'https://beta.rumpus.example' });
  const crate = await createCrate(site, 'posts', { ...OPEN_POLICY, history: ['staff'] });
  const map = { title: 'A post', blurb: 'What it is about.', date: '2026-11-01T00:00:00Z' };
  await createItem(site, crate, 'creator', { name: 'a-post', map });
  await createItem(site, crate, 'creator', { name: 'a-hidden-post', map, tags: ['hidden'] });
  await createItem(site, crate, 'creator', { name: 'an-unlisted-post', map, tags: ['unlisted'] });
  const releases = await createCrate(site, 'changelogs', { ...OPEN_POLICY, history: ['staff'] });
  await createItem(site, releases, 'creator', { tags: ['app:levelhead'], map: { version: '1.0.0' } }, '{"notes":[]}');
  playlist = (await seedSmallWorld(site)).playlists[0]?.playlistId ?? '';
  const system = systemCurrent(site.parts);
  const player = { ...system, actor: { ...system.actor, userId: CAST.player.userId } };
  own = await createPlaylist(player, { name: 'Mine', note: '' });
  ticket = new URL((await createSignIn(systemCurrent(site.parts), 'player')).url).pathname;
});

const PUBLIC = SCREENS.filter(({ isPublic }) => isPublic);
const addressOf = ({ address }: Screen) =>
  address.replace('/dev/sign-in/{ticket}', ticket).replace('{playlist}', playlist).replace('{own}', own);

/** The screens among the routes; a frame around others has no address of its own. */
const screensIn = (entries: RouteConfigEntry[]): RouteConfigEntry[] =>
  entries.flatMap((entry) => [
    ...(entry.path === undefined && !entry.index ? [] : [entry]),
    ...screensIn(entry.children ?? []),
  ]);

/** The alternates of a page by language, as its head names them. */
function alternatesIn(html: string): Record<string, string> {
  const links = [...html.matchAll(/<link rel="alternate" hrefLang="([^"]+)" href="([^"]+)"\/>/g)];
  return Object.fromEntries(links.map(([, language = '', href = '']) => [language, href]));
}

function canonicalIn(html: string): string | undefined {
  return /<link rel="canonical" href="([^"]+)"/.exec(html)?.[1];
}

test('every screen of app/routes.ts is asked for here, and every public one under its locales', () => {
  const screens = screensIn(routes);
  const files = [...new Set(screens.map(({ file }) => file))].filter((file) => !DOCUMENTS.has(file)).toSorted();
  expect([...new Set(SCREENS.map(({ file }) => file))].toSorted()).toEqual(files);
  const pages = screens.filter(({ file }) => !DOCUMENTS.has(file));
  const localised = new Set(pages.filter(({ path }) => path?.startsWith(':locale?')).map(({ file }) => file));
  const unlisted = SCREENS.filter(({ isUnlisted, statuses }) => isUnlisted || statuses === MOVED);
  const asked = new Set([...PUBLIC, ...unlisted].map(({ file }) => file));
  expect([...asked].toSorted()).toEqual([...localised].toSorted());
});

test.each(SCREENS)(
  '$address answers a visitor, a player, staff, an admin and a super with $statuses',
  async (screen) => {
    const answers = await Promise.all(ROLES.map((who) => site.ask(who, addressOf(screen))));
    expect(answers.map(({ status }) => status)).toEqual(screen.statuses);
    for (const answer of answers.filter(({ status }) => status !== 302)) {
      const html = await answer.text();
      expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(html.match(/<h1[ >]/g)).toHaveLength(1);
      expect(/<title>[^<]+<\/title>/.test(html)).toBe(true);
      // No part waits for a script to put it in its place.
      expect(html).not.toContain('<template id="B:');
      expect(html.includes('content="noindex"')).toBe(answer.status !== 200 || screen.isUnlisted === true);
    }
  },
);

/** In `npm run test:full` all languages of each screen, else so many of them that seven screens in a row have all. */
const LANGUAGE_SHARE = process.env.FULL === undefined ? 7 : 1;
/** The door decides on a language, whatever is asked for: what is tried with one screen is not tried with the next. */
const turnOf = (screen: Screen) => PUBLIC.indexOf(screen);
const NO_LOCALES = ['/xx-XX', '/en', '/en-us', '/es-419'];
/** What a browser sends, and the language of what it gets. */
const WISHES: [Record<string, string>, string][] = [
  [{ cookie: 'locale=ko-KR', 'accept-language': 'tr' }, 'ko-KR'],
  [{ cookie: 'locale=xx-XX', 'accept-language': 'tr' }, 'tr-TR'],
  [{ 'accept-language': 'es-MX, en' }, 'es-419'],
  [{ 'accept-language': 'tlh' }, 'en-US'],
];

describe.each(PUBLIC)('$address', (screen) => {
  // Development has pages of its own, and no page of it has a canonical address.
  const isOnMain = !screen.file.startsWith('dev/');

  test.each(LOCALES.filter((_, at) => (turnOf(screen) + at) % LANGUAGE_SHARE === 0))(
    'answers under %s in that language, points to itself in every other, and keeps it in its canonical address',
    async (locale) => {
      const path = localePath(locale, addressOf(screen));
      const headers = { cookie: 'locale=ko-KR', 'accept-language': 'tr' };
      const response = await (isOnMain
        ? main.sendRequest(`${path}?utm=x`, { headers })
        : site.ask(undefined, path, { headers }));
      const html = await response.text();
      expect(response.status).toBe(200);
      expect(html).toContain(`<html lang="${htmlLang(locale)}"`);
      const origin = isOnMain ? MAIN : site.parts.config.publicUrl;
      expect(alternatesIn(html)).toEqual({
        ...Object.fromEntries(LOCALES.map((one) => [htmlLang(one), `${origin}${localePath(one, addressOf(screen))}`])),
        'x-default': `${origin}${addressOf(screen)}`,
      });
      expect(canonicalIn(html)).toBe(isOnMain ? `${MAIN}${path}` : undefined);
    },
  );

  test.each(inTurn(WISHES, turnOf(screen)))(
    'without a prefix is in the language of the cookie, else of the browser, else in English: %o',
    async (headers, language) => {
      const html = await (await site.ask(undefined, addressOf(screen), { headers })).text();
      expect(/<html lang="([^"]+)"/.exec(html)?.[1]).toBe(language);
    },
  );

  test.each(inTurn(NO_LOCALES, turnOf(screen)))(
    'does not answer under %s, which is no locale of ours',
    async (prefix) => {
      expect((await site.ask(undefined, `${prefix}${screen.address === '/' ? '' : addressOf(screen)}`)).status).toBe(
        404,
      );
    },
  );
});

test('the data of a page has no locale either that is none of ours, also when one loader alone is asked', async () => {
  for (const query of ['', `?_routes=${encodeURIComponent('site/screens/about')}`]) {
    const text = await (await site.ask(undefined, `/xx-XX/about.data${query}`)).text();
    expect(text).toContain("We don't have what you're looking for.");
  }
});

const ON_THE_MAIN_SITE = PUBLIC.filter(({ file }) => !file.startsWith('dev/'));

const canonicalOn = async (door: TestApp, address: string) =>
  canonicalIn(await (await door.sendRequest(`${address}?utm=x`)).text());

test.each(ON_THE_MAIN_SITE)('$address names its canonical address, without its query', async (screen) => {
  const address = addressOf(screen);
  expect(await canonicalOn(main, address)).toBe(`${MAIN}${address}`);
});

test.each(ON_THE_MAIN_SITE.filter((screen) => inTurn([true, false, false], turnOf(screen)).includes(true)))(
  '$address names no canonical address on another stage',
  async (screen) => {
    expect(await canonicalOn(beta, addressOf(screen))).toBeUndefined();
  },
);

test('what belongs to development does not exist off the localhost stage, not even with a ticket', async () => {
  for (const stage of ['dev', 'sandbox', 'beta', 'www']) {
    const door = openTestApp(site, { STAGE: stage, PUBLIC_URL: `https://${stage}.rumpus.example` });
    for (const path of ['/dev/mail', ticket])
      expect((await door.sendRequest(path)).status, `${stage} ${path}`).toBe(404);
    const headers = { origin: `https://${stage}.rumpus.example` };
    expect((await door.sendRequest(ticket, { method: 'POST', headers })).status).toBe(404);
  }
});
