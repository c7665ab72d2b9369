import type { RouteConfigEntry } from '@react-router/dev/routes';
import { beforeAll, describe, expect, test } from 'vitest';

import { openDoor } from '#test/door.ts';
import { createCrate, createItem } from '#test/storage.ts';
import { useTestSite } from '#test/site.ts';

import { LOCALES, htmlLang, localePath } from './current/locale.ts';
import { createSignIn } from './dev/sign-in.server.ts';
import { POLICIES } from './policies/policy.ts';
import routes from './routes.ts';
import { systemCurrent } from './site/parts.server.ts';

const site = useTestSite();
const ROLES = [undefined, 'player', 'staff', 'admin', 'super'] as const;
const EVERYONE = [200, 200, 200, 200, 200];
const NOBODY = [404, 404, 404, 404, 404];
const STAFF = [404, 404, 200, 200, 200];
const MOVED = [302, 302, 302, 302, 302];
let ticket: string;

beforeAll(async () => {
  const crate = await createCrate(site, 'posts');
  const map = { title: 'A post', blurb: 'What it is about.', date: '2026-11-01T00:00:00Z' };
  await createItem(site, crate, 'creator', { name: 'a-post', map });
  await createItem(site, crate, 'creator', { name: 'a-hidden-post', map, tags: ['hidden'] });
  await createItem(site, crate, 'creator', { name: 'an-unlisted-post', map, tags: ['unlisted'] });
  ticket = new URL((await createSignIn(systemCurrent(site.parts), 'player')).url).pathname;
});

interface Screen {
  /** The file of the screen, as app/routes.ts names it. */
  file: string;
  address: string;
  /** For a visitor, a player, staff, an admin, a super. */
  statuses: number[];
  isPublic?: boolean;
  /** For everyone who has its address, but not for search engines. */
  isUnlisted?: boolean;
}

const SCREENS: Screen[] = [
  { file: 'site/screens/home.tsx', address: '/', statuses: EVERYONE, isPublic: true },
  { file: 'games/screens/games.tsx', address: '/games', statuses: EVERYONE, isPublic: true },
  { file: 'games/screens/crashlands.tsx', address: '/games/crashlands', statuses: EVERYONE, isPublic: true },
  { file: 'games/screens/crashlands-2.tsx', address: '/games/crashlands-2', statuses: EVERYONE, isPublic: true },
  { file: 'games/screens/game.tsx', address: '/games/levelhead', statuses: EVERYONE, isPublic: true },
  { file: 'games/screens/game.tsx', address: '/games/rumpus-pack', statuses: STAFF },
  { file: 'games/screens/game.tsx', address: '/games/how-many-dudes', statuses: STAFF },
  { file: 'games/screens/game.tsx', address: '/games/no-such-game', statuses: NOBODY },
  { file: 'games/screens/presskit.tsx', address: '/games/levelhead/presskit', statuses: EVERYONE, isPublic: true },
  { file: 'games/screens/presskit.tsx', address: '/games/how-many-dudes/presskit', statuses: STAFF },
  { file: 'games/screens/presskit.tsx', address: '/games/rumpus-pack/presskit', statuses: NOBODY },
  { file: 'telegrams/screens/telegrams.tsx', address: '/telegrams', statuses: EVERYONE, isPublic: true },
  { file: 'telegrams/screens/telegrams.tsx', address: '/telegrams?subscribe=no-such-letter', statuses: NOBODY },
  { file: 'posts/screens/post.tsx', address: '/post/a-post', statuses: EVERYONE, isPublic: true },
  { file: 'posts/screens/post.tsx', address: '/post/an-unlisted-post', statuses: EVERYONE, isUnlisted: true },
  { file: 'posts/screens/post.tsx', address: '/post/a-hidden-post', statuses: STAFF, isUnlisted: true },
  { file: 'posts/screens/post.tsx', address: '/post/no-such-post', statuses: NOBODY },
  { file: 'site/screens/about.tsx', address: '/about', statuses: EVERYONE, isPublic: true },
  { file: 'site/screens/rumpus-ce.tsx', address: '/rumpus-ce', statuses: EVERYONE, isPublic: true },
  { file: 'site/screens/changelog.tsx', address: '/changelog', statuses: EVERYONE, isPublic: true },
  { file: 'site/screens/changelog.tsx', address: '/changelogs/rumpus-ce', statuses: EVERYONE, isPublic: true },
  { file: 'site/screens/changelog.tsx', address: '/changelogs/no-such-app', statuses: NOBODY },
  { file: 'site/screens/changelog.tsx', address: '/changelogs/rumpus', statuses: MOVED },
  {
    ...{ file: 'site/screens/linkout.tsx', address: '/linkout?url=https%3A%2F%2Fa.example' },
    ...{ statuses: EVERYONE, isUnlisted: true },
  },
  { file: 'policies/screens/legal.tsx', address: '/legal', statuses: MOVED },
  ...POLICIES.map((policy): Screen => ({
    file: 'policies/screens/policy.tsx',
    address: `/${policy}`,
    statuses: EVERYONE,
    isPublic: true,
  })),
  { file: 'policies/screens/policy.tsx', address: '/terms?version=2026-09-01', statuses: EVERYONE, isUnlisted: true },
  { file: 'policies/screens/policy.tsx', address: '/terms?from=2026-09-01', statuses: EVERYONE, isUnlisted: true },
  { file: 'policies/screens/policy.tsx', address: '/terms?version=2026-09-02', statuses: NOBODY },
  { file: 'login/screens/unlicensed.tsx', address: '/login/unlicensed', statuses: EVERYONE, isUnlisted: true },
  { file: 'login/screens/success.tsx', address: '/login/success', statuses: EVERYONE, isUnlisted: true },
  {
    ...{ file: 'login/screens/confirmation-required.tsx', address: '/login/confirmation-required' },
    ...{ statuses: EVERYONE, isUnlisted: true },
  },
  { file: 'dev/screens/sign-in.tsx', address: '/dev/sign-in/{ticket}', statuses: EVERYONE, isPublic: true },
  { file: 'dev/screens/sign-in.tsx', address: '/dev/sign-in/forged', statuses: NOBODY },
  { file: 'dev/screens/mail.tsx', address: '/dev/mail', statuses: EVERYONE, isPublic: true },
  { file: 'dev/screens/trailer.tsx', address: '/dev/trailer', statuses: EVERYONE, isPublic: true },
  { file: 'dev/screens/components.tsx', address: '/dev/components', statuses: EVERYONE, isPublic: true },
  { file: 'site/screens/unknown.tsx', address: '/no/such/page', statuses: NOBODY },
  { file: 'site/screens/unknown.tsx', address: '/404', statuses: NOBODY },
];
/** Screens that answer with something else than a page; they are asked for beside their own code. */
const DOCUMENTS = new Set([
  'site/screens/discovery.tsx',
  ...['presskit-json', 'presskit-zip', 'presskit-file'].map((name) => `games/screens/${name}.tsx`),
]);
const PUBLIC = SCREENS.filter(({ isPublic }) => isPublic);
const addressOf = ({ address }: Screen) => address.replace('/dev/sign-in/{ticket}', ticket);

const filesIn = (entries: RouteConfigEntry[]): string[] =>
  entries.flatMap(({ file, children = [] }) => [file, ...filesIn(children)]);

/** The alternates of a page by language, as its head names them. */
function alternatesIn(html: string): Record<string, string> {
  const links = [...html.matchAll(/<link rel="alternate" hrefLang="([^"]+)" href="([^"]+)"\/>/g)];
  return Object.fromEntries(links.map(([, language = '', href = '']) => [language, href]));
}

test('every screen of app/routes.ts is asked for here, and every public one under its locales', () => {
  const files = [...new Set(filesIn(routes))].filter((file) => !DOCUMENTS.has(file)).toSorted();
  expect([...new Set(SCREENS.map(({ file }) => file))].toSorted()).toEqual(files);
  const localised = new Set(routes.filter(({ path }) => path?.startsWith(':locale?')).map(({ file }) => file));
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
      expect(html.includes('content="noindex"')).toBe(answer.status !== 200 || screen.isUnlisted === true);
    }
  },
);

describe.each(PUBLIC)('$address', (screen) => {
  test.each(LOCALES)('answers under %s in that language, and points to itself in every other', async (locale) => {
    const response = await site.ask(undefined, localePath(locale, addressOf(screen)), {
      headers: { cookie: 'locale=ko-KR', 'accept-language': 'tr' },
    });
    const html = await response.text();
    expect(response.status).toBe(200);
    expect(html).toContain(`<html lang="${htmlLang(locale)}"`);
    const origin = site.parts.config.publicUrl;
    expect(alternatesIn(html)).toEqual({
      ...Object.fromEntries(LOCALES.map((one) => [htmlLang(one), `${origin}${localePath(one, addressOf(screen))}`])),
      'x-default': `${origin}${addressOf(screen)}`,
    });
  });

  test('without a prefix is in the language of the cookie, else of the browser, else in English', async () => {
    const languageFor = async (headers: Record<string, string>) => {
      const html = await (await site.ask(undefined, addressOf(screen), { headers })).text();
      return /<html lang="([^"]+)"/.exec(html)?.[1];
    };
    expect(await languageFor({ cookie: 'locale=ko-KR', 'accept-language': 'tr' })).toBe('ko-KR');
    expect(await languageFor({ cookie: 'locale=xx-XX', 'accept-language': 'tr' })).toBe('tr-TR');
    expect(await languageFor({ 'accept-language': 'es-MX, en' })).toBe('es-419');
    expect(await languageFor({ 'accept-language': 'tlh' })).toBe('en-US');
  });

  test.each(['/xx-XX', '/en', '/en-us', '/es-419'])(
    'does not answer under %s, which is no locale of ours',
    async (prefix) => {
      expect((await site.ask(undefined, `${prefix}${screen.address === '/' ? '' : addressOf(screen)}`)).status).toBe(
        404,
      );
    },
  );
});

const ON_THE_MAIN_SITE = PUBLIC.filter(({ file }) => !file.startsWith('dev/'));

test.each(ON_THE_MAIN_SITE)(
  '$address names its canonical address, with its locale and without its query, on the main site alone',
  async ({ address }) => {
    const canonicalOf = async (variables: Record<string, string>, path: string) => {
      const html = await (await openDoor(site, variables).knock(`${path}?q=1`)).text();
      return /<link rel="canonical" href="([^"]+)"/.exec(html)?.[1];
    };
    const main = { PUBLIC_URL: 'https://www.rumpus.example' };
    expect(await canonicalOf(main, address)).toBe(`https://www.rumpus.example${address}`);
    const german = localePath('de-DE', address);
    expect(await canonicalOf(main, german)).toBe(`https://www.rumpus.example${german}`);
    expect(await canonicalOf({ PUBLIC_URL: 'https://beta.rumpus.example' }, address)).toBeUndefined();
  },
);

test('what belongs to development does not exist off the localhost stage, not even with a ticket', async () => {
  for (const stage of ['dev', 'sandbox', 'beta', 'www']) {
    const door = openDoor(site, { STAGE: stage, PUBLIC_URL: `https://${stage}.rumpus.example` });
    for (const path of ['/dev/mail', ticket]) expect((await door.knock(path)).status, `${stage} ${path}`).toBe(404);
    const headers = { origin: `https://${stage}.rumpus.example` };
    expect((await door.knock(ticket, { method: 'POST', headers })).status).toBe(404);
  }
});
